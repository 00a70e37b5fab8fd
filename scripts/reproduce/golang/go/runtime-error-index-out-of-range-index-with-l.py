# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# captures = {index = "1", length = "1"}
# memory = 65536
# timeout = 300
# ///
"""A line without the separator."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
BEFORE = """\
package main

import "strings"

func main() {
	line := "debug"
	println(strings.Split(line, "=")[1])
}
"""
AFTER = """\
package main

import "strings"

func main() {
	line := "debug"
	if _, value, ok := strings.Cut(line, "="); ok {
		println(value)
	}
}
"""


def go(program):
    Path("go.mod").write_text("module shop\n\ngo 1.19\n")
    Path("main.go").write_text(program)
    sys.exit(subprocess.run(["go", "run", "."]).returncode)


def trigger():
    go(BEFORE)


def fixed():
    go(AFTER)
