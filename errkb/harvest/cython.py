"""Cython source, read as Python after blanking out what Python's grammar does not know.

A tolerant reading line by line: headers keep their shape, statements that cannot matter or do not parse become `pass`,
line numbers stay. It misses what depends on C types; a message that stands in a `raise` it does not miss.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping

from errkb.harvest.python import link, read
from errkb.model.located import Facts, Located

__all__ = ["Cython", "as_python"]

_TEMPLATE_LINE = re.compile(r"^[ \t]*\{\{(?:py:|for |if |elif |else|endfor|endif|def |enddef|#)")
_TEMPLATE = re.compile(r"\{\{([^{}\n]{0,200})\}\}")
_CAST = re.compile(r"<[ \t]*[A-Za-z_][\w.]*(?:[ \t]+\w+){0,3}(?:[ \t]*\*){0,3}(?:\[[^\]<>\n]{0,40}\])?[ \t]*\??>")
_CLASS = re.compile(r"^(?:cdef[ \t]+|cpdef[ \t]+)?(?:public[ \t]+|final[ \t]+)?class[ \t]+(\w+)[ \t]*(\([^\n]*\))?")
_FUNCTION = re.compile(r"^(?:async[ \t]+)?(?:def|cdef|cpdef)\b[^(\n]*?(\w+)[ \t]*(?:\[[^\n\]]*\])?[ \t]*\(")
_DECLARED = re.compile(r"^(?:cdef|cpdef)\b[^(\n]*?(\w+[ \t]*=[ \t]*[^=\n].*)$", re.DOTALL)
_HEADER = re.compile(r"^(if|elif|else|for|while|try|except|finally|with|match|case)\b")
_STRING = re.compile(r"'''|\"\"\"|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|#[^\n]*")
_TELLING = re.compile(r"""["']|^(?:raise|return|assert|import|from)\b""")
_NAME = re.compile(r"\w+")
MAX_REPAIRS = 20
"""Lines given up in a file; with more it is not read."""


class Cython:
    """Harvests `.pyx`, `.pxd` and template files of Cython."""

    name = "cython"
    version = 3
    suffixes = (".pyx", ".pxi", ".pyx.in", ".pxi.in", ".pyx.tp", ".pyx.tpl")

    def read(self, path: str, text: str) -> Facts:  # noqa: ARG002
        """Return the calls of a file that print an error. Raises `UnreadableError`."""
        return read(as_python(text))

    def link(self, facts: Mapping[str, Facts]) -> Iterator[Located]:
        """Return the located errors of a project, by path and line."""
        return link(facts)


def as_python(text: str) -> str:
    """Return Python with the same lines and the same `raise` statements."""
    text = _TEMPLATE.sub(lambda found: "_".join(_NAME.findall(found[1])) or "value", _without_template_lines(text))
    lines: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for indent, logical in _logical(text):
            size = logical.count("\n")
            shaped = _shaped(logical)
            lines.append(indent + shaped + "\n" * (size - shaped.count("\n")))
    return _repaired(_filled("\n".join(lines) + "\n"))


def _without_template_lines(text: str) -> str:
    if "{{" not in text:
        return text
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        if inside or _TEMPLATE_LINE.match(line):
            inside = "}}" not in line
            kept.append("")
        else:
            kept.append(line)
    return "\n".join(kept)


def _logical(text: str) -> Iterator[tuple[str, str]]:
    """Return indentation and text of every logical line, blank ones included."""
    waiting: list[str] = []
    depth, quotes = 0, ""
    for line in text.split("\n"):
        waiting.append(line)
        depth, quotes = _balance(line, depth, quotes)
        if (depth > 0 or quotes or line.endswith("\\")) and len(waiting) < 400:
            continue
        whole = "\n".join(waiting)
        bare = whole.lstrip(" \t")
        yield whole[: len(whole) - len(bare)], bare
        waiting, depth, quotes = [], 0, ""
    if waiting:
        yield "", "\n".join(waiting).lstrip(" \t")


def _balance(line: str, depth: int, quotes: str) -> tuple[int, str]:
    """Return how many brackets and which long quotes are open behind a line."""
    at = 0
    while quotes:
        closed = line.find(quotes, at)
        if closed < 0:
            return depth, quotes
        at, quotes = closed + 3, ""
    while True:
        found = _STRING.search(line, at)
        code = line[at : found.start() if found else len(line)]
        depth += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
        if found is None:
            return depth, ""
        if found[0] in ("'''", '"""'):
            closed = line.find(found[0], found.end())
            if closed < 0:
                return depth, found[0]
            at = closed + 3
        else:
            at = found.end()


