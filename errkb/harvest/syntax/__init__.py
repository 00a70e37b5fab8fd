"""Languages read by a tree-sitter grammar: tables for each language, everything else common to all.

text -> telling words -> places in the tree (`sites`, `reader`) -> texts (`texts`, `variables`) -> facts of a file;
facts of all files -> `link` -> located errors
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Handler, Language, Made, Rule, Site
from errkb.harvest.syntax.link import link
from errkb.model.located import Facts, Located

__all__ = ["Grammar", "Handler", "Language", "Made", "Rule", "Site", "SyntaxHarvester"]


class SyntaxHarvester:
    """Harvests the files of one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.name = language.name
        self.suffixes = tuple(language.grammars)

    @property
    def version(self) -> int:
        """Return the version of the tables; 0 without a grammar, so that files are read again once it is there."""
        installed = all(grammar.installed for grammar in self.language.grammars.values())
        return self.language.version if installed else 0

    def read(self, path: str, text: str) -> Facts:
        """Return what a file says, `{}` if it raises nothing. Raises `UnreadableError`."""
        from errkb.harvest.syntax.sites import read

        return read(self.language, path, text)

    def link(self, facts: Mapping[str, Facts]) -> Iterator[Located]:
        """Return the located errors of a project, by path and line."""
        return link(facts)
