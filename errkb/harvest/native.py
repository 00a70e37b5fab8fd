"""C, C++ and Rust sources of Python packages, read by the calls that set an exception.

Not a parser: the calls are found by name, their arguments up to the closing bracket with strings taken whole. Adjacent
literals are joined, format macros between them become placeholders, a message in a variable is looked up in the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

from errkb.harvest.marks import literal, mark, render, unmarked
from errkb.model.located import Facts, Located, Severity
from errkb.model.pattern import split_template

__all__ = ["C", "Rust"]

_CALL = re.compile(
    r"\b(?:(PyErr_SetString|PyErr_Format|PyErr_FormatV|PyErr_WarnEx|PyErr_WarnFormat|PyErr_SetObject|npy_gil_error"
    r"|DEPRECATE|DEPRECATE_FUTUREWARNING|TORCH_CHECK\w*|TORCH_INTERNAL_ASSERT|AT_ERROR|PyUnicode_FromFormat"
    r"|raise_\w+|Py_FatalError)|throw[ \t]+([\w:]+))[ \t]*\("
)
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_FORMAT = re.compile(r"%(?:%|[-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|t|j|q)?[a-zA-Z])")
_REPEAT = re.compile(r"@(\w+)@")
_FUNCTION = re.compile(
    r"^(?=[A-Za-z_])(?!(?:if|for|while|switch|return|else|struct|typedef)\b)"
    r"(?:[\w:*&<>, \t]{0,200}[ \t*&])?([A-Za-z_]\w*)\(",
    re.MULTILINE,
)
_VARIABLE = re.compile(r"^[&*]*([A-Za-z_]\w*)$")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "", "a": "", "b": "", "f": "", "v": ""}
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|[0-7]{1,3}|.)", re.DOTALL)
MAX_CALL = 4000
_THROWN = {"value_error": "ValueError", "type_error": "TypeError", "index_error": "IndexError", "key_error": "KeyError"}
_THROWN |= {"runtime_error": "RuntimeError", "invalid_argument": "ValueError", "out_of_range": "IndexError"}


class C:
    """Harvests C and C++ files that raise Python exceptions."""

    name = "c"
    version = 1
    suffixes = (".c", ".cc", ".cpp", ".cxx", ".c.src", ".cpp.src", ".h", ".hpp", ".h.src", ".hh", ".c.inc")

    def read(self, path: str, text: str) -> Facts:  # noqa: ARG002
        """Return the calls of a file that set an exception."""
        text = unmarked(text)
        rows = list(_c_rows(text)) if any(word in text for word in ("PyErr_", "throw", "_CHECK", "npy_gil")) else []
        return {"rows": rows} if rows else {}

    def link(self, facts: Mapping[str, Facts]) -> Iterator[Located]:
        """Return the located errors, by path and line."""
        return _located(facts)


class Rust:
    """Harvests Rust files that raise Python exceptions (PyO3), and tables of messages in them."""

    name = "rust"
    version = 2
    suffixes = (".rs",)

    def read(self, path: str, text: str) -> Facts:  # noqa: ARG002
        """Return the errors of a file."""
        rows = list(_rust_rows(unmarked(text)))
        return {"rows": rows} if rows else {}

    def link(self, facts: Mapping[str, Facts]) -> Iterator[Located]:
        """Return the located errors, by path and line."""
        return _located(facts)


def _located(facts: Mapping[str, Facts]) -> Iterator[Located]:
    for path in sorted(facts):
        for line, cls, message, function, code in facts[path].get("rows", ()):
            severity: Severity = "warning" if cls and cls.endswith("Warning") else "error"
            kind = "warn" if severity == "warning" else "raise"
            yield Located(path, line, render(message), cls, function, kind, severity, code)


def _c_rows(text: str) -> Iterator[list[Any]]:
    calls = list(_CALL.finditer(text))
    lines = _line_numbers(text, [call.start() for call in calls])
    functions = [(found.start(), found[1]) for found in _FUNCTION.finditer(text)] if calls else []
    starts = [start for start, _ in functions]
    for call, line in zip(calls, lines, strict=True):
        args = _arguments(text, call.end())
        cls, at = _class_of(call, args)
        message = _message(args[at:], text, call.start())
        if message is None or (cls is None and len(literal(message).strip()) < 12):
            continue
        place = bisect_right(starts, call.start()) - 1
        yield [line, cls, message, functions[place][1] if place >= 0 else None, None]


def _class_of(call: re.Match[str], args: list[str]) -> tuple[str | None, int]:
    """Return the class a call raises and the position of its first argument that may be text."""
    name, thrown = call[1], call[2]
    if thrown:
        bare = thrown.rpartition("::")[2]
        return _THROWN.get(bare, bare if bare[:1].isupper() else None), 0
    if name.startswith("DEPRECATE"):
        return ("FutureWarning" if "FUTURE" in name else "DeprecationWarning"), 0
    if name.startswith(("TORCH", "AT_")):
        return "RuntimeError", 0 if name == "AT_ERROR" else 1
    first = args[0].strip().rpartition("->")[2].rpartition(".")[2] if args else ""
    if first.startswith("PyExc_"):
        return first[6:], 1
    if name.startswith("PyErr") and _VARIABLE.match(first) and first.lstrip("_")[:1].isupper():
        return first.lstrip("_"), 1
    return None, 0


def _message(args: list[str], text: str, before: int) -> str | None:
    """Return the marked template of the first argument that is text, `None` if none is."""
    for number, argument in enumerate(args[:3]):
        if '"' in argument:
            joined = _joined(argument)
            values = [_shown(value) for value in args[number + 1 :]]
            if joined is not None:
                return _formatted(joined, values)
        elif found := _VARIABLE.match(argument.strip()):
            value = _variable(found[1], text, before)
            if value is not None:
                return _formatted(value, [_shown(value) for value in args[number + 1 :]])
    return None


def _variable(name: str, text: str, before: int) -> str | None:
    assigned = re.compile(rf"\b{re.escape(name)}[ \t]*(?:\[[^\]\n]*\])?[ \t]*=[ \t]*\(?\s*(?=\")")
    last = None
    for found in assigned.finditer(text):
        if found.start() > before and last is not None:
            break
        last = found
    if last is None:
        define = re.search(rf"^[ \t]*#[ \t]*define[ \t]+{re.escape(name)}[ \t\\\n]+(?=\")", text, re.MULTILINE)
        return None if define is None else _joined(text[define.end() : text.find("\n\n", define.end())])
    return _joined(text[last.end() : text.find(";", last.end())][:MAX_CALL])


def _joined(argument: str) -> str | None:
    """Return adjacent literals as one text; a macro between them stands for a conversion."""
    parts: list[str] = []
    end = 0
    for found in _LITERAL.finditer(argument):
        between = argument[end : found.start()].strip().strip("()\\").strip()
        if between and parts:
            if _ternary(between):
                break
            if between.replace("_", "").isalnum():
                parts.append("d" if parts[-1].endswith("%") else mark(f"{{{between}}}", between))
            else:
                parts.append(mark("{value}", "value"))
        parts.append(_unescaped(found[1]))
        end = found.end()
    return "".join(parts) if parts else None


def _ternary(between: str) -> bool:
    return ":" in between or "?" in between


def _formatted(text: str, values: list[str]) -> str:
    number = -1

    def placeholder(found: re.Match[str]) -> str:
        nonlocal number
        if found[0] == "%%":
            return "%"
        number += 1
        name = values[number] if number < len(values) else "value"
        return mark(found[0] if split_template(found[0]) == [None] else f"{{{name}}}", name)

    return _REPEAT.sub(lambda found: mark(f"{{{found[1]}}}", found[1]), _FORMAT.sub(placeholder, text))


def _shown(value: str) -> str:
    bare = " ".join(value.split())
    return bare if 0 < len(bare) <= 60 and not any(char in bare for char in '{}"') else "value"


def _arguments(text: str, at: int) -> list[str]:
    """Return the arguments of the call whose bracket has just been opened."""
    args: list[str] = []
    depth, start = 0, at
    limit = min(len(text), at + MAX_CALL)
    while at < limit:
        char = text[at]
        if char == '"':
            found = _LITERAL.match(text, at)
            at = found.end() if found else at + 1
            continue
        if char == "'" and (found := _CHARACTER.match(text, at)):
            at = found.end()
            continue
        if char == "/" and (found := _COMMENT.match(text, at)):
            text = text[:at] + " " * (found.end() - at) + text[found.end() :]
            continue
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth < 0:
                return [*args, text[start:at]]
        elif char == "," and depth == 0:
            args.append(text[start:at])
            start = at + 1
        at += 1
    return args


_CHARACTER = re.compile(r"'(?:[^'\\\n]|\\.){1,4}'")
_COMMENT = re.compile(r"//[^\n]*|/\*(?:[^*]|\*(?!/)){0,2000}\*/")


def _unescaped(text: str) -> str:
    def plain(found: re.Match[str]) -> str:
        code = found[1]
        if code[0] in "xu" and len(code) > 1:
            return chr(int(code[1:], 16))
        return _ESCAPES.get(code, "" if code.isdigit() or code == "\n" else code)

    return _ESCAPE.sub(plain, text) if "\\" in text else text


def _line_numbers(text: str, places: list[int]) -> list[int]:
    numbers: list[int] = []
    line, at = 1, 0
    for place in places:
        line += text.count("\n", at, place)
        at = place
        numbers.append(line)
    return numbers


_RUST_CALL = re.compile(
    r"\b(?:(Py\w+(?:Error|Exception))::new_err|(py_schema_err|py_err|py_schema_error_type|panic|bail|anyhow)!"
    r"|(\w*Error)::(?:new_err|new|custom|other|msg))[ \t]*\("
)
_RUST_TABLE = re.compile(
    r"\bSelf::(\w+)[ \t]*(?:\{[^{}]*\}|\([^()]*\))?[ \t]*=>[ \t\n]*\{?[ \t\n]*\"((?:[^\"\\]|\\.)*)\""
)
_RUST_MADE = re.compile(
    r"\b(?:format|write|writeln)![ \t]*\((?:[\w.]{1,20},)?\s{0,60}\"((?:[^\"\\]|\\.){20,600})\"", re.DOTALL
)
_RUST_NEAR = re.compile(r"(?i)err|warn|message")
"""A text is taken for that of an error where one of these stands shortly before it."""
_RUST_FUNCTION = re.compile(r"\bfn[ \t]+(\w+)")
_RUST_TABLES = ("message_template", "fn fmt", "fn message", "fn description")
_RUST_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def _rust_rows(text: str) -> Iterator[list[Any]]:
    functions = [(found.start(), found[1]) for found in _RUST_FUNCTION.finditer(text)]
    starts = [start for start, _ in functions]

    def function(at: int) -> str | None:
        place = bisect_right(starts, at) - 1
        return functions[place][1] if place >= 0 else None

    if any(word in text for word in _RUST_TABLES):
        table = list(_RUST_TABLE.finditer(text))
        for found, line in zip(table, _line_numbers(text, [found.start(2) for found in table]), strict=True):
            if len(found[2]) > 5 and " " in found[2]:
                code = _CAMEL.sub("_", found[1]).lower()
                own = function(found.start()) or ""
                template = "message" in own
                message = _unescaped(found[2])
                yield [line, "ValidationError" if template else None, message, own, code if template else None]
                if "message_template_python" in text and template:  # as pydantic prints it
                    printed = f"{message} [type={code}, input_value={{input_value}}, input_type={{input_type}}]"
                    yield [line, "ValidationError", printed, own, None]
    made = [
        found
        for found in _RUST_MADE.finditer(text)
        if _RUST_NEAR.search(text, max(0, found.start() - 200), found.start())
    ]
    for found, line in zip(made, _line_numbers(text, [found.start() for found in made]), strict=True):
        message = _unescaped(re.sub(r"\\\n\s*", "", found[1]))
        if message[:1].isupper() and " " in message:
            yield [line, None, message, function(found.start()), None]
    calls = list(_RUST_CALL.finditer(text))
    for call, line in zip(calls, _line_numbers(text, [call.start() for call in calls]), strict=True):
        args = text[call.end() : call.end() + MAX_CALL]
        text_of = _RUST_LITERAL.search(args)
        closing = args.find(";")
        if text_of is None or (0 <= closing < text_of.start() and call[2] != "py_err") or text_of.start() > 200:
            continue
        message = re.sub(r"\\\n\s*", "", text_of[1])
        if len(message) > 5 and " " in message:
            schema = "SchemaError" if (call[2] or "").startswith("py_schema") else call[3]
            yield [
                line,
                call[1].removeprefix("Py") if call[1] else schema,
                _unescaped(message),
                function(call.start()),
                None,
            ]
