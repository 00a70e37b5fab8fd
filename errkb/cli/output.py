"""Writing to standard output and standard error, whatever they are and whatever the text holds.

Output is UTF-8 in every locale: an answer must not depend on LC_ALL. A reader that goes away (`| head`) ends the
output, not the command; any other failure to write is an error, since an answer that was lost is none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from errkb.errors import ErrkbError

__all__ = ["complain", "copy", "write", "write_json"]


_BLOCK = 1024 * 1024


def write(text: str) -> None:
    """Write text to standard output as UTF-8 (lone surrogates escaped) and flush it."""
    _write([text.encode("utf-8", "backslashreplace")])


def copy(path: Path) -> None:
    """Write a file to standard output as it is."""
    with path.open("rb") as file:
        _write(iter(lambda: file.read(_BLOCK), b""))


def _write(chunks: Iterable[bytes]) -> None:
    stream = sys.stdout
    if stream is None:
        raise ErrkbError("standard output is closed")
    try:
        stream.flush()
        for chunk in chunks:
            stream.buffer.write(chunk)
        stream.buffer.flush()
    except BrokenPipeError:
        _discard(stream.fileno())
    except OSError as error:
        _discard(stream.fileno())
        raise ErrkbError(f"cannot write the output: {error.strerror or error}") from error


def write_json(data: Any) -> None:
    """Write one JSON document to standard output."""
    from errkb.render.contract import dumps

    write(dumps(data))


def complain(text: str) -> None:
    """Write a line to standard error; there is nobody to tell when that fails."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.flush()
        sys.stderr.buffer.write(f"{text}\n".encode("utf-8", "backslashreplace"))
        sys.stderr.buffer.flush()
    except (OSError, ValueError):
        pass


def _discard(descriptor: int) -> None:
    """Send what is still buffered nowhere, so that the interpreter does not fail on it while it ends."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)
