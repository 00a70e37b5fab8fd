"""Reports of the sanitizers (address, leak, thread, memory, undefined behaviour) and of valgrind's memory checker.

The class is the sanitizer, the code its name for the kind of fault (`heap-use-after-free`); frames are those of the
first stack, where it happened. Shadow bytes, allocation stacks and the summary belong to the event.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.lazy import Lazy
from errkb.parse.native.compiler import language_of

__all__ = ["SanitizerParser"]

_REPORT = Lazy(
    r"[ \t]*(?:==\d{1,10}==)?(?:(?:ERROR|WARNING): )?(?P<cls>\w{2,12}Sanitizer): "
    r"(?P<message>(?P<code>[A-Za-z][\w-]*(?: race"
    r"|-inversion| memory leaks)?)?.*)$"
)
_SUMMARY = Lazy(r"[ \t]*SUMMARY: (?P<cls>\w{2,12}Sanitizer): (?P<message>(?P<code>[\w-]+(?: race)?) (?P<place>\S.*))$")
_SUMMARY_PLACE = Lazy(r"(?P<file>[^\s:][^:\n]{0,400}):(?P<line>\d{1,7})(?::\d+)?(?: in (?P<function>\S.*))?$")
_RUNTIME = Lazy(
    r"[ \t]*(?P<file>[^\s:][^:\n]{0,400}):(?P<line>\d{1,7}):(?:\d{1,5}:)? runtime error: (?P<message>\S.*)$"
)
_FRAME = Lazy(
    r"[ \t]*#(?P<number>\d{1,4}) +(?:0x[0-9a-f]+ +)?(?:in )?(?P<function>\S.{0,2000}?)"
    r"(?: (?P<file>[^\s()]{1,400}?)(?::(?P<line>\d{1,7})(?::\d+)?)?(?: \([^()]{1,300}\))?| "
    r"\((?P<module>[^()\n]{1,300}?)(?:\+0x[0-9a-f]+)?\)(?: \(BuildId: \w+\))?)$"
)
_BODY = Lazy(
    r"[ \t]*(?:$|==\d{1,10}==(?!ERROR)|#\d|SUMMARY: |READ of |WRITE of |0x[0-9a-f]+|Address 0x|=>0x|HINT: "
    r"|Shadow byte|\[\d+, \d+\)"
    r"|(?:previously )?(?:allocated|freed) by |Thread T\d|This frame has |\(longjmp |(?:Direct|Indirect) leak of "
    r"|AddressSanitizer can not|\w[\w ,]{3,40}: +[0-9a-f]{2}(?:[ \d]*)$|Memory (?:access )?|(?:Previous "
    r"|Atomic |Read |Write |Uninitialized )"
    r"|Location is |Mutex M|Cycle in |Hint: |Uninitialized value |NOTE: |  \S)"
)
_RULE = Lazy(r"={10,}$")
_VALGRIND = Lazy(
    r"==(?P<pid>\d{1,10})== (?P<message>(?:Invalid (?:read|write|free)|Conditional jump or move depends|Use "
    r"of uninitialised"
    r"|Mismatched free|Syscall param \S+ (?:contains|points)|Source and destination overlap|Process "
    r"terminating with).*)$"
)
_VALGRIND_FRAME = Lazy(
    r"==\d{1,10}== {3,6}(?:at|by) 0x[0-9A-F]+: (?P<function>\S.{0,600}?) \((?:in "
    r")?(?P<file>[^():\n]{1,300})(?::(?P<line>\d{1,7}))?\)$"
)
_REACH = 600
_MOST_FRAMES = 300


class SanitizerParser:
    """Reads one report."""

    name = "sanitizer"
    hints: tuple[str, ...] = ("Sanitizer: ",)
    nearby: tuple[str, ...] = (
        "runtime error: ",
        "== Invalid ",
        "== Conditional jump",
        "== Use of uninit",
        "== Process termin",
        "== Mismatched",
    )

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the report with everything that is printed for it."""
        text = lines[at].text[:4000].rstrip()
        if "Sanitizer: " in text:
            return _report(lines, at, text) or _summary(lines, at, text)
        if "runtime error: " in text:
            return _runtime(lines, at, text)
        return _valgrind(lines, at, text) if text.startswith("==") else None


