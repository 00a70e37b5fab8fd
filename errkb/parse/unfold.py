"""Putting back line ends: tracebacks that a form field, a JSON writer or a chat turned into one line."""

from __future__ import annotations

from itertools import pairwise

from errkb.parse.lazy import Lazy
from errkb.parse.segment import Segment, unescape

__all__ = ["unfold"]

_HEADER = "Traceback (most recent call last):"
_FRAME = Lazy(r'File "[^"\n]{1,400}", line \d+, in (?:<[\w ]{1,30}>|[\w.<>]{1,200})(?:\(\))?')
_ESCAPED = Lazy(r"\\n\s*(?:File \\?\"|at [\w.$<]|During handling|The above|[\w.]+(?:Error|Exception)\b)")
_CLASS = Lazy(r"(?<![\w.\"'(])(?:\w+\.){0,12}[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Warning): ")
_LABEL = Lazy(r"(?<= )(?P<label>\d{1,5}): ")
_LABELS = 3
"""A number followed by a colon this often on one line is the label of the lines it was made of."""


def unfold(segment: Segment) -> list[Segment] | None:
    """Return the lines a collapsed traceback was made of, or `None` where the text is no such line."""
    text = segment.text
    if "\\n" in text and _ESCAPED.search(text):
        return unescape(segment)
    if 'File "' not in text and not (_HEADER in text and not text.rstrip().endswith(_HEADER)):
        return None
    frames = list(_FRAME.finditer(text))
    collapsed = len(frames) > 1 or (frames and _CLASS.search(text, frames[0].end()))
    if not frames or not collapsed:
        return None
    cuts = _labels(text) or _places(text, [match.span() for match in frames])
    return [part for low, high in cuts if (part := _stripped(segment, low, high)).text]


def _labels(text: str) -> list[tuple[int, int]]:
    """Return the spans between the most frequent label, as `srun --label` prints it."""
    found: dict[str, list[tuple[int, int]]] = {}
    for match in _LABEL.finditer(text):
        found.setdefault(match["label"], []).append(match.span())
    spans = max(found.values(), key=len, default=[])
    if len(spans) < _LABELS:
        return []
    starts = [0, *(high for _, high in spans)]
    ends = [*(low for low, _ in spans), len(text)]
    return list(zip(starts, ends, strict=True))


def _places(text: str, frames: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans of header, frames, source lines and the class with its message."""
    marks = {0, len(text)}
    for low, high in frames:
        marks |= {low, high}
    header = text.find(_HEADER)
    if header >= 0:
        marks.add(header + len(_HEADER))
    last = _CLASS.search(text, frames[-1][1])
    if last:
        marks.add(last.start())
    places = sorted(marks)
    return list(pairwise(places))


def _stripped(segment: Segment, low: int, high: int) -> Segment:
    text = segment.text[low:high]
    left = len(text) - len(text.lstrip())
    return segment.cut(low + left, low + max(len(text.rstrip()), left))
