"""C#: exceptions that are thrown or made, guards, logged errors, exception classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.languages.jvm import EXCEPTIONAL, created, telling_only
from errkb.harvest.marks import Alternatives, literal
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Made, Rule, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["CSHARP"]

_LOG = r"(?:.*\.)?_?(?i:\w*log(?:ger)?|trace|diagnostics?)\??\."
_THROWN = ("throw_statement", "throw_expression")
_PARAMETER_FIRST = frozenset({"ArgumentNullException", "ArgumentOutOfRangeException", "ObjectDisposedException"})


def _thrown(reader: Reader, path: list[Node]) -> Iterator[Site]:
    value = next(iter(path[-1].named_children), None)
    if value is not None and value.type == "object_creation_expression":
        yield _created(reader, path[-1], value)
    elif value is not None and value.type == "invocation_expression":
        callee = reader.callee(value)
        cls = callee.rpartition(".")[0]
        if EXCEPTIONAL.match(cls.rpartition(".")[2]):
            yield _manufactured(reader, path[-1], value, cls)
        else:
            yield from telling_only(reader.ruled(value, callee), inside=False)


def _manufactured(reader: Reader, place: Node, node: Node, cls: str) -> Site:
    """`throw X.Create(reader, "…")`: the message is the first text that is given."""
    args = reader.arguments(node)
    reader.texts.start()
    at = next((number for number, arg in enumerate(args) if reader.texts.known(arg)), len(args))
    return Site("raise", reader.line(place), cls, texts=reader.texts.message(args[at:], "braces"))


def _made(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`new X("…")` that is handed on."""
    cls = reader.text(path[-1].child_by_field_name("type"))
    if path[-2].type not in _THROWN and EXCEPTIONAL.match(cls):
        yield _created(reader, path[-1], path[-1])


def _created(reader: Reader, place: Node, node: Node) -> Site:
    """Return the site of an exception; some classes of .NET take the name of a parameter first."""
    cls = reader.text(node.child_by_field_name("type"))
    args = reader.arguments(node)
    if cls.rpartition(".")[2] in _PARAMETER_FIRST:
        args = args[-1:] if len(args) > 1 else []
    return created(reader, place, cls, args)


def _call(reader: Reader, path: list[Node]) -> Iterator[Site]:
    inside = any(node.type in (*_THROWN, "object_creation_expression") for node in path[-6:-1])
    yield from telling_only(reader.by_rule(path), inside=inside)


def _constructor(reader: Reader, path: list[Node]) -> Iterator[Made]:
    """A constructor of an exception class that passes text of its own to its base."""
    node = path[-1]
    name = reader.text(node.child_by_field_name("name"))
    passed = next((one for one in node.named_children if one.type == "constructor_initializer"), None)
    if passed is None or not EXCEPTIONAL.match(name) or not reader.text(passed).lstrip(": ").startswith("base"):
        return
    listed = next((one for one in passed.named_children if one.type == "argument_list"), None)
    args = reader.constructed(reader.items(listed)) if listed is not None else ()
    if any(literal(text).strip() for texts in args for text in texts):
        params = tuple((one, ()) for one in reader.parameters([node]))
        yield Made(name, reader.line(node), "Exception", params, args)


def _message(reader: Reader, path: list[Node]) -> Iterator[Made]:
    """`public override string Message => "…"` of an exception class."""
    node = path[-1]
    owner = reader.owner(path) or ""
    if reader.text(node.child_by_field_name("name")) != "Message" or not EXCEPTIONAL.match(owner):
        return
    reader.texts.start()
    value = node.child_by_field_name("value")
    texts = reader.texts.known(next(iter(value.named_children), None)) if value is not None else None
    if texts:
        yield Made(owner, reader.line(node), "Exception", texts=texts)


