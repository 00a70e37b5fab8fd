"""A raise in Python source, read with the standard library's own parser: nothing of the project is imported or run.

Found are `raise X(…)`, `assert …, "…"`, `warnings.warn(…)` and calls of loggers. The message may be a literal, an
f-string, a concatenation, `"…" % …`, `"…".format(…)`, or a name that was assigned one of these in the same function.
"""

from __future__ import annotations

import ast
import re
import subprocess
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from errkb.author.facts import Facts
from errkb.errors import InputError, UsageError

__all__ = ["from_source"]

MAX_SOURCE = 4 * 1024 * 1024
"""A source file of more bytes is generated; nobody wrote a raise there."""
_LOGGERS = {"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log"}
_BARE = {"id", "key", "kind", "name", "path", "type", "value"}
"""Attributes that say nothing without their object."""
_REMOTE = re.compile(r"[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?\s*$")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(slots=True, frozen=True)
class _Raise:
    message: str
    cls: str | None
    kind: str
    line: int
    function: str | None


def from_source(checkout: Path, place: str) -> Facts:
    """Return the facts of the raise at `path:line` of a checkout.

    Raises `UsageError` for a place that is none or holds no raise, `InputError` for a file that cannot be read.
    """
    path, _, number = place.rpartition(":")
    if not path or not number.isdigit() or int(number) < 1:
        raise UsageError(f"not a place: {place[:80]!r}", hint="--at path/to/file.py:120, the path within the checkout")
    text = _read(checkout, path)
    found = _raise_at(text, path, int(number))
    others = [
        other for other in _raises(ast.parse(text)) if other.message == found.message and other.line != found.line
    ]
    package = path.removeprefix("src/").split("/")[0] if "/" in path.removeprefix("src/") else None
    facts = Facts(
        message=found.message,
        cls=found.cls,
        kind=found.kind,
        repo=_repo(checkout),
        path=path,
        line=found.line,
        function=found.function,
        package=package,
        sha=_git(checkout, "rev-parse", "HEAD"),
        total_lines=len(text.splitlines()),
        sites=[{"filePath": path, "lineNumber": other.line, "function": other.function} for other in others],
    )
    if facts.sha is None:
        facts.notes.append("The folder is no git repository: write the commit the file was read at into `analyzedSha`.")
    elif _git(checkout, "status", "--porcelain", "--", path):
        facts.notes.append(f"{path} differs from the commit {facts.sha[:10]}: line and message may differ, too.")
    return facts


def _read(checkout: Path, path: str) -> str:
    file = (checkout / path).resolve()
    if not checkout.is_dir():
        raise InputError("no such folder", where=str(checkout))
    if not file.is_relative_to(checkout.resolve()) or not file.is_file():
        raise InputError("no such file in the checkout", where=str(checkout / path))
    if file.stat().st_size > MAX_SOURCE:
        raise InputError("this file is too large to be written by hand", where=str(file))
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read as UTF-8 text: {error}", where=str(file)) from error


def _raise_at(text: str, path: str, line: int) -> _Raise:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the project's code, which is not ours to judge
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        advice = "for other languages and broken files give `--template` and `--at`, without `--source`"
        raise UsageError(f"Python cannot parse this file: {error}", where=path, hint=advice) from error
    around: tuple[int, _Raise] | None = None
    nearest: list[int] = []
    for node, found in _located(tree):
        end = node.end_lineno or node.lineno
        nearest.append(node.lineno)
        if node.lineno <= line <= end and (around is None or end - node.lineno < around[0]):
            around = (end - node.lineno, found)
    if around is not None:
        return around[1]
    nearest.sort(key=lambda number: abs(number - line))
    hint = f"the nearest are at line {', '.join(map(str, sorted(nearest[:3])))}" if nearest else None
    raise UsageError("there is no raise, assert, warning or log call with a message", where=f"{path}:{line}", hint=hint)


def _raises(tree: ast.Module) -> Iterator[_Raise]:
    return (found for _, found in _located(tree))


def _located(tree: ast.Module) -> Iterator[tuple[ast.stmt | ast.expr, _Raise]]:
    """Yield every raising node with what it says."""
    stack: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while stack:
        node, scope = stack.pop()
        if isinstance(node, _FUNCTIONS):
            scope = node
        if isinstance(node, (ast.Raise, ast.Assert, ast.Call)) and (found := _read_node(node, scope)):
            yield node, found
        stack += [(child, scope) for child in ast.iter_child_nodes(node)]


