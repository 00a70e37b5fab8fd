# /// script
# requires-python = ">=3.11"
# dependencies = ["gunicorn==27.0.1"]
# ///
"""The module lies in another folder."""

import subprocess
import sys
from pathlib import Path

APP = """
def app(environ, start_response):
    start_response("200 OK", [])
    return [b"ok"]
"""


def serve(*options):
    Path("src").mkdir()
    Path("src/shop.py").write_text(APP)
    try:
        subprocess.run([sys.executable, "-m", "gunicorn", "shop:app", "-b", "127.0.0.1:8000", *options], timeout=5)
    except subprocess.TimeoutExpired:
        pass


def trigger():
    serve()


def fixed():
    serve("--chdir", "src")
