# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# captures = {package = "utils"}
# memory = 65536
# timeout = 300
# ///
"""An own package without the name of the module."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}


def go(path):
    Path("go.mod").write_text("module example.com/shop\n\ngo 1.19\n")
    Path("utils").mkdir()
    Path("utils/utils.go").write_text("package utils\n")
    Path("main.go").write_text(f'package main\n\nimport _ "{path}"\n\nfunc main() {{}}\n')
    sys.exit(subprocess.run(["go", "build", "-o", "shop", "."]).returncode)


def trigger():
    go("utils")


def fixed():
    go("example.com/shop/utils")
