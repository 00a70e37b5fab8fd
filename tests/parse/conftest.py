"""What the tests of the reader share."""

from collections.abc import Sequence

import pytest

from errkb.model.text import Text
from errkb.parse import BUILTIN, parse
from errkb.parse.lines import lines_of


@pytest.fixture(scope="session")
def read():
    """Read a text and return the result, after checking what holds for any."""

    def checked(value):
        result = parse(Text.of(value))
        _check(result, value)
        return result

    return checked


@pytest.fixture(scope="session")
def events(read):
    """Read a text and return its events."""
    return lambda value: read(value).events


@pytest.fixture(scope="session")
def event(events):
    """Read a text that holds one event and return it."""

    def only(value):
        found = events(value)
        assert len(found) == 1, found
        return found[0]

    return only


@pytest.fixture
def healthy_log():
    """Make a log of so many lines in which nothing happens."""
    return lambda count: "".join(
        f"2024-01-01 10:{n // 60 % 60:02}:{n % 60:02} INFO  [app.worker] step {n} loss 0.{n}\n" for n in range(count)
    )


class Counting(Sequence):
    """Lines that count how often they are looked at."""

    def __init__(self, lines):
        self.lines = lines
        self.looks = 0

    def __len__(self):
        return len(self.lines)

    def __getitem__(self, at):
        self.looks += len(range(*at.indices(len(self.lines)))) if isinstance(at, slice) else 1
        return self.lines[at]


@pytest.fixture(scope="session")
def looks():
    """Let the parsers go over a unit repeated so many times, and return how often they looked at a line."""

    def counted(unit, count):
        lines = Counting(lines_of(Text.of((unit + "\n") * count)))
        index = 0
        while index < len(lines):
            block = next((b for p in BUILTIN if (b := p.parse(lines, index)) is not None), None)
            index = max(block.next, index + 1) if block else index + 1
        return lines.looks

    return counted


def _check(result, value):
    """Ids count up, references lead to events, and every piece of a message stands where it says."""
    ids = [event.id for event in result.events]
    assert ids == [f"e{number}" for number in range(1, len(ids) + 1)]
    for event in result.events:
        assert event.caused_by is None or (event.caused_by in ids and event.caused_by != event.id)
        assert (event.link is None) == (event.caused_by is None)
        assert 0 <= event.start <= event.end <= len(value)
        assert 1 <= event.line_start <= event.line_end
        assert event.occurrences >= 1
        for piece in event.pieces:
            assert event.message[piece.at : piece.at + piece.length] == value[piece.start : piece.start + piece.length]
