"""Rust: panics, macros and constructors of errors, `#[error("…")]`, what `Display` writes, errors of PyO3.

The grammar does not look into macros: those that take expressions are functions here (`panic_`, see `rust_source`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.languages.rust_source import prepared
from errkb.harvest.marks import Alternatives, literal
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Rule, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["RUST"]

_EXCEPTIONAL = re.compile(r"(?:\w+::)*(\w*(?:Error|Err|Exception|Failure|Fault|ErrorKind|ErrorType|ErrorCode))\b")
_DESCRIBING = frozenset({"fmt", "message_template", "message_template_python", "message_template_json", "message"}) | {
    "description",
    "title",
    "help",
    "as_str",
    "to_string",
    "error_message",
    "msg",
}
_STRINGS = frozenset({"__str__", "__repr__"})
_MACRO_TEXT = {"unreachable_": "internal error: entered unreachable code", "todo_": "not yet implemented"}
_MACRO_TEXT |= {"unimplemented_": "not implemented"}
_CODE = re.compile(r"\b[A-Z]\d{4}\b")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def _call(reader: Reader, path: list[Node]) -> Iterator[Site]:
    node = path[-1]
    callee = reader.callee(node)
    name = callee.rpartition("::")[2].rpartition(".")[2]
    if name in _MACRO_TEXT:
        yield from _told(reader, node, name)
    elif name in ("assert_", "debug_assert_"):
        yield from _asserted(reader, node)
    elif name in ("write_", "writeln_", "write_str", "write_fmt", "pad"):
        yield from _written(reader, path, name)
    else:
        for site in reader.by_rule(path):
            yield from _finished(reader, node, site)


def _finished(reader: Reader, node: Node, site: Site) -> Iterator[Site]:
    """Take off what PyO3 puts before a class, find an error code among the arguments."""
    callee = reader.callee(node)
    if site.cls is not None:
        site.cls = re.sub(r"^Py(?=[A-Z]\w*(?:Error|Exception|Warning)$)", "", site.cls)
    if site.cls is not None and not site.texts:
        return
    if site.cls is None and callee.endswith("_"):
        first = next(iter(reader.arguments(node)), None)
        named = _EXCEPTIONAL.fullmatch(reader.text(first)) if first is not None else None
        site.cls = named[1].removeprefix("Py") if named else None
    if "span" in callee:
        codes = [reader.text(arg) for arg in reader.arguments(node)]
        site.code = next((code for code in codes if _CODE.fullmatch(code)), site.code)
    if site.kind == "raise" and site.cls is None and not _telling(site.texts):
        return
    yield site


def _told(reader: Reader, node: Node, name: str) -> Iterator[Site]:
    args = reader.arguments(node)
    said = _MACRO_TEXT[name]
    reader.texts.start()
    texts = reader.texts.message(args, "braces") if args else ()
    yield Site(
        "panic", reader.line(node), texts=tuple(f"{said}: {text}" for text in texts) or (said,), severity="critical"
    )


def _asserted(reader: Reader, node: Node) -> Iterator[Site]:
    """An assertion: its message, or its condition as the compiler prints it."""
    args = reader.arguments(node)
    if len(args) > 1:
        reader.texts.start()
        yield Site("panic", reader.line(node), texts=reader.texts.message(args[1:], "braces"), severity="critical")
    elif args and (shown := reader.shown(args[0])) != "value":
        yield Site("panic", reader.line(node), texts=(f"assertion failed: {shown}",), severity="critical")


def _written(reader: Reader, path: list[Node], name: str) -> Iterator[Site]:
    """What the `Display` of an error type writes."""
    owner, function = reader.owner(path) or "", reader.function(path) or ""
    if not _EXCEPTIONAL.search(owner) or function.rpartition("::")[2] not in _DESCRIBING:
        return
    if "Debug" in _implemented(reader, path):
        return
    args = reader.arguments(path[-1])[1 if name in ("write_", "writeln_") else 0 :]
    reader.texts.start()
    texts = reader.texts.message(args, "braces")
    if _telling(texts):
        yield Site("raise", reader.line(path[-1]), owner.rpartition("::")[2], texts)


def _implemented(reader: Reader, path: list[Node]) -> str:
    """Return the trait that the code around implements."""
    around = next((node for node in reversed(path) if node.type == "impl_item"), None)
    return reader.text(around.child_by_field_name("trait")) if around is not None else ""


def _attribute(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`#[error("…")]` and its like before a type or a variant."""
    inner = next(iter(path[-1].named_children), None)
    listed = inner.child_by_field_name("arguments") if inner is not None else None
    if listed is None:
        return
    tokens = [one for one in _tokens(listed) if one.type not in reader.language.comments]
    place = next((at for at, one in enumerate(tokens) if one.type in reader.language.strings), None)
    if place is None:
        return
    reader.texts.start()
    values = [one for one in tokens[place + 1 :] if one.prev_sibling is not None and one.prev_sibling.type == ","]
    texts = reader.texts.message([tokens[place], *values], "braces")
    code = _CODE.search(reader.text(listed))
    yield Site("raise", reader.line(path[-1]), _described(reader, path), texts, code=code[0] if code else None)


