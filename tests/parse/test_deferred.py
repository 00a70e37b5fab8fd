"""Parsers that are imported when they are first asked."""

import pytest

from errkb.model.event import Line
from errkb.parse.deferred import Deferred, load

WARNING = Line("UserWarning: old", 1, 0, 0, 16)


def test_asked():
    """It answers what the parser in the module answers, and says its hints before."""
    parser = Deferred("warning:WarningParser", "warning", ("Warning: ",), ())
    assert (parser.name, parser.hints, parser.nearby) == ("warning", ("Warning: ",), ())
    for _ in range(2):
        block = parser.parse([WARNING], 0)
        assert [(event.cls, event.message) for event in block.events] == [("UserWarning", "old")]


def test_places():
    """A place names a class or a parser; one that is not there is an error."""
    assert (load("warning:WarningParser").name, load("gpu.cuda:PARSER").name) == ("warning", "gpu")
    with pytest.raises(AttributeError):
        load("warning:Nothing")
