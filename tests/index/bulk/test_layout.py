"""The lines of a block."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errkb.index.bulk.layout import Lines

TEXT = st.lists(st.sampled_from([b"\n", b"\r\n", b"a" * 63, b"b" * 64, b"c", b"\n\n"]), max_size=40).map(b"".join)


@given(data=TEXT)
def test_lines_are_counted(data):
    """Each offset, that of the end included, is on the line of as many line feeds as stand before it."""
    lines = Lines(data)
    offsets = list(range(len(data) + 1))
    assert lines.of(offsets).tolist() == [data.count(b"\n", 0, offset) for offset in offsets]
    assert len(lines) == data.count(b"\n") + 1


def test_long_blocks_are_counted():
    """Blocks are counted in steps; nothing is lost at their borders."""
    data = b"x\n" * 300_001 + b"y"
    assert Lines(data).before(len(data)) == 300_001
    assert Lines(data).of([600_000]).tolist() == [300_000]
