"""What a variable holds where it is used: the texts assigned to it before, in the innermost function that has any.

A light flow: an assignment in a block around the use replaces what was known, one in a block that has ended adds an
alternative, unless that block leaves the function. Loops are gone through once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.marks import MAX_ALTERNATIVES, Alternatives, product
from errkb.harvest.syntax.tree import held

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["Variables"]

MAX_ASSIGNMENTS = 40
"""A variable with more of them is a loop counter, or what a program wrote."""
CONSTANT_DEPTH = 5
"""How deep below the root of a file its constants are."""
MAX_CONSTANTS = 2_000
MESSAGE_LENGTH = 12
_LEAVING = ("return_statement", "throw_statement", "continue_statement", "break_statement", "return", "raise")


class Variables:
    """The assignments of one file, found when the first variable is asked for."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._found: dict[str, list[tuple[Node, Node]]] | None = None
        self._paths: dict[int, list[Node]] = {}
        self._open: set[int] = set()

    def known(self, use: Node) -> Alternatives | None:
        """Return what a variable may say at a place, `None` if it is not known to be text."""
        name = self._reader.text(use).rpartition("::")[2]
        if "." in name and not re.match(self._reader.language.members or r"(?!)", name):
            return None
        assigned = self._assigned().get(name, ())
        if not 0 < len(assigned) <= MAX_ASSIGNMENTS:
            return None
        path = self._reader.path_to(use)
        by_scope: dict[int, list[tuple[Node, Node]]] = {}
        for node, value in assigned:
            by_scope.setdefault(self._scope(self._path(node)), []).append((node, value))
        functions = self._reader.language.functions
        for at in range(len(path) - 1, -1, -1):
            node = path[at]
            if at and node.type not in functions:
                continue
            if node.id in by_scope:
                return self._flow(by_scope[node.id], path, own=self._scope(path) == node.id)
            if at and name in self._reader.parameters([node]):
                return None
        return None

    def values(self, use: Node) -> list[Node]:
        """Return the expressions assigned to a variable in the function around its use."""
        scope = self._scope(self._reader.path_to(use))
        assigned = self._assigned().get(self._reader.text(use), ())
        return [value for node, value in assigned[:MAX_ASSIGNMENTS] if self._scope(self._path(node)) == scope]

    def constants(self) -> dict[str, str]:
        """Return the texts of constants of the file that may be messages, for other files of the project."""
        reader = self._reader
        fields = reader.language.assignments
        found: dict[str, str] = {}
        for node in (
            reader.grammar.nodes(reader.tree.root_node, fields, CONSTANT_DEPTH)[:MAX_CONSTANTS] if fields else ()
        ):
            for name, value in self._pairs(node):
                if value.type in reader.language.strings and value.end_byte - value.start_byte > MESSAGE_LENGTH:
                    if self._scope(self._path(node)) != reader.tree.root_node.id:
                        continue
                    reader.texts.start()
                    text = next(iter(reader.texts.known(value) or ()), "")
                    if " " in text.strip():
                        found[reader.text(name)] = text
        return found

    def _flow(self, assigned: list[tuple[Node, Node]], path: list[Node], *, own: bool) -> Alternatives | None:
        use = path[-1].start_byte
        around = {node.id for node in path}
        known: Alternatives | None = None
        unknown = False
        for node, value in assigned:
            inside = node.start_byte <= use < node.end_byte
            if (own and node.start_byte > use) or inside or value.id in self._open:
                continue
            self._open.add(value.id)
            texts = self._reader.texts.known(value)
            self._open.discard(value.id)
            block = self._block(self._path(node))
            certain = not own or block is None or block.id in around
            if self._appends(node):
                known, texts = self._appended(known, value, texts, certain=certain)
            elif not certain and block is not None and self._leaves(block):
                continue
            if texts is None:
                unknown = True
                known = None if certain else known
            elif certain and own:
                known, unknown = texts, False
            else:
                known = tuple(dict.fromkeys((*(known or ()), *texts)))[:MAX_ALTERNATIVES]
        if known is not None:
            known = tuple(text for text in known if text) or known
        return known if known and not (unknown and known == ("",)) else None

    def _appended(
        self, known: Alternatives | None, value: Node, texts: Alternatives | None, *, certain: bool
    ) -> tuple[Alternatives | None, Alternatives | None]:
        """Return what was known and what it is with a text appended."""
        if known is None:
            return None, None
        longer = product([known, texts or self._reader.texts.any(value)])
        return known, longer if certain else tuple(dict.fromkeys((*known, *longer)))

    def _appends(self, node: Node) -> bool:
        operator = node.child_by_field_name("operator")
        if operator is None:
            operator = next((one for one in node.children if not one.is_named and one.type.endswith("=")), None)
        return operator is not None and self._reader.text(operator) in ("+=", ".=", "<<")

    def _leaves(self, block: Node) -> bool:
        last = next(iter(reversed(block.named_children)), None)
        if last is not None and last.type == "statement_list":
            last = next(iter(reversed(last.named_children)), None)
        return last is not None and last.type in _LEAVING

    def _block(self, path: list[Node]) -> Node | None:
        blocks = self._reader.language.blocks
        return next((node for node in reversed(path) if node.type in blocks), None)

    def _scope(self, path: list[Node]) -> int:
        """Return the innermost function around the end of a path, the root if there is none."""
        functions = self._reader.language.functions
        return next((node.id for node in reversed(path[:-1]) if node.type in functions), path[0].id)

    def _path(self, node: Node) -> list[Node]:
        found = self._paths.get(node.id)
        if found is None:
            found = self._paths[node.id] = self._reader.path_to(node)
        return found

    def _assigned(self) -> dict[str, list[tuple[Node, Node]]]:
        if self._found is None:
            self._found = {}
            types = self._reader.language.assignments
            for node in self._reader.grammar.nodes(self._reader.tree.root_node, types) if types else ():
                for name, value in self._pairs(node):
                    self._found.setdefault(self._reader.text(name), []).append((node, value))
        return self._found

    def _pairs(self, node: Node) -> Iterator[tuple[Node, Node]]:
        """Return the names and the values of an assignment."""
        name_field, value_field = self._reader.language.assignments[node.type]
        names, values = _all(node, name_field), _all(node, value_field)
        yield from zip(self._listed(names), self._listed(values), strict=False)

    @staticmethod
    def _listed(nodes: list[Node]) -> list[Node]:
        """Return what stands in lists (`a, b := "x", "y"`) one by one."""
        found: list[Node] = []
        for node in nodes:
            if node.is_named:
                found += node.named_children if node.type.endswith("expression_list") else [node]
        return found


def _all(node: Node, name: str) -> list[Node]:
    if name[0] in ".-" or name.isdigit():
        found = held(node, name)
        return [] if found is None else [found]
    return node.children_by_field_name(name)
