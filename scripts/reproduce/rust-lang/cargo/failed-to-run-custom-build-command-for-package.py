# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cargo", "cc"]
# memory = 65536
# ///
"""A build script looks for a library that is missing."""

import os
import subprocess
import sys
from pathlib import Path

BUILD = 'fn main() { std::env::var("OPENSSL_DIR").expect("set OPENSSL_DIR"); }'


def cargo():
    Path("src").mkdir()
    Path("src/main.rs").write_text("fn main() {}")
    Path("build.rs").write_text(BUILD)
    Path("Cargo.toml").write_text('[package]\nname = "toolkit"\nversion = "0.1.0"\nedition = "2021"\n')
    sys.exit(subprocess.run(["cargo", "build", "--offline"]).returncode)


def trigger():
    cargo()


def fixed():
    os.environ["OPENSSL_DIR"] = "/usr"
    cargo()
