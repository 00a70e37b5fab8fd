"""Keys -> templates, in flat arrays that are searched where they lie.

Two kinds of key share the form: names (words, classes, codes, functions, repositories) under a 64-bit hash, and the
first eight bytes of a template's text, which are a number already.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from errkb.index.sections import Sections, SectionWriter

__all__ = ["HEAD", "Postings", "PostingsWriter", "head_key", "name_key", "pair_key", "text_key"]

Name = TypeVar("Name", str, bytes)

HEAD = 8
"""Bytes of a head."""


def name_key(kind: str, name: str) -> int:
    """Return the key of a name; `kind` is one letter that keeps words, classes, codes … apart."""
    return text_key(kind + name)


def text_key(text: str) -> int:
    """Return the key of a name with its kind before it."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def pair_key(first: str, second: str) -> int:
    """Return the key of two words that follow each other in a text."""
    return name_key("p", f"{first} {second}")


def head_key(data: bytes) -> int:
    """Return the key of the first `HEAD` bytes of a text."""
    return int.from_bytes(data[:HEAD])


class PostingsWriter(Generic[Name]):
    """Collects (name, template) pairs; `key` gives the key of a name, and is asked once for each."""

    def __init__(self, key: Callable[[Name], int]) -> None:
        self._key: Callable[[Name], int] = key
        self._numbers: dict[Name, int] = {}
        self._named = array("I")
        self._templates = array("I")

    def add(self, names: Collection[Name], template: int) -> None:
        """Note that a template has some names; templates come in order, a pair at most once."""
        numbers = self._numbers
        self._named.extend([numbers.setdefault(name, len(numbers)) for name in names])
        self._templates.extend([template] * len(names))

    def write(self, file: SectionWriter, name: str) -> list[Name]:
        """Write the sections and return for each key, in the order they have there, a name with it."""
        import numpy as np  # nothing that only reads needs it

        names = list(self._numbers)
        keys = np.fromiter(map(self._key, names), dtype=np.uint64, count=len(names))
        order = np.argsort(keys, kind="stable")
        first = np.diff(keys[order], prepend=~keys[order[:1]]) != 0
        place = np.empty(len(names), dtype=np.uint32)
        place[order] = np.cumsum(first) - 1
        places = place[np.frombuffer(self._named, dtype=np.uint32)]
        kinds = int(np.count_nonzero(first))
        offsets = np.concatenate(([0], np.cumsum(np.bincount(places, minlength=kinds))))
        values = np.frombuffer(self._templates, dtype=np.uint32)[np.argsort(places, kind="stable")]
        file.add(f"{name}.keys", array("Q", keys[order[first]].tobytes()))
        file.add(f"{name}.offsets", array("I", offsets.astype(np.uint32).tobytes()))
        file.add(f"{name}.values", array("I", values.tobytes()))
        return [names[number] for number in order[first].tolist()]


class Postings:
    """Open postings."""

    def __init__(self, file: Sections, name: str) -> None:
        self._keys = file.ints(f"{name}.keys")
        self._offsets = file.ints(f"{name}.offsets")
        self._values = file.ints(f"{name}.values")

    def get(self, key: int) -> memoryview[int] | tuple[()]:
        """Return the templates of a key in order, none if it is not there."""
        keys = self._keys
        at = bisect_left(keys, key)
        if at == len(keys) or keys[at] != key:
            return ()
        return self._values[self._offsets[at] : self._offsets[at + 1]]

    def at(self, place: int) -> memoryview[int]:
        """Return the templates of the key at a place in the order of keys."""
        return self._values[self._offsets[place] : self._offsets[place + 1]]

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys)
