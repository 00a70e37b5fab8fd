# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# memory = 65536
# ///
"""The largest of nothing."""

import subprocess
import sys
from pathlib import Path

BEFORE = """fn main() {
    let prices: Vec<u32> = Vec::new();
    println!("{}", prices.iter().max().unwrap());
}
"""
AFTER = """fn main() {
    let prices: Vec<u32> = Vec::new();
    println!("{}", prices.iter().max().copied().unwrap_or(0));
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
