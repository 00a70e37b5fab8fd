"""Windows: where they end depends on the text alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.parse import window as module
from errkb.parse.window import Windows


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Make windows of ten characters."""
    monkeypatch.setattr(module, "WINDOW", 10)


def cut(text, size):
    """Return the windows of a text that comes in blocks of a size."""
    windows = Windows()
    found = [w for at in range(0, len(text), size) for w in windows.feed(text[at : at + size])]
    return [(w.text, w.start, w.number, w.end, w.whole) for w in [*found, windows.close()]]


@given(st.text("ab\r\n", max_size=80), st.integers(1, 30))
def test_blocks_do_not_matter(text, size):
    """Whatever the blocks, the windows are the same, and together they are the text."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "WINDOW", 10)
        windows = cut(text, size)
        assert windows == cut(text, 1000)
    assert "".join(window[0] for window in windows) == text
    assert all(text[start : start + len(part)] == part for part, start, *_ in windows)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("", 1)]),
        ("abc\ndef\nghijk\n", [("abc\ndef\n", 1), ("ghijk\n", 3)]),
        ("abcdefghijklmno\np", [("abcdefghij", 1), ("klmno\np", 1)]),
        ("10%\r20%\r30%\r40", [("10%\r20%\r", 1), ("30%\r40", 3)]),
        ("abcdefghi\r\nb", [("abcdefghi\r\n", 1), ("b", 2)]),
        ("a\nbcdefghij\rxyz", [("a\n", 1), ("bcdefghij\r", 2), ("xyz", 2)]),
    ],
)
def test_where_windows_end(text, expected):
    """Behind the last line end that fits; a longer line is cut; the number is that of the first line."""
    assert [(part, number) for part, _, number, *_ in cut(text, 1000)] == expected


def test_whole():
    """Only a window that is all there is is the whole."""
    assert [w[-1] for w in cut("abc", 1)] == [True]
    assert [w[-1] for w in cut("abc\n" * 5, 1)] == [False, False, False]
