"""Lines of the input that were one when they were printed: cut by a terminal at its width, or by a container runtime.

A terminal cuts in mid-word: a line exactly as wide as the widest around it goes on in the next one, if that begins
nothing of its own. What is as wide by chance is told by the width (terminals have round ones), by a second line cut at
the same place, or by a frame that only both lines make whole. Only text that holds an error is looked at: there, what
stands below would be taken for the message anyway, so that a wrong guess costs a line end.

Container runtimes say themselves that a line is partial: CRI marks it `P`, Docker leaves out the line end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from errkb.normalize import strip_controls
from errkb.parse.carriers import Taken
from errkb.parse.lazy import Lazy
from errkb.parse.quoting import FENCE
from errkb.parse.shapes import is_marker, starts_something

__all__ = ["Joins", "Part"]

Part = tuple[int, int, int]
"""Index of a raw line, and where in it the part begins and ends."""
_Take = Callable[[str], Taken | None]

_CRI = Lazy(
    r"(?P<key>(?:\S{1,200}[ :])?)\d{4}-\d\d-\d\dT[\d:.]{8,18}(?:Z|[+-]\d\d:\d\d) "
    r"(?P<stream>stdout|stderr) (?P<tag>[PF])(?::\S{1,20})?(?: |$)"
)
_STRING = r'"(?P<text>(?:[^"\\]++|\\.)*+)"'
_DOCKER = Lazy(rf'\{{"log":{_STRING},"stream":"(?P<stream>\w+)"')
_SAID = Lazy(rf'"(?:log|message|MESSAGE|msg)":\s?{_STRING}')
_PARTIAL = Lazy(r'"(?:CONTAINER_)?(?:PARTIAL_MESSAGE|partial_message)":\s?"?true')
_LAST = Lazy(r'"(?:CONTAINER_)?(?:PARTIAL_LAST|partial_last)":\s?"?true')
_OWNER = Lazy(r'"(?:(?:CONTAINER_)?PARTIAL_ID|partial_id|CONTAINER_ID|container_id)":\s?"(?P<id>[^"]{1,128})"')

_NARROWEST = 60
_WIDTHS = frozenset({80, 90, 100, 110, 120, 130, 132, 140, 150, 160, 180, 200, 210, 220, 240, 250, 300})
"""Usual widths of terminals; others take a second line cut at the same place."""
_TELLING = ("rror", "ERROR", "xception", 'File "', "raceback", "FATAL", "CRITICAL")
_FRAME = Lazy(r'[ \t]*File "[^"\n]{1,1000}", line \d+')
_FRAME_WHOLE = Lazy(r'[ \t]*File "[^"\n]{1,1000}", line \d+, in [\w.<>]+$')
_CLASS = Lazy(r"[\w.]{0,200}(?:Error|Exception|Warning|Interrupt|Failure|Timeout)\b(?:: |:?$)")
_HEADER_END = "call last)"
_TABLE = frozenset("|+│┃║╮╯┐┘┤╭╰├└=")
_BAR = ("%|", "█", "━", "▏", "it/s]")
_DIGITS = str.maketrans("123456789", "000000000")


@dataclass(slots=True)
class Joins:
    """What belongs together: by the index of its first line the parts of each, and the other lines they are on."""

    parts: dict[int, list[Part]] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, raws: Sequence[str], text: str, take: _Take) -> Joins:
        """Return what belongs together in a stretch of lines; `text` is all of it."""
        joins = cls()
        if (" stdout P " in text or " stderr P " in text) and "Z" in text:
            joins._cri(raws)
        if '{"log":"' in text and '"stream":"' in text:
            joins._docker(raws)
        if "artial_message" in text or "PARTIAL_MESSAGE" in text:
            joins._marked(raws)
        if not joins.parts:
            joins._wrapped(raws, take)
        return joins

    def _join(self, parts: list[Part]) -> None:
        if len(parts) > 1:
            self.parts[parts[0][0]] = parts
            self.taken.update(index for index, _, _ in parts[1:])

    def _cri(self, raws: Sequence[str]) -> None:
        partial: dict[str, list[Part]] = {}
        for index, raw in enumerate(raws):
            match = _CRI.match(raw)
            if match is None:
                continue
            key = match["key"] + match["stream"]
            parts = partial.pop(key, [])
            parts.append((index, match.end() if parts else 0, len(raw.removesuffix("\r"))))
            if match["tag"] == "P":
                partial[key] = parts
            else:
                self._join(parts)
        for parts in partial.values():
            self._join(parts)

    def _docker(self, raws: Sequence[str]) -> None:
        """Join what the runtime cut at 16 KB: all but the last part lack the line end."""
        partial: dict[str, list[tuple[int, int, int]]] = {}
        for index, raw in enumerate(raws):
            match = _DOCKER.match(raw)
            if match is None or _PARTIAL.search(raw):
                continue
            said = partial.setdefault(match["stream"], [])
            said.append((index, *match.span("text")))
            if match["text"].endswith("\\n"):
                self._values(raws, partial.pop(match["stream"]))

    def _marked(self, raws: Sequence[str]) -> None:
        partial: dict[str, list[tuple[int, int, int]]] = {}
        for index, raw in enumerate(raws):
            marked = _PARTIAL.search(raw) is not None
            owner = _OWNER.search(raw)
            key = owner["id"] if owner else ""
            match = _SAID.search(raw) if marked or key in partial else None
            if match is None:
                continue
            partial.setdefault(key, []).append((index, *match.span("text")))
            if not marked or _LAST.search(raw):
                self._values(raws, partial.pop(key))
        for said in partial.values():
            self._values(raws, said)

    def _values(self, raws: Sequence[str], said: list[Part]) -> None:
        """Join records whose texts belong together: what is around the text is that of the first and of the last."""
        first, last = said[0], said[-1]
        if len(said) > 1:
            self._join([(first[0], 0, first[2]), *said[1:-1], (last[0], last[1], len(raws[last[0]]))])

    def _wrapped(self, raws: Sequence[str], take: _Take) -> None:
        found: dict[int, list[_Block]] = {}
        for low, high in _paragraphs(raws):
            block = _Block(raws, low, high, take)
            if block.cuts:
                found.setdefault(block.width, []).append(block)
        for blocks in found.values():
            if sum(len(block.cuts) for block in blocks) > 1 or any(block.sure for block in blocks):
                for parts in (parts for block in blocks for parts in block.joined()):
                    self._join(parts)


class _Block:
    """Lines without a blank one between them, and where they were cut."""

    def __init__(self, raws: Sequence[str], low: int, high: int, take: _Take) -> None:
        self.low = low
        self.sizes = [len(raw.removesuffix("\r")) for raw in raws[low:high]]
        self.cleans = [strip_controls(raw.removesuffix("\r")) for raw in raws[low:high]]
        self.raws = [clean.value for clean in self.cleans]
        self.take = take
        self.width = max(map(len, self.raws))
        self.traced = any('File "' in raw or "raceback" in raw for raw in self.raws)
        self.sure = False
        """One cut is enough to show it."""
        self.cuts: dict[int, int] = {}
        """By the line that was cut, the column from which the line below goes on."""
        for index in self._widest():
            column = self._goes_on(index, within=index - 1 in self.cuts)
            if column is not None:
                self.cuts[index] = column
                self.sure = self.sure or self._is_sure(index, column)

    def joined(self) -> Iterator[list[Part]]:
        """Yield the parts of each line that was cut."""
        parts: list[Part] = []
        for index, column in self.cuts.items():
            at = index + self.low
            if not parts or parts[-1][0] != at:
                if parts:
                    yield parts
                parts = [(at, 0, self.sizes[index])]
            parts.append((at + 1, self.cleans[index + 1].source(column), self.sizes[index + 1]))
        yield parts

    def _widest(self) -> Iterator[int]:
        if self.width < _NARROWEST:
            return
        for index in range(len(self.raws) - 1):
            if len(self.raws[index]) == self.width:
                yield index

    def _goes_on(self, index: int, *, within: bool) -> int | None:
        """Return from which column the line below goes on with this one, or `None` where it does not."""
        raw, below = self.raws[index], self.raws[index + 1]
        column = 0
        taken = self.take(below)
        if taken:
            column = taken.at
            if taken.level or raw[:column].translate(_DIGITS) != below[:column].translate(_DIGITS):
                return None
            if taken.time and not self.traced:
                return None
        rest = below[column:]
        if not rest or rest[:2].isspace() or _is_drawn(raw) or _is_drawn(rest) or not raw[column:].strip():
            return None
        if not (self.traced or within or any(mark in raw for mark in _TELLING)):
            return None
        if is_marker(rest):
            return column if is_marker(raw[column:]) else None
        if not _mid_word(raw, rest) or _begins(rest) or raw.endswith(_HEADER_END) or rest[:8] == raw[column:][:8]:
            return None
        if _FRAME_WHOLE.match(raw[column:]) and not self._has_source(index + 2, column):
            return None
        return column

    def _has_source(self, index: int, column: int) -> bool:
        return index < len(self.raws) and self.raws[index][column:].startswith("    ")

    def _is_sure(self, index: int, column: int) -> bool:
        raw, rest = self.raws[index], self.raws[index + 1][column:]
        if 'File "' in raw and not _FRAME.match(raw[column:]):
            return _FRAME.match(raw[column:] + rest) is not None
        if raw[column:].startswith("  ") and _FRAME_WHOLE.match(raw[column:]):
            return True  # its source stands indented below the line between them
        return self.width in _WIDTHS or self.width - column in _WIDTHS


def _paragraphs(raws: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where lines stand without a blank one between them, some of which tell of an error."""
    low = 0
    telling = False
    for index, raw in enumerate([*raws, ""]):
        if not raw or raw.isspace() or raw.startswith(FENCE):
            if telling and index - low > 1:
                yield low, index
            low, telling = index + 1, False
        elif not telling:
            telling = any(mark in raw for mark in _TELLING)


def _begins(rest: str) -> bool:
    """Say whether a line is something of its own: a frame, a class, a prompt."""
    return starts_something(rest) or _FRAME.match(rest) is not None or _CLASS.match(rest) is not None


def _mid_word(raw: str, rest: str) -> bool:
    """Say whether two lines can be one cut within a word, a path or a quoted text: no sentence ends and begins."""
    last, first = raw[-1], rest[0]
    if last in ":;!?":
        return False
    if last == ".":
        return first.islower()
    return not first.isupper() or last.isupper() or last in "_-/\\= (['\""


def _is_drawn(text: str) -> bool:
    """Say whether a line is part of a table or a progress bar."""
    stripped = text.strip()
    return bool(stripped) and ((stripped[0] in _TABLE and stripped[-1] in _TABLE) or any(mark in text for mark in _BAR))
