# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["git"]
# memory = 65536
# ///
"""The repository belongs to somebody else."""

import os
import subprocess
import sys
from pathlib import Path

os.environ["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
os.environ["HOME"] = str(Path.cwd())


def status(trusted):
    subprocess.run(["git", "init", "-q", "shop"], check=True)
    if trusted:
        subprocess.run(["git", "config", "--global", "safe.directory", str(Path("shop").resolve())], check=True)
    sys.exit(subprocess.run(["git", "-C", "shop", "status"]).returncode)


def trigger():
    status(trusted=False)


def fixed():
    status(trusted=True)