def _read_node(node: ast.Raise | ast.Assert | ast.Call, scope: ast.AST) -> _Raise | None:
    function = scope.name if isinstance(scope, _FUNCTIONS) else None
    if isinstance(node, ast.Raise):
        call = node.exc if isinstance(node.exc, ast.Call) else None
        argument = _message_argument(call) if call else None
        cls: str | None = ast.unparse(call.func).rpartition(".")[2] if call else None
        kind = "exception"
    elif isinstance(node, ast.Assert):
        argument, cls, kind = node.msg, "AssertionError", "exception"
    else:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name not in _LOGGERS:
            return None
        skip = 1 if name == "log" else 0
        argument = node.args[skip] if len(node.args) > skip else None
        cls, kind = None, "console"
        if name == "warn" and len(node.args) > 1:
            cls = ast.unparse(node.args[1]).rpartition(".")[2]
    message = _template(argument, scope, node.lineno) if argument is not None else None
    return _Raise(message, cls, kind, node.lineno, function) if message and message.strip() else None


def _message_argument(call: ast.Call) -> ast.expr | None:
    """Return the first argument that is a text, else the first, else one by its name."""
    texts = [argument for argument in call.args if _is_text(argument)]
    named = [word.value for word in call.keywords if word.arg in {"message", "msg", "detail", "reason"}]
    return next(iter([*texts, *named, *call.args]), None)


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "format"
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _template(node: ast.expr, scope: ast.AST, line: int, depth: int = 0) -> str | None:
    """Return the message template of an expression, `None` if it has no text of its own."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        parts = (
            str(part.value) if isinstance(part, ast.Constant) else f"{{{_name(part.value)}}}"  # type: ignore[attr-defined]
            for part in node.values
        )
        return "".join(parts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _template(node.left, scope, line, depth)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = (_template(side, scope, line, depth) for side in (node.left, node.right))
        if left is None and right is None:
            return None
        return (left if left is not None else f"{{{_name(node.left)}}}") + (
            right if right is not None else f"{{{_name(node.right)}}}"
        )
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            return _template(node.func.value, scope, line, depth)
        return _template(node.args[0], scope, line, depth) if len(node.args) == 1 and _is_text(node.args[0]) else None
    if isinstance(node, ast.Name) and depth < 4:
        return _assigned(node.id, scope, line, depth)
    return None


def _assigned(name: str, scope: ast.AST, line: int, depth: int) -> str | None:
    """Return the template last assigned to a name above a line of the same function."""
    found: str | None = None
    above = [node for node in ast.walk(scope) if isinstance(node, (ast.Assign, ast.AugAssign)) and node.lineno < line]
    for node in sorted(above, key=lambda node: node.lineno):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            text = _template(node.value, scope, node.lineno, depth + 1)
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
                found = (found or "") + (text if text is not None else f"{{{_name(node.value)}}}")
            else:
                found = text
    return found


def _name(node: ast.expr) -> str:
    """Return a short readable name for the value of an expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        if node.attr == "__name__":
            return f"{_name(node.value)}_name"
        owner = node.value.id if isinstance(node.value, ast.Name) else "self"
        return f"{owner}_{node.attr}" if node.attr in _BARE and owner not in {"self", "cls"} else node.attr
    if isinstance(node, ast.Subscript):
        key = node.slice
        return str(key.value) if isinstance(key, ast.Constant) and _is_word(key.value) else _name(node.value)
    if isinstance(node, ast.Call):
        own = _name(node.func)
        if own in {"repr", "str", "list", "sorted", "tuple", "int"} and node.args:
            return _name(node.args[0])
        return f"{own}_{_name(node.args[0])}" if own in {"len", "type"} and node.args else own
    return "value"


def _is_word(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z_]\w*", value) is not None


def _repo(checkout: Path) -> str | None:
    found = _REMOTE.search(_git(checkout, "remote", "get-url", "origin") or "")
    return found[1] if found else None


def _git(checkout: Path, *arguments: str) -> str | None:
    try:
        run = subprocess.run(  # noqa: S603 - fixed program, no shell
            ["git", "-C", str(checkout), *arguments],  # noqa: S607 - the user's git
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return run.stdout.strip() or None if run.returncode == 0 else None
