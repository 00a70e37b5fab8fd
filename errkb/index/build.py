"""Entries -> the match index of a segment.

What is known of a template goes into rows of integers, its texts into blobs; nothing is kept of an entry, so building
takes some 200 bytes a template beside the anchors.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from errkb.index.anchored import AnchorsWriter
from errkb.index.anchors import anchor, is_weak
from errkb.index.automaton import Backend, available, compile_literals
from errkb.index.compiled import compiled_file, keep_compiled, key_of
from errkb.index.layout import (
    ANCHORED,
    BUILTIN,
    FILE,
    FORMAT,
    LETTERS,
    LOCATED,
    MULTILINE,
    SHORTEST_WORD,
    WRAPPER,
    head_of,
)
from errkb.index.postings import HEAD, PostingsWriter, head_key, text_key
from errkb.index.required import required
from errkb.index.sections import SectionWriter
from errkb.index.template import Parts, fold
from errkb.model.names import bare_name
from errkb.model.pattern import MIN_LITERAL, derive, placeholder_names, split_pattern, split_template
from errkb.model.report import Entry

__all__ = ["Wording", "wordings", "write"]


def write(folder: Path, entries: Iterable[Entry], backend: Backend | None = None) -> None:
    """Write the index of a segment into `folder`, own wordings before aliases. Raises `OSError`."""
    backend = backend or available()
    builder = _Builder()
    for entry in entries:
        builder.add(entry)
    file = SectionWriter(folder / FILE, FORMAT)
    try:
        builder.write(file)
    except BaseException:
        file.abandon()
        raise
    for name, anchors in (("strong", builder.strong), ("weak", builder.weak)):
        literals = anchors.literals
        keep_compiled(compiled_file(folder, name, backend), key_of(literals), compile_literals(literals, backend))


@dataclass(slots=True, frozen=True)
class Wording:
    """A message as a record, or one of its aliases, words it.

    `raw` are the literals as the pattern has them, `parts` the folded ones, `None` for each placeholder; `literal`
    counts the characters of text; `anchor` is empty where there is too little text to look for.
    """

    message: str
    raw: Parts
    parts: Parts
    literal: int
    anchor: bytes
    cls: str | None
    regex: str | None
    alias: bool


def wordings(entry: Entry) -> Iterator[Wording]:
    """Yield the wordings of an entry: its own first, then its aliases."""
    record = entry.record
    yield _wording(record["errorMessage"], record["messagePattern"], record["errorClass"])
    for alias in (entry.evidence or {}).get("aliases", ()):
        yield _wording(alias["errorMessage"], None, alias.get("errorClass") or record["errorClass"])


def _wording(message: str, pattern: str | None, cls: str | None) -> Wording:
    raw, regex = _raw_parts(message, pattern)
    parts = _folded(raw)
    literal = len("".join([part for part in parts if part]).strip())
    found = anchor(raw) if literal >= MIN_LITERAL else b""
    return Wording(message, raw, parts, literal, found, cls, regex, pattern is None)


SEARCHED = "wkcr"
"""Kinds of names that people search for by their parts: words, classes, codes, repositories."""


class _Strings:
    """Texts that many rows share, each once; 0 is none."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._blob = bytearray()
        self._offsets = array("I", [0, 0])

    def number(self, text: str | None) -> int:
        if text is None:
            return 0
        known = self._numbers.get(text)
        if known is None:
            known = self._numbers[text] = len(self._numbers) + 1
            self._blob += text.encode("utf-8", "surrogatepass")
            self._offsets.append(len(self._blob))
        return known

    def write(self, file: SectionWriter) -> None:
        file.add("strings.blob", self._blob)
        file.add("strings.offsets", self._offsets)


class _Texts:
    """Texts of each template, one after the other."""

    def __init__(self) -> None:
        self.blob = bytearray()
        self.offsets = array("I", [0])
        self.last = b""

    def add(self, data: bytes) -> None:
        self.last = data
        self.blob += data
        self.offsets.append(len(self.blob))

    def write(self, file: SectionWriter, name: str) -> None:
        file.add(f"{name}.blob", self.blob)
        file.add(f"{name}.offsets", self.offsets)


