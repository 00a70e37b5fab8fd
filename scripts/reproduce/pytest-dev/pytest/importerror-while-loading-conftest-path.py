# /// script
# requires-python = ">=3.11"
# dependencies = ["pytest==9.0.2"]
#
# [tool.errkb]
# light = true
# ///
"""The project is not on the path when conftest.py is imported."""

import subprocess
import sys
from pathlib import Path

for folder in ("src/shop", "tests"):
    Path(folder).mkdir(parents=True)
Path("src/shop/app.py").write_text("NAME = 'shop'\n")
Path("tests/conftest.py").write_text("from shop.app import NAME\n")
Path("tests/test_app.py").write_text("def test_app():\n    pass\n")


def run(*options):
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]).returncode


def trigger():
    run("tests")


def fixed():
    sys.exit(run("-o", "pythonpath=src", "tests"))
