"""What a file is packed with, by its content, and its bytes unpacked.

The input goes into the decompressors in small pieces: when one breaks, everything before the piece has come out, and
what comes out of one piece is bounded.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable
from typing import Any

from errkb.source.logs.limits import Limits
from errkb.source.logs.streams import Bytes, StreamError, peek

__all__ = ["ARCHIVES", "Budget", "Unpacked", "kind_of"]

ARCHIVES = frozenset({"zip", "tar"})
_PIECE = 2048
"""Bytes that go into a decompressor at a time: at most 64 MB come out of so many (zstd, runs of one byte)."""
_OUT = 1 << 20
_INPUT = 1 << 16
_MEMORY = 256 << 20
"""Bytes that a decompressor of xz may take."""
_WINDOW = 128 << 20
"""Bytes that a frame of zstd may look back."""
_BLOCK = 512
"""Bytes of a header of tar."""
_STREAMS: dict[str, tuple[bytes, ...]] = {
    "gzip": (b"\x1f\x8b",),
    "bzip2": (b"BZh",),
    "xz": (b"\xfd7zXZ\x00",),
    "zstd": (b"\x28\xb5\x2f\xfd", *(bytes([low]) + b"\x2a\x4d\x18" for low in range(0x50, 0x60))),  # frames of no data
}
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_LONGEST_MAGIC = 6
_FOREIGN = {
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
    b"Rar!\x1a\x07": "RAR",
    b"\x04\x22\x4d\x18": "LZ4",
    b"\x1f\x9d": "compress (.Z)",
    b"\x89LZO": "LZO",
}


def kind_of(head: bytes) -> str | None:
    """Return `gzip`, `bzip2`, `xz`, `zstd`, `zip` or `tar`, or `None` for what is not packed.

    Raises `StreamError` for what is packed in a way that is not read.
    """
    for kind, magics in _STREAMS.items():
        if head.startswith(magics):
            return kind
    if head.startswith(_ZIP):
        return "zip"
    for magic, kind in _FOREIGN.items():
        if head.startswith(magic):
            raise StreamError(f"is packed with {kind}: unpack it first")
    return "tar" if _is_tar(head) else None


def _is_tar(head: bytes) -> bool:
    """Tell whether a header of tar stands there: its checksum is right."""
    if len(head) < _BLOCK or not head[0]:
        return False
    field = head[148:156].strip(b"\0 ")
    if not field or len(field) > 7 or field.translate(None, b"01234567"):
        return False
    header = head[:_BLOCK]
    return int(field, 8) == sum(header) - sum(header[148:156]) + 8 * ord(" ")


class Budget:
    """What may come out of one packed file, all its layers and members together."""

    def __init__(self, limits: Limits, size: Callable[[], int]) -> None:
        self._limits, self._size = limits, size
        self._done = self._members = 0

    def enter(self) -> None:
        """Count a member of an archive. Raises `StreamError` when they are too many."""
        self._members += 1
        if self._members > self._limits.members:
            raise StreamError(f"holds more than {self._limits.members:,} files: the rest is not read")

    def spend(self, count: int) -> None:
        """Count bytes that came out. Raises `StreamError` when they are too many."""
        self._done += count
        limits = self._limits
        if self._done > limits.unpacked:
            raise StreamError(f"more than {limits.unpacked:,} bytes come out of it: not read further")
        if self._done > limits.free and self._done > limits.ratio * self._size():
            raise StreamError(f"unpacks to more than {limits.ratio:,} times its size: not read further")


class Unpacked:
    """The bytes of a compressed stream; several of them one after the other are one."""

    def __init__(self, kind: str, packed: Bytes, budget: Budget) -> None:
        self._kind, self._packed, self._budget = kind, packed, budget
        self._machine: Any = _MACHINES[kind]()
        self._between = False
        """Whether one stream has ended and nothing of a next one has been seen."""
        self._input = b""
        self._out, self._at = b"", 0
        self._ended = False
        self._fault: StreamError | None = None

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes; those before a fault are given before it is raised."""
        pieces, have = [], 0
        while have < size and self._fill():
            taken = self._out[self._at : self._at + size - have]
            self._at += len(taken)
            have += len(taken)
            pieces.append(taken)
        if not have and size and self._fault is not None:
            raise self._fault
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def close(self) -> None:
        """Close what it reads from."""
        self._packed.close()

    def _fill(self) -> bool:
        """Make sure that something is there to give; tell whether it is."""
        while self._at == len(self._out):
            if self._ended or self._fault is not None:
                return False
            try:
                self._out, self._at = self._more(), 0
            except StreamError as fault:
                self._fault = fault
        return True

    def _more(self) -> bytes:
        """Return what comes out next; nothing does not mean the end."""
        if not self._input and not self._machine.has_more:
            self._input = self._packed.read(_INPUT)
            if not self._input:
                self._ended = True
                if not self._between:
                    raise StreamError(f"is cut short: its {self._kind} has no end")
                return b""
        if self._between and not self._begin():
            return b""
        try:
            out, left = self._machine.feed(self._input[:_PIECE])
        except self._machine.errors as error:
            raise StreamError(f"is broken {self._kind}: {str(error) or type(error).__name__}") from error
        self._input = left + self._input[_PIECE:]
        self._between = self._machine.ended
        self._budget.spend(len(out))
        return bytes(out)

    def _begin(self) -> bool:
        """Begin the next stream, if one follows; zeros that fill up the last are passed over."""
        self._input = self._input.lstrip(b"\0")
        if not self._input:
            return False
        if len(self._input) < _LONGEST_MAGIC:
            self._input += peek(self._packed, _LONGEST_MAGIC - len(self._input))[0]
        if not self._input.startswith(_STREAMS[self._kind]):
            raise StreamError(f"has something else after the end of its {self._kind}")
        self._machine, self._between = _MACHINES[self._kind](), False
        return True


