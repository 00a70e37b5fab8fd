"""Facts of all files of a project -> located errors: classes are followed to where they are defined.

A class that builds its message itself gives each of its raises that message, the arguments filled in. Classes are
found by the name they were imported as; two of the same name in one project are told apart by their module, else the
one with a message of its own counts.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping
from typing import Any

from errkb.harvest.marks import Alternatives, expressions, literal, mark, pattern, product, render, substitute
from errkb.model.located import Facts, Located, Severity

__all__ = ["link"]

_LEADING = ("src", "lib", "python", "Lib")
_TEXTS = (
    "default_detail",
    "detail",
    "description",
    "message",
    "msg",
    "msg_template",
    "default_message",
    "error_message",
    "fmt",
    "reason",
    "error",
    "text",
    "template",
)
_CODES = ("error_code", "errcode", "default_code", "code")
_STATUS = ("status_code", "http_status", "status", "code")
_WORDS = (
    "message",
    "msg",
    "detail",
    "text",
    "reason",
    "description",
    "error",
    "errors",
    "error_message",
    "err_msg",
    "message_template",
    "why",
)
_SHORT = 6
_MAX_BASES = 8


class _Class:
    """An exception class of the project."""

    __slots__ = ("bases", "line", "messages", "module", "name", "numbers", "params", "path", "texts")

    def __init__(self, path: str, module: str, row: list[Any]) -> None:
        self.path, self.module = path, module
        self.name, self.bases, self.line, self.texts, self.numbers, self.params, self.messages = row


def link(facts: Mapping[str, Facts]) -> Iterator[Located]:
    """Return the located errors of a project, by path and line."""
    project = _Project(facts)
    for path in sorted(facts):
        found = [located for row in facts[path].get("sites", ()) for located in project.located(path, row)]
        yield from sorted(found, key=lambda one: one.line)
    yield from project.unraised()


class _Project:
    def __init__(self, facts: Mapping[str, Facts]) -> None:
        self._classes: dict[str, list[_Class]] = {}
        self._imports = {_module(path): known.get("imports", {}) for path, known in facts.items()}
        self._raised: set[int] = set()
        self._lines: dict[int, list[_Class]] = {}
        self._named: dict[tuple[str, str], _Class | None] = {}
        for path, known in facts.items():
            module = _module(path)
            for row in known.get("classes", ()):
                self._classes.setdefault(row[0].rpartition(".")[2], []).append(_Class(path, module, row))

    def located(self, path: str, row: list[Any]) -> Iterator[Located]:
        kind, name, args, named, line, function, at, raised, triggers = row
        module = _module(path)
        own = self._find(name, module) if name else None
        if own is not None:
            self._raised.add(id(own))
        for message in self._messages(own, name, args, named, at):
            yield Located(
                path=path,
                line=line,
                message=render(message),
                cls=self._printed(own, name),
                function=function,
                kind=kind,
                severity=_severity(kind, name),
                code=self._code(own, named, args, name),
                status=self._status(own, named, args, name),
                raised=tuple((one[0], one[1]) for one in raised),
                triggers=tuple(f"{module}.{trigger}" for trigger in triggers),
                pattern=pattern(message),
            )

    def unraised(self) -> Iterator[Located]:
        """Return the messages of classes that nothing in the project's Python raises."""
        for same in self._classes.values():
            for own in same:
                if id(own) in self._raised:
                    continue
                for texts, line, function in own.messages:
                    for text in texts:
                        if len(literal(text).strip()) >= _SHORT:
                            yield Located(
                                own.path,
                                line,
                                render(text),
                                self._printed(own, own.name),
                                f"{own.name}.{function}",
                                "define",
                                pattern=pattern(text),
                            )

    def _messages(
        self, own: _Class | None, name: str | None, args: list[Alternatives], named: dict[str, Alternatives], at: int
    ) -> Alternatives:
        if own is not None:
            built = self._built(own, args, named)
            if built:
                return built
        return _passed(name or "", args, named, at)

    def _built(self, own: _Class, args: list[Alternatives], named: dict[str, Alternatives]) -> Alternatives:
        """Return the message the class makes of the arguments, nothing if it makes none."""
        params: list[tuple[str, Alternatives | None]] = next((one.params for one in self._line(own) if one.params), [])
        values: dict[str, Alternatives] = {name: tuple(default) for name, default in params if default}
        values |= {name: tuple(texts) for (name, _), texts in zip(params, args, strict=False)}
        values |= {name: tuple(texts) for name, texts in named.items()}
        values |= {f"self.{name}": texts for name, texts in list(values.items())}
        absent = {name for name, default in params if default and tuple(default) == ("None",)}
        absent -= {name for (name, _), _ in zip(params, args, strict=False)} | named.keys()
        for one in self._line(own):
            found: dict[str, None] = {}
            for texts, _, _ in one.messages:
                for text in texts:
                    if absent.intersection(expressions(text)) and len(texts) > 1:
                        continue  # the way of a constructor for an argument that is not given
                    for filled in substitute(text, values):
                        if len(literal(filled).strip()) >= _SHORT:
                            found[filled] = None
            if found:
                self._raised.add(id(one))
                return tuple(found)
            passed = bool(args or named) and _tells(_passed(own.name, args, named, 0))
            if not passed:
                text = next(
                    (
                        one.texts[key]
                        for key in _TEXTS
                        if key in one.texts and len(literal(one.texts[key][0])) >= _SHORT
                    ),
                    None,
                )
                if text:
                    return tuple(text)
        return ()

    def _line(self, own: _Class) -> list[_Class]:
        """Return the class and its bases within the project, the class first."""
        found = self._lines.get(id(own))
        if found is None:
            found = self._lines[id(own)] = []
            waiting = [own]
            while waiting and len(found) < _MAX_BASES:
                one = waiting.pop(0)
                if one not in found:
                    found.append(one)
                    waiting += [base for name in one.bases if (base := self._find(name, one.module)) is not None]
        return found

    def _find(self, name: str, module: str) -> _Class | None:
        key = name, module
        if key not in self._named:
            self._named[key] = self._nearest(name, module)
        return self._named[key]

    def _nearest(self, name: str, module: str) -> _Class | None:
        bare = name.rpartition(".")[2]
        same = self._classes.get(bare)
        if not same or ("." not in name and hasattr(builtins, name) and not any(one.module == module for one in same)):
            return None
        wanted = _absolute(name, module)

        def nearness(one: _Class) -> tuple[bool, bool, int, bool]:
            full = f"{one.module}.{one.name}"
            return (full == wanted, one.module == module, len(_common(full, wanted)), bool(one.messages))

        return max(same, key=nearness)

    def _printed(self, own: _Class | None, name: str | None) -> str | None:
        if own is not None:
            return f"{own.module}.{own.name}"
        return None if name is None or name == "cls" else name.rpartition(".")[2] if name.startswith(".") else name

    def _code(
        self, own: _Class | None, named: dict[str, Alternatives], args: list[Alternatives], name: str | None
    ) -> str | None:
        for key in ("code", "error_code"):
            if key in named and len(named[key]) == 1 and _is_code(named[key][0]):
                return named[key][0]
        if name and name.endswith("PydanticCustomError") and args and _is_code(args[0][0]):
            return args[0][0]
        for one in self._line(own) if own is not None else ():
            for key in _CODES:
                if key in one.texts and _is_code(one.texts[key][0]):
                    return str(one.texts[key][0])
        return None

    def _status(
        self, own: _Class | None, named: dict[str, Alternatives], args: list[Alternatives], name: str | None
    ) -> int | None:
        given = (
            named.get("status_code")
            or named.get("status")
            or (args[0] if args and name and name.endswith("HTTPException") else ())
        )
        for text in given:
            digits = "".join(char for char in render(text) if char.isdigit())
            if len(digits) == 3 and 100 <= int(digits) <= 599:
                return int(digits)
        for one in self._line(own) if own is not None else ():
            for key in _STATUS:
                if 100 <= one.numbers.get(key, 0) <= 599:
                    return int(one.numbers[key])
        return None


