# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3"]
#
# [tool.errkb]
# captures = {name = "shop.fetch"}
# ///
"""A connection drops once."""

import logging
import time

from celery import Celery
from celery.contrib.testing.worker import start_worker

logging.basicConfig()
app = Celery("proj", broker="memory://", backend="cache+memory://")


calls = []


def fetch(url):
    calls.append(url)
    if len(calls) == 1:
        raise OSError("connection lost")


def send(task):
    with start_worker(app, perform_ping_check=False, loglevel="INFO", logfile=None):
        task.delay("http://shop")
        time.sleep(3)


def trigger():
    send(app.task(name="shop.fetch")(fetch))


def fixed():
    send(app.task(name="shop.fetch", autoretry_for=(OSError,), retry_backoff=True, retry_jitter=False)(fetch))
