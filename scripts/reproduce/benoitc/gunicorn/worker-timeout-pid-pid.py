# /// script
# requires-python = ">=3.11"
# dependencies = ["gunicorn==27.0.1"]
#
# [tool.errkb]
# timeout = 90
# ///
"""One request takes longer than the limit."""

import subprocess
import sys
import time
import urllib.request
from pathlib import Path

APP = """
import time


def app(environ, start_response):
    time.sleep(4)
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]
"""


def serve(*options):
    Path("app.py").write_text(APP)
    command = [sys.executable, "-m", "gunicorn", "app:app", "-b", "127.0.0.1:8000", *options]
    server = subprocess.Popen(command)
    time.sleep(3)
    try:
        urllib.request.urlopen("http://127.0.0.1:8000/", timeout=20).read()
    except OSError:
        pass
    server.terminate()
    server.wait()


def trigger():
    serve("--timeout", "1")


def fixed():
    serve("--timeout", "60")
