"""Frames of error trackers: their forms, their order, and prose that only names places."""

import pytest

from errkb.model.text import Text
from errkb.parse import parse

HEAD = "ValueError: no"


@pytest.mark.parametrize(
    "below",
    [
        ["  a.py in <module> at line 1", "  b.py in f at line 2"],
        ["at f (b.py:2)", "at <module> (a.py:1)"],
        ["    b.py:2 in f", "    a.py:1 in <module>"],
        ["    b.py:2 - f", "    a.py:1 - <module>"],
        ["  b.py in f at line 2", "    raise ValueError(text)", "  a.py in <module> at line 1"],
        ["  a.py in <module> at line 1", "", "  b.py in f at line 2"],
    ],
)
def test_frames_run_from_the_outermost_call(below):
    """Whatever the form and the order of a tracker, frames end with the raising call."""
    (event,) = parse(Text.of("\n".join([HEAD, *below]))).events
    assert (event.cls, event.message, event.language) == ("ValueError", "no", "python")
    assert [(frame.file, frame.line, frame.function) for frame in event.frames] == [
        ("a.py", 1, "<module>"),
        ("b.py", 2, "f"),
    ]


@pytest.mark.parametrize("below", ["see a.py:1 for help", "at noon (a.py)", "a.py in use", "$ python a.py"])
def test_prose_is_no_frame(below):
    """A line that names a file is no frame."""
    (event,) = parse(Text.of(f"{HEAD}\n{below}")).events
    assert event.frames == []


def test_debug_page_without_value():
    """A debug page cut off behind the class still gives the class."""
    value = 'Traceback:\nFile "a.py" in f\n  3. g()\n\nException Type: KeyError at /cart/\n'
    (event,) = parse(Text.of(value)).events
    assert (event.cls, event.message, event.frames[0].line, event.line_end) == ("KeyError", "", 3, 5)
