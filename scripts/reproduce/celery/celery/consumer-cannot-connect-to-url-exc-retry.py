# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3"]
#
# [tool.errkb]
# captures = {url = "amqp://guest:**@127.0.0.1:5672//"}
# ///
"""No broker is given, so one on this machine is looked for."""

import subprocess
import sys
from pathlib import Path

WORKER = [sys.executable, "-m", "celery", "-A", "proj", "worker", "--pool", "solo"]


def work(program):
    Path("proj.py").write_text(program)
    try:
        subprocess.run(WORKER, timeout=8)
    except subprocess.TimeoutExpired:
        pass


def trigger():
    work("from celery import Celery\napp = Celery('proj')\n")


def fixed():
    work("from celery import Celery\napp = Celery('proj', broker='memory://')\n")