class _Zlib:
    """gzip."""

    errors = (zlib.error,)
    has_more = False

    def __init__(self) -> None:
        self._machine = zlib.decompressobj(wbits=31)

    @property
    def ended(self) -> bool:
        return self._machine.eof

    def feed(self, piece: bytes) -> tuple[bytes, bytes]:
        out = self._machine.decompress(piece, _OUT)
        return out, self._machine.unconsumed_tail or self._machine.unused_data


class _Buffered:
    """bzip2, xz and the zstd of the standard library: they keep what they have not used."""

    def __init__(self, machine: Any, *errors: type[Exception]) -> None:
        self._machine, self.errors = machine, errors

    @property
    def ended(self) -> bool:
        return bool(self._machine.eof)

    @property
    def has_more(self) -> bool:
        return not self._machine.eof and not self._machine.needs_input

    def feed(self, piece: bytes) -> tuple[bytes, bytes]:
        if self.has_more:
            return self._machine.decompress(b"", _OUT), piece
        out = self._machine.decompress(piece, _OUT)
        return out, self._machine.unused_data if self._machine.eof else b""


class _Zstandard:
    """The zstd of the package `zstandard`: it cannot be told how much may come out, so little goes in."""

    has_more = False

    def __init__(self, machine: Any, *errors: type[Exception]) -> None:
        self._machine, self.errors = machine, errors

    @property
    def ended(self) -> bool:
        return bool(self._machine.eof)

    def feed(self, piece: bytes) -> tuple[bytes, bytes]:
        out = self._machine.decompress(piece)
        return out, self._machine.unused_data if self._machine.eof else b""


def _zstd() -> Any:
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # Python 3.14

        options = {zstd.DecompressionParameter.window_log_max: _WINDOW.bit_length() - 1}
        return _Buffered(zstd.ZstdDecompressor(options=options), zstd.ZstdError)
    except ImportError:
        pass
    try:
        import zstandard
    except ImportError:
        raise StreamError("is packed with zstd: `pip install errkb[zstd]` reads it") from None
    machine = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
    return _Zstandard(machine.decompressobj(), zstandard.ZstdError)


_MACHINES: dict[str, Callable[[], Any]] = {
    "gzip": _Zlib,
    "bzip2": lambda: _Buffered(bz2.BZ2Decompressor(), OSError, ValueError),
    "xz": lambda: _Buffered(lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY), lzma.LZMAError),
    "zstd": _zstd,
}
