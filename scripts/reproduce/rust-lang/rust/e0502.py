# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# captures = {value = "prices"}
# memory = 65536
# ///
"""A vector grows while one of its elements is borrowed."""

import subprocess
import sys
from pathlib import Path

BEFORE = """fn main() {
    let mut prices = vec![3, 4];
    let first = &prices[0];
    prices.push(5);
    println!("{first}");
}
"""
AFTER = """fn main() {
    let mut prices = vec![3, 4];
    let first = prices[0];
    prices.push(5);
    println!("{first}");
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
