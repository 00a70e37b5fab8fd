# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# captures = {value = "prices"}
# memory = 65536
# ///
"""A vector is given away and used again."""

import subprocess
import sys
from pathlib import Path

BEFORE = """fn total(prices: Vec<u32>) -> u32 {
    prices.iter().sum()
}

fn main() {
    let prices = vec![3, 4];
    let sum = total(prices);
    println!("{sum} of {}", prices.len());
}
"""
AFTER = """fn total(prices: &[u32]) -> u32 {
    prices.iter().sum()
}

fn main() {
    let prices = vec![3, 4];
    let sum = total(&prices);
    println!("{sum} of {}", prices.len());
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
