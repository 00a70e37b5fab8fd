# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# memory = 65536
# timeout = 300
# ///
"""The methods belong to the pointer."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
BEFORE = """\
package main

type Store interface{ Get() int }
type MemoryStore struct{}

func (m *MemoryStore) Get() int { return 1 }

func main() {
	var store Store = MemoryStore{}
	println(store.Get())
}
"""
AFTER = """\
package main

type Store interface{ Get() int }
type MemoryStore struct{}

func (m *MemoryStore) Get() int { return 1 }

func main() {
	var store Store = &MemoryStore{}
	println(store.Get())
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