def _passed(name: str, args: list[Alternatives], named: dict[str, Alternatives], at: int) -> Alternatives:
    """Return the message among the arguments, `("",)` if there is none."""
    bare = name.rpartition(".")[2]
    if bare in _OS_ERRORS and len(args) >= 2:
        return product([(f"[Errno {mark('{errno}', 'errno')}] ",), tuple(args[1])])
    if bare.startswith("Unicode") and len(args) == 5:
        return product([("can't code bytes: ",), tuple(args[4])])
    if bare == "HTTPException" or bare.endswith("CustomError"):
        at = 1
    texts = [named[word] for word in _WORDS if word in named]
    candidates = [tuple(one) for one in (*args[at : at + 1], *texts, *args[:at], *args[at + 1 :])]
    telling = next((one for one in candidates if _tells(one)), None)
    if telling is not None:
        return telling
    return candidates[0] if candidates else ("",)


def _tells(texts: Alternatives) -> bool:
    return any(len(literal(text).strip()) >= _SHORT and (" " in text or len(text) > 20) for text in texts)


_OS_ERRORS = frozenset({"OSError", "IOError", "EnvironmentError", "FileNotFoundError", "PermissionError"})
_OS_ERRORS |= {"FileExistsError", "NotADirectoryError", "IsADirectoryError", "ConnectionError", "TimeoutError"}


def _severity(kind: str, name: str | None) -> Severity:
    if kind == "warn" or (name or "").endswith("Warning"):
        return "warning"
    return "error"


def _is_code(text: str) -> bool:
    return 2 <= len(text) <= 60 and " " not in text and text.isprintable() and literal(text) == text


def _module(path: str) -> str:
    parts = path.rpartition(".")[0].split("/")
    while len(parts) > 1 and parts[0] in _LEADING:
        parts = parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _absolute(name: str, module: str) -> str:
    if not name.startswith("."):
        return name if "." in name else f"{module}.{name}"
    bare = name.lstrip(".")
    above = module.split(".")
    return ".".join([*above[: len(above) - (len(name) - len(bare))], bare])


def _common(one: str, other: str) -> list[str]:
    same = []
    for left, right in zip(one.split("."), other.split("."), strict=False):
        if left != right:
            break
        same.append(left)
    return same
