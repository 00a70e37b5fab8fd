# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["terraform"]
# memory = 65536
# ///
"""Two runs at once."""

import os
import subprocess
import sys
from pathlib import Path

os.environ["TF_CLI_CONFIG_FILE"] = "/dev/null"


def terraform(*arguments):
    subprocess.run(["terraform", "init", "-no-color"], check=True, stdout=subprocess.DEVNULL)
    sys.exit(subprocess.run(["terraform", *arguments, "-no-color"], stdout=subprocess.DEVNULL).returncode)


Path("main.tf").write_text("""resource "terraform_data" "job" {
  provisioner "local-exec" { command = "sleep 8" }
}
""")


def twice(*options):
    subprocess.run(["terraform", "init", "-no-color"], check=True, stdout=subprocess.DEVNULL)
    subprocess.Popen(["terraform", "apply", "-auto-approve"], stdout=subprocess.DEVNULL)
    while not Path(".terraform.tfstate.lock.info").exists():
        pass
    terraform("plan", *options)


def trigger():
    twice()


def fixed():
    twice("-lock-timeout=40s")
