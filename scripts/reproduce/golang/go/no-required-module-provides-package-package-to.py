# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# memory = 65536
# timeout = 300
# ///
"""An own package without the module's prefix."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {
    "GOCACHE": f"{Path.cwd()}/cache",
    "GOPATH": f"{Path.cwd()}/path",
    "GOPROXY": "off",
    "GOFLAGS": "-mod=mod",
}
os.environ |= {"GONOSUMDB": "*", "HOME": str(Path.cwd())}


def go(*arguments):
    sys.exit(subprocess.run(["go", *arguments]).returncode)


os.environ["GOFLAGS"] = ""
Path("go.mod").write_text("module example.com/shop\n\ngo 1.19\n")
Path("prices").mkdir()
Path("prices/prices.go").write_text("package prices\n")


def build(path):
    Path("main.go").write_text(f'package main\n\nimport _ "{path}"\n\nfunc main() {{}}\n')
    go("build", "-o", "shop", ".")


def trigger():
    build("example.com/prices")


def fixed():
    build("example.com/shop/prices")
