# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# captures = {type = "f64", trait = "LowerHex"}
# memory = 65536
# ///
"""A type without the trait that is asked for."""

import subprocess
import sys
from pathlib import Path

BEFORE = """fn show<T: std::fmt::LowerHex>(value: T) {
    println!("{value:x}");
}

fn main() {
    show(255.0_f64);
}
"""
AFTER = """fn show<T: std::fmt::LowerHex>(value: T) {
    println!("{value:x}");
}

fn main() {
    show(255_u64);
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
