"""The index in memory."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from errkb.errors import KnowledgeBaseError
from errkb.index.build import FILE, FORMAT
from errkb.index.template import Site, Template

__all__ = ["Index", "open_index"]


HEAD = 12
"""Characters of a template's first literal that a message cut short must show; less than a cut match needs anyway."""


class Index:
    """All templates of a segment and the ways to find them."""

    def __init__(self, templates: list[Template]) -> None:
        self.templates = templates
        self._anchors = [(template.anchor, number) for number, template in enumerate(templates) if template.anchor]
        self._heads = [(_head(template.parts), number) for number, template in enumerate(templates) if template.anchor]
        self._by_code: dict[str, list[int]] = defaultdict(list)
        self._by_class: dict[str, list[int]] = defaultdict(list)
        self._by_function: dict[str, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] | None = None
        self.repo_of_package: dict[str, str] = {}
        for number, template in enumerate(templates):
            if template.code:
                self._by_code[template.code].append(number)
            if template.cls:
                self._by_class[template.cls.rpartition(".")[2]].append(number)
            for site in template.sites:
                if site.function:
                    self._by_function[site.function.rpartition(".")[2]].append(number)
            if template.package and not template.alias:
                self.repo_of_package.setdefault(template.package, template.repo)

    def __len__(self) -> int:
        return len(self.templates)

    def scan(self, text: str) -> list[int]:
        """Return the numbers of all templates whose anchor occurs in the folded text. None is skipped."""
        return [number for anchor, number in self._anchors if anchor in text]

    def scan_heads(self, text: str) -> list[int]:
        """Return all templates of which the text may show only the beginning: those whose first words occur in it."""
        return [number for head, number in self._heads if head in text]

    def by_code(self, code: str) -> list[int]:
        """Return the templates of records with this exact error code."""
        return self._by_code.get(code, [])

    def by_class(self, name: str) -> list[int]:
        """Return the templates of records with this class, compared without its module."""
        return self._by_class.get(name.rpartition(".")[2], [])

    def by_function(self, name: str) -> list[int]:
        """Return the templates raised in a function of this name, compared without its class."""
        return self._by_function.get(name.rpartition(".")[2], [])

    def by_word(self, word: str) -> list[int]:
        """Return the templates that hold this lower-case word."""
        if self._by_word is None:
            self._by_word = defaultdict(list)
            for number, template in enumerate(self.templates):
                for own in template.words:
                    self._by_word[own].append(number)
        return self._by_word.get(word, [])

    @property
    def codes(self) -> Iterable[str]:
        """All error codes of the segment."""
        return self._by_code.keys()


def open_index(folder: Path) -> Index:
    """Open the index of a segment. Raises `KnowledgeBaseError` when it is missing, torn or of another format."""
    try:
        data = json.loads((folder / FILE).read_bytes())
        if data["format"] != FORMAT:
            raise KnowledgeBaseError(f"index format {data['format']} is not {FORMAT}", where=str(folder / FILE))
        return Index([_template(row) for row in data["templates"]])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise KnowledgeBaseError(
            f"the match index cannot be read ({error})", where=str(folder / FILE), hint="run `errkb build --force`"
        ) from error


def _head(parts: list[str | None]) -> str:
    return next(part for part in parts if part)[:HEAD]


def _template(row: dict[str, object]) -> Template:
    sites = [Site(site["file"], site["function"]) for site in row.pop("sites")]  # type: ignore[attr-defined]
    return Template(**row, sites=sites)  # type: ignore[arg-type]
