# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# captures = {character = "'<'"}
# memory = 65536
# timeout = 300
# ///
"""A page instead of JSON."""

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

func main() {
	var user map[string]any
	if err := json.Unmarshal([]byte("<html>502 Bad Gateway</html>"), &user); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
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

func main() {
	body := []byte("<html>502 Bad Gateway</html>")
	if !json.Valid(body) {
		fmt.Fprintf(os.Stderr, "502: %.100q\\n", body)
		os.Exit(0)
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
