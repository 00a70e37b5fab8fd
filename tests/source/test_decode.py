"""Bytes of any kind become text, and every character keeps its way back to its bytes."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from errkb.source import decode

MESSAGE = "ValueError: größer als 漢字 🛒\r\nTraceback\n"


@pytest.mark.parametrize(
    ("data", "encoding", "offset"),
    [
        (MESSAGE.encode(), "utf-8", 0),
        (b"\xef\xbb\xbf" + MESSAGE.encode(), "utf-8", 3),
        (b"\xff\xfe" + MESSAGE.encode("utf-16-le"), "utf-16-le", 2),
        (b"\xfe\xff" + MESSAGE.encode("utf-16-be"), "utf-16-be", 2),
        (b"\xff\xfe\0\0" + MESSAGE.encode("utf-32-le"), "utf-32-le", 4),
        (MESSAGE.encode("utf-16-le"), "utf-16-le", 0),
        (MESSAGE.encode("utf-16-be"), "utf-16-be", 0),
    ],
)
def test_encodings(data, encoding, offset):
    """A byte order mark decides; UTF-16 without one, as redirections write it, is recognised by its NUL bytes."""
    text = decode(data)
    assert (text.value, text.encoding, text.offset) == (MESSAGE, encoding, offset)


def test_invalid_bytes_become_one_replacement_each():
    """Each byte that is not valid UTF-8 is one U+FFFD, and positions behind it still lead to the right byte."""
    text = decode(b"a\xff\xfe\xe4b")
    assert text.value == "a\ufffd\ufffd\ufffdb"
    assert text.byte_offsets([1, 4]) == {1: 1, 4: 4}


def test_a_few_nul_bytes_are_no_utf16():
    """NUL bytes among text stay characters."""
    assert decode(b"ValueError: a\0b and more text").value == "ValueError: a\0b and more text"


def test_cut_last_unit_is_dropped():
    """UTF-16 that was cut in the middle of a unit loses only that."""
    assert decode(b"\xff\xfe" + "ab".encode("utf-16-le") + b"c").value == "ab"


def test_lone_surrogates_in_utf16():
    """A lone surrogate is one U+FFFD and keeps its two bytes."""
    text = decode(b"\xff\xfe" + b"a\0" + b"\0\xd8" + b"b\0")
    assert text.value == "a\ufffdb"
    assert text.byte_offsets([2]) == {2: 6}


@given(st.binary(max_size=400))
def test_any_bytes_decode(data):
    """Whatever the bytes, there is text that can be encoded, of one character per decoded one."""
    text = decode(data)
    text.value.encode("utf-8")
    assert len(text.value) == len(text.raw)
    offsets = text.byte_offsets(range(len(text.value) + 1))
    assert all(0 <= at <= len(data) for at in offsets.values()) or text.encoding != "utf-8"


@given(st.text(st.characters(codec="utf-8"), max_size=100), st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]))
def test_offsets_lead_to_the_bytes(value, encoding):
    """The byte offsets of a character cut exactly its bytes out of the input.

    A first character NUL would make the mark of UTF-16 that of UTF-32, and no text begins with one.
    """
    assume(not value.startswith("\0"))
    mark = {"utf-8": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[encoding]
    data = mark + value.encode(encoding)
    text = decode(data)
    offsets = text.byte_offsets(range(len(value) + 1))
    assert [data[offsets[n] : offsets[n + 1]].decode(encoding) for n in range(len(value))] == list(value)
