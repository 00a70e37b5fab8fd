# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cargo"]
# memory = 65536
# ///
"""cargo outside of the project."""

import subprocess
import sys
from pathlib import Path

MANIFEST = '[package]\nname = "{name}"\nversion = "{version}"\nedition = "2021"\n'


def crate(folder, name, version, more=""):
    Path(folder, "src").mkdir(parents=True)
    Path(folder, "src/lib.rs").touch()
    Path(folder, "Cargo.toml").write_text(MANIFEST.format(name=name, version=version) + more)


def cargo(folder):
    sys.exit(
        subprocess.run(["cargo", "metadata", "--offline", "-q", "--format-version=1"], cwd=folder, stdout=-3).returncode
    )


def trigger():
    crate("shop", "shop", "0.1.0")
    cargo(".")


def fixed():
    crate("shop", "shop", "0.1.0")
    cargo("shop")
