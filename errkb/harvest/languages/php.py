"""PHP: what is thrown, exception classes and their factories, `trigger_error`, `die`, logs and standard error."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.helpers import unknown_call
from errkb.harvest.syntax.language import Call, Language, Made, Rule, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["PHP"]

_ERROR = re.compile(r"(?:Exception|Error|Throwable|Failure|Fault|Warning)$|^(?:WP_Error|\w+Http\w*Exception)$")
_LOG = r".*(?i:log|logger|logging|monolog)(?:->|::)"
_OWN = ("self", "static")


def _created(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`new X(…)`: thrown, or of a class named like an exception (its own one in a factory)."""
    node = path[-1]
    name = reader.callee(node).rpartition("\\")[2]
    if name in _OWN:
        name = reader.owner(path) or ""
    thrown = len(path) > 1 and path[-2].type == "throw_expression"
    if not re.fullmatch(r"\w+", name) or not (thrown or _ERROR.search(name)):
        return
    args = reader.arguments(node)
    if name == "WP_Error":
        args = args[1:]
    status = None
    if name.endswith("HttpException") and args and reader.text(args[0]).isdigit():
        status, args = int(reader.text(args[0])), args[1:]
    yield Site("raise", reader.line(node), name, args=reader.constructed(args), status=status)


def _thrown(reader: Reader, path: list[Node]) -> Iterator[Site | Call]:
    """What is thrown may be created under any name, or by a function elsewhere."""
    value = next(iter(path[-1].named_children), None)
    if value is not None and value.type == "object_creation_expression":
        yield from _created(reader, [*path, value])
    elif value is not None and value.type in reader.language.calls:
        call = unknown_call(reader, [*path, value])
        if call is not None:
            yield call


