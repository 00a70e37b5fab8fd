# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3"]
#
# [tool.errkb]
# captures = {name = "shop.sync"}
# ///
"""A service that is down twice, and one retry."""

import logging
import time

from celery import Celery
from celery.contrib.testing.worker import start_worker

logging.basicConfig()
app = Celery("shop", broker="memory://", backend="cache+memory://")
calls = []


def sync(self):
    calls.append(1)
    if len(calls) < 3:
        raise self.retry(countdown=0)


def send(retries):
    task = app.task(bind=True, name="shop.sync", max_retries=retries)(sync)
    with start_worker(app, perform_ping_check=False, loglevel="INFO", logfile=None):
        task.delay()
        time.sleep(4)


def trigger():
    send(1)


def fixed():
    send(8)
