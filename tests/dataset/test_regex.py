"""Which free-form patterns are allowed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.dataset.regex import MAX_LENGTH, fault

ALLOWED = [
    "a+",
    "(.+?) is (.+?)",
    r"\d{2,5} items?",
    "[(+*]+",
    r"(\(a)+",
    "(ab)+",
    "(a|b)",
    "(?:a|b)?c",
    "(a+)?",
    "(a+){0,1}",
    "(?i)error+",
    "(?P<name>a+) b",
    "[]a]+x",
    "a{,}",
    "a{ 2}",
    r"\x41\u0042",
    "a++b",
    "(?>a+)b",
    "",
]
REFUSED = {
    "back-reference": [r"(a)\1", "(?P<n>a)(?P=n)", "(a)?(?(1)b|c)"],
    "looks": ["(?=a)b", "a(?!b)", "(?<=a)b", "(?<!a)b", "((?=a))"],
    "nested": [
        "(a+)+",
        "(a*)*b",
        "(a|b)+",
        "(a+){2}",
        "(a+){2,}",
        "((a?)b)*",
        "(?:a+)*",
        "(?P<n>a+)*",
        "(?i:a+)*",
        "(a{1,9}){10}",
    ],
    "compile": ["(", ")", "[a", "[", "a**", "(?<n>a)", "a{3,2}", "*a", "\\", "(" * 5000, r"\p{L}"],
    "verbose": ["(?x)a b", "(?ix:a)"],
    "comment": ["a(?#x)b"],
    "longer": ["a" * (MAX_LENGTH + 1)],
}


@pytest.mark.parametrize("pattern", ALLOWED)
def test_allowed(pattern):
    """Patterns that compile and can be searched in linear time pass."""
    assert fault(pattern) is None


@pytest.mark.parametrize(
    ("words", "pattern"), [(words, pattern) for words, all_ in REFUSED.items() for pattern in all_]
)
def test_refused(words, pattern):
    """What the contract forbids, or Python cannot compile, is named."""
    assert words in (fault(pattern) or "")


@pytest.mark.parametrize("unit", ["[", "(", "a|", "(a)", "[a]", "a{1,2}", "\\", "(?:a)", "{1,2", "[^]"])
def test_hostile_patterns_of_full_length_are_answered(unit):
    """However the longest allowed pattern is made, the answer comes (without a crash)."""
    fault(unit * (MAX_LENGTH // len(unit)))


@given(st.text("ab(|)[]*+?{1,}\\^$.=!<:P#x-", max_size=25))
def test_never_crashes_and_allows_only_what_compiles(pattern):
    """Any text is answered; what is allowed compiles."""
    if fault(pattern) is None:
        re.compile(pattern)
