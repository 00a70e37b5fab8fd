"""Kotlin: exceptions that are thrown or made, `error`, `require`, `check` with lazy texts, logged errors, classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.languages.jvm import CHECKS, EXCEPTIONAL, FORMATS, LOGS, REPORTS, TELLING, created, telling_only
from errkb.harvest.marks import Alternatives, mark
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Made, Rule, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["KOTLIN"]

_SHORT = re.compile(r"\$([A-Za-z_]\w*)")


def _called(reader: Reader, node: Node) -> tuple[str, list[Node], int]:
    """Return what a call calls, its arguments, a lambda behind them included, and the line of its name."""
    lambdas = [one for one in node.named_children if one.type == "annotated_lambda"]
    inner = next((one for one in node.named_children if one.type == "call_expression"), None) if lambdas else None
    called = inner or node
    return reader.callee(called), [*reader.arguments(called), *lambdas], reader.call_line(called)


def _thrown(reader: Reader, path: list[Node]) -> Iterator[Site]:
    value = next(iter(path[-1].named_children), None)
    if value is not None and value.type == "call_expression":
        callee, args, _ = _called(reader, value)
        if callee.rpartition(".")[2][:1].isupper():
            yield created(reader, path[-1], callee, args)
        else:
            yield from telling_only(reader.ruled(value, callee, args), inside=False)


def _call(reader: Reader, path: list[Node]) -> Iterator[Site]:
    node = path[-1]
    callee, args, line = _called(reader, node)
    around = path[-2]
    completed = around.type == "call_expression" and around.named_children[-1].type == "annotated_lambda"
    if completed or around.type == "throw_expression":
        return
    name = callee.rpartition(".")[2]
    if name[:1].isupper() and EXCEPTIONAL.match(name):
        yield created(reader, node, callee, args)
        return
    for site in telling_only(reader.ruled(node, callee, args), inside=False):
        site.line = line
        yield site


def _class(reader: Reader, path: list[Node]) -> Iterator[Made]:
    """An exception class: what its head passes to its base."""
    node = path[-1]
    name = reader.text(node.child_by_field_name("name"))
    passed = next(iter(reader.grammar.nodes(node, ("constructor_invocation",), 4)), None)
    base = reader.text(passed.named_children[0]) if passed is not None else ""
    if passed is None or not (EXCEPTIONAL.match(name) or EXCEPTIONAL.match(base)):
        return
    listed = next((one for one in passed.named_children if one.type == "value_arguments"), None)
    args = reader.constructed(reader.items(listed)) if listed is not None else ()
    params = tuple((reader.text(one), ()) for one in _parameters(reader, node))
    yield Made(name, reader.line(node), base, params, args)


def _parameters(reader: Reader, node: Node) -> list[Node]:
    found = reader.grammar.nodes(node, ("class_parameter",), 4)
    return [name for one in found for name in one.named_children if name.type in ("identifier", "simple_identifier")]


def _lambda(reader: Reader, node: Node) -> Alternatives | None:
    """A lambda says what its last expression says."""
    inner = next((one for one in node.named_children if one.type == "lambda_literal"), node)
    return reader.texts.known(next(iter(reversed(inner.named_children)), None))


def _branches(reader: Reader, node: Node) -> Alternatives | None:
    """`if (a) "x" else "y"` and `when`."""
    ways = [reader.texts.known(one) for one in node.named_children[1:]]
    return tuple(dict.fromkeys(text for way in ways for text in way or ())) or None


def _clean(_: str, text: str) -> str:
    """`$name` is not taken apart by the grammar."""
    return _SHORT.sub(lambda found: mark(f"{{{found[1]}}}", found[1]), text)


def _function(reader: Reader, path: list[Node]) -> str | None:
    return reader.text(path[-1].child_by_field_name("name")) or None


KOTLIN = Language(
    name="kotlin",
    version=3,
    grammars={".kt": Grammar("tree_sitter_kotlin"), ".kts": Grammar("tree_sitter_kotlin")},
    telling=TELLING
    + r"|\b(?:error|require|requireNotNull|check|checkNotNull|TODO|assert)[ (]|\.(?:error|fatal|severe)[ ({]"
    + r"|: [\w.]*(?:Exception|Error|Failure|Throwable)\(|[A-Z]\w*(?:Exception|Error)\(",
    sites={"throw_expression": _thrown, "call_expression": _call, "class_declaration": _class},
    rules=(
        Rule(r"error", cls="IllegalStateException"),
        Rule(r"require", at=1, cls="IllegalArgumentException"),
        Rule(r"requireNotNull", at=1, cls="IllegalArgumentException"),
        Rule(r"check|checkNotNull", at=1, cls="IllegalStateException"),
        Rule(r"TODO", cls="NotImplementedError"),
        Rule(r"assert", at=1, cls="AssertionError"),
        *LOGS,
        *CHECKS,
        *REPORTS,
    ),
    calls={"call_expression": ("0", ".value_arguments")},
    strings=frozenset({"string_literal", "multiline_string_literal"}),
    interpolations=frozenset({"interpolation"}),
    special={
        "annotated_lambda": _lambda,
        "lambda_literal": _lambda,
        "if_expression": _branches,
        "when_expression": _branches,
        "when_entry": _branches,
    },
    wrappers=FORMATS,
    aside=r"Locale\..*",
    methods=frozenset({"trim", "trimIndent", "trimMargin", "toString"}),
    fills={"format": "printf"},
    functions={"function_declaration": _function, "lambda_literal": lambda *_: None},
    parameters=".function_value_parameters",
    classes={"class_declaration": "name", "object_declaration": "name"},
    blocks=frozenset({"block", "control_structure_body"}),
    assignments={"property_declaration": (".variable_declaration", "-1"), "assignment": ("0", "-1")},
    clean=_clean,
)
