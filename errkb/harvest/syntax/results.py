"""What a function of the same file returns, where it is called for a message (`new Error(describe(x))`)."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import TYPE_CHECKING

from errkb.harvest.marks import MAX_ALTERNATIVES, Alternatives, substitute
from errkb.harvest.syntax.tree import held, last_name

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["Results"]

MAX_RETURNS = 20
_OWN = re.compile(r"(?:(?:this|self|static|\$this)(?:\.|->|::))?([\w$]+[!?]?)")


class Results:
    """The functions of one file, found when the first call is asked about."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._found: dict[str, list[Node]] | None = None
        self._open: set[int] = set()

    def known(self, call: Node, callee: str) -> Alternatives | None:
        """Return the texts a call may give, `None` if its function is not known or returns no text."""
        own = _OWN.fullmatch(callee)
        functions = self._functions().get(own[1], []) if own is not None else []
        if len(functions) > 1:
            functions = self._beside(call, functions)
        if len(functions) != 1 or functions[0].id in self._open:
            return None
        function = functions[0]
        self._open.add(function.id)
        texts = self._returned(function)
        self._open.discard(function.id)
        if not texts:
            return None
        params = self._reader.parameters([function])
        args = self._reader.arguments(call)
        values = {name: self._reader.texts.any(arg) for name, arg in zip(params, args, strict=False) if name}
        filled = dict.fromkeys(one for text in texts for one in substitute(text, values))
        return tuple(filled)[:MAX_ALTERNATIVES] or None

    def _beside(self, call: Node, functions: list[Node]) -> list[Node]:
        """Return the functions of the class that a call is in."""
        around = self._innermost(call, self._reader.language.classes)
        return [one for one in functions if self._innermost(one, self._reader.language.classes) == around]

    def defines(self, name: str) -> bool:
        """Say whether the file has a function of this name."""
        return name in self._functions()

    def _returned(self, function: Node) -> Alternatives:
        """Return the texts a function returns; those that are not seen to be text are left out."""
        language, texts = self._reader.language, self._reader.texts
        body = function.child_by_field_name("body")
        if body is None:
            return ()
        found: dict[str, None] = {}
        returns = self._reader.grammar.nodes(body, language.returns)[:MAX_RETURNS]
        ways = [held(one, "0") for one in returns if self._innermost(one, language.functions) == function.id]
        if body.type not in language.blocks or body.type in language.blocks_of_value:
            ways.append(body)
        for way in ways:
            single = way is not None and way.type.endswith("list") and way.named_child_count == 1
            found.update(dict.fromkeys(texts.known(held(way, "0") if way is not None and single else way) or ()))
        return tuple(text for text in found if text)

    def _innermost(self, node: Node, types: Container[str]) -> int | None:
        return next((one.id for one in reversed(self._reader.path_to(node)) if one.type in types), None)

    def _functions(self) -> dict[str, list[Node]]:
        if self._found is None:
            self._found = {}
            reader = self._reader
            for node in reader.grammar.nodes(reader.tree.root_node, reader.language.functions):
                name = reader.named(reader.path_to(node)[-3:], functions=True)
                if name is not None:
                    self._found.setdefault(last_name(name), []).append(node)
        return self._found
