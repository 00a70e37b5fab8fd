"""What the names of a module stand for: classes with their texts and tables, what was imported as what."""

from __future__ import annotations

import ast

from errkb.harvest.marks import MAX_ALTERNATIVES, Alternatives, literal
from errkb.harvest.python.sites import Owner
from errkb.harvest.python.texts import Scope, Texts

__all__ = ["Names"]

_TELLING = 8
"""A class attribute with fewer characters is a name, not a message."""


class Names:
    """The classes, tables and imports of a module, as the evaluation of texts asks for them."""

    def __init__(self) -> None:
        self.owners: dict[str, Owner] = {}
        self.imports: dict[str, str] = {}
        self.tables: dict[str, dict[str, Alternatives]] = {}
        self.texts = Texts(self._attribute, self._table, self._result)

    def resolved(self, name: str) -> str:
        """Return a name with what it was imported as in front."""
        first, dot, rest = name.partition(".")
        base = self.imports.get(first)
        return name if base is None else f"{base}{dot}{rest}"

    def _attribute(self, name: str, scope: Scope) -> Alternatives | None:
        """Return the texts of `self.name`: those of the class, of its bases and of its subclasses in this module."""
        receiver, _, attribute = name.rpartition(".")
        owner = scope.owner if receiver in ("self", "cls") else receiver
        if owner not in self.owners:
            return None
        found: dict[str, None] = {}
        for related in self._related(owner):
            for text in related.texts.get(attribute, ()):
                if len(literal(text).strip()) > _TELLING and " " in text:
                    found[text] = None
        return tuple(found)[:MAX_ALTERNATIVES] or None

    def _related(self, name: str) -> list[Owner]:
        own = self.owners[name]
        below = [
            other
            for other in self.owners.values()
            if any(base.rpartition(".")[2] == name.rpartition(".")[2] for base in other.bases)
        ]
        above = [self.owners[base] for base in own.bases if base in self.owners]
        return [own, *below[:MAX_ALTERNATIVES], *above]

    def _table(self, name: str, key: str | None, scope: Scope) -> Alternatives | None:
        receiver, _, attribute = name.rpartition(".")
        tables: list[dict[str, Alternatives]] = []
        if receiver in ("self", "cls") and scope.owner in self.owners:
            for related in self._related(scope.owner or ""):
                tables += [related.tables[one] for one in (attribute, f"default_{attribute}") if one in related.tables]
        elif name in self.tables:
            tables.append(self.tables[name])
        if key is not None:
            return next((table[key] for table in tables if key in table), None)
        texts = [text for table in tables for texts in table.values() for text in texts if " " in text]
        return tuple(dict.fromkeys(texts))[:MAX_ALTERNATIVES] or None

    def _literal_table(self, node: ast.Dict, scope: Scope) -> dict[str, Alternatives]:
        if len(node.keys) > 200:
            return {}
        return {
            str(key.value): texts
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and (texts := self.texts.known(value, scope)) is not None
        }

    def _result(self, call: ast.Call, scope: Scope) -> Alternatives | None:
        """Return what a function of the module returns as text; known to those who can walk it."""
        raise NotImplementedError
