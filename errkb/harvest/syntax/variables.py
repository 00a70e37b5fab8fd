"""What a variable holds where it is used: the texts assigned to it before, in the innermost function that has any.

A light flow: an assignment in a block around the use replaces what was known, one in a block that has ended adds an
alternative, unless that block leaves the function. Loops are gone through once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errkb.harvest.marks import MAX_ALTERNATIVES, Alternatives, product
from errkb.harvest.syntax.language import Style
from errkb.harvest.syntax.tree import held

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["Variables"]

_PART_OF = re.compile("else|elif|elsif|arm|case|match_block|switch_body|switch_block")
"""Nodes between a statement with several ways and the block of one."""
_ERRORS = frozenset({"err", "e", "ex", "exc"})
"""Names of what has been caught, which are many: no use looking for texts in them."""
_CONSTANT = re.compile(rb"^[^\n=]{1,200}=[ \t]{0,20}\n?[ \t]{0,40}[A-Za-z@$(]{0,3}[\"'`<]", re.MULTILINE)
"""A file without such a line has no constants that are texts."""
MAX_ASSIGNMENTS = 40
"""A variable with more of them is a loop counter, or what a program wrote."""
CONSTANT_DEPTH = 5
"""How deep below the root of a file its constants are."""
MAX_CONSTANTS = 2_000
MESSAGE_LENGTH = 12
_LEAVING = ("return_statement", "throw_statement", "continue_statement", "break_statement", "return", "raise")


@dataclass(slots=True, frozen=True)
class _Assigned:
    """An assignment to a variable; for a call that appends, where its text is and how it is put together."""

    node: Node
    value: Node
    appended: bool = False
    at: int = 0
    style: Style | None = None


_Branch = tuple[int, int]
"""A statement with several ways, and one of its blocks."""
_Ways = dict[str, dict[_Branch, bool]]
"""Text -> the branches that were taken and those that were not on the way to it."""


class Variables:
    """The assignments of one file, found when the first variable is asked for."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._found: dict[str, list[_Assigned]] | None = None
        self._paths: dict[int, list[Node]] = {}
        self._open: set[int] = set()

    def known(self, use: Node) -> Alternatives | None:
        """Return what a variable may say at a place, `None` if it is not known to be text."""
        name = self._reader.text(use).rpartition("::")[2]
        if name in _ERRORS or ("." in name and not re.match(self._reader.language.members or r"(?!)", name)):
            return None
        assigned = self._assigned().get(name, ())
        if not 0 < len(assigned) <= MAX_ASSIGNMENTS:
            return None
        path = self._reader.path_to(use)
        by_scope: dict[int, list[_Assigned]] = {}
        for one in assigned:
            by_scope.setdefault(self._scope(self._path(one.node)), []).append(one)
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
        return [one.value for one in assigned[:MAX_ASSIGNMENTS] if self._scope(self._path(one.node)) == scope]

    def constants(self) -> dict[str, str]:
        """Return the texts of constants of the file that may be messages, for other files of the project."""
        reader = self._reader
        fields = reader.language.assignments
        found: dict[str, str] = {}
        if not fields or not _CONSTANT.search(reader.data):
            return found
        for node in reader.grammar.nodes(reader.tree.root_node, fields, CONSTANT_DEPTH)[:MAX_CONSTANTS]:
            for name, value in self._pairs(node):
                if value.type in reader.language.strings and value.end_byte - value.start_byte > MESSAGE_LENGTH:
                    if self._scope(self._path(node)) != reader.tree.root_node.id:
                        continue
                    reader.texts.start()
                    text = next(iter(reader.texts.known(value) or ()), "")
                    if " " in text.strip():
                        found[reader.bare_name(name)] = text
        return found

    def _flow(self, assigned: list[_Assigned], path: list[Node], *, own: bool) -> Alternatives | None:
        use = path[-1].start_byte
        around = {node.id for node in path}
        known: _Ways | None = None
        unknown = False
        for one in assigned:
            inside = one.node.start_byte <= use < one.node.end_byte
            if (own and one.node.start_byte > use) or inside or one.value.id in self._open:
                continue
            self._open.add(one.value.id)
            texts = self._said(one)
            self._open.discard(one.value.id)
            block = self._block(self._path(one.node))
            certain = not own or block is None or block.id in around
            if one.appended:
                if known is not None:
                    known = _appended(known, texts or self._reader.texts.any(one.value), self._branches(one, around))
            elif not certain and block is not None and self._leaves(block):
                continue
            elif texts is None:
                unknown = True
                known = None if certain else known
            elif certain and own:
                known, unknown = {text: {} for text in texts}, False
            else:
                known = dict(list({**(known or {}), **{text: {} for text in texts}}.items())[:MAX_ALTERNATIVES])
        if known is None or (unknown and list(known) == [""]):
            return None
        return tuple(text for text in known if text) or tuple(known) or None

    def _said(self, one: _Assigned) -> Alternatives | None:
        if one.style is None:
            return self._reader.texts.known(one.value)
        args = self._reader.arguments(one.node)
        return self._reader.texts.message(args[one.at :], one.style)

    def _branches(self, one: _Assigned, around: set[int]) -> list[_Branch]:
        """Return the branches that lead to a place and do not hold the use."""
        found: list[_Branch] = []
        path = self._path(one.node)
        for at, node in enumerate(path):
            if node.type in self._reader.language.blocks and node.id not in around:
                above = at - 1
                while above > 0 and _PART_OF.search(path[above].type):
                    above -= 1
                found.append((path[above].id, node.id))
        return found

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

    def _assigned(self) -> dict[str, list[_Assigned]]:
        if self._found is None:
            self._found = {}
            types = self._reader.language.assignments
            for node in self._reader.grammar.nodes(self._reader.tree.root_node, types) if types else ():
                appended = _appends(self._reader.text, node)
                for name, value in self._pairs(node):
                    one = _Assigned(node, value, appended)
                    self._found.setdefault(self._reader.bare_name(name), []).append(one)
            self._note_appending_calls()
        return self._found

    def _note_appending_calls(self) -> None:
        """Note the calls that append text to a variable (`text.push_str("…")`)."""
        language, known = self._reader.language, self._found or {}
        if not language.appends or not re.search(language.appending.encode(), self._reader.data):
            return
        noted: set[str] = set()
        for node in self._reader.grammar.nodes(self._reader.tree.root_node, language.calls):
            callee = self._reader.callee(node)
            for pattern, (at, style) in language.appends.items():
                found = re.fullmatch(pattern, callee)
                args = self._reader.arguments(node) if found is not None else []
                if found is None or len(args) <= at:
                    continue
                name = found.groupdict().get("name") or (self._reader.text(args[0]) if at else self._chained(node))
                if name in known:
                    known[name].append(_Assigned(node, args[at], True, at, style))
                    noted.add(name)
                break
        for name in noted:
            known[name].sort(key=lambda one: one.node.end_byte)

    def _chained(self, node: Node) -> str:
        """Return the variable at the beginning of a chain of calls."""
        at: Node | None = node
        for _ in range(MAX_ASSIGNMENTS):
            at = self._reader.receiver(at) if at is not None and at.type in self._reader.language.calls else at
        return self._reader.text(at) if at is not None and at.type in self._reader.language.names else ""

    def _pairs(self, node: Node) -> Iterator[tuple[Node, Node]]:
        """Return the names and the values of an assignment."""
        language = self._reader.language
        if node.type in language.concatenations and self._reader.text(node.child_by_field_name("operator")) != "<<":
            return
        name_field, value_field = language.assignments[node.type]
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


