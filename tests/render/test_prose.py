"""`errkb.render.prose`."""

from __future__ import annotations

import pytest

from errkb.render.prose import count, cut, fill_in, one_line, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two.", ["One.", "Two."]),
        ("It reads, e.g. a log. vLLM starts lower-case.", ["It reads, e.g. a log.", "vLLM starts lower-case."]),
        ("Set a.b to 3.5! Does it?  Yes (mostly.) End", ["Set a.b to 3.5!", "Does it?", "Yes (mostly.)", "End"]),
        ("1. First step. 2. Second step.", ["1. First step.", "2. Second step."]),
        ("", []),
        ("No end", ["No end"]),
    ],
)
def test_sentences(text, expected):
    """Sentences end at punctuation and a blank, not at abbreviations, decimals or numbering."""
    assert sentences(text) == expected


def test_cut_marks_what_is_missing():
    """A cut text is as long as asked and says that it is cut."""
    assert cut("abcdef", 4) == "abc…"
    assert cut("abcd", 4) == "abcd"


def test_one_line():
    """All blanks become one."""
    assert one_line(" a\n\tb ") == "a b"


@pytest.mark.parametrize(
    ("number", "noun", "expected"),
    [
        (1, "record", "1 record"),
        (2, "repository", "2 repositories"),
        (8, "process", "8 processes"),
        (1234, "row", "1,234 rows"),
    ],
)
def test_count(number, noun, expected):
    """Numbers agree with their nouns."""
    assert count(number, noun) == expected


def test_fill_in():
    """Only placeholders with a value are filled, each once, and values are not looked at again."""
    assert fill_in("{a} and {b} and {a}", {"a": "{b}", "c": "no"}) == "{b} and {b} and {b}"
    assert fill_in("{b} {", {"a": "1"}) == "{b} {"
