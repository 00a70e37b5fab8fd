# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# memory = 65536
# timeout = 300
# ///
"""Closed while a worker still sends."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
BEFORE = """\
package main

import "time"

func main() {
	results := make(chan int, 1)
	go func() {
		time.Sleep(100 * time.Millisecond)
		results <- 1
	}()
	close(results)
	time.Sleep(time.Second)
}
"""
AFTER = """\
package main

import "sync"

func main() {
	results := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		results <- 1
	}()
	wg.Wait()
	close(results)
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
