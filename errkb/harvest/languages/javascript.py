"""JavaScript and TypeScript: what is thrown, rejected and logged, classes, codes, tables of errors (`E("ERR_X", …)`).

One harvester for both, since classes of one are thrown in the other. A creation counts if it is thrown or its class is
named like an error; codes are read from options, further arguments and assignments to what has been created.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives
from errkb.harvest.syntax.grammar import Grammar
from errkb.harvest.syntax.language import Language, Made, Rule, Site
from errkb.model.located import UnreadableError

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["JAVASCRIPT"]

_ERROR_NAME = re.compile(r"(?:Error|Exception|Warning|Err|Failure|Fault|Abort|HttpError\w*)\d*$|^ERR_[A-Z0-9_]+$")
_BUILTIN = re.compile(r"(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$")
_CODE = re.compile(r"(?:E|ERR_|DEP_?)[A-Z0-9_]{2,60}|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_FUNCTIONS = ("arrow_function", "function_expression", "generator_function")
_LOG = r"(?:.*[.?])?(?i:\w*log|\w*logger|signale|consola|ui|spinner|ora|report|reporter)[?.]*\."
_COLOR = (
    r"(?:[\w$]+\.)*(?:red|yellow|cyan|green|bold|dim|blue|magenta|gr[ae]y|white|underline|inverse|bg[A-Z]\w+|\w+Bright)"
)
_MESSAGE_KEYS = ("message", "msg", "reason", "text", "title", "description", "detail")
_MINIFIED = 200
"""Characters a line has on average in a file that no one reads."""


def _created(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`new X(…)` of an error: rejected, passed on or put into a variable."""
    if _around(path) != "throw_statement":  # which has answered for it
        yield from _creation(reader, path, thrown=False)


def _creation(reader: Reader, path: list[Node], *, thrown: bool) -> Iterator[Site]:
    node = path[-1]
    name = re.split(r"[.\s]", reader.text(node.child_by_field_name("constructor")))[-1]
    if not (thrown or _ERROR_NAME.search(name.rstrip("()"))):
        return
    cls = name if re.fullmatch(r"[\w$]+", name) else None
    args = reader.arguments(node)
    if not thrown and not args and _BUILTIN.match(name):
        return  # `new Error().stack`
    if name == "AggregateError":
        args = args[1:]
    site = Site("raise", reader.line(node), cls, args=_texts(reader, args))
    site.code, site.status = _code(reader, path, args)
    if name.startswith("ERR_"):
        site.code = name
    yield site


def _around(path: list[Node]) -> str:
    """Return the type of the first node around the last one that is more than brackets or a type."""
    for node in reversed(path[:-1]):
        if node.type not in ("parenthesized_expression", "as_expression", "satisfies_expression", "await_expression"):
            return node.type
    return ""


def _texts(reader: Reader, args: list[Node]) -> tuple[Alternatives, ...]:
    """Return the arguments of a constructor; of options it is the message that counts."""
    if args and args[0].type == "object":
        pairs = _pairs(reader, args[0])
        value = next((pairs[key] for key in _MESSAGE_KEYS if key in pairs), None)
        if value is not None:
            return reader.constructed([value, *args[1:]])
    return reader.constructed(args)


def _pairs(reader: Reader, node: Node) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for pair in node.named_children[:40]:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is not None and value is not None:
            found[reader.text(key).strip("'\"")] = value
    return found


def _code(reader: Reader, path: list[Node], args: list[Node]) -> tuple[str | None, int | None]:
    """Return the error code and the HTTP status that an error is given, wherever they stand."""
    code = status = None
    options = [arg for arg in args if arg.type == "object"]
    assigned = path[-3] if len(path) > 2 and path[-3].type in reader.language.calls else None
    if assigned is not None and reader.callee(assigned) == "Object.assign":
        options += [arg for arg in reader.arguments(assigned) if arg.type == "object"]
    for option in options:
        pairs = _pairs(reader, option)
        code = code or _constant(reader, pairs.get("code"))
        status = status or _number(reader, pairs.get("statusCode") or pairs.get("status"))
    for arg in args:
        status = status or _number(reader, arg)
        if code is None and arg.type in ("member_expression", "string"):
            code = _constant(reader, arg)
    return code or _set_afterwards(reader, path), status


def _constant(reader: Reader, node: Node | None) -> str | None:
    """Return what looks like an error code: a string, a constant, or its name (`Codes.ERR_X`)."""
    if node is None:
        return None
    reader.texts.start()
    texts = reader.texts.known(node) or (reader.text(node).rpartition(".")[2],)
    return texts[0] if _CODE.fullmatch(texts[0]) else None


