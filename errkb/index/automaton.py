"""Finding very many literals in a text at once, on hyperscan or, where it has no wheel, on daachorse.

Both find every occurrence of every literal, so answers do not depend on which one runs; they differ in speed on
gigabytes (hyperscan three times faster) and in the size of what is kept on disk (a quarter). Neither is imported
before the first automaton is made or loaded.
"""

from __future__ import annotations

import importlib.util
import os
import struct
import zlib
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from threading import Lock
from typing import Any, Literal, Protocol

__all__ = ["Automaton", "AutomatonError", "Backend", "available", "compile_literals", "load_automaton"]

Backend = Literal["hyperscan", "daachorse"]

_NO_FLAGS = 0
_SEAL = struct.Struct("=2Q")
_SEAL_SIZE = _SEAL.size


class AutomatonError(Exception):
    """A stored automaton is torn, of another version, or of a processor this one is not like: compile it again."""


class Automaton(Protocol):
    """A compiled set of literals, numbered in the order they were given."""

    def find(self, data: bytes) -> list[tuple[int, int]]:
        """Return (literal, end) of every occurrence in `data`, overlapping ones included, in no particular order."""
        ...

    def places(self, data: bytes) -> tuple[array[int], array[int]]:
        """Return the same as an array of literals and one of ends: cheaper where there are thousands."""
        ...

    def dump(self) -> bytes:
        """Return the bytes `load_automaton` takes."""
        ...


@cache
def available() -> Backend:
    """Return the backend this installation has, hyperscan first; `ERRKB_AUTOMATON=daachorse` asks for the other one."""
    if os.environ.get("ERRKB_AUTOMATON") == "daachorse":
        return "daachorse"
    return "hyperscan" if importlib.util.find_spec("hyperscan") else "daachorse"


def compile_literals(literals: Sequence[bytes], backend: Backend | None = None) -> Automaton:
    """Compile literals: distinct, not empty, without NUL bytes (hyperscan would cut them there)."""
    return _Hyperscan.compile(literals) if (backend or available()) == "hyperscan" else _Daachorse.compile(literals)


def load_automaton(data: bytes, backend: Backend) -> Automaton:
    """Return the automaton of a dump; raises `AutomatonError` if it cannot be used here."""
    return _Hyperscan.load(data) if backend == "hyperscan" else _Daachorse.load(data)


class _Hyperscan:
    def __init__(self, database: Any) -> None:
        self._database = database
        self._scratch_in_use = Lock()  # the interpreter lock is let go during a scan

    @classmethod
    def compile(cls, literals: Sequence[bytes]) -> _Hyperscan:
        import hyperscan

        database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
        if literals:
            database.compile(
                expressions=list(literals),
                ids=list(range(len(literals))),
                elements=len(literals),
                flags=_NO_FLAGS,
                literal=True,
            )
        return cls(database if literals else None)

    @classmethod
    def load(cls, data: bytes) -> _Hyperscan:
        import hyperscan

        if not data:
            return cls(None)
        try:
            database = hyperscan.loadb(data, hyperscan.HS_MODE_BLOCK)
            database.scratch = hyperscan.Scratch(database)
        except Exception as error:  # the binding raises classes of its own for each fault
            raise AutomatonError(str(error)) from error
        return cls(database)

    def find(self, data: bytes) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []

        def note(literal: int, _start: int, end: int, _flags: int, _context: object) -> None:
            found.append((literal, end))

        self._scan(data, note)
        return found

    def places(self, data: bytes) -> tuple[array[int], array[int]]:
        literals, ends = array("q"), array("q")
        add_literal, add_end = literals.append, ends.append

        def note(literal: int, _start: int, end: int, _flags: int, _context: object) -> None:
            add_literal(literal)
            add_end(end)

        self._scan(data, note)
        return literals, ends

    def _scan(self, data: bytes, note: Callable[[int, int, int, int, object], None]) -> None:
        if self._database is not None and data:
            with self._scratch_in_use:
                self._database.scan(data, match_event_handler=note)

    def dump(self) -> bytes:
        import hyperscan

        return b"" if self._database is None else bytes(hyperscan.dumpb(self._database))


class _Daachorse:
    def __init__(self, automaton: Any) -> None:
        self._automaton = automaton

    @classmethod
    def compile(cls, literals: Sequence[bytes]) -> _Daachorse:
        import daachorse

        return cls(daachorse.DoubleArrayAhoCorasick(list(literals)) if literals else None)

    @classmethod
    def load(cls, data: bytes) -> _Daachorse:
        import daachorse

        if not data:
            return cls(None)
        try:
            if data[:_SEAL_SIZE] != _seal(data[_SEAL_SIZE:]):
                raise AutomatonError("the dump is torn, or of another version of daachorse")
            return cls(daachorse.DoubleArrayAhoCorasick.deserialize(data[_SEAL_SIZE:]))
        except BaseException as error:  # a torn dump makes the extension panic, which is no `Exception`
            if isinstance(error, (KeyboardInterrupt, SystemExit, AutomatonError)):
                raise
            raise AutomatonError(str(error)) from error

    def find(self, data: bytes) -> list[tuple[int, int]]:
        if self._automaton is None:
            return []
        return [(literal, end) for _, end, literal in self._automaton.find_overlapping(data)]

    def places(self, data: bytes) -> tuple[array[int], array[int]]:
        found = self.find(data)
        return array("q", (literal for literal, _ in found)), array("q", (end for _, end in found))

    def dump(self) -> bytes:
        if self._automaton is None:
            return b""
        data: bytes = self._automaton.serialize()
        return _seal(data) + data


def _seal(data: bytes) -> bytes:
    """Return what tells a torn dump of daachorse, or one of another build of it: it checks neither itself."""
    import daachorse

    build = sum(file.stat().st_size for file in os.scandir(os.path.dirname(daachorse.__file__)))
    return _SEAL.pack(zlib.crc32(data), build)
