"""Steps that a job's log marks itself: groups of GitHub, sections of GitLab, stages of Jenkins and their like.

The beginning of a log says whose it is; a log of none of them is not searched further. Where one is known, its marks
are looked for by one substring, so a log without marks costs nothing and one with marks a pass of `bytes.find`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Mark", "Markers"]

_PROBED = 1 << 18
"""Bytes at the beginning of a log in which the first mark must stand."""
_LONGEST = 4096
"""Bytes of a line in which a mark is looked for."""
_DEEPEST = 64
_TIME = rb"(?:\xef\xbb\xbf)?(?:\[?\d{4}-\d\d-\d\dT[\d:.]{5,20}Z?\]? )?"


class Mark(NamedTuple):
    """From this line on (counted from 0 in what was fed) the step is `step`, that of `job` if the log says so."""

    line: int
    step: str | None
    job: str | None = None


class _Family(NamedTuple):
    """`key` stands in each mark, `pattern` matches it on its line: `open` its name, `close` the end of the last one."""

    key: bytes
    pattern: re.Pattern[bytes]
    stays: Callable[[str], bool] = lambda _: False
    """Whether what follows the end of a step still belongs to it, until the next such step begins."""
    nested: bool = True


def _family(key: bytes, pattern: bytes, **options: object) -> _Family:
    return _Family(key, re.compile(pattern), **options)  # type: ignore[arg-type]


_FAMILIES = (
    _family(
        b"##[",
        b"^" + _TIME + rb"##\[(?:group\](?P<open>[^\r\n]{1,200})|(?P<close>endgroup\])"
        rb"|section\](?:Starting: (?P<enter>[^\r\n]{1,200})|(?P<leave>Finishing)))",
        stays=lambda name: name.startswith("Run "),  # the group holds the command, its output follows
    ),
    _family(b"section_", rb"section_(?:start:\d{1,12}:(?P<open>[\w.-]{1,100})|(?P<close>end):\d)"),
    _family(
        b"[Pipeline] ",
        b"^" + _TIME + rb"\[Pipeline\] (?:(?P<nameless>\{) ?(?:\((?P<open>[^\r\n]{1,200})\))?\s*$|(?P<close>\}))",
    ),
    _family(b"_bk;t=", rb"_bk;t=\d{1,15}\x07(?:---|\+\+\+|~~~) (?P<open>[^\r\n]{1,200})", nested=False),
    _family(b"travis_fold:", rb"travis_fold:(?:start:(?P<open>[\w.-]{1,100})|(?P<close>end):)"),
    _family(
        b"##teamcity[block",
        rb"##teamcity\[block(?:Opened name='(?P<open>(?:[^'|\r\n]|\|.){1,200})'|(?P<close>Closed) )",
    ),
    _family(
        b"] ***", rb"^(?:TASK|RUNNING HANDLER|PLAY) \[(?P<open>[^\r\n]{1,200})\] \*{3}", nested=False
    ),  # Ansible; also with a time before it in its own log, which has no brackets
)
_TABBED = re.compile(
    rb"(?m)^(?:\xef\xbb\xbf)?([^\t\r\n]{1,100})\t([^\t\r\n]{1,100})\t(?:\xef\xbb\xbf)?\d{4}-\d\d-\d\dT"
)
"""`gh run view --log`: job and step before each line."""


class Markers:
    """Reads the blocks of one log; a line that is cut at the end of a block is read with the next."""

    def __init__(self) -> None:
        self._family: _Family | None = None
        self._tabbed = False
        self._probed = 0
        self._rest = b""
        self._base: str | None = None
        self._open: list[str | None] = []
        self._last: tuple[str | None, str | None] = (None, None)

    @property
    def idle(self) -> bool:
        """Tell whether the log is of no known kind, so that nothing is to be fed any more."""
        return self._family is None and not self._tabbed and self._probed >= _PROBED

    def feed(self, data: bytes) -> list[Mark]:
        """Return where steps begin in the next block; lines count from that of its first byte."""
        rest, data = len(self._rest), self._rest + data
        self._rest = data[data.rfind(b"\n") + 1 :][:_LONGEST]
        if self._family is None and not self._tabbed:
            self._probe(data)
            self._probed += len(data) - rest
        if self._tabbed:
            return self._columns(data)
        return self._marks(data, self._family) if self._family is not None else []

    def _probe(self, data: bytes) -> None:
        head = data[: max(0, _PROBED - self._probed)]
        if _TABBED.match(head):
            self._tabbed = True
            return
        for family in _FAMILIES:
            if any(True for _ in _found(head, family)):
                self._family = family
                return

    def _marks(self, data: bytes, family: _Family) -> list[Mark]:
        marks: list[Mark] = []
        line = at = 0
        for start, found in _found(data, family):
            line, at = line + data.count(b"\n", at, start), start
            step = self._turn(family, {name: text for name, text in found.groupdict().items() if text is not None})
            if step != self._last[0]:
                self._last = (step, None)
                marks.append(Mark(line, step))
        return marks

    def _turn(self, family: _Family, said: dict[str, bytes]) -> str | None:
        """Take a mark; return the step that is open now."""
        name = _text(said.get("open") or said.get("enter"))
        if "leave" in said:
            self._base, self._open = None, []
        elif "enter" in said or (name is not None and family.stays(name)) or not family.nested:
            self._base, self._open = name, []
        elif name is not None or "nameless" in said:
            self._open = [*self._open, name][-_DEEPEST:]
        elif self._open:
            self._open.pop()
        return next((name for name in reversed(self._open) if name is not None), self._base)

    def _columns(self, data: bytes) -> list[Mark]:
        marks: list[Mark] = []
        line = at = 0
        for found in _TABBED.finditer(data):
            said = (_text(found[2]), _text(found[1]))
            if said != self._last:
                line, at = line + data.count(b"\n", at, found.start()), found.start()
                self._last = said
                marks.append(Mark(line, *said))
        return marks


def _found(data: bytes, family: _Family) -> list[tuple[int, re.Match[bytes]]]:
    """Return the marks in a block, each with where its line begins."""
    found = []
    at = data.find(family.key)
    while at >= 0:
        start = data.rfind(b"\n", max(0, at - _LONGEST), at) + 1 or max(0, at - _LONGEST)
        end = data.find(b"\n", at, at + _LONGEST)
        match = family.pattern.search(data[start : end if end >= 0 else at + _LONGEST])
        if match is not None and end >= 0:
            found.append((start, match))
        at = data.find(family.key, end if end >= 0 else at + _LONGEST)
    return found


def _text(name: bytes | None) -> str | None:
    return None if name is None else name.decode("utf-8", "replace").strip() or None
