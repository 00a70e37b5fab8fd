"""The index that a static site is searched with: many small files, of which one search loads a few.

    search/meta.json     how many wordings, shards and slots there are
    search/df.bin        of how many wordings each word is part, as a logarithm in four bits, by the hash of the word
    search/w/{n}.json    words of one shard -> the wordings they are part of
    search/r/{k}/{n}.json  wordings, some at a time: what is shown, and what a text is held against

A wording is the message of a record, or an alias of it. A word is found in `df.bin` without its list being loaded, so
that of a long log only the rarest words of the few lines that could be an error are looked up. A list is text: for
each wording the distance to the one before it in digits of 32 with the high bit for "more follow", and one digit of 64
for the share of the wording's weight that the word is (0: the word is of its class, code or repository).
`static/search.js` reads it; the two are tested against each other.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from errkb.model.content import encoded
from errkb.model.pattern import split_pattern, split_template
from errkb.model.report import Entry
from errkb.web.paths import error_path

__all__ = ["SearchIndex", "words_of"]

FORMAT = 1
CHUNK = 16
"""Wordings of one file."""
CHUNKS_OF_A_FOLDER = 256
SHARD_BYTES = 4096
COMMON = 0.25
"""A word of more wordings than this says nothing; its list is left out."""
FEW = 64
"""No word of fewer wordings is common."""
LONGEST = 1200
"""Characters of a wording that are kept to be held against a text."""
MOST_WORDS = 120
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
_WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, each once: letters and digits, at least two, one of them a letter."""
    found = dict.fromkeys(word for word in _WORD.findall(text.lower()) if len(word) > 1 and not word.isdecimal())
    return list(found)[:MOST_WORDS]


