"""An open match index: which templates can possibly occur in a text, and what is known of each.

Everything stays in the mapped file until it is asked for; the compiled anchors are a cache beside it
(`errkb.index.compiled`).
"""

from __future__ import annotations

import weakref
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from errkb.index.anchored import Anchors
from errkb.index.automaton import Backend, available
from errkb.index.layout import (
    ANCHORED,
    BUILTIN,
    COLUMNS,
    FILE,
    FORMAT,
    LOCATED,
    MULTILINE,
    WRAPPER,
    head_of,
)
from errkb.index.postings import HEAD, Postings, head_key, name_key, pair_key
from errkb.index.sections import Sections
from errkb.index.template import Brief, Parts, Site, Template
from errkb.model.names import bare_name
from errkb.model.report import Entry

__all__ = ["Index", "open_index"]

_WIDTH = len(COLUMNS)
_LITERAL = COLUMNS.index("literal")
_CLS = COLUMNS.index("cls")
_JOINED = bytes.maketrans(b"\xff", b" ")
_MANY = 200
"""Templates with the same first eight bytes, above which more bytes are compared."""
_KEPT_REGEXES = 256
_KEPT = 8192
"""Templates that stay decoded; a text rarely touches more."""


class Index:
    """All templates of a segment and the ways to find them. `len` is their number."""

    def __init__(self, folder: Path, backend: Backend) -> None:
        self.private = False
        """Whether the records are the user's own: they go before public ones that fit as well."""
        self.folder = folder
        """Where the index lies, and what is kept beside it."""
        self._file = file = Sections(folder / FILE, FORMAT)
        self._ids = file.ints("ids")
        self._rows = file.ints("rows")
        self._sharers = file.ints("sharers")
        self._strings, self._parts, self._raw, self._names = (
            _Texts(file, name) for name in ("strings", "parts", "raw", "names")
        )
        self._sites = (file.ints("sites.values"), file.ints("sites.offsets"))
        self._named = Postings(file, "named")
        self._heads = Postings(file, "heads")
        self._words = _Texts(file, "words")
        self.strong = Anchors(file, folder, "strong", backend, lookup=True)
        self.weak = Anchors(file, folder, "weak", backend, lookup=False)
        self.regexes = frozenset(file.ints("regexes"))
        """Templates that are free-form regular expressions."""
        self.loose: list[int] = file.ints("loose").tolist()
        """Those of them that say nothing of what a text must hold: they have to be tried on every text."""
        self.repo_of_package: dict[str, str] = file.facts["repo_of_package"]
        self._compiled: dict[int, Any] = {}
        self._seen: dict[int, Template] = {}
        self._folded: dict[int, Parts] = {}
        self._text: dict[int, str | None] = {0: None}

    @classmethod
    def of(cls, entries: Iterable[Entry], backend: Backend | None = None) -> Index:
        """Return an index of its own for some entries, on files that go when it does."""
        import shutil  # none of them is needed to answer
        import tempfile

        from errkb.index.build import write

        folder = Path(tempfile.mkdtemp(prefix="errkb-index-"))
        write(folder, entries, backend)
        index = open_index(folder, backend)
        weakref.finalize(index, shutil.rmtree, folder, ignore_errors=True)
        return index

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[Template]:
        return (self.template(number) for number in range(len(self)))

    def scan(self, text: str) -> list[int]:
        """Return the templates whose anchor occurs in the folded text, weak ones left out. None is skipped."""
        return self.strong.scan(text)

    def scan_weak(self, text: str) -> list[int]:
        """Return the templates with so little text that it stands in much that has nothing to do with them."""
        return self.weak.scan(text)

    def find(self, data: bytes) -> list[tuple[int, int, int]]:
        """Return (template, start, end) for every occurrence of an anchor in folded UTF-8, weak ones left out."""
        anchors = self.strong
        return [
            (template, end - anchors.lengths[number], end)
            for number, end in anchors.find(data)
            for template in anchors.templates(number)
        ]

    def scan_heads(self, text: str) -> list[int]:
        """Return the templates of which the folded text may show only the beginning.

        The first literal with at least eight bytes stands in the text: wholly, or up to the end of the text, or, where
        very many begin with the same eight bytes, with sixteen bytes at least.
        """
        data = text.encode("utf-8", "surrogatepass")
        found: dict[int, None] = {}
        for at in range(len(data) - HEAD + 1):
            same = self._heads.get(head_key(data[at : at + HEAD]))
            if len(same) > _MANY:
                found |= dict.fromkeys(self._narrowed(same, data[at:]))
            elif same:
                found |= dict.fromkeys(same)
        return list(found)

    def _narrowed(self, same: Sequence[int], data: bytes) -> Iterator[int]:
        """Yield those of many templates, in the order of their heads, whose head goes on like `data`."""
        longer = data[: 2 * HEAD]
        yield from _between(same, self._head, longer, longer + b"\xff")
        for size in range(HEAD, len(longer)):
            yield from _between(same, self._head, data[:size], data[:size] + b"\0")

    def _head(self, number: int) -> bytes:
        return head_of(self._parts.get(number))

    def by_code(self, code: str) -> Sequence[int]:
        """Return the templates of records with this exact error code, aliases left out."""
        return self._named.get(name_key("C", code))

    def by_class(self, name: str) -> Sequence[int]:
        """Return the templates of this class, compared without its module, that have no text of their own."""
        return self._named.get(name_key("n", bare_name(name)))

    def of_class(self, name: str) -> Sequence[int]:
        """Return all templates of this class, compared without its module and its case."""
        return self._named.get(name_key("k", bare_name(name).lower()))

    def by_function(self, name: str) -> Sequence[int]:
        """Return the templates raised in a function of this name, compared without its class; aliases left out."""
        return self._named.get(name_key("f", bare_name(name)))

    def by_word(self, word: str) -> Sequence[int]:
        """Return the templates that hold this lower-case word."""
        return self._named.get(name_key("w", word))

    def by_pair(self, first: str, second: str) -> Sequence[int]:
        """Return the templates in which two lower-case words follow each other, with no letter between them."""
        return self._named.get(pair_key(first, second))

    def by_repo(self, repo: str) -> Sequence[int]:
        """Return the templates of a repository, whatever the case it is written in."""
        return self._named.get(name_key("r", repo.lower()))

    def names_with(self, part: str) -> Iterator[tuple[str, str, Sequence[int]]]:
        """Yield (kind, name, templates) for each word (`w`), class (`k`), code (`c`) and repo (`r`) with `part` in it.

        Names and `part` are in lower case.
        """
        for place, text in self._words.containing(part):
            yield text[0], text[1:], self._named.at(place)

    @property
    def repos(self) -> list[str]:
        """Return the repositories in alphabetical order."""
        numbers = set(self._rows[::_WIDTH].tolist())
        return sorted(text for number in numbers if (text := self._string(number)))

    def records_by_repo(self) -> dict[str, int]:
        """Return how many records each repository has."""
        from collections import Counter

        rows = self._rows.tolist()  # an alias is another wording of a record
        counted = Counter(
            repo
            for repo, alias in zip(rows[::_WIDTH], rows[COLUMNS.index("alias") :: _WIDTH], strict=True)
            if not alias
        )
        return {self._string(number) or "": count for number, count in counted.items()}

    def parts(self, number: int) -> Parts:
        """Return the folded literals of a template, `None` for each placeholder."""
        found = self._folded.get(number)
        if found is None:
            if len(self._folded) >= _KEPT:
                self._folded.clear()
            found = self._folded[number] = _decode(self._parts.get(number))
        return found

    def raw_parts(self, number: int) -> tuple[bytes | None, ...]:
        """Return the literals as they stand in the pattern, as bytes."""
        data = self.encoded(number)
        return tuple([None if part == b"\xfe" else part for part in data.split(b"\xff")]) if data else ()

    def encoded(self, number: int) -> bytes:
        """Return these literals as they are stored: `FE` for a placeholder, `FF` between parts."""
        return self._raw.get(number) or self._parts.get(number)

    def text(self, number: int) -> str:
        """Return the folded text of a template, its literals joined by blanks."""
        return self._parts.get(number).translate(_JOINED, b"\xfe").decode("utf-8", "surrogatepass")

    def is_of_class(self, number: int, name: str) -> bool:
        """Say whether a template is of this class, compared without its module and its case."""
        own = self._string(self._rows[number * _WIDTH + _CLS])
        return own is not None and bare_name(own).lower() == bare_name(name).lower()

    def regex(self, number: int) -> str | None:
        """Return the pattern of a template that is a free-form regular expression."""
        return self._string(self._rows[number * _WIDTH + COLUMNS.index("regex")])

    def compiled_regex(self, number: int) -> Any:
        """Return that regular expression compiled by google-re2, `None` if it takes none such."""
        from errkb.index.regex import compiled as compiled_regex  # only foreign records have such patterns

        if number not in self._compiled:
            if len(self._compiled) >= _KEPT_REGEXES:
                self._compiled.clear()
            self._compiled[number] = compiled_regex((self.regex(number) or "").encode("utf-8", "surrogatepass"))
        return self._compiled[number]

    @property
    def unanchored(self) -> list[int]:
        """Return the templates without an anchor of their own, free-form regular expressions left out."""
        return [n for n, flags in enumerate(self._flags()) if not flags & ANCHORED and n not in self.regexes]

    @property
    def multiline(self) -> list[int]:
        """Return the templates whose text has line ends."""
        return [n for n, flags in enumerate(self._flags()) if flags & MULTILINE]

    def _flags(self) -> list[int]:
        return self._rows[COLUMNS.index("flags") :: _WIDTH].tolist()

    def literal(self, number: int) -> int:
        """Return the characters of text of a template."""
        return self._rows[number * _WIDTH + _LITERAL]

    def template(self, number: int) -> Template:
        """Return a template with all that is known of it."""
        found = self._seen.get(number)
        if found is None:
            if len(self._seen) >= _KEPT:
                self._seen.clear()
            found = self._seen[number] = self._template(number)
        return found

    def brief(self, number: int) -> Brief:
        """Return the little of a template that the bulk path needs, at a fifth of the cost."""
        _, cls, code, _, _, _, literal, flags, _, _, _ = self._rows[number * _WIDTH : (number + 1) * _WIDTH].tolist()
        names = self._names.get(number).decode("utf-8", "surrogatepass")
        return Brief(
            f"{self._ids[number]:016x}",
            self._string(cls),
            names.split("\x1f") if names else [],
            literal,
            bool(flags & WRAPPER),
            bool(flags & LOCATED),
            code != 0,
        )

    def close(self) -> None:
        """Let go of the file; nothing may be read from the index afterwards."""
        self._file.close()

    def _template(self, number: int) -> Template:
        row = self._rows[number * _WIDTH : (number + 1) * _WIDTH].tolist()
        repo, cls, code, severity, error_type, package, literal, flags, regex, alias, group = row
        string = self._string
        names = self._names.get(number).decode("utf-8", "surrogatepass")
        values, offsets = self._sites
        sites = values[2 * offsets[number] : 2 * offsets[number + 1]].tolist()
        return Template(
            number,
            f"{self._ids[number]:016x}",
            string(repo) or "",
            self.parts(number),
            names.split("\x1f") if names else [],
            literal,
            bool(flags & ANCHORED),
            bool(flags & MULTILINE),
            string(cls),
            string(code),
            string(severity) or "",
            string(error_type) or "",
            bool(flags & WRAPPER),
            bool(flags & BUILTIN),
            [
                Site(string(path) or "", string(function))
                for path, function in zip(sites[::2], sites[1::2], strict=True)
            ],
            string(package),
            string(regex),
            string(alias),
            self._sharers[group],
            self.private,
            bool(flags & LOCATED),
        )

    def _string(self, number: int) -> str | None:
        try:
            return self._text[number]
        except KeyError:
            text = self._text[number] = self._strings.get(number).decode("utf-8", "surrogatepass")
            return text


