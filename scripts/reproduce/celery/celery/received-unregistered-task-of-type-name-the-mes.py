# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3"]
# ///
"""A worker does not know the module of a task."""

import logging
import time

from celery import Celery
from celery.contrib.testing.worker import start_worker

logging.basicConfig()
app = Celery("proj", broker="memory://", backend="cache+memory://")


def send():
    with start_worker(app, perform_ping_check=False, loglevel="INFO", logfile=None):
        app.send_task("proj.tasks.add", (1, 2))
        time.sleep(2)


def trigger():
    send()


def fixed():
    @app.task(name="proj.tasks.add")
    def add(a, b):
        return a + b

    send()
