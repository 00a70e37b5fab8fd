"""Damaged characters are put back; the others keep their places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.model.event import Piece
from errkb.parse.repair import Repairs
from errkb.parse.segment import Segment


def undone(value):
    """Return a line as it was printed, judged by itself."""
    return Repairs(value).undo(Segment(value, [Piece(0, 0, len(value))]))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Base.**init**() got", "Base.__init__() got"),
        ('File "a.py", line 1, in **run_all**', 'File "a.py", line 1, in __run_all__'),
        ("this is **bold** text", "this is **bold** text"),
        ("f(**call, **init)", "f(**call, **init)"),
        ("load\\_model(\\*args)", "load_model(*args)"),
        ("C:\\app\\my\\_load.py", "C:\\app\\my\\_load.py"),
        ("bad escape \\_ at 2", "bad escape \\_ at 2"),
        ("&lt;module&gt;", "<module>"),
        ("a\xa0b\u200bc", "a bc"),
        ("see –help", "see –help"),
        ("File “a.py”: see –help – now", "File “a.py”: see --help – now"),
    ],
)
def test_damage(value, expected):
    """What was put in or lost comes off; what may be meant stays."""
    assert undone(value).text == expected


@given(
    st.lists(st.sampled_from(["**", "init", "\\", "_", "*", "&lt;", "\xa0", "\u200b", "File “", "–", "a", " "])).map(
        "".join
    )
)
def test_places(value):
    """Every kept character stands where its piece says, in ascending order."""
    segment = undone(value)
    assert all(segment.text[p.at : p.at + p.length] == value[p.start : p.start + p.length] for p in segment.pieces)
    assert [p.start for p in segment.pieces] == sorted(p.start for p in segment.pieces)
