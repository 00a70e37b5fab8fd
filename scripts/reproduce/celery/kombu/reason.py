# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3"]
# ///
"""No broker is configured, so the default one is asked."""

from celery import Celery


def send(app):
    @app.task(name="shop.add")
    def add(a, b):
        return a + b

    try:
        add.delay(1, 2)
    except Exception as error:
        raise error.with_traceback(None) from None


def trigger():
    send(Celery("shop"))


def fixed():
    send(Celery("shop", broker="memory://"))