def _bare(reader: Reader, node: Node) -> Alternatives | None:
    """`@"…"` and `\"""…\"""`."""
    text = reader.text(node)
    if text.startswith("@"):
        return (text[2:-1].replace('""', '"'),)
    found = re.fullmatch(r'"{3,}(.*?)"{3,}', text, re.DOTALL)
    return (re.sub(r"\n[ \t]*", "\n", found[1]).strip("\n"),) if found else None


def _conditional(reader: Reader, node: Node) -> Alternatives | None:
    """`"no " + x?.Name`, which the grammar takes for a member of the sum."""
    inner = node.child_by_field_name("condition")
    return reader.texts.known(inner) if inner is not None and inner.type == "binary_expression" else None


CSHARP = Language(
    name="csharp",
    version=3,
    grammars={".cs": Grammar("tree_sitter_c_sharp")},
    telling=(
        r"\bthrow\b|Exception\(|\.(?:LogError|LogCritical|Error|Fatal|Critical)\w*\(|\bConsole\.Error\.Write|\bFailFast\("
        r"|\bDebug\.(?:Assert|Fail)\(|\bTrace\.(?:Assert|Fail|TraceError)\(|\bMessage =>|: base\("
        r"|\b(?:Throw|Fail|Report)\w*\("
        r"|\b\w*(?:Error|Exception|Failure)\w*\(|\bContract\.Requires|\bGuard\.\w+\(|\bExit\("
    ),
    sites={
        "throw_statement": _thrown,
        "throw_expression": _thrown,
        "object_creation_expression": _made,
        "invocation_expression": _call,
        "constructor_declaration": _constructor,
        "property_declaration": _message,
    },
    rules=(
        Rule(_LOG + r"(?:Log)?(?:Error|Fatal|Critical|TraceError)\w*", "log", at=None, style="braces"),
        Rule(r"Console\.Error\.Write(?:Line)?(?:Async)?", "log", style="braces"),
        Rule(r"(?:System\.)?(?:Debug|Trace)\.(?:Assert|Fail)", "assert", at=None),
        Rule(r"Environment\.FailFast", "exit", severity="critical"),
        Rule(r"Contract\.Requires(?:<(?P<cls>\w+)>)?", at=1),
        Rule(r"(?:Guard|Check|Ensure|Requires|Assumes|Verify)\.\w+", at=None, style="braces", cls="ArgumentException"),
        Rule(
            r"(?:.*\.)?(?:(?:Throw|Fail|Report|Raise)\w*|\w*(?:Error|Exception|Failure)\w*)",
            at=None,
            style="braces",
        ),
    ),
    calls={
        "invocation_expression": ("function", "arguments"),
        "object_creation_expression": ("type", "arguments"),
    },
    strings=frozenset({"string_literal", "interpolated_string_expression"}),
    interpolations=frozenset({"interpolation"}),
    punctuation=frozenset({"interpolation_brace", "interpolation_format_clause", "interpolation_alignment_clause"}),
    special={
        "verbatim_string_literal": _bare,
        "raw_string_literal": _bare,
        "conditional_access_expression": _conditional,
    },
    conditionals={"conditional_expression": ("consequence", "alternative"), "lambda_expression": ("body",)},
    wrappers={
        r"(?:string|String)\.Format|(?:\w+\.)*Format(?:String|With)?|SR\.Format": "braces",
        r"(?:string|String)\.Concat": "glued",
        r"nameof": "plain",
    },
    aside=r"(?:CultureInfo|System)\..*",
    methods=frozenset({"Trim", "ToString"}),
    fills={"FormatWith": "braces"},
    functions={
        "method_declaration": "name",
        "constructor_declaration": "name",
        "local_function_statement": "name",
        "property_declaration": "name",
        "lambda_expression": lambda *_: None,
    },
    classes=dict.fromkeys(
        ("class_declaration", "struct_declaration", "record_declaration", "interface_declaration"), "name"
    ),
    blocks=frozenset({"block", "switch_section"}),
    assignments={"variable_declarator": ("name", "-1"), "assignment_expression": ("left", "right")},
)
