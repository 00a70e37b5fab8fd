"""One Python file -> facts: the calls in it that print an error, and the exception classes it defines."""

from __future__ import annotations

import ast
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

from errkb.harvest.marks import expressions, literal
from errkb.harvest.python.sites import MESSAGE_NAME, Owner, Site
from errkb.harvest.python.telling import CALLS, positions, statements, telling_lines
from errkb.harvest.python.thin import Function, Thin, thin
from errkb.harvest.python.trim import trimmed
from errkb.harvest.python.walk import Walk
from errkb.model.located import Facts, UnreadableError

__all__ = ["read"]

_CLASSES = ("Error(", "Exception(", "Warning(", "Error)", "Exception)", "Warning)")
_SHORT = 6
"""With fewer characters of its own a message says nothing: what the caller passes is what matters."""
MAX_CALLERS = 5
_DEPTH = 3


def read(text: str) -> Facts:
    """Return the facts of a file, `{}` if it raises nothing. Raises `UnreadableError`."""
    calls = positions(text, CALLS)
    wanted = sorted([*calls, *statements(text)])
    if not wanted and not any(word in text for word in _CLASSES):
        return {}
    slim = thin(text, wanted)
    tree = _parse(slim.source, text)
    functions = _Functions(text, slim)
    walk = Walk(telling_lines(text, calls), functions)
    walk.module(tree)
    helped = _helped(text, walk, functions)
    better = {(site.line, site.function) for site in helped}
    guessed = ("fail", "warn", "log")
    own = [site for site in walk.sites if site.kind not in guessed or (site.line, site.function) not in better]
    sites = [*own, *helped]
    public = _Callers(text, slim)
    return {
        "sites": [_row(site, public) for site in sites],
        "classes": [_class_row(owner) for owner in walk.owners.values() if _matters(owner)],
        "imports": {name: target for name, target in walk.imports.items() if _exported(name)},
    }


def _parse(slim: str, text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # escapes such as "\d" in other people's strings
        try:
            return ast.parse(slim)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
        try:
            return ast.parse(text)
        except SyntaxError as error:
            raise UnreadableError(f"not the Python of this interpreter (line {error.lineno}: {error.msg})") from None
        except ValueError as error:
            raise UnreadableError(f"not Python source ({error})") from None
        except (RecursionError, MemoryError):
            raise UnreadableError("nested too deeply") from None


class _Functions:
    """The functions of a file by their last name, parsed when they are asked for."""

    def __init__(self, text: str, slim: Thin) -> None:
        self._text = text
        self._all = slim.functions
        self._starts = [function.start for function in slim.functions]
        self._places = {function.name.rpartition(".")[2]: function for function in slim.functions}
        self._parsed: dict[str, Any] = {}

    def __call__(self, name: str) -> Any:
        if name not in self._parsed:
            place = self._places.get(name)
            self._parsed[name] = None if place is None else self._read(place)
        return self._parsed[name]

    def calling(self, names: Iterable[str]) -> list[tuple[Function, list[int]]]:
        """Return the functions that call one of these, with where they do."""
        found: dict[int, list[int]] = {}
        for at in positions(self._text, [f"{name}(" for name in names]):
            number = bisect_right(self._starts, at) - 1
            before = self._text[max(0, at - 4) : at]
            whole = before != "def " and not (before[-1:].isalnum() or before[-1:] == "_")
            if whole and number >= 0 and at < self._all[number].end:
                found.setdefault(number, []).append(at)
        return [(self._all[number], places) for number, places in sorted(found.items())]

    def _read(self, place: Function) -> Any:
        source = self._text[place.start : place.end]
        if len(source) > 8000 or "return" not in source or ('"' not in source and "'" not in source):
            return None
        if source[0] in " \t":
            source = f"if 1:\n{source}"
        try:
            found = ast.parse(source).body[0]
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        found = found.body[0] if isinstance(found, ast.If) else found
        return found if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef) else None


