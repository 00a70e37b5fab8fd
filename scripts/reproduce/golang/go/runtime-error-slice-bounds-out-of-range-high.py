# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# captures = {high = "100"}
# memory = 65536
# timeout = 300
# ///
"""A preview of a short text."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
BEFORE = """\
package main

func main() {
	body := []byte("short")
	println(string(body[:100]))
}
"""
AFTER = """\
package main

func main() {
	body := []byte("short")
	n := 100
	if len(body) < n {
		n = len(body)
	}
	println(string(body[:n]))
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
