# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# captures = {value = "prices"}
# memory = 65536
# ///
"""Two mutable borrows that overlap."""

import subprocess
import sys
from pathlib import Path

BEFORE = """fn main() {
    let mut prices = vec![3, 4];
    let first = &mut prices;
    let second = &mut prices;
    first.push(5);
    second.push(6);
}
"""
AFTER = """fn main() {
    let mut prices = vec![3, 4];
    let first = &mut prices;
    first.push(5);
    let second = &mut prices;
    second.push(6);
}
"""


def rust(program):
    Path("main.rs").write_text(program)
    built = subprocess.run(["rustc", "main.rs"])
    sys.exit(built.returncode or subprocess.run(["./main"]).returncode)


def trigger():
    rust(BEFORE)


def fixed():
    rust(AFTER)
