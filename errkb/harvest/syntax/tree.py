"""Finding children of a node the way tables name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["held"]


def held(node: Node, name: str) -> Node | None:
    """Return a child by its field, by its type (`.block`), or by its place among those with a name (`0`, `-1`)."""
    if name.startswith("."):
        return next((child for child in node.named_children if child.type == name[1:]), None)
    if name.lstrip("-").isdigit():
        children = node.named_children
        place = int(name)
        return children[place] if -len(children) <= place < len(children) else None
    return node.child_by_field_name(name)
