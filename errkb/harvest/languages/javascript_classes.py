"""JavaScript: error classes with what their constructors make of their arguments, tables of errors, error codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives
from errkb.harvest.syntax.language import Made

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = [
    "CODE",
    "ERROR_NAME",
    "FUNCTIONS",
    "class_name",
    "code_of",
    "declared",
    "function_name",
    "status_of",
    "table_row",
]

ERROR_NAME = re.compile(r"(?:Error|Exception|Warning|Err|Failure|Fault|Abort|HttpError\w*)\d*$|^ERR_[A-Z0-9_]+$")
CODE = re.compile(r"(?:E|ERR_|DEP_?)[A-Z0-9_]{2,60}|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
FUNCTIONS = ("arrow_function", "function_expression", "generator_function")


def code_of(reader: Reader, node: Node | None) -> str | None:
    """Return what looks like an error code: a string, a constant, or its name (`Codes.ERR_X`)."""
    if node is None:
        return None
    reader.texts.start()
    texts = reader.texts.known(node) or (reader.text(node).rpartition(".")[2],)
    return texts[0] if CODE.fullmatch(texts[0]) else None


def status_of(reader: Reader, node: Node | None) -> int | None:
    """Return the HTTP status that a number is."""
    text = reader.text(node) if node is not None and node.type == "number" else ""
    return int(text) if text.isdigit() and 400 <= int(text) <= 599 else None


def declared(reader: Reader, path: list[Node]) -> Iterator[Made]:
    """A class with a base: what its constructor passes on, the message, name and code it sets."""
    node = path[-1]
    heritage = next((one for one in node.named_children if one.type == "class_heritage"), None)
    name = class_name(reader, path)
    body = node.child_by_field_name("body")
    if heritage is None or name is None or body is None:
        return
    base = re.sub(r"\s*extends\s+([\w$.]+).*", r"\1", reader.text(heritage)[:200], flags=re.DOTALL)
    made = Made(name, reader.line(node), base.rpartition(".")[2])
    for member in body.named_children[:60]:
        if member.type in ("field_definition", "public_field_definition"):
            key = member.child_by_field_name("property") or member.child_by_field_name("name")
            _set(reader, made, reader.text(key), member.child_by_field_name("value"))
        elif member.type == "method_definition":
            method = reader.text(member.child_by_field_name("name"))
            if method == "constructor":
                _constructor(reader, made, member)
            elif method == "message":
                reader.texts.start()
                made.texts = _returned(reader, member)
    yield made


def _constructor(reader: Reader, made: Made, node: Node) -> None:
    held = node.child_by_field_name("parameters")
    made.params = tuple(_parameter(reader, one) for one in reader.items(held)) if held is not None else ()
    for inner in reader.grammar.nodes(node, ("call_expression", "assignment_expression"))[:60]:
        if inner.type == "call_expression":
            if reader.text(inner.child_by_field_name("function")) == "super":
                made.line = reader.line(inner)
                made.passed = made.passed or reader.constructed(reader.arguments(inner))
            continue
        left = reader.text(inner.child_by_field_name("left"))
        if left.startswith("this."):
            _set(reader, made, left[5:], inner.child_by_field_name("right"))


def _parameter(reader: Reader, node: Node) -> tuple[str, Alternatives]:
    name = node.child_by_field_name("pattern") or node.child_by_field_name("left") or node
    default = node.child_by_field_name("value") or node.child_by_field_name("right")
    reader.texts.start()
    return reader.text(name), (reader.texts.known(default) or ()) if default is not None else ()


def _set(reader: Reader, made: Made, name: str, value: Node | None) -> None:
    """Note a field that an error sets."""
    if value is None or name not in ("message", "name", "code", "status", "statusCode"):
        return
    reader.texts.start()
    texts = reader.texts.known(value)
    if name == "message" and (texts or not made.passed):
        made.texts = texts or reader.texts.any(value)
    elif name == "name" and texts and ERROR_NAME.search(texts[0]):
        made.shown = texts[0]
    elif name == "code":
        made.code = code_of(reader, value)
    elif name.startswith("status"):
        made.status = status_of(reader, value)


def table_row(reader: Reader, node: Node) -> Made | None:
    """Return the class that `E("ERR_X", "text", TypeError)` makes, known by its code."""
    args = reader.arguments(node)
    code = code_of(reader, args[0]) if len(args) > 1 and args[0].type == "string" else None
    if code is None:
        return None
    reader.texts.start()
    texts = reader.texts.known(args[1]) or ()
    params: tuple[tuple[str, Alternatives], ...] = ()
    if args[1].type in FUNCTIONS:
        params = tuple((name, ()) for name in reader.parameters([args[1]]))
        texts = _returned(reader, args[1])
    cls = next((reader.text(arg) for arg in args[2:] if ERROR_NAME.search(reader.text(arg))), "Error")
    return Made(code, reader.line(node), params=params, texts=texts, shown=cls, code=code)


def _returned(reader: Reader, function: Node) -> Alternatives:
    """Return the texts a function may return."""
    body = function.child_by_field_name("body")
    if body is None:
        return ()
    if body.type != "statement_block":
        return reader.texts.any(body)
    values = [next(iter(one.named_children), None) for one in reader.grammar.nodes(body, ("return_statement",))[:12]]
    return tuple(dict.fromkeys(text for value in values if value is not None for text in reader.texts.any(value)))


def class_name(reader: Reader, path: list[Node]) -> str | None:
    """The name of a class, or of what it is put into."""
    name = path[-1].child_by_field_name("name")
    return reader.text(name) if name is not None else _assigned_name(reader, path)


def function_name(reader: Reader, path: list[Node]) -> str | None:
    """The name of a function, or of what it is put into; callbacks have none."""
    name = path[-1].child_by_field_name("name")
    return reader.text(name) if name is not None else _assigned_name(reader, path)


def _assigned_name(reader: Reader, path: list[Node]) -> str | None:
    if len(path) < 2:
        return None
    around = path[-2]
    for field in ("name", "key", "left", "property"):
        name = around.child_by_field_name(field)
        if name is not None and around.child_by_field_name("body") is None:
            return reader.text(name).strip("'\"").removeprefix("module.").removeprefix("exports.") or None
    return None
