"""Hints: which lines lead to a parser."""

from pathlib import Path

import pytest

from errkb.hookspecs import Block
from errkb.model.event import Line
from errkb.model.text import Text
from errkb.parse import BUILTIN
from errkb.parse.hints import Hints, leading_hints
from errkb.parse.lines import lines_of

CORPUS = Path(__file__).parent.parent / "corpora"
PASTES = sorted(CORPUS.glob("**/*.txt"))


class Fake:
    """A parser that only has hints."""

    def __init__(self, *hints, nearby=None):
        self.name = "fake"
        self.hints = hints
        if nearby is not None:
            self.nearby = nearby

    def parse(self, lines, at):
        """Answer nowhere."""


def asked(text, *parsers, level=None):
    """Return which of the parsers are asked at a line, by number."""
    found = Hints(parsers).asked(Line(text, 1, 0, 0, len(text), level=level))
    return [parsers.index(parser) for parser in found]


def test_parsers_are_asked_where_their_hint_stands():
    """In the order in which they come; a parser that says nothing about nearby is asked wherever another one is."""
    parsers = Fake("one", nearby=()), Fake("three", nearby=("four",)), Fake("five")
    assert [asked(text, *parsers) for text in ("one", "a three", "four", "five", "six", "")] == [
        *([0, 2], [1, 2], [1, 2], [2], [], [])
    ]


def test_first_characters():
    """A hint that begins with a line feed counts at the beginning of the line only."""
    assert [asked(text, Fake("\nab")) for text in ("abc", " abc")] == [[0], []]


def test_severe_lines():
    """A level of ERROR or above is as good as the word."""
    assert [asked("boom", Fake("x"), level=level) for level in ("ERROR", "FATAL", "WARNING", None)] == [
        [0],
        [0],
        [],
        [],
    ]


def test_leading_hints():
    """A hint that holds another one, and what counts nearby only, is not searched for."""
    assert leading_hints([Fake("rror", "an error", "x"), Fake("\nrror", nearby=("y",))]) == ("x", "rror")
    assert "\nE   " in leading_hints([Fake("ERROR")])


def test_line_starts():
    """Lines with a hint are found by where they begin; another search can take the place of the own one."""
    text = "a\nb rror rror\n\nc\nrror"
    assert Hints([Fake("rror")]).line_starts(text, "\n") == [2, 17]
    assert Hints([Fake("rror")]).line_starts(text.replace("\n", "\r"), "\r", ("c",)) == [2, 15, 17]
    assert Hints([Fake("zzz")], lambda _: [5, 6, 18]).line_starts(text, "\n") == [2, 17]


@pytest.mark.parametrize("paste", PASTES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_hints_lose_nothing(paste):
    """Where any hint stands, the parsers whose own hints do find all that any parser would."""
    lines = lines_of(Text.of(paste.read_bytes().decode(errors="replace")))
    hints = Hints(BUILTIN)
    assert walk(lines, hints.asked) == walk(lines, lambda line: BUILTIN if hints.asked(line) else ())


def walk(lines, asked):
    """Ask parsers line by line, each behind the block of the one before; return the events."""
    events, index = [], 0
    while index < len(lines):
        answers = (parser.parse(lines, index) for parser in asked(lines[index]))
        block = next((block for block in answers if block is not None), Block(next=index + 1))
        events += [(event.cls, event.message, event.code, event.line_start, event.line_end) for event in block.events]
        index = max(block.next, index + 1)
    return events


def test_every_builtin_parser_says_where_it_is_asked():
    """A parser without `nearby` would be asked at every line where any other one is."""
    assert [parser.name for parser in BUILTIN if getattr(parser, "nearby", None) is None] == []
