"""Facts of all files of a project -> located errors, with what classes, helpers and constants elsewhere add to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from errkb.harvest.marks import Alternatives, expressions, literal, pattern, render
from errkb.harvest.syntax.helpers import filled, through
from errkb.harvest.syntax.language import Call, Helper, Made, Site
from errkb.harvest.syntax.tree import last_name
from errkb.model.located import Facts, Located

__all__ = ["link"]

MAX_BASES = 8
_SOME = 3
"""Letters and digits a message needs that stands without a class."""
_TELLING = 4
_CONSTANT = re.compile(r"(?:[\w$]+(?:\.|::)){0,3}[A-Z]\w*$|[\w$]+$")
"""An expression that may be a constant of another file: a name, with dots if its last part has a capital."""
_ERROR = re.compile(r"(?:Error|Exception|Warning|Err|Failure|Fault)\d*$|Error\w{0,20}$")
_SUPER = "super"
"""What stands for the message of the base in that of a class."""
_INDEXED = re.compile(r"%\[\d{1,2}\](?=[a-zA-Z])")


def link(facts: Mapping[str, Facts]) -> Iterator[Located]:
    """Return the located errors of a project, by path and line."""
    classes, helpers, constants = _Classes(facts), _Helpers(facts), _Constants(facts)
    for path in sorted(facts):
        sites = [_site(row) for row in facts[path].get("sites", ())]
        sites += helpers.sites(path, facts[path].get("calls", ()))
        found = [one for site in sites for one in _located(path, constants.put(site, path), classes)]
        found += classes.unused(path)
        yield from _once(sorted(found, key=lambda one: (one.line, one.cls is None)))


def _located(path: str, site: Site, classes: _Classes) -> Iterator[Located]:
    made = classes.find(site.cls, path)
    texts = site.texts
    if not texts or (site.args and classes.speaks(site.cls, path)):
        texts = classes.message(site.cls, site.args, path)
    code, status = site.code, site.status
    cls = site.cls
    if made is not None:
        code, status = code or made.code, status or made.status
        cls = made.shown or cls
    for text in texts or ("",):
        message = render(text).strip()
        told = sum(map(str.isalnum, literal(text)))
        if cls is None and told < _SOME:
            continue
        if not told:
            message = ""
        yield Located(
            path,
            site.line,
            message,
            cls,
            site.function,
            site.kind,
            site.severity,
            code,
            status,
            site.raised,
            site.triggers,
            pattern(text.strip()) if message else None,
        )


def _once(found: list[Located]) -> Iterator[Located]:
    """Return what was found two ways once: the one with a class goes first."""
    seen: set[tuple[int, str]] = set()
    for one in found:
        if (one.line, one.message) not in seen:
            seen.add((one.line, one.message))
            yield one


class _Constants:
    """The constants of a project that may be messages; of several of one name those of the same folder count."""

    def __init__(self, facts: Mapping[str, Facts]) -> None:
        self._by_name: dict[str, dict[str, str]] = {}
        for path, said in facts.items():
            for name, text in said.get("constants", {}).items():
                self._by_name.setdefault(name, {})[path] = _INDEXED.sub("%", text)

    def put(self, site: Site, path: str) -> Site:
        """Return a site with the constants in its texts filled in."""
        names = {name for texts in (site.texts, *site.args) for text in texts for name in expressions(text)}
        values = {
            name: (text,) for name in names if _CONSTANT.match(name) and (text := self._find(name, path)) is not None
        }
        if not values:
            return site
        args = tuple(filled(texts, values) for texts in site.args)
        return replace(site, texts=filled(site.texts, values), args=args)

    def _find(self, name: str, path: str) -> str | None:
        files = self._by_name.get(last_name(name), {})
        near = [text for other, text in files.items() if _folder(other) == _folder(path)] or list(files.values())
        return near[0] if len(set(near)) == 1 else None


class _Helpers:
    """The functions of a project that print a parameter; the name must be that of one in the folder or the project."""

    def __init__(self, facts: Mapping[str, Facts]) -> None:
        self._by_name: dict[str, dict[str, Helper]] = {}
        for path, said in facts.items():
            for name, params, row in said.get("helpers", ()):
                self._by_name.setdefault(name, {})[path] = Helper(name, tuple(params), _site(row))

    def sites(self, path: str, rows: list[list[Any]]) -> Iterator[Site]:
        """Return what the calls of a file print through helpers of other files."""
        for name, line, function, args in rows:
            files = self._by_name.get(name, {})
            near = [one for other, one in files.items() if _folder(other) == _folder(path)] or list(files.values())
            if len(near) == 1:
                site = through(near[0], Call(name, line, function, tuple(map(tuple, args))))
                if site is not None:
                    yield replace(site, raised=())


class _Classes:
    """The exception classes of a project, by name; of several the one in the same file goes first."""

    def __init__(self, facts: Mapping[str, Facts]) -> None:
        self._by_name: dict[str, dict[str, Made]] = {}
        self._used: set[str] = set()
        for path, said in facts.items():
            for row in said.get("classes", ()):
                made = _made(row)
                files = self._by_name.setdefault(made.name, {})
                files[path] = _merged(files[path], made) if path in files else made
            self._used.update(last_name(row[2]) for row in said.get("sites", ()) if row[2])

    def find(self, name: str | None, path: str) -> Made | None:
        """Return a class as seen from a file."""
        files = self._by_name.get(last_name(name or ""), {})
        return files.get(path) or next(iter(files.values()), None)

    def speaks(self, name: str | None, path: str) -> bool:
        """Say whether a class makes its message from its arguments."""
        made = self.find(name, path)
        return made is not None and bool(made.passed or made.texts)

    def message(self, name: str | None, args: tuple[Alternatives, ...], path: str) -> Alternatives:
        """Return what an object prints that is constructed with some arguments."""
        for _ in range(MAX_BASES):
            made = self.find(name, path)
            if made is None:
                break
            if made.passed or made.texts:
                values = {name: default for name, default in made.params if default}
                values |= {name: texts for (name, _), texts in zip(made.params, args, strict=False) if texts}
                args = tuple(filled(texts, values) for texts in made.passed) or args
                if made.texts:
                    inherited = any(_SUPER in expressions(text) for text in made.texts)
                    base = {_SUPER: self.message(made.base, args, path)} if inherited and made.base != name else {}
                    return filled(made.texts, values | base)
            name = made.base
        telling = (texts for texts in args if any(literal(text).strip() for text in texts))
        return next(telling, next(filter(None, args), ()))

    def _is_error(self, made: Made | None, path: str) -> bool:
        """Say whether a class is an exception by its name or by that of a base."""
        for _ in range(MAX_BASES):
            if made is None:
                return False
            if any(_ERROR.search(name) for name in (made.name, made.base or "", made.shown or "")):
                return True
            made = self.find(made.base, path)
        return False

    def unused(self, path: str) -> Iterator[Located]:
        """Return the messages of the classes of a file that the project itself does not construct."""
        for name, files in self._by_name.items():
            made = files.get(path)
            if made is None or name in self._used or not (made.texts or made.passed) or not self._is_error(made, path):
                continue
            for text in self.message(name, (), path):
                if len(literal(text).strip()) >= _TELLING:
                    shown = made.shown or name
                    yield Located(
                        path=path,
                        line=made.line,
                        message=render(text).strip(),
                        cls=shown,
                        function=name,
                        kind="raise",
                        code=made.code,
                        status=made.status,
                        pattern=pattern(text.strip()),
                    )


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _merged(one: Made, other: Made) -> Made:
    for name in ("base", "params", "passed", "texts", "shown", "code", "status"):
        if not getattr(one, name):
            setattr(one, name, getattr(other, name))
    return one


def _site(row: list[Any]) -> Site:
    site = Site(*row)
    site.texts = tuple(site.texts)
    site.args = tuple(tuple(texts) for texts in site.args)
    site.raised = tuple((line, function) for line, function in site.raised)
    site.triggers = tuple(site.triggers)
    return site


def _made(row: list[Any]) -> Made:
    made = Made(*row)
    made.params = tuple((name, tuple(default)) for name, default in made.params)
    made.passed = tuple(tuple(texts) for texts in made.passed)
    made.texts = tuple(made.texts)
    return made
