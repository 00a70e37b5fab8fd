"""The verifier of raw bytes against `re`."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.index.bulk.lines import lines_of
from errkb.index.bulk.verify import stands_at, stands_on, stands_within


def merged(parts):
    result = []
    for part in parts:
        if part is not None and result and result[-1] is not None:
            result[-1] += part
        else:
            result.append(part)
    return tuple(result)


ALPHABET = st.sampled_from([b"a", b"b", b" ", b"\r", b"\0", b"\xc3", b"\xa9", b"\xff"])
LITERAL = st.lists(ALPHABET, min_size=1, max_size=3).map(b"".join)
TEMPLATE = st.lists(st.none() | LITERAL, min_size=1, max_size=6).map(merged)
LINE = st.lists(ALPHABET, max_size=30).map(b"".join)


def by_re(parts, line):
    """Return the spans `re` gives, a trailing group taken to the end of the line."""
    source = b"".join(b"(.+?)" if part is None else re.escape(part) for part in parts)
    found = re.search(source + (b"$(?!\n)" if parts[-1] is None else b""), line)
    return found and (*found.span(), tuple(found.span(n + 1) for n in range(parts.count(None))))


@given(parts=TEMPLATE, line=LINE)
def test_spans_are_those_of_re(parts, line):
    """On one line the spans are the leftmost lazy ones, a trailing group excepted, which runs to the line's end."""
    assert stands_on(line, lines_of(parts)[0], 0, len(line)) == by_re(parts, line)


@given(parts=TEMPLATE, line=LINE, from_start=st.booleans(), to_end=st.booleans())
def test_edges_are_those_of_re(parts, line, from_start, to_end):
    """A line of a template of several lines is held at its edges as `re` holds it."""
    source = b"".join(b"(.+?)" if part is None else re.escape(part) for part in parts)
    source = b"\\A" * from_start + source + b"\\Z" * (to_end or parts[-1] is None)
    found = re.search(source, line)
    place = stands_within(line, lines_of(parts)[0], 0, len(line), from_start=from_start, to_end=to_end)
    assert place == (found and (*found.span(), tuple(found.span(n + 1) for n in range(parts.count(None)))))


@given(
    parts=st.lists(st.none() | st.lists(ALPHABET | st.just(b"\n"), min_size=1, max_size=4).map(b"".join), min_size=1)
    .map(merged)
    .filter(lambda parts: b"\r" not in b"".join(part for part in parts if part)),
    text=st.lists(st.sampled_from([b"a", b"b", b" ", b"\n"]), max_size=30).map(b"".join),
)
def test_lines_are_those_of_re(parts, text):
    """A template with line ends stands where `re` finds it in the whole text, from its first line on."""
    source = b"".join(b"(.+?)" if part is None else re.escape(part) for part in parts)
    tail = b"(?=\n|\\Z)" if parts[-1] is None else b""
    found = re.search(source + tail, text)
    starts = [0, *(match.end() for match in re.finditer(b"\n", text))]
    places = [place for start in starts if (place := stands_at(text, lines_of(parts), start))]
    assert (places[0] if places else None) == (
        found and (*found.span(), tuple(found.span(n + 1) for n in range(parts.count(None))))
    )


@pytest.mark.parametrize("template", [b"head\nnext", b"head\r\nnext"])
@pytest.mark.parametrize("log", [b"x head\nnext line\n", b"x head\r\nnext line\r\n"])
def test_either_line_end(template, log):
    """`\\r\\n` and `\\n` are the same line end in template and log."""
    place = stands_at(log, lines_of((template,)), 0)
    assert place is not None
    assert log[place[0] : place[1]].replace(b"\r", b"") == b"head\nnext"


def test_a_carriage_return_is_in_no_group():
    """The `\\r` of a line end is not part of a trailing group."""
    assert stands_at(b"value: 12\r\nnext\r\n", lines_of((b"value: ", None)), 0) == (0, 9, ((7, 9),))


def test_a_line_of_groups_only():
    """A line that is a single group between two line ends takes the whole line, not an empty one."""
    lines = lines_of((b"first\n", None, b"\nthird"))
    assert stands_at(b"first\nsecond\nthird", lines, 0) == (0, 18, ((6, 12),))
    assert stands_at(b"first\n\nthird", lines, 0) is None
