# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# captures = {path = "std::collections::HashMapp"}
# memory = 65536
# ///
"""An import of a name that is not there."""

import subprocess
import sys
from pathlib import Path

BEFORE = """use std::collections::HashMapp;

fn main() {
    println!("{}", HashMapp::<u8, u8>::new().len());
}
"""
AFTER = """use std::collections::HashMap;

fn main() {
    println!("{}", HashMap::<u8, u8>::new().len());
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
