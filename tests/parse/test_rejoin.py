"""Lines cut by a terminal or a container runtime are one again; others are left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.model.text import Text
from errkb.parse.carriers import CarrierReader
from errkb.parse.lines import lines_of
from errkb.parse.rejoin import Joins

FRAME = '  File "/srv/' + "a" * 60 + '/app.py", line 31, in run'


def joins(value):
    """Return the joins of a text."""
    return Joins.of(value.split("\n"), value, CarrierReader(value).take)


@pytest.mark.parametrize("width", [61, 77, 80])
def test_a_frame_cut_in_its_path_is_whole_at_any_width(width):
    """A frame that only two lines make whole shows the cut, whatever the width."""
    value = f"{FRAME[:width]}\n{FRAME[width:]}\n    f()"
    assert [line.text for line in lines_of(Text.of(value))] == [FRAME, "    f()"]
    assert [line.wrapped for line in lines_of(Text.of(value))] == [1, 0]


@pytest.mark.parametrize(
    "below",
    [
        "ValueError: no",
        "    indented",
        "2026-08-01 10:00:00 INFO next",
        "Traceback (most recent call last):",
        "Now",
        "$ ls",
    ],
)
def test_what_begins_anew_is_not_joined(below):
    """Below a line as wide as a terminal, what is something of its own stays a line."""
    assert joins(f"RuntimeError: {'x' * 66}\n{below}").parts == {}


def test_a_wider_line_beside_it_shows_that_nothing_was_cut():
    """A terminal cuts all lines: where one is wider, none was cut."""
    assert joins(f"RuntimeError: {'x' * 66}\nmore\n{'y' * 90}").parts == {}
    assert joins(f"RuntimeError: {'x' * 66}\nmore").parts == {0: [(0, 0, 80), (1, 0, 4)]}


@given(st.lists(st.sampled_from(["x" * 80, "Error: " + "y" * 73, FRAME[:80], "z", "", "w | " + "v" * 76]), max_size=12))
def test_each_line_is_in_one_place(raws):
    """Parts go up, no line is in two joins, and the first line of one is no part of another."""
    found = Joins.of(raws, "\n".join(raws), lambda _: None)
    used = [index for parts in found.parts.values() for index, _, _ in parts]
    assert len(used) == len(set(used))
    assert found.taken == set(used) - set(found.parts)
    assert all(parts == sorted(parts) for parts in found.parts.values())
