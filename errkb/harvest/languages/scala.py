"""Scala: exceptions that are thrown or made, `sys.error`, `require`, logged errors, exception classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.languages.jvm import CHECKS, EXCEPTIONAL, FORMATS, LOGS, REPORTS, TELLING, created, reported
from errkb.harvest.marks import Alternatives
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Made, Rule, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["SCALA"]

_SAID = {"require": "requirement", "assume": "assumption", "assert": "assertion"}
_MARGIN = re.compile(r"^[ \t]*\|", re.MULTILINE)


def _thrown(reader: Reader, path: list[Node]) -> Iterator[Site]:
    value = next(iter(path[-1].named_children), None)
    if value is None:
        return
    if value.type == "instance_expression":
        cls = reader.text(next(iter(value.named_children), None))
        yield created(reader, path[-1], cls, reader.arguments(value))
    elif value.type == "call_expression" and (callee := reader.callee(value))[:1].isupper():
        yield created(reader, path[-1], callee, reader.arguments(value))  # a case class


def _made(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`new X("…")` that is handed on."""
    node = path[-1]
    cls = reader.text(next(iter(node.named_children), None))
    if path[-2].type != "throw_expression" and EXCEPTIONAL.match(cls):
        yield created(reader, node, cls, reader.arguments(node))


def _call(reader: Reader, path: list[Node]) -> Iterator[Site]:
    node = path[-1]
    callee = reader.callee(node)
    for site in reported(reader, path):
        if callee in _SAID:
            site.texts = tuple(f"{_SAID[callee]} failed: {text}" for text in site.texts)
        yield site


def _class(reader: Reader, path: list[Node]) -> Iterator[Made]:
    """An exception class: what its head passes to its base."""
    node = path[-1]
    name = reader.text(node.child_by_field_name("name"))
    extends = node.child_by_field_name("extend")
    base = reader.text(extends.child_by_field_name("type")) if extends is not None else ""
    if extends is None or not (EXCEPTIONAL.match(name) or EXCEPTIONAL.match(base)):
        return
    listed = extends.child_by_field_name("arguments")
    args = reader.constructed(reader.items(listed)) if listed is not None else ()
    held = node.child_by_field_name("class_parameters")
    params = tuple((reader.bare_name(one), ()) for one in held.named_children) if held is not None else ()
    yield Made(name, reader.line(node), base, params, args)


def _stripped(reader: Reader, node: Node) -> Alternatives | None:
    """A text block and `.stripMargin`, a method without brackets."""
    texts = reader.texts.known(node.child_by_field_name("value"))
    if texts is None or reader.text(node.child_by_field_name("field")) != "stripMargin":
        return None
    return tuple(_MARGIN.sub("", text) for text in texts)


def _interpolated(reader: Reader, node: Node) -> Alternatives | None:
    """`s"…"`, `f"…"`: the string behind the name of the interpolator."""
    return reader.texts.known(next(iter(reversed(node.named_children)), None))


SCALA = Language(
    name="scala",
    version=3,
    grammars={".scala": Grammar("tree_sitter_scala")},
    telling=TELLING
    + r"|\bsys\.error\(|\b(?:require|assume|assert)\(|\bextends [\w.]*(?:Exception|Error|Failure|Throwable)\b",
    sites={
        "throw_expression": _thrown,
        "instance_expression": _made,
        "call_expression": _call,
        "class_definition": _class,
    },
    rules=(
        Rule(r"(?:sys\.)error", cls="RuntimeException"),
        Rule(r"require", at=1, cls="IllegalArgumentException"),
        Rule(r"assume|assert", at=1, cls="AssertionError"),
        *LOGS,
        *CHECKS,
        *REPORTS,
    ),
    calls={"call_expression": ("function", "arguments"), "instance_expression": ("0", ".arguments")},
    strings=frozenset({"string", "interpolated_string"}),
    interpolations=frozenset({"interpolation"}),
    gaps=True,
    special={"interpolated_string_expression": _interpolated, "field_expression": _stripped},
    concatenations=frozenset({"infix_expression"}),
    conditionals={"if_expression": ("consequence", "alternative")},
    blocks_of_value=frozenset({"block"}),
    wrappers=FORMATS,
    methods=frozenset({"trim", "stripMargin", "toString"}),
    fills={"format": "printf"},
    functions={"function_definition": "name"},
    classes={"class_definition": "name", "object_definition": "name", "trait_definition": "name"},
    blocks=frozenset({"block", "template_body"}),
    assignments={
        "val_definition": ("pattern", "value"),
        "var_definition": ("pattern", "value"),
        "assignment_expression": ("left", "right"),
    },
)
