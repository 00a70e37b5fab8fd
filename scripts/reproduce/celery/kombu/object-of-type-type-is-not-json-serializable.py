# /// script
# requires-python = ">=3.11"
# dependencies = ["celery==5.6.3"]
#
# [tool.errkb]
# captures = {type = "set"}
# ///
"""A set as an argument."""

from celery import Celery

app = Celery("shop", broker="memory://")


@app.task(name="shop.tag")
def tag(names):
    return None


def send(names):
    try:
        tag.delay(names)
    except Exception as error:
        raise error.with_traceback(None) from None


def trigger():
    send({"new", "sale"})


def fixed():
    send(sorted({"new", "sale"}))