def _shaped(logical: str) -> str:
    """Return what stands for a logical line in Python."""
    if not logical or logical.isspace() or logical.startswith(("#", "@")):
        return logical if logical.startswith("@") and _parses(f"{logical}\ndef f(): pass") else ""
    if found := _CLASS.match(logical):
        header = f"class {found[1]}{found[2] or ''}:"
        return header if _parses(f"{header} pass") else f"class {found[1]}:"
    ends = logical.rstrip().endswith(":") or _ends_with_colon(logical)
    if ends and (found := _FUNCTION.match(logical)):
        return _function(logical, found[1])
    if _HEADER.match(logical):
        return _header(logical)
    if ends:
        return "if 1:"
    if logical.startswith(("cdef ", "cpdef ")):
        declared = _DECLARED.match(logical)
        logical = declared[1] if declared else "pass"
    elif logical.startswith(("ctypedef", "cimport", "include", "DEF ", "IF ")) or " cimport " in logical:
        return "pass"
    if not _TELLING.search(logical):
        return "pass"
    for attempt in (logical, _CAST.sub("", logical)):
        if _parses(attempt if not attempt.startswith("return") else f"def f():\n {attempt}"):
            return attempt
    return "pass"


def _function(logical: str, name: str) -> str:
    header = logical if logical.startswith("def ") else ""
    if header and _parses(f"{header.rstrip()} pass"):
        return header
    names = [part.strip() for part in logical[logical.find("(") + 1 : logical.rfind(")")].split(",")]
    params = [found[-1] for part in names if (found := _NAME.findall(part.partition("=")[0]))]
    plain = f"def {name}({', '.join(dict.fromkeys(params))}):"
    return plain if _parses(f"{plain} pass") else f"def {name}():"


def _header(logical: str) -> str:
    kind = logical[: _NAME.match(logical).end()]  # type: ignore[union-attr]  # it begins with a keyword
    before = _BEFORE.get(kind, "")
    after = "\nexcept: pass" if kind == "try" else ""
    body = "" if not _ends_with_colon(logical) else " pass"
    for attempt in (logical, _CAST.sub("", logical)):
        bare = attempt.split("#", 1)[0].rstrip() if body else attempt
        if _parses(f"{before}{bare}{body}{after}"):
            return attempt if not body else bare
    return _PLAIN.get(kind, "if 1:")


_BEFORE = {"elif": "if 1: pass\n", "else": "if 1: pass\n", "except": "try: pass\n", "finally": "try: pass\n"}
_PLAIN = {"elif": "elif 1:", "else": "else:", "except": "except Exception:", "finally": "finally:", "try": "try:"}


def _ends_with_colon(logical: str) -> bool:
    last = logical.rsplit("\n", 1)[-1]
    return _STRING.sub(lambda found: "" if found[0].startswith("#") else "s", last).rstrip().endswith(":")


def _filled(text: str) -> str:
    """Return the text with a `pass` in every block that has none left."""
    lines = text.split("\n")
    headers: list[int] = []
    for number, line in enumerate(lines):
        bare = line.strip()
        if not bare:
            continue
        indent = len(line) - len(line.lstrip())
        if headers:
            at = headers.pop()
            if indent <= len(lines[at]) - len(lines[at].lstrip()):
                lines[at] += " pass"
        if bare.endswith(":") and _HEADER_LINE.match(bare):
            headers.append(number)
    if headers:
        lines[headers.pop()] += " pass"
    return "\n".join(lines)


def _repaired(text: str) -> str:
    """Return the text with the lines that still do not parse as `pass`, as far as that helps."""
    for _ in range(MAX_REPAIRS):
        try:
            ast.parse(text)
        except SyntaxError as error:
            lines = text.split("\n")
            at = (error.lineno or 1) - 1
            if at >= len(lines) or lines[at].strip() in ("", "pass"):
                return text
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines[at] = f"{indent}{'if 1: pass' if lines[at].rstrip().endswith(':') else 'pass'}"
            text = "\n".join(lines)
        except (ValueError, RecursionError, MemoryError):
            return text
        else:
            return text
    return text


_HEADER_LINE = re.compile(r"^(?:if|elif|else|for|while|try|except|finally|with|def|class|async|match|case)\b")


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
