"""The reader as a whole: cut messages, order, plugins, and properties that hold for any text."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.hookspecs import Block
from errkb.model.event import Line
from errkb.model.text import Text
from errkb.parse import BUILTIN, parse
from errkb.parse.build import make_event, rest_of

TRACE = 'Traceback (most recent call last):\n  File "/a/t.py", line 3, in f\n    g()\nRuntimeError: bad\n'


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("ValueError: a", True),
        ("ValueError: a\n\n", True),
        ("ValueError: a\n$ ls\n", False),
        ("`ValueError: a b`", False),
    ],
)
def test_cut(event, text, cut):
    """A message that reaches the end of the text may be cut off; one that something follows is whole."""
    assert event(text).cut is cut


def test_order_of_lines(events):
    """Events come in the order of their lines, whatever stream they are from."""
    text = "[rank1]: KeyError: 'b'\nValueError: a\n[rank1]: OSError: c\n"
    assert [(e.cls, e.line_start) for e in events(text)] == [("KeyError", 1), ("ValueError", 2), ("OSError", 3)]


def test_lines_are_kept():
    """The result holds all lines, carriers taken off."""
    assert [line.text for line in parse(Text.of("ERROR: a\n\nb\n")).lines] == ["a", "", "b"]


def test_parsers_can_be_given():
    """A further parser is asked before those behind it, at lines that can begin something."""

    class Mine:
        name = "mine"
        hints = ("MINE",)

        def parse(self, lines: Sequence[Line], at: int) -> Block | None:
            """Take lines that begin with MINE."""
            line = lines[at]
            if not line.text.startswith("MINE"):
                return None
            return Block([make_event(line, line, [rest_of(line, 5)], cls="Mine")], at + 1)

    result = parse(Text.of("MINE one\nValueError: two\n"), [Mine(), *BUILTIN])
    assert [(event.cls, event.message) for event in result.events] == [("Mine", "one"), ("ValueError", "two")]


PARTS = st.sampled_from(
    [
        *(
            "Traceback (most recent call last):",
            '  File "a.py", line 3, in f',
            "    g()",
            "    ^^^^",
            "ValueError: bad: x",
        ),
        *(
            "KeyError",
            "  + Exception Group Traceback (most recent call last):",
            "  | ExceptionGroup: eg (1 sub-exception)",
        ),
        *(
            "  +-+---------------- 1 ----------------",
            "    | TypeError: t",
            "    +------------------------------------",
        ),
        *(
            "The above exception was the direct cause of the following exception:",
            "During handling of the above exception",
        ),
        *("KeyError   Traceback (most recent call last)", "~/x.py in f(a)", "----> 4 g()", "Cell In[3], line 1"),
        *("E   ValueError: a", "x/y.py:3: in f", "x/y.py:9: KeyError", "FAILED x.py::t - OSError: b", "> quoted"),
        *("Exception ignored in: <f>", "Task exception was never retrieved", "future: <Task exception=A(B('c')>"),
        *("x.py:3: UserWarning: failed", "  × box", "  ╰─> more", "npm ERR! code E1", "error: kebab-case-id", "```"),
        *(
            "(Caused by XError('y",
            "1 validation error for C\n  Value error, v [type=value_error",
            "nested exception is a.B: c",
        ),
        *(
            "raise ValueError('a' \"b\"",
            "panic: p",
            "thread 'm' panicked at 'q', a.rs:1:2",
            "[rank0]: ValueError: r",
            "10: a",
        ),
        *(
            "2024-01-01 10:00:00 ERROR e",
            "WARNING: it failed",
            '{"level":"error","msg":"a\\nValueError: b"}',
            "torch==2.3.0",
        ),
        *(
            "",
            " ",
            "\t",
            "text",
            "\x1b[31mValueError: \x1b[0mx",
            "\r",
            "\0",
            "\ud800",
            "é\u202e🛒",
            "  [Previous line repeated",
        ),
    ]
)
TEXTS = st.lists(st.tuples(PARTS, st.sampled_from(["\n", "\n", "\n", "\r\n", " ", "", "\n\n"])), max_size=25).map(
    lambda parts: "".join(text + end for text, end in parts)
)


@given(TEXTS, st.integers(0, 30), st.integers(0, 30))
def test_any_mixture_is_read(read, value, front, back):
    """However the shapes are mixed and cut: no exception, ids and references hold, pieces map back exactly."""
    value = value[front : len(value) - back]
    read(value)


@given(st.text(st.characters(codec=None), max_size=300))
def test_any_text_is_read(read, value):
    """No text whatever makes the reader fail."""
    read(value)


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "Traceback (most recent call last):",
            '  File "a.py", line 3, in f',
            "ValueError: x",
            "E   x",
            "x/y.py:3: in f",
        ),
        *(
            "~/x.py in f(a)",
            "KeyError   Traceback (most recent call last)",
            "Exception ignored in: <f>",
            "npm ERR! x",
            "│ x",
        ),
        *(
            "  + Exception Group Traceback (most recent call last):",
            "  | x",
            "  +-+---------------- 1 ----------------",
        ),
        *("Task exception was never retrieved", "error: a-b", "ERROR: x", "    raise X('a'", "ValueError: x\n  a", ""),
        *(
            "The above exception was the direct cause of the following exception:",
            "During handling of the above exception",
        ),
        *(
            '  File "a.py", line 3, in f\n    g()',
            "ValueError: x\n",
            "x.py:3: UserWarning: y",
            "thread 'm' panicked at a:1:2:",
        ),
    ],
)
def test_parsers_look_at_lines_a_bounded_number_of_times(looks, unit):
    """Eight times the lines are at most about eight times the looks, for every shape repeated without end."""
    assert looks(unit, 1600) <= looks(unit, 200) * 8 * 1.5 + 2000


@pytest.mark.parametrize(
    "unit",
    [
        *(
            '\\n File "x", line 1, in f ',
            "(Caused by X(",
            "1 validation error for X\n  Value error, ",
            "nested exception is a.B: ",
        ),
        *(
            '{"message": "a\\nb", ',
            "Error: ",
            "at x(:",
            "ERROR: ",
            'a=b level=error msg="',
            "[",
            "12:34:56 ",
            "a.b.",
            "`\"'",
        ),
        *(
            'File "x", line 1, in f ValueError: ',
            "Task exception=A(B(C(",
            "version 1.2.3 ",
            "\x1b]",
            "[0m[1m",
            "a\r",
            "10: x ",
        ),
    ],
)
def test_hostile_lines_come_to_an_end(read, unit):
    """One line of 300,000 characters is no harder than as many lines (a quadratic rule would hang here)."""
    value = unit * (300_000 // len(unit))
    read(value)
