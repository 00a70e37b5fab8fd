"""The filter finds every line that holds one of the substrings, and no other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.parse import BUILTIN
from errkb.parse.hints import leading_hints
from errkb.parse.teddy import Teddy

ALL = leading_hints(BUILTIN)
FILTER = Teddy(ALL)
CHARS = st.sampled_from([*"rroEaild \n\r\t[", "\0", "é", "─╭", "\U0001f6d2", "\ud800", "rror", *ALL])


def lines_with(text, substrings):
    """Return the numbers of the lines that hold one of the substrings, the slow way."""
    return [n for n, line in enumerate(text.split("\n")) if any(part in f"\n{line}" for part in substrings)]


def lines_found(text, substrings):
    """Return the numbers of the lines that the filter gives."""
    filtered = FILTER if substrings is ALL else Teddy(substrings)
    offsets = filtered(text)
    assert offsets == sorted(offsets)
    return list(dict.fromkeys(text.count("\n", 0, at) for at in offsets))


@given(st.lists(CHARS, max_size=60).map("".join))
def test_finds_what_substring_search_finds(text):
    """Whatever the text, the same lines come out, in order."""
    assert lines_found(text, ALL) == lines_with(text, ALL)


@given(st.lists(st.text("ab\n", min_size=1, max_size=7), max_size=40), st.text("abc\n", max_size=200))
def test_any_substrings(substrings, text):
    """The same holds for any substrings, however short; a line feed can only be their first character."""
    substrings = [part for part in substrings if "\n" not in part[1:]]
    assert lines_found(text, substrings) == lines_with(text, substrings)


@pytest.mark.parametrize("before", [0, 1, 2040, 2045, 2046, 2047, 2048, 2049, 5000])
@pytest.mark.parametrize("end", ["\n", " "])
def test_across_chunks(before, end):
    """Nothing is lost where a substring or its line goes over the border of two chunks."""
    text = ("x" * 20 + end) * (before // 21) + "y" * (before % 21) + "an error" + end + "z" * 3000
    assert lines_found(text, ALL) == lines_with(text, ALL) != []