class _Builder:
    def __init__(self) -> None:
        self.strong, self.weak = AnchorsWriter(), AnchorsWriter()
        self._regexes, self._loose = array("I"), array("I")
        self._strings = _Strings()
        self._rows = array("I")
        self._ids = array("Q")
        self._parts, self._raw, self._names = _Texts(), _Texts(), _Texts()
        self._sites, self._site_offsets = array("I"), array("I", [0])
        self._named = PostingsWriter(text_key)
        self._headed: list[tuple[bytes, int]] = []
        self._repo_of_package: dict[str, str] = {}
        self._groups: dict[bytes, int] = {}
        self._group_repos: set[tuple[int, int]] = set()
        self._sharers = array("I")

    def add(self, entry: Entry) -> None:
        """Take in all wordings of an entry."""
        for wording in wordings(entry):
            self._add(wording, entry.record, entry.evidence or {})

    def write(self, file: SectionWriter) -> None:
        file.add("ids", self._ids)
        file.add("rows", self._rows)
        self._strings.write(file)
        self._parts.write(file, "parts")
        self._raw.write(file, "raw")
        self._names.write(file, "names")
        file.add("sites.values", self._sites)
        file.add("sites.offsets", self._site_offsets)
        file.add("sharers", self._sharers)
        keys = {
            "strong": self.strong.write(file, "strong", lookup=True),
            "weak": self.weak.write(file, "weak", lookup=False),
        }
        heads = PostingsWriter(head_key)
        for head, number in sorted(self._headed):  # so all heads of a key are in order, too
            heads.add([head[:HEAD]], number)
        heads.write(file, "heads")
        words = _Texts()
        for name in self._named.write(file, "named"):
            words.add(f"{name if name[0] in SEARCHED else ''}\n".encode("utf-8", "surrogatepass"))
        words.write(file, "words")
        file.add("regexes", self._regexes)
        file.add("loose", self._loose)
        file.close({"repo_of_package": self._repo_of_package, "keys": keys})

    def _add(self, wording: Wording, record: dict[str, Any], evidence: dict[str, Any]) -> None:
        number = len(self._ids)
        self._ids.append(int(record["id"], 16))
        parts = encode(wording.parts)
        self._parts.add(parts)
        self._raw.add(b"" if wording.raw == wording.parts else encode(wording.raw))
        self._names.add("\x1f".join(_names(wording)).encode("utf-8", "surrogatepass"))
        sites = [
            (record["filePath"], evidence.get("function")),
            *((site["filePath"], site.get("function")) for site in evidence.get("sites", ())),
        ]
        sites = [site for site in sites if site[0] is not None]  # an index does not tell where
        for path, function in sites:
            self._sites.extend((self._strings.number(path), self._strings.number(function)))
        self._site_offsets.append(len(self._sites) // 2)
        self._add_row(wording, record, evidence, self._group(parts, record["repo"]))
        if wording.regex is not None:
            self._add_regex(wording.regex, number)
        elif wording.anchor:
            self._anchors(wording.anchor).add(wording.anchor, number, lambda: self._place(wording.anchor))
            head = head_of(parts)
            if head:
                self._headed.append((head, number))
        self._add_names(wording, record, sites, number)

    def _add_regex(self, regex: str, number: int) -> None:
        """Note where a regex has to be tried: where one of its required literals stands, or else everywhere."""
        self._regexes.append(number)
        found = required(regex.encode("utf-8", "surrogatepass"))
        literals = [] if found is None or found.caseless else [_folded_text(literal) for literal in found.literals]
        if not literals or not all(literals):
            self._loose.append(number)
            return
        for literal in filter(None, literals):
            self._anchors(literal).add(literal, number)

    def _anchors(self, anchor: bytes) -> AnchorsWriter:
        return self.weak if is_weak(anchor) else self.strong

    def _place(self, anchor: bytes) -> tuple[str, int]:
        """Return where an anchor of the template added last stands: the section, and the place in it."""
        texts, name = (self._raw, "raw.blob") if self._raw.last else (self._parts, "parts.blob")
        return name, texts.offsets[-2] + texts.last.index(anchor)

    def _add_row(self, wording: Wording, record: dict[str, Any], evidence: dict[str, Any], group: int) -> None:
        package = evidence.get("importName") or evidence.get("package")
        if package and not wording.alias:
            self._repo_of_package.setdefault(package, record["repo"])
        tags = record["tags"]
        flags = WRAPPER * ("wrapper" in tags) | BUILTIN * ("builtin" in tags) | ANCHORED * bool(wording.anchor)
        flags |= MULTILINE * any(part and "\n" in part for part in wording.raw)
        flags |= LOCATED * (record["documentation"] is None and record["filePath"] is not None)
        shared = (record["repo"], wording.cls, record["errorCode"], record["severity"], record["errorType"], package)
        self._rows.extend(self._strings.number(text) for text in shared)
        alias = wording.message if wording.alias else None
        rest = (wording.literal, flags, self._strings.number(wording.regex), self._strings.number(alias), group)
        self._rows.extend(rest)

    def _group(self, parts: bytes, repo: str) -> int:
        """Return the number of the wording, and count the repositories that have it."""
        group = self._groups.setdefault(parts, len(self._groups))
        if group == len(self._sharers):
            self._sharers.append(0)
        pair = (group, self._strings.number(repo))
        if pair not in self._group_repos:
            self._group_repos.add(pair)
            self._sharers[group] += 1
        return group

    def _add_names(
        self, wording: Wording, record: dict[str, Any], sites: list[tuple[str, str | None]], number: int
    ) -> None:
        names: set[str] = set()
        for part in wording.parts:
            if part:
                words = [word.lower() for word in LETTERS.findall(part)]
                names.update(["w" + word for word in words if len(word) >= SHORTEST_WORD])
                names.update([f"p{first} {second}" for first, second in pairwise(words)])
        names.add("r" + record["repo"].lower())
        cls = bare_name(wording.cls) if wording.cls else None
        if cls:
            names.add("k" + cls.lower())
        if not wording.alias:
            if record["errorCode"]:
                names |= {"c" + record["errorCode"].lower(), "C" + record["errorCode"]}
            if cls and not wording.anchor:
                names.add("n" + cls)
            names.update(["f" + bare_name(function) for _, function in sites if function])
        self._named.add(names, number)


def _folded_text(literal: bytes) -> bytes | None:
    """Return a required literal as it stands in folded text, `None` where folding may change it more than that."""
    found = anchor((literal.decode("utf-8", "replace"),))
    return found if found == literal.strip() else None


def encode(parts: Iterable[str | None]) -> bytes:
    """Return parts as bytes: `\\xfe` for a placeholder, `\\xff` between parts; neither is part of UTF-8."""
    return b"\xff".join(b"\xfe" if part is None else part.encode("utf-8", "surrogatepass") for part in parts)


def _names(wording: Wording) -> list[str]:
    names = placeholder_names(wording.message)
    holes = wording.parts.count(None)
    return names if len(names) == holes else [f"value{n + 1}" for n in range(holes)]


def _raw_parts(message: str, pattern: str | None) -> tuple[Parts, str | None]:
    """Return the literals of a wording, and its pattern if that is a free-form regular expression.

    The template decides; a pattern that says otherwise (older derivations) wins. A pattern of an all-placeholder
    message is its escaped text and matches nothing real: the template's parts serve.
    """
    parts = split_template(message)
    enough = len("".join(part for part in parts if part).strip()) >= MIN_LITERAL
    if pattern is None or not enough or pattern == derive(message):
        return tuple(parts), None
    split = split_pattern(pattern)
    if split is not None:
        return tuple(split), None
    return tuple(parts), pattern


def _folded(raw: Parts) -> Parts:
    folded = [None if part is None else fold(part) for part in raw]
    if folded and folded[0] is not None:
        folded[0] = folded[0].lstrip()
    if folded and folded[-1] is not None:
        folded[-1] = folded[-1].rstrip()
    return tuple(part for part in folded if part != "")
