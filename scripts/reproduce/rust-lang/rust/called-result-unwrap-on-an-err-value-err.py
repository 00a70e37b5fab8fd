# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# memory = 65536
# ///
"""A file is missing, and nobody asked."""

import subprocess
import sys
from pathlib import Path

BEFORE = """fn main() {
    let text = std::fs::read_to_string("app.toml").unwrap();
    println!("{text}");
}
"""
AFTER = """fn main() {
    match std::fs::read_to_string("app.toml") {
        Ok(text) => println!("{text}"),
        Err(err) => println!("no app.toml: {}", err.kind()),
    }
}
"""


def rust(program):
    Path("main.rs").write_text(program)
    subprocess.run(["rustc", "main.rs"], check=True)
    sys.exit(subprocess.run(["./main"]).returncode)


def trigger():
    rust(BEFORE)


def fixed():
    rust(AFTER)
