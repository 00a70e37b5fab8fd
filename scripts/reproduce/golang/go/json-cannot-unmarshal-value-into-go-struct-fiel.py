# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# captures = {value = "string", type = "int"}
# memory = 65536
# timeout = 300
# ///
"""A number in quotes."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
BEFORE = """\
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type User struct {
	Age int `json:"age"`
}

func main() {
	var user User
	if err := json.Unmarshal([]byte(`{"age": "3"}`), &user); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
"""
AFTER = """\
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type User struct {
	Age int `json:"age,string"`
}

func main() {
	var user User
	if err := json.Unmarshal([]byte(`{"age": "3"}`), &user); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
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
