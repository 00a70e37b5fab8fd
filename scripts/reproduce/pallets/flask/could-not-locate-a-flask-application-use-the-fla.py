# /// script
# requires-python = ">=3.11"
# dependencies = ["flask==3.1.3"]
#
# [tool.errkb]
# light = true
# ///
"""The file has another name than the command looks for."""

import subprocess
import sys
from pathlib import Path

APP = """
from flask import Flask

app = Flask(__name__)
"""


def flask(*words):
    Path("main.py").write_text(APP)
    sys.exit(subprocess.run([sys.executable, "-m", "flask", *words, "routes"]).returncode)


def trigger():
    flask()


def fixed():
    flask("--app", "main")
