# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# memory = 65536
# timeout = 300
# ///
"""A server that accepts and does not answer."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
BEFORE = """\
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	client := http.Client{Timeout: 300 * time.Millisecond}
	if _, err := client.Get("http://" + listener.Addr().String() + "/health"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
"""
AFTER = """\
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}))
	client := http.Client{Timeout: 30 * time.Second}
	if _, err := client.Get("http://" + listener.Addr().String() + "/health"); err != nil {
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
