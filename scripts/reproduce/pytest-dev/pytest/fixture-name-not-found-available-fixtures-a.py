# /// script
# requires-python = ">=3.11"
# dependencies = ["pytest==9.0.2"]
#
# [tool.errkb]
# light = true
# captures = {name = "tmp_pth"}
# ///
"""A misspelt fixture."""

import subprocess
import sys
from pathlib import Path


def run(text):
    Path("test_total.py").write_text(text)
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]).returncode


def trigger():
    run("def test_total(tmp_pth):\n    assert tmp_pth.exists()\n")


def fixed():
    sys.exit(run("def test_total(tmp_path):\n    assert tmp_path.exists()\n"))
