# /// script
# requires-python = ">=3.11"
# dependencies = ["pytest==9.0.2"]
#
# [tool.errkb]
# light = true
# ///
"""Two test files of one name."""

import subprocess
import sys
from pathlib import Path

for kind in ("unit", "integration"):
    Path(kind).mkdir()
    Path(kind, "test_api.py").write_text("def test_api():\n    pass\n")


def run(*options):
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]).returncode


def trigger():
    run()


def fixed():
    sys.exit(run("--import-mode=importlib"))