class SearchIndex:
    """Takes in records one by one; the wordings are written as they come, the words at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lists: dict[str, array[int]] = {}
        """By word: the number of each wording, doubled, and one more where the word is of its message."""
        self._messages: list[array[int]] = []
        """By wording: the numbers of the words of its message."""
        self._number: dict[str, int] = {}
        self._chunk: list[bytes] = []
        folder.mkdir(parents=True)

    def add(self, entry: Entry) -> None:
        """Take in a record with its aliases."""
        record = entry.shown
        self._wording(record, record["errorMessage"], record["errorClass"], record["messagePattern"])
        for alias in (entry.evidence or {}).get("aliases", ()):
            self._wording(record, alias["errorMessage"], alias["errorClass"] or record["errorClass"], None)

    def finish(self) -> None:
        """Write what can be written only when all records are known."""
        self._write_chunk()
        total = len(self._messages)
        common = max(FEW, int(COMMON * total))
        rarity = {word: math.log(1 + total / (1 + len(own))) for word, own in self._lists.items()}
        names = list(self._lists)
        weights = [sum(rarity[names[word]] for word in own) or 1.0 for own in self._messages]
        lists = {word: _packed(own, rarity[word], weights) for word, own in self._lists.items() if len(own) <= common}
        size = sum(len(word) + len(text) + 6 for word, text in lists.items())
        shards = _power(size // SHARD_BYTES)
        parts: list[dict[str, str]] = [{} for _ in range(shards)]
        for word, text in lists.items():
            parts[(_hash(word) >> 16) % shards][word] = text
        place = self._folder / "w"
        place.mkdir()
        for number, part in enumerate(parts):
            (place / f"{number}.json").write_bytes(encoded(part))
        slots = max(1024, min(_power(2 * len(names)), 1 << 17))
        (self._folder / "df.bin").write_bytes(self._frequencies(slots))
        meta = {"format": FORMAT, "wordings": total, "shards": shards, "slots": slots, "chunk": CHUNK}
        (self._folder / "meta.json").write_bytes(encoded(meta | {"folder": CHUNKS_OF_A_FOLDER}))

    def _wording(self, record: dict[str, Any], message: str, cls: str | None, pattern: str | None) -> None:
        number = len(self._messages)
        own = words_of(message)
        self._messages.append(array("I", (self._number_of(word) for word in own)))
        for word in own:
            self._lists[word].append(2 * number + 1)
        around = f"{(cls or '').rpartition('.')[2]} {record['errorCode'] or ''} {record['repo']}"
        for word in words_of(around):
            if word not in own:
                self._number_of(word)
                self._lists[word].append(2 * number)
        path = error_path(record["repo"], record["slug"]).removeprefix("errors/").rstrip("/")
        row: list[Any] = [record["id"], path, cls, record["errorCode"], record["severity"], _pieces(message, pattern)]
        if path.rpartition("/")[0] != record["repo"]:
            row.append(record["repo"])
        self._chunk.append(encoded(row))
        if len(self._chunk) == CHUNK:
            self._write_chunk()

    def _number_of(self, word: str) -> int:
        if word not in self._number:
            self._number[word] = len(self._number)
            self._lists[word] = array("I")
        return self._number[word]

    def _write_chunk(self) -> None:
        if not self._chunk:
            return
        number = (len(self._messages) - 1) // CHUNK
        place = self._folder / "r" / str(number // CHUNKS_OF_A_FOLDER)
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number}.json").write_bytes(b"[" + b",\n".join(self._chunk) + b"]")
        self._chunk.clear()

    def _frequencies(self, slots: int) -> bytes:
        """Return four bits for each slot: 0, or 1 and the logarithm of the most wordings that a word there is of."""
        table = bytearray(slots // 2)
        for word, own in self._lists.items():
            slot = _hash(word) % slots
            value = min(15, len(own).bit_length())
            shift = 4 * (slot & 1)
            if value > (table[slot >> 1] >> shift) & 15:
                table[slot >> 1] = table[slot >> 1] & ~(15 << shift) & 255 | value << shift
        return bytes(table)


def _pieces(message: str, pattern: str | None) -> list[str]:
    """Return literals and placeholders in turn, a literal first."""
    parts = split_template(message[:LONGEST])
    wanted = split_pattern(pattern[: 2 * LONGEST]) if pattern else None
    if wanted is not None and wanted != split_template(message) and len(message) <= LONGEST:
        return _turns(wanted, iter(()))
    rest, names = message[:LONGEST], []
    at = 0
    for part in parts:  # what stands between two literals are the placeholders
        if part is not None:
            start = rest.index(part, at)
            if start > at:
                names.append(rest[at:start])
            at = start + len(part)
    if at < len(rest):
        names.append(rest[at:])
    return _turns(_merged(parts), iter(names))


def _merged(parts: list[str | None]) -> list[str | None]:
    """Return the parts with placeholders that follow each other as one."""
    return [part for at, part in enumerate(parts) if part is not None or at == 0 or parts[at - 1] is not None]


def _turns(parts: list[str | None], names: Iterator[str]) -> list[str]:
    turns: list[str] = []
    for part in parts:
        if part is not None:
            turns.append(part)
        else:
            if len(turns) % 2 == 0:
                turns.append("")
            turns.append(next(names, "…"))
    return turns


def _packed(own: array[int], rarity: float, weights: list[float]) -> str:
    done: list[str] = []
    before = -1
    for packed in own:
        number = packed >> 1
        distance, before = number - before - 1, number
        while distance >= 32:
            done.append(_DIGITS[32 + (distance & 31)])
            distance >>= 5
        done.append(_DIGITS[distance])
        share = max(1, min(63, round(63 * rarity / weights[number]))) if packed & 1 else 0
        done.append(_DIGITS[share])
    return "".join(done)


def _hash(word: str) -> int:
    """Return FNV-1a of 32 bits."""
    value = 0x811C9DC5
    for byte in word.encode("utf-8", "surrogatepass"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def _power(number: int) -> int:
    """Return the smallest power of two that is not smaller, at least 1."""
    return 1 << max(0, number - 1).bit_length() if number > 1 else 1
