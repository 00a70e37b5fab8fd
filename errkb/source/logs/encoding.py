"""Bytes of any encoding to UTF-8, block by block, by what the bytes are.

A mark at the beginning decides, then the NUL bytes of UTF-16. Everything else is UTF-8, and a byte that is not valid in
it is the letter it is in Windows-1252, the superset of Latin-1 that programs write: a log in Latin-1 becomes right
throughout, one line in it among UTF-8 too, and nothing has to be guessed from a sample. Plain ASCII is passed on as it
is, line ends too.
"""

from __future__ import annotations

import codecs
import re

from errkb.source.decode import MARKS, utf16_without_mark

__all__ = ["Utf8", "is_binary"]

_LONGEST = 4
"""Bytes of a character of UTF-8."""
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\f\b\x1b") + b"\x7f"
_BINARY_SHARE = 0.1
_HOLE = re.compile(rb"\0{64,}")


def is_binary(head: bytes) -> bool:
    """Tell whether the beginning of a file is no text; holes of NUL bytes do not count.

    They are in logs that were cut short while they were written, or whose machine stopped.
    """
    text = _HOLE.sub(b"", head)
    if any(text.startswith(mark) for mark, _ in MARKS) or utf16_without_mark(head):
        return False
    return len(text) - len(text.translate(None, _CONTROLS)) > len(text) * _BINARY_SHARE


class Utf8:
    """Turns the blocks of one file into UTF-8; what is cut at the end of a block waits for the next."""

    def __init__(self, head: bytes) -> None:
        mark, encoding = next((one for one in MARKS if head.startswith(one[0])), (b"", None))
        self.name = encoding or utf16_without_mark(head) or "utf-8"
        self._skip = len(mark) if mark or self.name != "utf-8" else len(head) - len(head.lstrip(b"\0"))
        self._decoder = None if self.name == "utf-8" else codecs.getincrementaldecoder(self.name)("replace")
        self._held = b""

    def skip_mark(self) -> None:
        """Begin after the beginning of the file: what is fed has no mark."""
        self._skip = 0

    def feed(self, data: bytes) -> bytes:
        """Return the next bytes in UTF-8."""
        if self._skip:
            taken = min(self._skip, len(data))
            data, self._skip = data[taken:], self._skip - taken
        if self._decoder is not None:
            return self._decoder.decode(data).encode("utf-8", "replace")
        if not self._held and data.isascii():
            return data
        data = self._held + data
        cut = len(data) - _begun(data)
        data, self._held = data[:cut], data[cut:]
        return self._valid(data)

    def close(self) -> bytes:
        """Return what was waiting."""
        if self._decoder is not None:
            return self._decoder.decode(b"", final=True).encode("utf-8", "replace")
        data, self._held = self._held, b""
        return self._valid(data)

    def _valid(self, data: bytes) -> bytes:
        try:
            data.decode()
        except UnicodeDecodeError:
            self.name = "utf-8 and latin-1"
            return data.decode("utf-8", _HANDLER).encode()
        return data


def _begun(data: bytes) -> int:
    """Return how many bytes at the end are the beginning of a character that may be finished by what follows."""
    for back in range(1, min(_LONGEST, len(data) + 1)):
        byte = data[-back]
        if byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return back if length > back else 0
        if byte < 0x80:
            return 0
    return 0


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    piece = error.object[error.start : error.end]
    return "".join(_WINDOWS[byte] for byte in piece), error.end


def _letter(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


_WINDOWS = [_letter(byte) for byte in range(256)]
_HANDLER = "errkb.windows-1252"
codecs.register_error(_HANDLER, _as_windows)
