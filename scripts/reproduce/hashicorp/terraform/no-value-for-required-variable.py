# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["terraform"]
# memory = 65536
# ///
"""A variable that nobody set."""

import os
import subprocess
import sys
from pathlib import Path

os.environ["TF_CLI_CONFIG_FILE"] = "/dev/null"


def terraform(*arguments):
    subprocess.run(["terraform", "init", "-no-color"], check=True, stdout=subprocess.DEVNULL)
    sys.exit(subprocess.run(["terraform", *arguments, "-no-color"], stdout=subprocess.DEVNULL).returncode)


Path("main.tf").write_text('variable "region" {}')


def trigger():
    terraform("plan", "-input=false")


def fixed():
    terraform("plan", "-input=false", "-var=region=eu-central-1")
