# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3"]
#
# [tool.errkb]
# timeout = 90
# captures = {status = "signal 9 (SIGKILL)"}
# ///
"""The process of a task is killed."""

import subprocess
import sys
import time
from pathlib import Path

APP = """
import os
import signal
import time

from celery import Celery

app = Celery("shop", broker="filesystem://", backend="cache+memory://")
app.conf.broker_transport_options = {"data_folder_in": "q", "data_folder_out": "q", "control_folder": "q"}
app.conf.worker_proc_alive_timeout = 30


@app.task(name="shop.export")
def export(mode):
    if mode == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(3 if mode == "slow" else 0)
"""


def run(mode, seconds, **options):
    Path("q").mkdir()
    Path("shop.py").write_text(APP)
    command = [sys.executable, "-m", "celery", "-A", "shop", "worker", "-c", "1", "--loglevel", "INFO"]
    worker = subprocess.Popen(command)
    send = f"import shop; shop.export.apply_async(({mode!r},), **{options!r})"
    subprocess.run([sys.executable, "-c", send], check=True)
    time.sleep(seconds)
    worker.terminate()
    worker.wait()


def trigger():
    run("kill", 25)


def fixed():
    run("", 8)
