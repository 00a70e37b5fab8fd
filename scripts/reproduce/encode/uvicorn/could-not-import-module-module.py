# /// script
# requires-python = ">=3.11"
# dependencies = ["uvicorn==0.46.0"]
#
# [tool.errkb]
# light = true
# captures = {module = "web"}
# ///
"""Started in the wrong folder."""

import subprocess
import sys
from pathlib import Path

Path("shop").mkdir()
Path("shop/web.py").write_text("def app(scope):\n    raise SystemExit(0)\n")


def run(*arguments):
    command = [sys.executable, "-m", "uvicorn", "--port", "0", *arguments]
    try:
        subprocess.run(command, timeout=5)
    except subprocess.TimeoutExpired:
        pass  # it serves


def trigger():
    run("web:app")


def fixed():
    run("--app-dir", "shop", "web:app")
