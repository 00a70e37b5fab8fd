"""`errkb.redact.names`: values are found wherever they stand as words, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.redact.names import Names


def found(names, text):
    return [text[start:end] for start, end, _ in names.find(text)]


@pytest.fixture
def names():
    names = Names()
    for value, kind in (("carolx", "user"), ("Node-07", "host"), ("s3cr3t!", "secret"), ("+49 123", "phone")):
        names.add(value, kind)
    return names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("job of carolx, CAROLX", ["carolx", "CAROLX"]),
        ("carolxes _carolx carolx_", []),
        ("on node-07.local and node-071 and xnode-07", ["node-07"]),
        ("is s3cr3t! really, s3cr3t no", ["s3cr3t!"]),
        ("call +49 123 or +49 1234", ["+49 123"]),
        ("İİ carolx", ["carolx"]),
        ("", []),
    ],
)
def test_find(names, text, expected):
    """Case means nothing, and no word goes on before or behind."""
    assert found(names, text) == expected


def test_the_first_kind_stays(names):
    """A value that two rules know keeps the placeholder it had."""
    names.add("CAROLX", "host")
    assert [kind for _, _, kind in names.find("carolx")] == ["user"]
    assert len(names) == 4


@given(st.text(max_size=30), st.text(max_size=10), st.text(max_size=10))
def test_what_stands_between_blanks_is_found(value, before, behind):
    """Any value that has a word in it is found, whatever characters it is made of."""
    names = Names()
    names.add(value, "x")
    spans = {(start, end) for start, end, _ in names.find(f"{before} {value} {behind}")}
    if len(names):
        assert (len(before) + 1, len(before) + 1 + len(value)) in spans
