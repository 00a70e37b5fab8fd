# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# captures = {actual = "float64", wanted = "int"}
# memory = 65536
# timeout = 300
# ///
"""A number of JSON."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
BEFORE = """\
package main

import "encoding/json"

func main() {
	var data map[string]interface{}
	_ = json.Unmarshal([]byte(`{"age": 3}`), &data)
	println(data["age"].(int))
}
"""
AFTER = """\
package main

import "encoding/json"

func main() {
	var data map[string]interface{}
	_ = json.Unmarshal([]byte(`{"age": 3}`), &data)
	if n, ok := data["age"].(float64); ok {
		println(int(n))
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
