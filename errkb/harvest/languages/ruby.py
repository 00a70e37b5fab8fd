"""Ruby: what is raised, with classes and the messages they make, `abort`, `warn` and what goes to standard error."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives, mark, product
from errkb.harvest.syntax.escapes import unescaped
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Made, Rule, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["RUBY"]

_RAISING = re.compile(r"(?:Kernel\.)?(?:raise|fail)")
_CONSTANTS = ("constant", "scope_resolution")
_METHODS = ("method", "singleton_method")


def _call(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`raise X, "text"`, or another call by the rules."""
    node = path[-1]
    callee = reader.callee(node)
    if not _RAISING.fullmatch(callee):
        yield from reader.by_rule(path)
        return
    args = [arg for arg in reader.arguments(node) if arg.type not in ("pair", "hash_splat_argument", "block_argument")]
    if not args:
        return
    first = args[0]
    if first.type == "call" and reader.callee(first).endswith((".new", ".exception")):
        made = first.child_by_field_name("receiver")
        given = [arg for arg in reader.arguments(first) if arg.type != "pair"]
        yield Site("raise", reader.line(node), reader.text(made) or None, args=reader.constructed(given))
    elif first.type in _CONSTANTS:
        yield Site("raise", reader.line(node), reader.text(first), args=reader.constructed(args[1:2]))
    elif len(args) > 1:
        reader.texts.start()
        yield Site("raise", reader.line(node), texts=reader.texts.any(args[1]))
    else:
        reader.texts.start()
        texts = reader.texts.known(first)
        if texts:
            yield Site("raise", reader.line(node), "RuntimeError", texts)


def _class(reader: Reader, path: list[Node]) -> Iterator[Made]:
    """A class with a base: what its constructor passes on, and the methods that make its text."""
    node = path[-1]
    base, body = node.child_by_field_name("superclass"), node.child_by_field_name("body")
    name = reader.text(node.child_by_field_name("name"))
    if base is None:
        return
    made = Made(name.rpartition("::")[2], reader.line(node), reader.text(base).lstrip("< ").rpartition("::")[2])
    for member in body.named_children[:80] if body is not None else ():
        if member.type != "method":
            continue
        method = reader.text(member.child_by_field_name("name"))
        if method == "initialize":
            _constructor(reader, made, member)
        elif method == "message" or (method == "to_s" and not made.texts):
            made.texts = _returned(reader, member) or made.texts
    yield made


def _constructor(reader: Reader, made: Made, node: Node) -> None:
    held = node.child_by_field_name("parameters")
    made.params = tuple(_parameter(reader, one) for one in reader.items(held)) if held is not None else ()
    for inner in reader.grammar.nodes(node, ("call",))[:40]:
        if reader.text(inner.child_by_field_name("method")) == "super":
            made.line = reader.line(inner)
            made.passed = made.passed or reader.constructed(reader.arguments(inner))


def _parameter(reader: Reader, node: Node) -> tuple[str, Alternatives]:
    default = node.child_by_field_name("value")
    reader.texts.start()
    return reader.text(node.child_by_field_name("name") or node), (
        reader.texts.known(default) or ()
    ) if default is not None else ()


def _returned(reader: Reader, method: Node) -> Alternatives:
    reader.texts.start()
    body = method.child_by_field_name("body")
    return (reader.texts.known(body) or ()) if body is not None else ()


def _heredoc(reader: Reader, node: Node) -> Alternatives | None:
    """The text of `<<~NAME` stands below the statement."""
    body = next((one for one in reader.nodes("heredoc_body") if one.start_byte > node.start_byte), None)
    if body is None:
        return None
    parts: list[Alternatives] = []
    for child in body.named_children:
        if child.type == "heredoc_content":
            parts.append((unescaped(reader.text(child)),))
        elif child.type == "interpolation" and child.named_children:
            inner = child.named_children[0]
            parts.append((mark(f"{{{reader.shown(inner)}}}", reader.shown(inner)),))
    texts = product(parts)
    squiggly = reader.text(node).startswith("<<~")
    return tuple((textwrap.dedent(text.removeprefix("\n")) if squiggly else text).strip("\n") for text in texts) or None


RUBY = Language(
    name="ruby",
    version=2,
    grammars=dict.fromkeys((".rb", ".rake", ".gemspec"), Grammar("tree_sitter_ruby")),
    telling=(
        r"\b(?:raise|fail|abort|warn)\b|\$stderr\.|STDERR\.|\.(?:error|fatal)\b|alert_error|say_error|errors\.add"
        r"|\bclass [\w:]+\s*<"
    ),
    helpers=r"(?i:assert|fail|raise|error|removed|deprecat|invalid|halt)\w{0,30}[!?]?[ (]",
    sites={"call": _call, "class": _class},
    rules=(
        Rule(r"(?:Kernel\.)?abort", "exit", cls="SystemExit"),
        Rule(r"(?:Kernel\.)?warn", "warn", severity="warning"),
        Rule(r"(?:\$stderr|STDERR)\.(?:puts|print|write|<<)", "log"),
        Rule(r"(?:\$stderr|STDERR)\.printf", "log", style="printf"),
        Rule(r"(?:.*\.)?\w*(?i:log|logger|ui|shell|console)\.(?:error|fatal|alert_error|critical)", "log", at=None),
        Rule(r"(?:alert_error|say_error|print_error|.*\.say_error)", "log", at=None),
        Rule(r"(?:.*\.)?errors\.add", "raise", at=None),
    ),
    calls={"call": ("method", "arguments")},
    strings=frozenset({"string"}),
    interpolations=frozenset({"interpolation"}),
    concatenations=frozenset({"binary"}),
    adjacent=frozenset({"chained_string"}),
    conditionals={
        "conditional": ("consequence", "alternative"),
        "if": ("consequence", "alternative"),
        "unless": ("consequence", "alternative"),
        "elsif": ("consequence", "alternative"),
        "case": ("*when", "*else"),
        "when": ("body",),
    },
    blocks_of_value=frozenset({"then", "else", "body_statement", "begin", "block_body"}),
    special={"heredoc_beginning": _heredoc},
    transparent=frozenset({"parenthesized_statements", "unary"}),
    names=frozenset({"identifier", "constant", "instance_variable", "scope_resolution"}),
    bare_calls=True,
    wrappers={
        r"(?:Kernel\.)?(?:format|sprintf)": "printf",
        r"String\.new|String|_|I18n\.t|dedent|(?:.*\.)?(?:redact|escape|sanitize|colorize|clean)\w*": "plain",
    },
    methods=frozenset(
        {"strip", "chomp", "freeze", "dup", "to_s", "squish", "strip_heredoc", "lstrip", "rstrip", "html_safe"}
    ),
    arrays=frozenset({"array"}),
    returns=frozenset({"return"}),
    functions={"method": "name", "singleton_method": "name"},
    classes={"class": "name", "module": "name"},
    blocks=frozenset({"then", "else", "begin", "block_body", "do_block", "block", "body_statement", "if_modifier"}),
    assignments={
        "assignment": ("left", "right"),
        "operator_assignment": ("left", "right"),
        "binary": ("left", "right"),
    },
)
