"""Bytes to `Text`: no input is refused, every character keeps its way back to its bytes.

What is not UTF-16 or UTF-32 is read as UTF-8; bytes that are not valid in it become one U+FFFD each. Guessing an old
8-bit code page instead would be right for some letters and wrong for others, and error messages are ASCII at heart.
"""

from __future__ import annotations

import codecs
import re

from errkb.model.text import Text

__all__ = ["MARKS", "decode", "utf16_without_mark"]

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark starts with that of UTF-16 LE
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks with their encodings, in the order they have to be asked for."""
_SAMPLE = 8192
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(data: bytes) -> Text:
    """Return the text of `data`.

    A byte order mark decides and is left out; without one, UTF-16 is recognised by its NUL bytes. A cut last unit of
    UTF-16 or UTF-32 is dropped.
    """
    mark, encoding = _encoding(data)
    raw = _decode(data[len(mark) :], encoding)
    value = raw if raw.isascii() else _SURROGATE.sub("\ufffd", raw)
    return Text(value, raw, encoding, len(mark))


def utf16_without_mark(data: bytes) -> str | None:
    """Return `utf-16-le` or `utf-16-be` where the NUL bytes of mostly Latin text say so.

    Windows PowerShell writes UTF-16; its mark is lost when the start of the file is cut off.
    """
    sample = data[: _SAMPLE - _SAMPLE % 2]
    if len(sample) < 4:
        return None
    half = len(sample) // 2
    first, second = sample[0::2].count(0), sample[1::2].count(0)
    if second > half * 0.4 and first < half * 0.05:
        return "utf-16-le"
    if first > half * 0.4 and second < half * 0.05:
        return "utf-16-be"
    return None


def _encoding(data: bytes) -> tuple[bytes, str]:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return mark, encoding
    return b"", utf16_without_mark(data) or "utf-8"


def _decode(data: bytes, encoding: str) -> str:
    if encoding == "utf-8":
        return data.decode(encoding, "surrogateescape")
    unit = 4 if encoding.startswith("utf-32") else 2
    data = data[: len(data) - len(data) % unit]
    try:
        return data.decode(encoding, "surrogatepass")
    except UnicodeDecodeError:  # not UTF-16 or UTF-32 after all, in spite of its first bytes
        return data.decode(encoding, "replace")
