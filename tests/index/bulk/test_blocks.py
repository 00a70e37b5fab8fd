"""Cutting a stream into blocks."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.index.bulk import blocks, verify
from errkb.index.bulk.blocks import cut

TEXT = st.lists(st.sampled_from([b"a", b"bb", b"\n", b"\n\n", b"ccccccc"]), max_size=60).map(b"".join)


@given(text=TEXT, size=st.integers(1, 40), context=st.integers(0, 4), step=st.integers(1, 50))
def test_blocks_are_whole_lines_with_context(text, size, context, step):
    """Cores are the text in order, each ends at a line end or the end, and enough lines follow each."""
    stream = io.BytesIO(text)
    at = 0
    for block in cut(lambda wanted: stream.read(min(wanted, step)), size=size, context=context):
        assert block.offset == at
        assert text.startswith(block.data, at)
        at += block.core
        assert text[at - 1 : at] == b"\n" or at == len(text)
        follows = block.data[block.core :].count(b"\n")
        assert follows >= context or block.offset + len(block.data) == len(text)
    assert at == len(text)


@given(text=TEXT, size=st.integers(1, 40), cuts=st.lists(st.integers(0, 100), max_size=4))
def test_ranges_make_the_whole(text, size, cuts):
    """Ranges that begin at line starts and stop anywhere before the next cover every line once."""
    starts = [0, *(n + 1 for n in range(len(text)) if text[n : n + 1] == b"\n")]
    edges = sorted({0, len(text), *(max(s for s in starts if s <= c) for c in cuts if c < len(text))})
    cores = []
    for start, stop in pairwise(edges):
        stream = io.BytesIO(text)
        stream.seek(start)
        cores += [b.data[: b.core] for b in cut(stream.read, size=size, context=2, offset=start, stop=stop)]
    assert b"".join(cores) == text


@pytest.mark.parametrize("size", [1, 5, 9, 64])
def test_long_lines_are_cut_alike(monkeypatch, size):
    """A line longer than the longest is cut into the same pieces whatever the block; its neighbours stay whole."""
    for module in (blocks, verify):
        monkeypatch.setattr(module, "MAX_LINE", 10)
    text = b"short\n" + b"x" * 10 + b"\n" + b"y" * 11 + b"\n" + b"z" * 35 + b"\nend\n" + b"w" * 21
    stream = io.BytesIO(text)
    made = [(b.offset, b.data[: b.core]) for b in cut(stream.read, size=size, context=1)]
    assert b"".join(core for _, core in made) == text
    pieces = [core for _, core in made if core.strip(b"\n") and set(core.strip(b"\n")) <= set(b"yzw")]
    assert pieces == [b"y" * 10, b"y\n", b"z" * 10, b"z" * 10, b"z" * 10, b"z" * 5 + b"\n", b"w" * 10, b"w" * 10, b"w"]
    assert max(len(core) for _, core in made) <= 17


def test_memory_stays_bounded(monkeypatch):
    """An endless line is never held whole."""
    for module in (blocks, verify):
        monkeypatch.setattr(module, "MAX_LINE", 1000)
    left = [b"x" * 100] * 1000
    biggest = max(len(block.data) for block in cut(lambda _: left.pop() if left else b"", size=50, context=3))
    assert biggest <= 1000
