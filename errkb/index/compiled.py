"""Compiled literals kept in a file: a cache for one machine, beside the files that are the same on every machine.

An automaton holds for one version of one library, on one kind of processor, and for the literals it was made of. Where
the file is missing, torn, or fits any of these no longer, the literals are compiled again, which takes seconds, and
kept for the next time if the folder can be written. So it is never part of what a segment must hold to be whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path

from errkb.index.automaton import Automaton, AutomatonError, Backend, compile_literals, load_automaton

__all__ = ["CACHES", "compiled", "compiled_file", "keep", "keep_compiled", "key_of"]

CACHES = (".hyperscan", ".daachorse")
"""Suffixes of the files that hold compiled literals."""
_KEY = 16
_HEAD = _KEY + 8
"""Bytes of the key and of the length of what follows."""


def compiled_file(folder: Path, name: str, backend: Backend) -> Path:
    """Return the file that holds the literals of a name, compiled for a backend."""
    return folder / f"{name}.{backend}"


def key_of(literals: Iterable[bytes]) -> bytes:
    """Return what tells literals from any others: it stands before the automaton compiled from them."""
    key = blake2b(digest_size=_KEY)
    for literal in literals:
        key.update(len(literal).to_bytes(4, "little"))
        key.update(literal)
    return key.digest()


def compiled(path: Path, key: bytes, literals: Callable[[], Sequence[bytes]], backend: Backend) -> Automaton:
    """Return the automaton kept in a file under a key, or compile the literals and keep it there."""
    try:
        data = path.read_bytes()
        if data[:_HEAD] == _head(key, len(data) - _HEAD):
            return load_automaton(data[_HEAD:], backend)
    except (OSError, AutomatonError):
        pass
    automaton = compile_literals(literals(), backend)
    keep_compiled(path, key, automaton)
    return automaton


def keep_compiled(path: Path, key: bytes, automaton: Automaton) -> None:
    """Keep an automaton for the next time; a folder that cannot be written is left as it is."""
    dump = automaton.dump()
    keep(path, _head(key, len(dump)) + dump)


def keep(path: Path, data: bytes) -> None:
    """Write a file of a cache whole or not at all; a folder that cannot be written is left as it is."""
    import os
    import tempfile

    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o644)  # whoever may read the segment may read its cache
        os.replace(temporary, path)
    except OSError:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _head(key: bytes, size: int) -> bytes:
    return key + max(size, 0).to_bytes(8, "little")