def _appended(known: _Ways, texts: Alternatives, branches: list[_Branch]) -> _Ways:
    """Return what the ways say once a text is appended in some branches: those that took another are left alone."""
    found: _Ways = {}
    for text, taken in known.items():
        if any(_excluded(taken, branch) for branch in branches):
            found.setdefault(text, taken)
            continue
        for longer in product([(text,), texts]):
            found.setdefault(longer, taken | dict.fromkeys(branches, True))
        new = [branch for branch in branches if branch not in taken]
        if new:
            found.setdefault(text, taken | {new[0]: False} if len(new) == 1 else taken)
    longest = set(sorted(found, key=len, reverse=True)[:MAX_ALTERNATIVES])
    return {text: taken for text, taken in found.items() if text in longest}


def _excluded(taken: dict[_Branch, bool], branch: _Branch) -> bool:
    """Say whether a way that took some branches cannot take another."""
    return taken.get(branch) is False or any(
        entered and statement == branch[0] and block != branch[1] for (statement, block), entered in taken.items()
    )


def _appends(text_of: Callable[[Node], str], node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    if operator is None:
        operator = next((one for one in node.children if not one.is_named and one.type.endswith("=")), None)
    return operator is not None and text_of(operator) in ("+=", ".=", "<<")


def _all(node: Node, name: str) -> list[Node]:
    if name[0] in ".-" or name.isdigit():
        found = held(node, name)
        return [] if found is None else [found]
    return node.children_by_field_name(name)
