# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3", "redis==7.1.0", "packaging==25.0"]
#
# [tool.errkb]
# captures = {host = "127.0.0.1", port = "1"}
# ///
"""Nothing listens at the broker's address."""

from celery import Celery


def send(broker):
    app = Celery("shop", broker=broker)

    @app.task(name="shop.add")
    def add(a, b):
        return a + b

    try:
        add.apply_async((1, 2), retry=False)
    except Exception as error:
        raise error.with_traceback(None) from None


def trigger():
    send("redis://127.0.0.1:1/0")


def fixed():
    send("memory://")
