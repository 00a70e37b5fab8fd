# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3"]
# ///
"""A task is looked up before its module is imported."""

import sys
from pathlib import Path

from celery import Celery

TASKS = """
from celery import shared_task


@shared_task(name="shop.add")
def add():
    pass
"""
Path("shop_tasks.py").write_text(TASKS)
sys.path.insert(0, ".")


def look(**settings):
    app = Celery("shop", broker="memory://", set_as_current=True, **settings)
    app.loader.import_default_modules()
    app.tasks["shop.add"].name


def trigger():
    look()


def fixed():
    look(include=["shop_tasks"])
