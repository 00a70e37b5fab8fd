# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["go"]
# memory = 65536
# timeout = 300
# ///
"""Many goroutines, one map, no lock."""

import os
import subprocess
import sys
from pathlib import Path

os.environ |= {"GOCACHE": f"{Path.cwd()}/cache", "GOPATH": f"{Path.cwd()}/path"}
os.environ |= {"GOPROXY": "off", "HOME": str(Path.cwd())}
BEFORE = """\
package main

import "sync"

func main() {
	hits := map[int]int{}
	var all sync.WaitGroup
	for g := 0; g < 16; g++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := 0; i < 1000000; i++ {
				hits[i%10]++
			}
		}()
	}
	all.Wait()
}
"""
AFTER = """\
package main

import "sync"

func main() {
	hits := map[int]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for g := 0; g < 16; g++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := 0; i < 100000; i++ {
				mu.Lock()
				hits[i%10]++
				mu.Unlock()
			}
		}()
	}
	all.Wait()
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