def open_index(folder: Path, backend: Backend | None = None) -> Index:
    """Open the index of a segment. Raises `KnowledgeBaseError` when it is missing, torn or of another format."""
    return Index(folder, backend or available())


def _between(numbers: Sequence[int], key: Callable[[int], bytes], low: bytes, high: bytes) -> Sequence[int]:
    """Return the numbers, in order of their keys, from the key `low` up to but without the key `high`."""
    first = bisect_left(numbers, low, key=key)
    return numbers[first : bisect_left(numbers, high, first, key=key)]


class _Texts:
    def __init__(self, file: Sections, name: str) -> None:
        self._blob = file.ints(f"{name}.blob")
        self._offsets = file.ints(f"{name}.offsets")

    def get(self, number: int) -> bytes:
        return bytes(self._blob[self._offsets[number] : self._offsets[number + 1]])

    def containing(self, part: str) -> Iterator[tuple[int, str]]:
        """Yield (number, text) of the texts that hold `part`; every text ends with a newline."""
        from bisect import bisect_right

        blob = bytes(self._blob)
        wanted = part.encode("utf-8", "surrogatepass")
        at = blob.find(wanted)
        while at >= 0:
            number = bisect_right(self._offsets, at) - 1
            start, end = self._offsets[number], self._offsets[number + 1]
            if at > start or blob[start : start + 1] != wanted[:1]:
                yield number, blob[start : end - 1].decode("utf-8", "surrogatepass")
            at = blob.find(wanted, end)


def _decode(data: bytes) -> Parts:
    if not data:
        return ()
    if b"\xff" not in data:
        return (None,) if data == b"\xfe" else (data.decode("utf-8", "surrogatepass"),)
    return tuple(None if part == b"\xfe" else part.decode("utf-8", "surrogatepass") for part in data.split(b"\xff"))