def _helped(text: str, walk: Walk, functions: _Functions) -> list[Site]:
    """Return the errors whose message is passed to a helper of the module: one site for each such call."""
    found: list[Site] = []
    sites, seen = walk.sites, set[str]()
    for _ in range(_DEPTH):
        helpers: dict[str, list[Site]] = {}
        for site in sites:
            name = (site.function or "").rpartition(".")[2]
            if name and name not in seen and _passes(site):
                helpers.setdefault(name, []).append(site)
        if not helpers:
            break
        seen.update(helpers)
        sites = [
            site for place, calls in functions.calling(helpers) for site in _again(text, walk, place, calls, helpers)
        ]
        found += sites
    return found


def _again(text: str, first: Walk, place: Function, calls: list[int], helpers: dict[str, list[Site]]) -> Iterator[Site]:
    """Walk one function again, now that it is known which of its calls are errors."""
    source = "".join(trimmed(text, place.start, place.end, calls))
    prefix = "if 1:\n" if source[:1] in " \t" else ""
    try:
        tree = ast.parse(prefix + source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    line = text.count("\n", 0, place.start) - len(prefix) // 6
    walk = first.within(place.name, telling_lines(text, calls, place.start, 1 + len(prefix) // 6), helpers)
    walk.function(tree)
    own = {(site.line, site.function) for site in first.sites if site.kind == "raise"}
    for site in walk.sites:
        site.line += line
        if site.raised and (site.line, site.function) not in own:
            yield site


def _passes(site: Site) -> bool:
    """Say whether a site prints what a parameter of its function brings."""
    params = set(site.params)
    if not params or site.kind == "assert":
        return False
    if site.cls in params:
        return True
    for texts in (*site.args, *site.named.values()):
        for text in texts:
            passed = params.intersection(expressions(text))
            if passed and (len(literal(text).strip()) < _SHORT or any(MESSAGE_NAME.search(name) for name in passed)):
                return True
    return False


class _Callers:
    """Which public functions lead to a private one, by its name in the text."""

    def __init__(self, text: str, slim: Thin) -> None:
        self._text, self._functions = text, slim.functions
        self._starts = [function.start for function in slim.functions]
        self._known: dict[str, list[str]] = {}

    def of(self, function: str | None) -> list[str]:
        """Return up to `MAX_CALLERS` public names, the function itself if it is public."""
        if function is None:
            return []
        if function not in self._known:
            self._known[function] = self._search(function)
        return self._known[function]

    def _search(self, function: str) -> list[str]:
        found: dict[str, None] = {}
        layer, seen = [function], {function}
        for _ in range(_DEPTH):
            following: list[str] = []
            for name in layer:
                if _public(name):
                    found[name] = None
                else:
                    following += [caller for caller in self._direct(name) if caller not in seen]
            if not following or len(found) >= MAX_CALLERS:
                break
            seen.update(following)
            layer = following[:20]
        return list(found)[:MAX_CALLERS]

    def _direct(self, function: str) -> list[str]:
        name = function.rpartition(".")[2]
        if name in ("__init__", "__new__", "__call__", "__post_init__"):
            return []
        callers: dict[str, None] = {}
        name += "("
        at = self._text.find(name)
        for _ in range(200):
            if at < 0:
                break
            place = bisect_right(self._starts, at) - 1
            if place >= 0 and at < self._functions[place].end and self._functions[place].name != function:
                callers[self._functions[place].name] = None
            at = self._text.find(name, at + len(name))
        return list(callers)


def _public(function: str) -> bool:
    parts = function.split(".")
    return all(not part.startswith("_") or (part.startswith("__") and part.endswith("__")) for part in parts)


def _exported(name: str) -> bool:
    return name[:1].isupper() or name[:1] == "_"


def _matters(owner: Owner) -> bool:
    return owner.exceptional or bool(owner.messages) or bool(owner.bases)


def _row(site: Site, public: _Callers) -> list[Any]:
    return [
        site.kind,
        site.cls,
        site.args,
        site.named,
        site.line,
        site.function,
        site.at,
        site.raised,
        [] if site.kind == "assert" else public.of(site.function),
    ]


def _class_row(owner: Owner) -> list[Any]:
    if not owner.exceptional:
        return [owner.name, owner.bases, owner.line, {}, {}, [], []]
    return [owner.name, owner.bases, owner.line, owner.texts, owner.numbers, owner.params, owner.messages]
