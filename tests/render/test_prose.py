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
        (2, "day", "2 days"),
        (8, "process", "8 processes"),
        (1234, "row", "1,234 rows"),
    ],
)
def test_count(number, noun, expected):
    """Numbers agree with their nouns."""
    assert count(number, noun) == expected


def test_fill_in():
    """A placeholder is told by its name, with its value at the first mention; values are not looked at again."""
    assert fill_in("{a} and {b} and {a}", {"a", "b"}, {"a": "{b}", "c": "no"}) == "a ({b}) and b and a"
    assert fill_in("{errno} is 111 on Linux", {"errno"}, {"errno": "111"}) == "errno (111) is 111 on Linux"


def test_fill_in_leaves_code_alone():
    """Braces that are no placeholder of the template stay; in a piece of code the value itself stands."""
    text = "call `f(**{'a': 2})` or `port = {port}`, `{port}` being the port"
    assert fill_in(text, {"port"}, {"port": "80"}) == "call `f(**{'a': 2})` or `port = 80`, `port (80)` being the port"
