# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["terraform"]
# memory = 65536
# ///
"""A provider that no source has."""

import os
import subprocess
import sys
from pathlib import Path

os.environ["TF_CLI_CONFIG_FILE"] = "rc"
Path("mirror").mkdir(exist_ok=True)
Path("rc").write_text(f'provider_installation {{ filesystem_mirror {{ path = "{Path.cwd()}/mirror" }} }}')


def init(text):
    Path("main.tf").write_text(text)
    sys.exit(subprocess.run(["terraform", "init", "-no-color"], stdout=subprocess.DEVNULL).returncode)


def trigger():
    init('resource "shop_order" "first" {}')


def fixed():
    init('resource "terraform_data" "first" {}')
