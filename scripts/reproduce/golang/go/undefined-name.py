# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# captures = {name = "sum"}
# memory = 65536
# timeout = 300
# ///
"""A second file and go run of the first."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}


def go(what):
    Path("go.mod").write_text("module shop\n\ngo 1.19\n")
    Path("main.go").write_text("package main\n\nfunc main() { sum() }\n")
    Path("util.go").write_text("package main\n\nfunc sum() {}\n")
    sys.exit(subprocess.run(["go", "run", what]).returncode)


def trigger():
    go("main.go")


def fixed():
    go(".")
