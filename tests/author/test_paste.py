"""Facts from a pasted error."""

import pytest

from errkb.author.paste import from_event, root_cause
from errkb.errors import UsageError
from errkb.model.text import Text
from errkb.parse import parse

TRACE = """INFO start
Traceback (most recent call last):
  File "/srv/app.py", line 3, in main
    ship(o)
  File "/srv/venv/lib/python3.12/site-packages/shop/orders.py", line 8, in ship
    raise OrderError(
shop.errors.OrderError: order 4711 of 'jo' has no file /data/a/b.txt after 3 tries
"""


def facts(text):
    source = Text.of(text)
    return from_event(root_cause(parse(source)), source)


def test_facts_of_a_traceback():
    """Class, guessed template, place within the package, and the lines as printed."""
    found = facts(TRACE)
    assert found.cls == "shop.errors.OrderError"
    assert found.message == "order {number} of '{text}' has no file {path} after {number2} tries"
    assert (found.path, found.line, found.function, found.package) == ("shop/orders.py", 8, "ship", "shop")
    assert found.lines[0].startswith("Traceback")
    assert found.lines[1] == "shop.errors.OrderError: order 4711 of 'jo' has no file /data/a/b.txt after 3 tries"


def test_one_line():
    """A line alone has no place; it is one positive line."""
    found = facts("ValueError: order 4711 is late")
    assert (found.path, found.line, found.lines) == (None, None, ["ValueError: order 4711 is late"])


def test_no_error():
    """A text without an error is refused with a way out."""
    with pytest.raises(UsageError, match="no error"):
        root_cause(parse(Text.of("all is well")))