def _report(lines: Sequence[Line], at: int, text: str) -> Block | None:
    match = _REPORT.match(text)
    if match is None or match["code"] == "reported":
        return None
    behind = _report_end(lines, at)
    frames = _first_stack(lines[at + 1 : behind])
    event = make_event(
        lines[at],
        lines[behind - 1],
        [Span(lines[at], *match.span("message"))],
        cls=match["cls"],
        code=match["code"],
        language=_language(frames),
        frames=frames,
    )
    return Block([event], behind)


def _report_end(lines: Sequence[Line], at: int) -> int:
    """Return the index behind the last line that can only be part of a report."""
    behind = at + 1
    for index in range(at + 1, min(at + _REACH, len(lines))):
        text = lines[index].text
        if _RULE.match(text.strip()):
            return index + 1 if behind == index else behind
        if not _BODY.match(text):
            break
        if text.strip():
            behind = index + 1
        if "==ABORTING" in text:
            break
    return behind


def _first_stack(lines: Sequence[Line]) -> list[Frame]:
    frames: list[Frame] = []
    for line in lines:
        match = _FRAME.match(line.text.rstrip()) if "#" in line.text[:40] else None
        if match:
            if match["number"] == "0" and frames:
                break
            number = int(match["line"]) if match["line"] else None
            frames.append(Frame(match["file"] or match["module"] or "", number, match["function"]))
        elif frames:
            break
        if len(frames) >= _MOST_FRAMES:
            break
    return frames[::-1]


def _summary(lines: Sequence[Line], at: int, text: str) -> Block | None:
    """The summary alone, where the report above it is cut off."""
    match = _SUMMARY.match(text)
    if match is None:
        return None
    place = _SUMMARY_PLACE.match(match["place"])
    frames = [Frame(place["file"], int(place["line"]), place["function"])] if place else []
    span = Span(lines[at], *match.span("message"))
    event = make_event(
        lines[at],
        lines[at],
        [span],
        cls=match["cls"],
        code=match["code"],
        language=_language(frames),
        frames=frames,
    )
    return Block([event], at + 1)


def _runtime(lines: Sequence[Line], at: int, text: str) -> Block | None:
    """`file.cpp:3:5: runtime error: …` of the undefined behaviour sanitizer, with or without a stack."""
    match = _RUNTIME.match(text)
    if match is None or not (language := language_of(match["file"])):
        return None
    behind = at + 1
    while behind < len(lines) and behind - at < _MOST_FRAMES and "#" in lines[behind].text[:8]:
        behind += 1
    frames = _first_stack(lines[at + 1 : behind]) or [Frame(match["file"], int(match["line"]))]
    span = Span(lines[at], *match.span("message"))
    return Block([make_event(lines[at], lines[behind - 1], [span], language=language, frames=frames)], behind)


def _valgrind(lines: Sequence[Line], at: int, text: str) -> Block | None:
    match = _VALGRIND.match(text)
    if match is None:
        return None
    mark = f"=={match['pid']}== "
    behind = at + 1
    frames: list[Frame] = []
    while behind < len(lines) and behind - at < _MOST_FRAMES and lines[behind].text.startswith(mark + " "):
        frame = _VALGRIND_FRAME.match(lines[behind].text.rstrip())
        if frame:
            frames.append(Frame(frame["file"], int(frame["line"]) if frame["line"] else None, frame["function"]))
        behind += 1
    frames.reverse()
    span = rest_of(lines[at], match.start("message"))
    return Block([make_event(lines[at], lines[behind - 1], [span], language=_language(frames), frames=frames)], behind)


def _language(frames: Sequence[Frame]) -> str:
    return next((found for frame in reversed(frames) if (found := language_of(frame.file))), "cpp")
