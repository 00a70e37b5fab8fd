"""Lines that no event covers: what a known class at their beginning says."""

import pytest

from errkb.index import Index
from errkb.match import match
from errkb.model.text import Text
from errkb.parse import parse

MESSAGE = "no way from {source} to {target} through the garden"


def answer(make_entry, text, **fields):
    """Match a pasted text against one record."""
    paste = Text.of(text)
    return match(parse(paste), paste, [Index.of([make_entry(errorMessage=MESSAGE, **fields)])])


@pytest.mark.parametrize("cls", ["GardenUnreachable", "garden_closed", "paths.GardenUnreachable"])
def test_a_line_named_by_a_known_class_is_an_event(make_entry, cls):
    """No reader knows the class, but a record does: a wording that drifted is at least the nearest."""
    line = f"{cls}: no path from door to tree through the garden"
    ranking = answer(make_entry, f"walking\n{line}\n", errorClass=cls)
    assert [(event.cls, event.message, event.line_start) for event in ranking.events] == [
        (cls, "no path from door to tree through the garden", 2)
    ]
    found = [*ranking.matches, *ranking.nearest]
    assert len(found) == 1
    assert "class" in {item.kind for item in found[0].evidence}


def test_its_values_stand_where_they_say(make_entry):
    """Positions count from the beginning of the text, the class left out of the message."""
    text = "walking\nGardenUnreachable: no way from door to tree through the garden\n"
    ranking = answer(make_entry, text, errorClass="GardenUnreachable")
    assert [text[c.start : c.end] for c in ranking.matches[0].captures] == ["door", "tree"]


@pytest.mark.parametrize(
    ("line", "cls"),
    [
        ("GardenUnreachable: no path to the tree", "OtherThing"),
        ("gardenunreachable: no path to the tree", "GardenUnreachable"),
        ("Session: no path to the tree", "Session"),
        ("GardenUnreachable:no path", "GardenUnreachable"),
    ],
)
def test_other_lines_are_no_events(make_entry, line, cls):
    """A class nobody knows, another case, an ordinary word, or no message behind it."""
    assert answer(make_entry, line, errorClass=cls).events == []


def test_a_class_of_warnings_makes_noise(make_entry):
    """A warning is no cause, whoever knows its class."""
    ranking = answer(make_entry, "GardenPathWarning: the path is wet today", errorClass="GardenPathWarning")
    assert {event.role for event in ranking.events} <= {"noise"}