def _number(reader: Reader, node: Node | None) -> int | None:
    text = reader.text(node) if node is not None and node.type == "number" else ""
    return int(text) if text.isdigit() and 400 <= int(text) <= 599 else None


def _set_afterwards(reader: Reader, path: list[Node]) -> str | None:
    """Return the code of `const e = new X(…); e.code = "C"`."""
    for at in range(len(path) - 1, 0, -1):
        name = path[at].child_by_field_name("name") or path[at].child_by_field_name("left")
        if path[at].type in ("variable_declarator", "assignment_expression") and name is not None:
            variable = reader.text(name)
            break
        if path[at].type.endswith("statement") or path[at].type in _FUNCTIONS:
            return None
    else:
        return None
    statement = path[at - 1]
    for _ in range(6):
        following = statement.next_named_sibling
        if following is None:
            return None
        statement = following
        inner = next(iter(statement.named_children), None)
        if inner is not None and inner.type == "assignment_expression":
            left = reader.text(inner.child_by_field_name("left"))
            if re.sub(r"[()\s]|as any", "", left) == f"{variable}.code":
                return _constant(reader, inner.child_by_field_name("right"))
    return None


def _thrown(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`throw new X(…)`, whatever X is called, and `throw "text"`; calls and objects there are found as such."""
    inner = list(path)
    value = next(iter(path[-1].named_children), None)
    while value is not None and value.type in reader.language.transparent:
        inner.append(value)
        value = next(iter(value.named_children), None)
    if value is None or value.type in ("identifier", "member_expression", "call_expression", "object"):
        return
    if value.type == "new_expression":
        yield from _creation(reader, [*inner, value], thrown=True)
        return
    reader.texts.start()
    texts = reader.texts.known(value)
    if texts:
        yield Site("raise", reader.line(value), texts=texts)


def _object(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`{code: "E_X", message: "text"}`, `{name: "XError", message: "text"}`: an error that is no object of a class."""
    node = path[-1]
    if len(path) > 2 and path[-3].type == "new_expression":
        return
    pairs = _pairs(reader, node)
    if "message" not in pairs:
        return
    code = _constant(reader, pairs.get("code"))
    reader.texts.start()
    name = next(iter(reader.texts.known(pairs["name"]) or ()), "") if "name" in pairs else ""
    texts = reader.texts.known(pairs["message"])
    if texts and (code or (name.isidentifier() and _ERROR_NAME.search(name))):
        yield Site("raise", reader.line(pairs["message"]), name or None, texts, code=code)


def _call(reader: Reader, path: list[Node]) -> Iterator[Site | Made]:
    """A call by the rules, or a row of a table of errors: `E("ERR_X", "text", TypeError)`."""
    node = path[-1]
    callee = reader.callee(node)
    if re.fullmatch(r"(?:\w+\.)?(?:E|createErrorType|defineError|createError)", callee):
        row = _row(reader, node)
        if row is not None:
            yield row
            return
    for site in reader.by_rule(path):
        site.status = next((number for arg in reader.arguments(node) if (number := _number(reader, arg))), None)
        if site.code is not None and not _CODE.fullmatch(site.code):
            site.code = None
        yield site


def _row(reader: Reader, node: Node) -> Made | None:
    args = reader.arguments(node)
    code = _constant(reader, args[0]) if len(args) > 1 and args[0].type == "string" else None
    if code is None:
        return None
    reader.texts.start()
    texts = reader.texts.known(args[1]) or ()
    params: tuple[tuple[str, Alternatives], ...] = ()
    if args[1].type in _FUNCTIONS:
        params = tuple((name, ()) for name in reader.parameters([args[1]]))
        texts = _returned(reader, args[1])
    cls = next((reader.text(arg) for arg in args[2:] if _ERROR_NAME.search(reader.text(arg))), "Error")
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


def _class(reader: Reader, path: list[Node]) -> Iterator[Made]:
    """A class with a base: what its constructor passes on, the message, name and code it sets."""
    node = path[-1]
    heritage = next((one for one in node.named_children if one.type == "class_heritage"), None)
    name = _class_name(reader, path)
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
    elif name == "name" and texts and _ERROR_NAME.search(texts[0]):
        made.shown = texts[0]
    elif name == "code":
        made.code = _constant(reader, value)
    elif name.startswith("status"):
        made.status = _number(reader, value)


def _class_name(reader: Reader, path: list[Node]) -> str | None:
    name = path[-1].child_by_field_name("name")
    return reader.text(name) if name is not None else _assigned_name(reader, path)


def _function_name(reader: Reader, path: list[Node]) -> str | None:
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


def _worth(text: str) -> None:
    if len(text) > 20_000 and len(text) > _MINIFIED * (text.count("\n") + 1):
        raise UnreadableError("minified")


_JS = Grammar("tree_sitter_javascript")
_TS = Grammar("tree_sitter_typescript", "language_typescript")
_TSX = Grammar("tree_sitter_typescript", "language_tsx")

JAVASCRIPT = Language(
    name="javascript",
    version=1,
    grammars={
        **dict.fromkeys((".js", ".mjs", ".cjs", ".jsx"), _JS),
        **dict.fromkeys((".ts", ".mts", ".cts"), _TS),
        ".tsx": _TSX,
    },
    telling=(
        r"\bthrow\b|\bnew [\w$.]*(?:Err|ERR_|Exception|Warning|Fault|Failure|Abort|codes\.)|\b[A-Z]\w*Error\("
        r"|\bextends\b"
        r"|\.(?:error|fatal|critical|severe)\(|\breject\(|\bE\(\s*['\"]|\bmessage:|eprecate\w*\(|emitWarning\("
        r"|\b[cC]reate\w*Error\("
        r"|(?:invariant|assert|nullthrows)[\w.]*\(|\.message \+?="
    ),
    sites={
        "new_expression": _created,
        "throw_statement": _thrown,
        "call_expression": _call,
        "object": _object,
        "class_declaration": _class,
        "class": _class,
        "abstract_class_declaration": _class,
    },
    rules=(
        Rule(r"(?:.*\.)?console\??\.error", "log", style="joined"),
        Rule(_LOG + r"(?:error|fatal|critical|severe|emerg|crit)", "log", at=None, style="printf"),
        Rule(r"(?P<cls>(?:[A-Z][\w$]*)?(?:Error|Exception))"),
        Rule(r"(?:[\w$]+\.)*(?:create|make|build|new|to)\w*(?:Error|Exception)\w*", at=None, style="printf", says=r" "),
        Rule(r"(?:[\w$]+\.)*(?:http|syntax|type|range|parse|api|custom)?[eE]rror", at=None, style="printf", says=r" "),
        Rule(r"(?:Promise\.)?reject|(?:\w+\.)?reject", at=None),
        Rule(r"(?:\w+\.)*deprecate\w*", "warn", at=None, cls="DeprecationWarning", code_at=2, severity="warning"),
        Rule(r"process\.emitWarning", "warn", cls="Warning", code_at=2, severity="warning"),
        Rule(
            r"(?:console\.)?assert(?:\.\w+)?|\w+\.assert",
            "assert",
            at=None,
            cls="AssertionError",
            style="printf",
            says=r" ",
        ),
        Rule(r"(?:\w+\.)*(?:\w*[iI]nvariant\w*|nullthrows|ensure\w*)", "assert", at=None, style="printf", says=r" "),
        Rule(r"(?:\w+\.)*(?:fail|die|panic|bail|fatal|raise|throw)\w*", "fail", at=None, style="printf", says=r" "),
    ),
    calls={"call_expression": ("function", "arguments"), "new_expression": ("constructor", "arguments")},
    strings=frozenset({"string", "template_string"}),
    interpolations=frozenset({"template_substitution"}),
    conditionals={"ternary_expression": ("consequence", "alternative")},
    transparent=frozenset(
        {"parenthesized_expression", "as_expression", "non_null_expression", "satisfies_expression", "await_expression"}
    ),
    names=frozenset({"identifier", "member_expression"}),
    members=r"(?:this|exports|module\.exports|[A-Z][\w$]*)\.[\w$]+$",
    wrappers={
        r"(?:util\.)?(?:format|inspect)|sprintf": "printf",
        _COLOR + r"|String|dedent|stripIndents?|oneLine\w*|outdent|trimLines|html|gettext|__|_|msg|redact\w*": "plain",
    },
    methods=frozenset({"trim", "trimEnd", "trimStart", "toString", "valueOf", "normalize"}),
    arrays=frozenset({"array"}),
    placeholder="${%s}",
    functions={
        "function_declaration": "name",
        "generator_function_declaration": "name",
        "method_definition": "name",
        "arrow_function": _function_name,
        "function_expression": _function_name,
        "generator_function": _function_name,
    },
    classes={
        "class_declaration": _class_name,
        "class": _class_name,
        "abstract_class_declaration": _class_name,
    },
    blocks=frozenset({"statement_block", "switch_case", "switch_default", "if_statement", "else_clause"}),
    assignments={
        "variable_declarator": ("name", "value"),
        "assignment_expression": ("left", "right"),
        "augmented_assignment_expression": ("left", "right"),
    },
    check=_worth,
)
