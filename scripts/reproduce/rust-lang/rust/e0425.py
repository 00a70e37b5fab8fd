# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# captures = {name = "price"}
# memory = 65536
# ///
"""A name that nobody declared."""

import subprocess
import sys
from pathlib import Path

BEFORE = """fn main() {
    let prices = vec![3, 4];
    println!("{}", price.len());
}
"""
AFTER = """fn main() {
    let prices = vec![3, 4];
    println!("{}", prices.len());
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
