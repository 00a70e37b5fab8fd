"""Example code of a record: the parts of a before/after example, and whether a piece is meant to be Python."""

from __future__ import annotations

import re
from dataclasses import dataclass

from errkb.render.language import guess_language

__all__ = ["Part", "is_python", "parts"]

_MARK = re.compile(r"(?mi)^[ \t]*(?:#+|//|--|;|<!--|/\*)[ \t]*(before|after)\b([^\n]*)$")
_STATEMENT = re.compile(
    r"(?m)^[ \t]*(?:import \w+|from [\w.]+ import |def \w+\(|async def |class \w+.*:|try:|except\b.*:|with .+:"
    r"|raise \w)"
)


@dataclass(slots=True, frozen=True)
class Part:
    """One side of an example: what its mark says behind `before` or `after`, and the code below it."""

    side: str
    note: str
    code: str


def parts(code: str) -> list[Part]:
    """Return the marked parts of an example; code above the first mark belongs to none."""
    marks = list(_MARK.finditer(code))
    ends = [*(mark.start() for mark in marks), len(code)][1:]
    return [
        Part(mark[1].lower(), mark[2].strip(), code[mark.end() : end].strip("\n"))
        for mark, end in zip(marks, ends, strict=False)
    ]


def is_python(code: str, path: str) -> bool:
    """Say whether a piece of code is Python, or is meant to be."""
    language = guess_language(code, path)
    return language == "python" or (language not in {"bash", "docker", "diff"} and bool(_STATEMENT.search(code)))
