"""JavaScript: what is thrown, created, described by an object or printed by a call, with its code and status."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from errkb.harvest.languages.javascript_classes import CODE, ERROR_NAME, FUNCTIONS, code_of, status_of, table_row
from errkb.harvest.marks import Alternatives
from errkb.harvest.syntax.language import Made, Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["called", "created", "described", "thrown"]

_BUILTIN = re.compile(r"(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$")
_MESSAGE_KEYS = ("message", "msg", "reason", "text", "title", "description", "detail")


def created(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`new X(…)` of an error: rejected, passed on or put into a variable."""
    if _around(path) != "throw_statement":  # which has answered for it
        yield from _creation(reader, path, thrown=False)


def _creation(reader: Reader, path: list[Node], *, thrown: bool) -> Iterator[Site]:
    node = path[-1]
    name = re.split(r"[.\s]", reader.text(node.child_by_field_name("constructor")))[-1]
    if not (thrown or ERROR_NAME.search(name.rstrip("()"))):
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
        code = code or code_of(reader, pairs.get("code"))
        status = status or status_of(reader, pairs.get("statusCode") or pairs.get("status"))
    for arg in args:
        status = status or status_of(reader, arg)
        if code is None and arg.type in ("member_expression", "string"):
            code = code_of(reader, arg)
    return code or _set_afterwards(reader, path), status


def _set_afterwards(reader: Reader, path: list[Node]) -> str | None:
    """Return the code of `const e = new X(…); e.code = "C"`."""
    for at in range(len(path) - 1, 0, -1):
        name = path[at].child_by_field_name("name") or path[at].child_by_field_name("left")
        if path[at].type in ("variable_declarator", "assignment_expression") and name is not None:
            variable = reader.text(name)
            break
        if path[at].type.endswith("statement") or path[at].type in FUNCTIONS:
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
                return code_of(reader, inner.child_by_field_name("right"))
    return None


def thrown(reader: Reader, path: list[Node]) -> Iterator[Site]:
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


def described(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """`{code: "E_X", message: "text"}`, `{name: "XError", message: "text"}`: an error that is no object of a class."""
    node = path[-1]
    if len(path) > 2 and path[-3].type == "new_expression":
        return
    pairs = _pairs(reader, node)
    if "message" not in pairs:
        return
    code = code_of(reader, pairs.get("code"))
    reader.texts.start()
    name = next(iter(reader.texts.known(pairs["name"]) or ()), "") if "name" in pairs else ""
    texts = reader.texts.known(pairs["message"])
    if texts and (code or (name.isidentifier() and ERROR_NAME.search(name))):
        yield Site("raise", reader.line(pairs["message"]), name or None, texts, code=code)


def called(reader: Reader, path: list[Node]) -> Iterator[Site | Made]:
    """A call by the rules, or a row of a table of errors: `E("ERR_X", "text", TypeError)`."""
    node = path[-1]
    callee = reader.callee(node)
    if re.fullmatch(r"(?:\w+\.)?(?:E|createErrorType|defineError|createError)", callee):
        row = table_row(reader, node)
        if row is not None:
            yield row
            return
    for site in reader.by_rule(path):
        site.status = next((number for arg in reader.arguments(node) if (number := status_of(reader, arg))), None)
        if site.code is not None and not CODE.fullmatch(site.code):
            site.code = None
        yield site