def _exit(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`exit("text")` is a statement of its own."""
    reader.texts.start()
    value = next(iter(path[-1].named_children), None)
    texts = reader.texts.known(value) if value is not None else None
    if texts:
        yield Site("exit", reader.line(path[-1]), texts=texts)


def _call(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """A call by the rules; `abort(404, …)` tells its status, `trigger_error` whether it only warns."""
    args = reader.arguments(path[-1])
    for site in reader.by_rule(path):
        number = reader.text(args[0]) if args else ""
        if reader.callee(path[-1]).startswith("abort") and number.isdigit():
            site.status = int(number) if 400 <= int(number) <= 599 else None
        if site.kind == "warn" and len(args) > 1 and reader.text(args[1]) == "E_USER_ERROR":
            site.kind, site.severity = "raise", "error"
        yield site


def _class(reader: Reader, path: list[Node]) -> Iterator[Made]:
    """A class with a base: what its constructor passes on, the message it sets."""
    node = path[-1]
    base = next((one for one in node.named_children if one.type == "base_clause"), None)
    body = node.child_by_field_name("body")
    if base is None or body is None:
        return
    parent = reader.text(base).removeprefix("extends").strip().rpartition("\\")[2]
    made = Made(reader.text(node.child_by_field_name("name")), reader.line(node), parent)
    for member in body.named_children[:80]:
        if member.type == "method_declaration" and reader.text(member.child_by_field_name("name")) == "__construct":
            _constructor(reader, made, member)
        elif member.type == "property_declaration":
            for element in member.named_children:
                _set(
                    reader,
                    made,
                    reader.text(element.child_by_field_name("name")),
                    element.child_by_field_name("default_value"),
                )
    yield made


def _constructor(reader: Reader, made: Made, node: Node) -> None:
    held = node.child_by_field_name("parameters")
    made.params = tuple(_parameter(reader, one) for one in reader.items(held)) if held is not None else ()
    for inner in reader.grammar.nodes(node, ("scoped_call_expression", "assignment_expression"))[:40]:
        if inner.type == "assignment_expression":
            left = reader.text(inner.child_by_field_name("left"))
            _set(reader, made, left.replace("$this->", "$"), inner.child_by_field_name("right"))
        elif reader.callee(inner) == "parent::__construct":
            made.line = reader.line(inner)
            made.passed = made.passed or reader.constructed(reader.arguments(inner))


def _parameter(reader: Reader, node: Node) -> tuple[str, Alternatives]:
    default = node.child_by_field_name("default_value")
    reader.texts.start()
    return reader.text(node.child_by_field_name("name")), (
        reader.texts.known(default) or ()
    ) if default is not None else ()


def _set(reader: Reader, made: Made, name: str, value: Node | None) -> None:
    if name == "$message" and value is not None:
        reader.texts.start()
        made.texts = reader.texts.any(value)


def _named(reader: Reader, node: Node) -> Alternatives | None:
    """A bare name is a constant."""
    return ("\n",) if reader.text(node) == "PHP_EOL" else reader.variables.known(node)


def _heredoc(reader: Reader, node: Node) -> Alternatives | None:
    """The text between the marks, without the indentation of the last one."""
    body = node.child_by_field_name("value")
    texts = reader.texts.content(body) if body is not None else ()
    return tuple(textwrap.dedent(text).strip("\n") for text in texts) or None


_EXPRESSIONS = ("member_access_expression", "nullsafe_member_access_expression", "subscript_expression")

PHP = Language(
    name="php",
    version=2,
    grammars=dict.fromkeys((".php", ".phtml", ".inc"), Grammar("tree_sitter_php", "language_php")),
    telling=(
        r"\bthrow\b|\bnew\s+[\w\\]*(?:Exception|Error|Failure|Fault)\b|\bnew (?:self|static)\b|\btrigger_error\("
        r"|\b(?:die|exit)\b|->(?:error|critical|emergency|alert|fatal)\(|\berror_log\(|\bSTDERR\b|<error>"
        r"|\bclass \w+ extends\b|\babort\w*\(|\bwp_die\("
    ),
    sites={
        "object_creation_expression": _created,
        "throw_expression": _thrown,
        "exit_statement": _exit,
        "function_call_expression": _call,
        "member_call_expression": _call,
        "scoped_call_expression": _call,
        "class_declaration": _class,
    },
    rules=(
        Rule(r"\\?trigger_error", "warn", severity="warning"),
        Rule(r"(?:die|exit|wp_die)", "exit"),
        Rule(r"\\?error_log", "log"),
        Rule(r"\\?f(?:write|puts)", "log", at=1, first=r"\\?STDERR"),
        Rule(r"\\?fprintf", "log", at=1, style="printf", first=r"\\?STDERR"),
        Rule(_LOG + r"(?:error|critical|emergency|alert)", "log"),
        Rule(r".*->(?:write\w*|writeln|error|block|caution)", "log", says=r"<error>|^ *\[?(?i:error)"),
        Rule(r"(?:abort|abort_if|abort_unless|.*->abort)", "raise", at=None),
    ),
    calls={
        "function_call_expression": ("function", "arguments"),
        "member_call_expression": ("name", "arguments"),
        "nullsafe_member_call_expression": ("name", "arguments"),
        "scoped_call_expression": ("name", "arguments"),
        "object_creation_expression": ("0", ".arguments"),
    },
    strings=frozenset({"string", "encapsed_string"}),
    interpolations=frozenset({"variable_name", "dynamic_variable_name", "member_call_expression", *_EXPRESSIONS}),
    plus=frozenset({"."}),
    conditionals={"conditional_expression": ("body", "alternative")},
    special={"name": _named, "heredoc": _heredoc, "nowdoc": _heredoc},
    transparent=frozenset({"parenthesized_expression", "cast_expression", "error_suppression_expression"}),
    names=frozenset({"variable_name", "class_constant_access_expression", *_EXPRESSIONS}),
    members=r"(?!)",
    wrappers={
        r"\\?v?sprintf": "printf",
        r"\\?(?:__|_|_x|esc_html__|esc_html|esc_attr__|t|trans|trim|strval|nl2br|ucfirst|rtrim|ltrim|gettext)": "plain",
        r"(?:self|static|\$this)(?:->|::)(?:trans|t|translate|escape)": "plain",
        r".*(?:->|::)(?:sanitize|escape|redact|clean)\w*": "plain",
    },
    arrays=frozenset({"array_creation_expression"}),
    functions={
        "function_definition": "name",
        "method_declaration": "name",
        "anonymous_function": lambda *_: None,
        "arrow_function": lambda *_: None,
    },
    classes={"class_declaration": "name", "trait_declaration": "name", "interface_declaration": "name"},
    blocks=frozenset({"compound_statement", "case_statement", "default_statement", "if_statement", "else_clause"}),
    assignments={
        "assignment_expression": ("left", "right"),
        "augmented_assignment_expression": ("left", "right"),
        "const_element": ("0", "-1"),
        "property_element": ("name", "default_value"),
    },
)
