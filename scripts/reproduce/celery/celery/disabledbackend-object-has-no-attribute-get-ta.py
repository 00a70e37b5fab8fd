# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3"]
# ///
"""A state is asked for without a backend."""

from celery import Celery


def ask(**settings):
    app = Celery("shop", broker="memory://", **settings)

    @app.task(name="shop.add")
    def add(a, b):
        return a + b

    add.delay(1, 2).status


def trigger():
    ask()


def fixed():
    ask(backend="cache+memory://")
