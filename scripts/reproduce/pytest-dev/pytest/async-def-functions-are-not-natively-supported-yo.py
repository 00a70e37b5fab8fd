# /// script
# requires-python = ">=3.11"
# dependencies = ["pytest==9.0.2"]
#
# [tool.errkb]
# light = true
# ///
"""An async test without a plug-in."""

import subprocess
import sys
from pathlib import Path

ANSWER = "import asyncio\n\n\nasync def answer():\n    return 42\n\n\n"


def run(test):
    Path("test_answer.py").write_text(ANSWER + test)
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]).returncode


def trigger():
    run("async def test_answer():\n    assert await answer() == 42\n")


def fixed():
    sys.exit(run("def test_answer():\n    assert asyncio.run(answer()) == 42\n"))
