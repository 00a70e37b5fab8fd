"""Putting back line ends: tracebacks that a form field, a JSON writer or a chat turned into one line."""

from __future__ import annotations

from itertools import pairwise

from errkb.parse.lazy import Lazy
from errkb.parse.segment import Segment, unescape

__all__ = ["unfold"]

_HEADER = "Traceback (most recent call last):"
_FRAME = Lazy(r'File "[^"\n]{1,400}", line \d+, in (?:<[\w ]{1,30}>|[\w.<>]{1,200})(?:\(\))?')
_ESCAPED = Lazy(r"\\n\s*(?:File \\?\"|at [\w.$<]|During handling|The above|[\w.]+(?:Error|Exception)\b)")
_CLASS = Lazy(
    r"(?<![\w.\"'(])(?:\w+\.){0,12}[A-Z]\w*"
    r"(?:Error|Exception|Interrupt|Exit|Warning|Timeout|Failure|Fault|Refused|Denied|Expired|NotFound)(?:: |$)"
)
_LINK = Lazy(
    r"(?:During handling of the above exception, another exception occurred"
    r"|The above exception was the direct cause of the following exception):"
)
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
    if not frames:
        return None
    named = _CLASS.search(text, frames[0].end()) is not None
    begins = _HEADER in text or text.lstrip().startswith('File "')
    if not named and not (begins and len(frames) > 1):
        return None  # prose that names places
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
    """Return the spans of headers, frames, source lines, the classes with their messages, and what links them."""
    marks = {0, len(text)}
    for span in frames:
        marks.update(span)
    header = text.find(_HEADER)
    while header >= 0:
        marks |= {header, header + len(_HEADER)} if header else {len(_HEADER)}
        header = text.find(_HEADER, header + 1)
    ends = [match.span() for match in _LINK.finditer(text)]
    for low, high in [*ends, (len(text), len(text))]:
        marks |= {low, high}
        above = max((end for _, end in frames if end <= low), default=0)
        last = _CLASS.search(text, above, low) if above else None
        if last:
            marks.add(last.start())
    places = sorted(marks)
    return list(pairwise(places))


def _stripped(segment: Segment, low: int, high: int) -> Segment:
    text = segment.text[low:high]
    left = len(text) - len(text.lstrip())
    return segment.cut(low + left, low + max(len(text.rstrip()), left))
