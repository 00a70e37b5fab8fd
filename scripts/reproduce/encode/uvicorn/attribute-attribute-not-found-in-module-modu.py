# /// script
# requires-python = ">=3.11"
# dependencies = ["uvicorn==0.46.0"]
#
# [tool.errkb]
# light = true
# captures = {attribute = "app", module = "web"}
# ///
"""A factory is asked for as if it were the application."""

import subprocess
import sys
from pathlib import Path

Path("web.py").write_text("def create_app():\n    return lambda scope: None\n")


def run(*arguments):
    command = [sys.executable, "-m", "uvicorn", "--port", "0", *arguments]
    try:
        subprocess.run(command, timeout=5)
    except subprocess.TimeoutExpired:
        pass  # it serves


def trigger():
    run("web:app")


def fixed():
    run("--factory", "web:create_app")
