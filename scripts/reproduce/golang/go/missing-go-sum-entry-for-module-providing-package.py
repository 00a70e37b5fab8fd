# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# memory = 65536
# timeout = 300
# ///
"""go.mod without its sums."""

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
Path("go.mod").write_text("module shop\n\ngo 1.19\n\nrequire example.com/prices v1.0.0\n")
Path("main.go").write_text('package main\n\nimport _ "example.com/prices"\n\nfunc main() {}\n')


def trigger():
    go("build", "-o", "shop", ".")


def fixed():
    Path("prices").mkdir()
    Path("prices/go.mod").write_text("module example.com/prices\n\ngo 1.19\n")
    Path("prices/prices.go").write_text("package prices\n")
    subprocess.run(["go", "mod", "edit", "-replace=example.com/prices=./prices"], check=True)
    go("build", "-o", "shop", ".")
