"""One parsed file: the path to a place, the text of nodes, calls and their arguments, the function around.

Only places at telling words are looked at: the path from the root to each is found by position, which takes time in
proportion to its depth, so a tree is never visited as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives, literal, mark
from errkb.harvest.syntax.language import Language, Rule, Site
from errkb.harvest.syntax.results import Results
from errkb.harvest.syntax.texts import Texts
from errkb.harvest.syntax.tree import held
from errkb.harvest.syntax.variables import Variables
from errkb.model.located import UnreadableError

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from errkb.harvest.syntax.grammar import Grammar

__all__ = ["MAX_DEPTH", "Reader"]

MAX_DEPTH = 400
"""Deeper places are in tables a program has written, or hostile."""
MAX_SHOWN = 80
MAX_ARGUMENTS = 20
_NOTHING = ("null", "undefined", "nil", "None", "NULL", "nullptr")


class Reader:
    """A source file of a language with its tree; texts are evaluated through `texts`."""

    def __init__(self, language: Language, grammar: Grammar, path: str, data: bytes) -> None:
        self.language, self.grammar, self.file, self.data = language, grammar, path, data
        self.tree: Tree = grammar.parse(data)
        self._nodes: dict[str, list[Node]] = {}
        self.variables = Variables(self)
        self.results = Results(self)
        self.texts = Texts(self)

    def path(self, at: int) -> list[Node] | None:
        """Return the nodes around a byte from the root to the innermost, `None` if there are too many."""
        cursor = self.tree.walk()
        nodes = [self.tree.root_node]
        while cursor.goto_first_child_for_byte(at) is not None:
            node = cursor.node
            if node is None or node.start_byte > at:
                break
            nodes.append(node)
            if len(nodes) > MAX_DEPTH:
                return None
        return nodes

    def path_to(self, node: Node) -> list[Node]:
        """Return the path that ends with a node; raises `UnreadableError` if it is too deep."""
        nodes = self.path(node.start_byte)
        if nodes is None:
            raise UnreadableError("nested too deeply")
        ids = [one.id for one in nodes]
        return nodes[: ids.index(node.id) + 1] if node.id in ids else [*nodes, node]

    def text(self, node: Node | None) -> str:
        """Return the source of a node."""
        return "" if node is None else self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def source(self, start: int, end: int) -> str:
        """Return the source between two bytes."""
        return self.data[start:end].decode("utf-8", "replace")

    def line(self, node: Node) -> int:
        """Return the line on which a node begins, from 1."""
        return node.start_point[0] + 1

    def call_line(self, node: Node) -> int:
        """Return the line on which the name of what a call calls ends: in a chain of calls not the first."""
        fields = self.language.calls.get(node.type)
        called = held(node, fields[0]) if fields else None
        return (called.end_point[0] if called is not None else node.start_point[0]) + 1

    def shown(self, node: Node) -> str:
        """Return an expression as a placeholder names it, `value` if it is too long or holds braces."""
        if node.end_byte - node.start_byte > 4 * MAX_SHOWN:
            return "value"
        text = " ".join(self.text(node).split())
        text = text[1:-1].strip() if text.startswith("{") and text.endswith("}") else text
        return "value" if not text or len(text) > MAX_SHOWN or any(char in text for char in "{}") else text

    def placeholder(self, node: Node) -> str:
        """Return the marked placeholder of an expression."""
        shown = self.shown(node)
        return mark(self.language.placeholder % shown.removeprefix("$"), shown)

    def callee(self, node: Node) -> str:
        """Return what a call calls, as the source writes it without blanks; of a chain of calls the last part."""
        fields = self.language.calls.get(node.type)
        called = held(node, fields[0]) if fields else None
        if called is None:
            return ""
        start = (_owner(node) or called).start_byte
        text = self.data[max(start, called.end_byte - 400) : called.end_byte].decode("utf-8", "replace")
        return "".join(text.rpartition(")")[2].split())

    def receiver(self, node: Node) -> Node | None:
        """Return what a method is called on, `None` for a function."""
        fields = self.language.calls.get(node.type)
        called = held(node, fields[0]) if fields else None
        return _owner(node) or (held(called, "0") if called is not None else None)

    def arguments(self, node: Node) -> list[Node]:
        """Return the arguments of a call or a creation, at most `MAX_ARGUMENTS`; wrappers are taken off."""
        fields = self.language.calls.get(node.type)
        if fields and fields[1].startswith("*"):
            return node.children_by_field_name(fields[1][1:])[:MAX_ARGUMENTS]
        listed = held(node, fields[1]) if fields else None
        if listed is None:
            return []
        return [listed] if listed.type in self.language.strings else self.items(listed)

    def items(self, node: Node) -> list[Node]:
        """Return the expressions a list of arguments holds."""
        found = []
        for child in node.named_children[: MAX_ARGUMENTS * 2]:
            if child.type in self.language.comments:
                continue
            inner = child.named_children[-1:] if child.type in ("argument", "value_argument") else None
            found.append(inner[0] if inner else child)
        return found[:MAX_ARGUMENTS]

    def by_rule(self, path: list[Node]) -> Iterator[Site]:
        """Return what a call prints by the first rule of the language that fits."""
        node = path[-1]
        callee = self.callee(node)
        if callee:
            yield from self.ruled(node, callee)

    def ruled(self, node: Node, callee: str, args: list[Node] | None = None) -> Iterator[Site]:
        """Return what a call prints by the first rule that fits its callee; `args` stand for its own arguments."""
        for rule in self.language.rules:
            found = rule.pattern.fullmatch(callee)
            if found is None:
                continue
            args = self.arguments(node) if args is None else args
            if rule.first is None or (args and re.fullmatch(rule.first, self.text(args[0]))):
                yield from self._ruled(node, rule, found.groupdict().get("cls") or rule.cls, args)
                return

    def _ruled(self, node: Node, rule: Rule, cls: str | None, args: list[Node]) -> Iterator[Site]:
        self.texts.start()
        at = rule.at
        if at is None:
            at = next((place for place, arg in enumerate(args) if self.texts.known(arg)), len(args))
        code = None
        if rule.code_at is not None and rule.code_at < len(args):
            code = next(iter(self.texts.known(args[rule.code_at]) or ()), None)
        texts = self.texts.message(args[at:], rule.style)
        if rule.says is not None:
            texts = tuple(text for text in texts if re.search(rule.says, literal(text)))
        if texts or cls is not None:
            yield Site(rule.kind, self.call_line(node), cls, texts, code=code, severity=rule.severity)

    def constructed(self, args: list[Node]) -> tuple[Alternatives, ...]:
        """Return what the arguments of a constructor say: a placeholder where that is not known, `()` for none."""
        self.texts.start()
        return tuple(() if self.text(arg) in _NOTHING else self.texts.any(arg) for arg in args[:8])

    def function(self, path: list[Node]) -> str | None:
        """Return the function around the end of a path, with its class (`Server.listen`)."""
        language = self.language
        for at in range(len(path) - 1, -1, -1):
            if path[at].type in language.functions:
                name = self.named(path[: at + 1], functions=True)
                if name is not None:
                    owner = self.owner(path[:at])
                    return f"{owner}{language.joint}{name}" if owner and language.joint not in name else name
        return None

    def owner(self, path: list[Node]) -> str | None:
        """Return the class around the end of a path."""
        for at in range(len(path) - 1, -1, -1):
            if path[at].type in self.language.classes:
                return self.named(path[: at + 1], functions=False)
        return None

    def named(self, path: list[Node], *, functions: bool) -> str | None:
        """Return the name of the function or the class that a path ends with."""
        node = path[-1]
        name = (self.language.functions if functions else self.language.classes)[node.type]
        if callable(name):
            return name(self, path)
        found = held(node, name)
        return self.text(found) if found is not None else None

    def parameters(self, path: list[Node]) -> list[str]:
        """Return the parameters of the innermost function with any, as far as they are plain names."""
        if self.language.implied:
            return list(self.language.implied)
        for node in reversed(path):
            if node.type in self.language.functions:
                where = self.language.parameters
                listed = where(node) if callable(where) else held(node, where)
                single = node.child_by_field_name("parameter")
                if single is not None:
                    return [self.text(single)]
                return [] if listed is None else [self.bare_name(one) for one in self.items(listed)]
        return []

    def bare_name(self, node: Node) -> str:
        """Return the name that a declaration, a parameter or a pattern binds."""
        for field in ("name", "pattern", "left", "declarator"):
            inner = node.child_by_field_name(field)
            if inner is not None:
                return self.bare_name(inner)
        if node.type.endswith("_declarator") and node.named_children:
            return self.bare_name(node.named_children[-1])
        return self.text(node)

    def nodes(self, kind: str) -> list[Node]:
        """Return all nodes of a type in the file."""
        if kind not in self._nodes:
            self._nodes[kind] = self.grammar.nodes(self.tree.root_node, (kind,))
        return self._nodes[kind]


def _owner(node: Node) -> Node | None:
    """Return what a method is called on, where the grammar has a field for it."""
    fields = (node.child_by_field_name(field) for field in ("object", "receiver", "scope"))
    return next((found for found in fields if found is not None), None)
