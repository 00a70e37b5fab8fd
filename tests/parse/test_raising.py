"""The message of a raise statement: its literals, as far as they go."""

import pytest

from errkb.model.event import Line
from errkb.parse.build import joined
from errkb.parse.raising import find_raise


def lines(source):
    """Return source lines as they stand in a traceback."""
    found, at = [], 0
    for number, text in enumerate(source.split("\n"), 1):
        found.append(Line(text, number, at, at, at + len(text)))
        at += len(text) + 1
    return found


@pytest.mark.parametrize(
    ("source", "cls", "message"),
    [
        ('raise ValueError("a")', "ValueError", "a"),
        ("    raise a.b.OopsError('a' 'b')", "a.b.OopsError", "ab"),
        ('x()\nraise ValueError("a "\n    f"{b!r} c")', "ValueError", "a {b!r} c"),
        ('raise ValueError("a", "b")', "ValueError", "a"),
        ('raise ValueError("a %s" % d["key"])', "ValueError", "a %s"),
        ('raise ValueError("a {}".format("x"))', "ValueError", "a {}"),
        ('raise ValueError(text("inner"))', "ValueError", ""),
        ("raise ValueError(text)", "ValueError", ""),
        (r'raise ValueError("say \"a\"\n\tb")', "ValueError", 'say "a"\n\tb'),
        ('raise ValueError("a" "cut in the mid', "ValueError", "acut in the mid"),
        ("raise ValueError(\n", "ValueError", ""),
        ("raise StopIteration", "StopIteration", ""),
        ("raise error from None", None, ""),
        ('raise ValueError("""a (b""")', "ValueError", "a (b"),
    ],
)
def test_literals(source, cls, message):
    """Adjacent literals of the first argument are one message; values in it stay as they are written."""
    statement = find_raise(lines(source))
    text, pieces = joined(statement.parts)
    assert (statement.cls, text) == (cls, message)
    for piece in pieces:
        assert source[piece.start : piece.start + piece.length] == text[piece.at : piece.at + piece.length]


def test_last_statement_counts():
    """Of several raise statements the last one is where it ended."""
    assert find_raise(lines('raise A("a")\nx()\nraise B("b")\n')).cls == "B"


@pytest.mark.parametrize("source", ["", "return raised", "praise(x)", "x = raise_(y)"])
def test_no_statement(source):
    """Other source lines hold no raise."""
    assert find_raise(lines(source)) is None
