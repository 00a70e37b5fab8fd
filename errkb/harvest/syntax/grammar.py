"""Grammars of tree-sitter: one wheel a language, loaded when the first file of the language is read.

They are the extra `errkb[harvest]`. Without it files of these languages are skipped with a reason that says so. Parsing
takes time in proportion to the size for real source; for large files the steps are counted, so that hostile ones end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from errkb.model.located import UnreadableError

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query, Tree

__all__ = ["Grammar"]

COUNTED = 200_000
"""Bytes from which on the steps of the parser are counted."""
BYTES_PER_CALL = 8
"""The parser reports about every 200 bytes of source as people write it, every 20 of the worst that was tried."""
MAX_NODES = 3_000_000


@dataclass(slots=True, frozen=True)
class Grammar:
    """A grammar by its module (`tree_sitter_go`) and the function there that gives it."""

    module: str
    function: str = "language"

    @property
    def installed(self) -> bool:
        """Say whether tree-sitter and the grammar are there, without importing them."""
        return _found("tree_sitter") and _found(self.module)

    def parse(self, data: bytes) -> Tree:
        """Return the tree of a source file. Raises `UnreadableError` if the grammar is missing or the file hostile."""
        parser = _parser(self)
        tree = parser.parse(data) if len(data) < COUNTED else _counted(parser, data)
        if tree.root_node.descendant_count > MAX_NODES:
            raise UnreadableError("too large a syntax tree: data")
        return tree

    def nodes(self, root: Node, types: Iterable[str], depth: int | None = None) -> list[Node]:
        """Return the nodes of some types in order of their places, those at most `depth` below if it is given."""
        from tree_sitter import QueryCursor

        cursor = QueryCursor(_query(self, tuple(types)))
        if depth is not None:
            cursor.set_max_start_depth(depth)
        captures = cursor.captures(root)
        return sorted(captures.get("node", ()), key=lambda node: (node.start_byte, -node.end_byte))


@cache
def _found(module: str) -> bool:
    return find_spec(module) is not None


@cache
def _parser(grammar: Grammar) -> Parser:
    try:
        from tree_sitter import Language, Parser

        return Parser(Language(getattr(import_module(grammar.module), grammar.function)()))
    except (ImportError, AttributeError, ValueError):
        name = grammar.module.replace("_", "-")
        raise UnreadableError(f"the grammar {name} is not installed: pip install 'errkb[harvest]'") from None


@cache
def _query(grammar: Grammar, types: tuple[str, ...]) -> Query:
    from tree_sitter import Language, Query

    language = _parser(grammar).language
    if not isinstance(language, Language):
        raise UnreadableError(f"the grammar {grammar.module} cannot be used")
    known = [name for name in types if language.id_for_node_kind(name, True) is not None]  # C++ has more than C
    return Query(language, "\n".join(f"({name}) @node" for name in known))


def _counted(parser: Parser, data: bytes) -> Tree:
    left = len(data) // BYTES_PER_CALL

    def stop(*_: object) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    try:
        tree = parser.parse(lambda at, _: data[at : at + 65_536], progress_callback=stop)
    except ValueError:
        tree = None
    if tree is None:
        parser.reset()
        raise UnreadableError("it takes too long to parse")
    return tree
