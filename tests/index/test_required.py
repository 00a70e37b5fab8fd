"""Required literals of free-form regexes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.index.required import required


@pytest.mark.parametrize(
    ("pattern", "literals", "caseless"),
    [
        ("connection (?:refused|reset)", {"connection re"}, False),
        ("(?:cannot connect|unable to reach) .*", {"cannot connect", "unable to reach"}, False),
        ("x(?:long literal)?y", {"x"}, False),
        ("(?:long literal)+y", {"long literaly"}, False),
        (r"error \d+ of the disk", {" of the disk"}, False),
        ("(?i)Disk FULL", {"disk full"}, True),
        ("(?i:disk) is", {"disk is"}, True),
        ("[Ee]rror at", {"error at"}, True),
        ("a[b]c", {"abc"}, False),
        (r"^full\bline$", {"fullline"}, False),
        ("(ab){3}", {"ababab"}, False),
        ("(ab){2,}c", {"ababc"}, False),
        ("(ab){2,}?", {"abab"}, False),
        (r"one\ntwo!", {"two!"}, False),
        ("café", {"café"}, False),
    ],
)
def test_literals(pattern, literals, caseless):
    """The longest run every match must hold, or one for each alternative."""
    found = required(pattern.encode())
    assert found is not None
    assert (found.literals, found.caseless) == ({text.encode() for text in literals}, caseless)


@pytest.mark.parametrize(
    "pattern", [".*", r"\d+", "a*", "(?:a|b*)", "[ab]+", "a|", r"[[:alpha:]]x", r"\pLx", "(", "x{0,3}", r"\Qa.b\E"]
)
def test_no_requirement(pattern):
    """What can match without any certain literal, or is read differently by google-re2, requires none."""
    assert required(pattern.encode()) is None


PIECE = st.recursive(
    st.sampled_from(["ab", "c", "[cd]", "[aA]", ".", r"\d", "^", "$", "k", "é", r"\b", r"\x41", r"\xe9"]),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map("".join)
        | st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})")
        | inner.map(lambda part: f"({part})?")
        | inner.map(lambda part: f"(?:{part})+")
        | inner.map(lambda part: f"(?:{part}){{1,2}}")
        | inner.map(lambda part: f"(?i:{part})")
    ),
    max_leaves=8,
)


@given(pattern=st.lists(PIECE, min_size=1, max_size=3).map("".join), data=st.data())
def test_whatever_matches_holds_a_literal(pattern, data):
    """Every text google-re2 matches holds one of the required literals."""
    from errkb.index.regex import compiled

    found, regex = required(pattern.encode()), compiled(pattern.encode())
    if found is None or regex is None:
        return  # which is most: nothing is required, and nothing can be missed
    text = data.draw(
        st.from_regex(pattern, fullmatch=True).map(lambda text: text.encode())
        | st.lists(st.sampled_from(["ab", "AB", "c", "C", "d", "k", "\u212a", "é", "É", "1", "A"]), max_size=12)
        .map("".join)
        .map(str.encode)
        | st.lists(st.sampled_from([b"ab", b"A", b"c", b"\xe9", b"\xc9", b"k"]), max_size=12).map(b"".join)
    )
    if regex.search(text):
        assert any(literal in (text.lower() if found.caseless else text) for literal in found.literals)


def test_hostile_patterns_are_quick():
    """A nested, repeated or broken regex neither recurses without end nor grows a long literal."""
    assert required(b"(" * 5000 + b"a" + b")" * 5000) is None
    found = required(b"(?:(?:abcdefghij){1000}){1000}")
    assert found is None or max(map(len, found.literals)) < 5000
