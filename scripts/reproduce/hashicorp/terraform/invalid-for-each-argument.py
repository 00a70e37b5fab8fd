# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["terraform"]
# memory = 65536
# ///
"""Keys that are known only after apply."""

import os
import subprocess
import sys
from pathlib import Path

os.environ["TF_CLI_CONFIG_FILE"] = "/dev/null"


def terraform(*arguments):
    subprocess.run(["terraform", "init", "-no-color"], check=True, stdout=subprocess.DEVNULL)
    sys.exit(subprocess.run(["terraform", *arguments, "-no-color"], stdout=subprocess.DEVNULL).returncode)


START = 'resource "terraform_data" "policy" {}\nresource "terraform_data" "role" { for_each = '


def trigger():
    Path("main.tf").write_text(START + "toset([terraform_data.policy.id]) }")
    terraform("plan")


def fixed():
    Path("main.tf").write_text(START + "{ policy = terraform_data.policy.id } }")
    terraform("plan")
