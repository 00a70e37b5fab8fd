# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# memory = 65536
# timeout = 300
# ///
"""A folder without go.mod."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}


def go(*arguments):
    return subprocess.run(["go", *arguments]).returncode


def trigger():
    sys.exit(go("mod", "tidy"))


def fixed():
    subprocess.run(["go", "mod", "init", "example.com/shop"], check=True, stderr=subprocess.DEVNULL)
    sys.exit(go("mod", "tidy"))
