"""Java: exceptions that are thrown, made or handed on, checks, logged errors, enums of errors, exception classes."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.languages.jvm import CHECKS, EXCEPTIONAL, FORMATS, LOGS, REPORTS, TELLING, created, reported
from errkb.harvest.marks import literal
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Made, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["JAVA"]

_ERROR_ENUM = re.compile(r"\w*(?:Error|Fault|Exception|ErrorCode|Errors|Failure|Problem|StatusCode|ResultCode)s?\w*")
_MESSAGE_METHODS = frozenset({"getMessage", "toString", "getLocalizedMessage", "getErrorMessage", "message"})


def _thrown(reader: Reader, path: list[Node]) -> Iterator[Site]:
    value = path[-1].named_children[0] if path[-1].named_children else None
    if value is None:
        return
    if value.type == "object_creation_expression":
        yield created(reader, path[-1], reader.text(value.child_by_field_name("type")), reader.arguments(value))
    elif value.type == "method_invocation":
        found = list(reader.ruled(value, reader.callee(value)))
        yield from found or _from_call(reader, value)
    elif value.type == "identifier":
        yield from _from_variable(reader, value)


def _from_variable(reader: Reader, value: Node) -> Iterator[Site]:
    """`throw problem`: the exceptions put into the variable, as far as their names do not tell that they are some."""
    for made in reader.variables.values(value):
        at: Node | None = made
        while at is not None and at.type == "method_invocation":
            at = at.child_by_field_name("object")
        if at is not None and at.type == "object_creation_expression":
            cls = reader.text(at.child_by_field_name("type"))
            if not EXCEPTIONAL.match(cls):
                yield created(reader, at, cls, reader.arguments(at))


def _from_call(reader: Reader, value: Node) -> Iterator[Site]:
    """`throw translate("cannot open " + path, e)`: the first text is the message."""
    reader.texts.start()
    for place, arg in enumerate(args := reader.arguments(value)):
        texts = reader.texts.known(arg)
        if texts and any(" " in literal(text) for text in texts):
            yield Site("raise", reader.line(value), texts=reader.texts.message(args[place:], "printf"))
            return


def _created(reader: Reader, path: list[Node]) -> Iterator[Site]:
    node = path[-1]
    cls = reader.text(node.child_by_field_name("type"))
    if path[-2].type != "throw_statement" and EXCEPTIONAL.match(cls):
        yield created(reader, node, cls, reader.arguments(node))


def _assertion(reader: Reader, path: list[Node]) -> Iterator[Site]:
    parts = path[-1].named_children
    if len(parts) > 1:
        yield Site("assert", reader.line(path[-1]), "AssertionError", args=reader.constructed(parts[1:2]))


def _class(reader: Reader, path: list[Node]) -> Iterator[Made | Site]:
    """An exception class: its constructors, as far as all say text of their own; else each text is a place."""
    node = path[-1]
    name = reader.text(node.child_by_field_name("name"))
    base = reader.text(node.child_by_field_name("superclass")).removeprefix("extends").strip()
    body = node.child_by_field_name("body")
    if body is None or not (EXCEPTIONAL.match(name) or EXCEPTIONAL.match(re.sub(r"<.*", "", base))):
        return
    made = [one for child in body.named_children if (one := _constructor(reader, name, base, child)) is not None]
    made += [one for child in body.named_children if (one := _described(reader, name, base, child)) is not None]
    own = [one for one in made if any(literal(text).strip() for texts in (*one.passed, one.texts) for text in texts)]
    if own and len(own) == len(made):
        yield own[-1] if own[-1].texts else own[0]
        return
    yield Made(name, reader.line(node), base or None)
    for one in own:
        yield Site("raise", one.line, name, args=one.passed, function=f"{name}.{name}")


def _constructor(reader: Reader, name: str, base: str, node: Node) -> Made | None:
    body = node.child_by_field_name("body")
    if node.type != "constructor_declaration" or body is None:
        return None
    passing = next((one for one in body.named_children if one.type == "explicit_constructor_invocation"), None)
    if passing is None or reader.text(passing.child_by_field_name("constructor")) != "super":
        return None
    listed = passing.child_by_field_name("arguments")
    args = reader.constructed(reader.items(listed)) if listed is not None else ()
    params = tuple((one, ()) for one in reader.parameters([node]))
    return Made(name, reader.line(passing), base, params, args)


def _described(reader: Reader, name: str, base: str, node: Node) -> Made | None:
    if node.type != "method_declaration" or reader.text(node.child_by_field_name("name")) not in _MESSAGE_METHODS:
        return None
    for found in reader.grammar.nodes(node, ("return_statement",))[:8]:
        reader.texts.start()
        texts = reader.texts.known(next(iter(found.named_children), None))
        if texts and any(literal(text).strip() for text in texts):
            return Made(name, reader.line(found), base, texts=texts)
    return None


def _constant(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """A constant of an enum of errors that has a text: the name is the code."""
    node = path[-1]
    owner = reader.owner(path) or ""
    listed = node.child_by_field_name("arguments")
    if listed is None or not _ERROR_ENUM.fullmatch(owner):
        return
    reader.texts.start()
    for arg in reader.items(listed):
        texts = reader.texts.known(arg)
        if texts and any(" " in literal(text) for text in texts):
            name = reader.text(node.child_by_field_name("name"))
            yield Site("raise", reader.line(node), texts=texts, code=name, function=f"{owner}.{name}")
            return


def _clean(_: str, text: str) -> str:
    """A text block: the indentation common to its lines is taken off."""
    return textwrap.dedent(text[1:]) if text.startswith("\n ") else text


JAVA = Language(
    name="java",
    version=2,
    grammars={".java": Grammar("tree_sitter_java")},
    telling=TELLING + r"|\bassert\b|\bextends [\w.]*(?:Exception|Error|Failure)\b|\b[A-Z][A-Z0-9_]{2,60}\(.{0,80}\"",
    sites={
        "throw_statement": _thrown,
        "object_creation_expression": _created,
        "method_invocation": reported,
        "assert_statement": _assertion,
        "class_declaration": _class,
        "enum_constant": _constant,
    },
    rules=(*LOGS, *CHECKS, *REPORTS),
    calls={
        "method_invocation": ("name", "arguments"),
        "object_creation_expression": ("type", "arguments"),
    },
    strings=frozenset({"string_literal"}),
    conditionals={"ternary_expression": ("consequence", "alternative"), "lambda_expression": ("body",)},
    transparent=frozenset({"parenthesized_expression"}),
    wrappers=FORMATS,
    aside=r"(?:java\.util\.)?Locale\..*",
    methods=frozenset({"trim", "strip", "toString", "stripIndent", "intern", "concat"}),
    fills={"formatted": "printf"},
    functions={"method_declaration": "name", "constructor_declaration": "name", "lambda_expression": lambda *_: None},
    classes={
        "class_declaration": "name",
        "interface_declaration": "name",
        "enum_declaration": "name",
        "record_declaration": "name",
    },
    blocks=frozenset({"block", "switch_block_statement_group", "constructor_body"}),
    assignments={"variable_declarator": ("name", "value"), "assignment_expression": ("left", "right")},
    clean=_clean,
)
