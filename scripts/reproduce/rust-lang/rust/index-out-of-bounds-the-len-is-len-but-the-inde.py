# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# captures = {len = "3", index = "3"}
# memory = 65536
# ///
"""One past the end."""

import subprocess
import sys
from pathlib import Path

BEFORE = """fn main() {
    let prices = vec![3, 4, 5];
    let last = prices.len();
    println!("{}", prices[last]);
}
"""
AFTER = """fn main() {
    let prices = vec![3, 4, 5];
    let last = prices.len() - 1;
    println!("{}", prices[last]);
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
