"""Finding children of a node the way tables name them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["held", "last_name", "several"]

_PARTS = re.compile(r"\.|->|::")


def held(node: Node, name: str) -> Node | None:
    """Return a child by its field, by its type (`.block`), or by its place among those with a name (`0`, `-1`)."""
    if name.startswith("."):
        return next((child for child in node.named_children if child.type == name[1:]), None)
    if name.lstrip("-").isdigit():
        children = node.named_children
        place = int(name)
        return children[place] if -len(children) <= place < len(children) else None
    return node.child_by_field_name(name)


def several(node: Node, name: str) -> list[Node]:
    """Return the child by its name, for `*type` all children of a type."""
    if name.startswith("*"):
        return [child for child in node.named_children if child.type == name[1:]]
    found = held(node, name)
    return [] if found is None else [found]


def last_name(callee: str) -> str:
    """Return the name of a function without what it is called on."""
    return _PARTS.split(callee)[-1]