def _tokens(listed: Node) -> list[Node]:
    """Return the tokens of an attribute, those within `display(…)` too."""
    tokens = listed.named_children
    inner = next((one for one in tokens if one.type == "token_tree"), None)
    strings = [one for one in tokens if one.type.endswith("string_literal")]
    return inner.named_children if inner is not None and not strings else tokens


def _described(reader: Reader, path: list[Node]) -> str | None:
    """Return the type an attribute belongs to: of a variant its enum."""
    following = path[-1].next_named_sibling
    while following is not None and following.type in ("attribute_item", "line_comment", "block_comment"):
        following = following.next_named_sibling
    if following is not None and following.type in ("struct_item", "enum_item"):
        return reader.text(following.child_by_field_name("name"))
    around = next((node for node in reversed(path) if node.type == "enum_item"), None)
    return reader.text(around.child_by_field_name("name")) if around is not None else None


def _arm(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """A table of messages: `Self::Missing { .. } => "Field required"`."""
    owner, function = reader.owner(path) or "", (reader.function(path) or "").rpartition("::")[2]
    if not _EXCEPTIONAL.search(owner) or function not in _DESCRIBING:
        return
    node = path[-1]
    reader.texts.start()
    texts = tuple(text for text in reader.texts.known(node.child_by_field_name("value")) or () if _telling((text,)))
    if not texts:
        return
    cls, code = owner.rpartition("::")[2], None
    if function.startswith("message_template"):  # as pydantic has them
        variant = re.search(r"::(\w+)", reader.text(node.child_by_field_name("pattern")))
        cls, code = "ValidationError", _CAMEL.sub("_", variant[1]).lower() if variant else None
        printed = f" [type={code}, input_value={{input_value}}, input_type={{input_type}}]"
        yield Site("raise", reader.line(node), cls, tuple(f"{text}{printed}" for text in texts))
    yield Site("raise", reader.line(node), cls, texts, code=code)


def _string_method(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """What `__str__` of a class of PyO3 returns."""
    node = path[-1]
    body = node.child_by_field_name("body")
    if body is None or reader.text(node.child_by_field_name("name")) not in _STRINGS:
        return
    reader.texts.start()
    texts = reader.texts.known(next(iter(reversed(body.named_children)), None)) or ()
    telling = tuple(text for text in texts if _telling((text,)))
    owner = (reader.owner(path) or "").rpartition("::")[2]
    if telling and re.search(r"Err|Exception|Warning|Unexpected", owner):
        yield Site("raise", reader.line(node), owner, telling)


def _owner(reader: Reader, path: list[Node]) -> str | None:
    """Return the type that an `impl` is for, without its parameters."""
    return re.sub(r"<.*", "", reader.text(path[-1].child_by_field_name("type")), flags=re.DOTALL).strip() or None


def _telling(texts: Alternatives) -> bool:
    return any(sum(map(str.isalpha, literal(text))) > 3 for text in texts)


_ERROR = r"(?:\w+::)*(?P<cls>\w*(?:Error|Err|Exception|Failure|Fault|ErrorKind)s?)(?:::<\w+>)?"

RUST = Language(
    name="rust",
    version=4,
    grammars={".rs": Grammar("tree_sitter_rust")},
    telling=(
        r"\b(?:panic|bail|ensure|anyhow|eyre|miette|format_err|unreachable|todo|unimplemented|eprintln|eprint|whatever)!\("
        r"|\b\w*(?:err|bail|ensure|panic|assert|fatal|bug|abort)\w*!\(|\.expect\w*\(|\.(?:with_)?context\("
        r"|\.wrap_err\w*\(|\.ok_or\w*\(|\.map_err\(|\b\w*(?:Error|Err|Exception|Failure|Fault|ErrorKind)(?:::<\w+>)?(?:::\w+)?\("
        r"|\b\w*(?:Error|Err|Failure)(?:::\w+)? \{|\#\[(?:error|fail|display|snafu|diag)\(|\bwrite(?:ln)?!\("
        r"|\.write_str\("
        r"|=>\s{0,40}\{?\s{0,80}\"|\bfn __(?:str|repr)__|\.(?:struct_span_)?(?:err|fatal|bug)\w*\("
        r"|\bconst [A-Z][A-Z0-9_]+: &(?:'static )?str|\b\w+_err\w*\(|(?:Unexpected|Invalid)\w*::\w+\("
    ),
    sites={
        "call_expression": _call,
        "attribute_item": _attribute,
        "match_arm": _arm,
        "function_item": _string_method,
    },
    rules=(
        Rule(r"(?:\w+::)*(?:\w*panic)_", "panic", style="braces", severity="critical"),
        Rule(r"(?:\w+::)*(?:debug_)?assert_(?:eq|ne)_", "panic", at=2, style="braces", severity="critical"),
        Rule(r"(?:\w+::)*e?println_|(?:\w+::)*eprint_", "log", style="braces"),
        Rule(r"(?:\w+::)*(?:tracing::)?error_", "log", at=None, style="braces"),
        Rule(r"(?:\w+::)*py_schema_err\w*_", at=None, style="braces", cls="SchemaError"),
        Rule(
            r"(?:\w+::)*\w*(?:err|bail|ensure|anyhow|eyre|whatever|miette|fatal|span_bug)\w*_|bug_",
            at=None,
            style="braces",
        ),
        Rule(r"(?s:.*)\.expect(?:_err|_throw)?", "panic", severity="critical"),
        Rule(r"(?s:.*)\.(?:with_)?(?:context|whatever_context)|(?s:.*)\.wrap_err(?:_with)?"),
        Rule(r"(?s:.*)\.(?:ok_or(?:_else)?|map_err)"),
        Rule(r"Err|Poll::Ready|Some\(Err"),
        Rule(rf"{_ERROR}(?:::\w+)?", at=None),
        Rule(r"(?:\w+::)*(?P<cls>\w*(?:Unexpected|Invalid)\w*)::\w+", at=None),
        Rule(r"PyErr::new::<(?:\w+::)*(?P<cls>\w+),_>", at=None),
        Rule(r"(?s:.*)\.(?:struct_span_)?(?:span_)?(?:err|fatal|bug|error)\w*", at=None, style="braces"),
        Rule(r"(?:\w+::)*\w+_err(?:or)?(?:_\w+)?", at=None, style="braces"),
    ),
    calls={"call_expression": ("function", "arguments")},
    strings=frozenset({"string_literal", "raw_string_literal"}),
    continued=True,
    conditionals={"if_expression": ("consequence", "alternative"), "closure_expression": ("body",)},
    transparent=frozenset({"parenthesized_expression", "reference_expression", "else_clause", "unsafe_block"}),
    blocks_of_value=frozenset({"block"}),
    returns=frozenset({"return_expression"}),
    wrappers={
        r"(?:\w+::)*(?:format|format_args|formatcp|concat)_": "braces",
        r"(?:\w+::)*String::from|(?:\w+::)*Cow::\w+|(?:\w+::)*Box::(?:new|from)|String::new": "plain",
        r"(?:\w+::)*String::with_capacity|Some|(?s:.*)\.unwrap_or": "plain",
    },
    methods=frozenset(
        {"into", "to_string", "to_owned", "as_str", "as_ref", "clone", "into_boxed_str", "into_py", "trim"}
    ),
    appends={
        r"(?P<name>\w+)\.(?:push_str|push)": (0, "plain"),
        r"(?:std::)?write(?:ln)?_": (1, "braces"),
    },
    appending=r"push_str\(|write(?:ln)?_\(",
    functions={"function_item": "name", "closure_expression": lambda *_: None},
    classes={"impl_item": _owner, "trait_item": "name"},
    joint="::",
    blocks=frozenset({"block"}),
    assignments={
        "let_declaration": ("pattern", "value"),
        "const_item": ("name", "value"),
        "static_item": ("name", "value"),
        "assignment_expression": ("left", "right"),
        "compound_assignment_expr": ("left", "right"),
    },
    prepare=prepared,
)
