# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# memory = 65536
# timeout = 300
# ///
"""The map of a struct was never made."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
BEFORE = """\
package main

type Stats struct{ hits map[string]int }

func main() {
	var s Stats
	s.hits["/"]++
}
"""
AFTER = """\
package main

type Stats struct{ hits map[string]int }

func NewStats() *Stats { return &Stats{hits: make(map[string]int)} }

func main() {
	s := NewStats()
	s.hits["/"]++
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
