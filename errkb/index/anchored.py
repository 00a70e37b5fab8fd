"""Anchors -> templates: the texts that are looked for, and which templates each leads to.

Of an anchor only its place is kept: its text stands in the file anyhow, as part of the template it was taken from.
Those of free-form regexes stand in none, and are kept by themselves.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from errkb.index.automaton import Automaton, Backend
from errkb.index.compiled import compiled, compiled_file, key_of
from errkb.index.prefixes import Prefixes, write_prefixes

if TYPE_CHECKING:
    from errkb.index.sections import Sections, SectionWriter

__all__ = ["Anchors", "AnchorsWriter"]

LOOKED_UP = 1 << 14
"""Bytes of text that are looked up before the anchors are loaded compiled: so many take as long as loading them."""


class AnchorsWriter:
    """Collects the anchors of one kind."""

    def __init__(self) -> None:
        self._templates: dict[bytes, list[int]] = {}
        self._places: list[tuple[str, int]] = []
        self._own = bytearray()

    def add(self, anchor: bytes, template: int, place: Callable[[], tuple[str, int]] | None = None) -> None:
        """Note that an anchor leads to a template; `place` gives the section it stands in, and where."""
        templates = self._templates.get(anchor)
        if templates is not None:
            templates.append(template)
            return
        self._templates[anchor] = [template]
        if place is None:
            self._places.append(("", len(self._own)))
            self._own += anchor
        else:
            self._places.append(place())

    @property
    def literals(self) -> list[bytes]:
        """Return the anchors by their numbers."""
        return list(self._templates)

    def write(self, file: SectionWriter, name: str, *, lookup: bool) -> str:
        """Write the sections, those the anchors stand in being written already; return the key of the anchors.

        With `lookup` they can be looked up in short texts (`errkb.index.prefixes`); then none is too short for it.
        """
        offsets, values = array("I", [0]), array("I")
        for templates in self._templates.values():
            values.extend(templates)
            offsets.append(len(values))
        own = f"{name}.blob"
        file.add(own, self._own)
        file.add(f"{name}.offsets", offsets)
        file.add(f"{name}.values", values)
        file.add(f"{name}.lengths", array("I", map(len, self._templates)))
        file.add(f"{name}.at", array("I", (file.start(section or own) + at for section, at in self._places)))
        if lookup:
            write_prefixes(file, name, self.literals)
        return key_of(self._templates).hex()


class Anchors:
    """The anchors of one kind, open; compiled, loaded or not needed. `len` is their number."""

    def __init__(self, file: Sections, folder: Path, name: str, backend: Backend, *, lookup: bool) -> None:
        self._file, self._path = file, compiled_file(folder, name, backend)
        self._backend: Backend = backend
        self._offsets = file.ints(f"{name}.offsets")
        self._values = file.ints(f"{name}.values")
        self.lengths = file.ints(f"{name}.lengths")
        """Bytes of each anchor."""
        self.at = file.ints(f"{name}.at")
        """Where each anchor stands in `buffer`."""
        self.key = bytes.fromhex(file.facts["keys"][name])
        """What tells these anchors from any others."""
        self._automaton: Automaton | None = None
        self._prefixes = Prefixes(file, name, self.text) if lookup else None
        self._looked_up = 0

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def buffer(self) -> memoryview[int]:
        """Return the bytes the anchors stand in; hold them no longer than needed."""
        return self._file.whole

    @property
    def automaton(self) -> Automaton:
        """Return the anchors compiled."""
        if self._automaton is None:
            self._automaton = compiled(self._path, self.key, lambda: list(self.texts()), self._backend)
        return self._automaton

    def find(self, data: bytes) -> list[tuple[int, int]]:
        """Return (anchor, end) of every occurrence in `data`, in no particular order."""
        if self._automaton is None and self._prefixes is not None:
            self._looked_up += len(data)
            if self._looked_up <= LOOKED_UP:
                return list(self._prefixes.find(data))
        return self.automaton.find(data)

    def scan(self, text: str) -> list[int]:
        """Return the templates whose anchor stands in a text, each once."""
        found = self.find(text.encode("utf-8", "surrogatepass"))
        if len(found) < 2:
            return self.templates(found[0][0]).tolist() if found else []
        numbers: list[int] = []
        for number in dict.fromkeys(number for number, _ in found):
            numbers += self.templates(number)
        return numbers

    def templates(self, number: int) -> memoryview[int]:
        """Return the templates an anchor leads to."""
        return self._values[self._offsets[number] : self._offsets[number + 1]]

    def all_templates(self) -> Sequence[int]:
        """Return the templates that all anchors lead to."""
        return self._values

    def text(self, number: int) -> bytes:
        """Return an anchor."""
        at = self.at[number]
        return bytes(self._file.whole[at : at + self.lengths[number]])

    def texts(self) -> Iterator[bytes]:
        """Yield all anchors in order."""
        return map(self.text, range(len(self)))
