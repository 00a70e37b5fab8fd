"""PHP: fatal and other errors as the engine prints them, logs of Laravel and Symfony, Composer.

An exception's frames say where each function was called; the exception itself says where it was raised. The earlier
exception is printed first, what it led to behind `Next`.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation
from errkb.parse.stacked import MOST_FRAMES, own

__all__ = ["ComposerParser", "PhpLogParser", "PhpParser"]

_VENDOR = Lazy(r".*/vendor/(?P<package>[\w.-]{1,100}/[\w.-]{1,100})/")
REPOS: dict[str, str] = {
    "doctrine/dbal": "doctrine/dbal",
    "doctrine/orm": "doctrine/orm",
    "guzzlehttp/guzzle": "guzzle/guzzle",
    "illuminate/database": "laravel/framework",
    "laravel/framework": "laravel/framework",
    "livewire/livewire": "livewire/livewire",
    "magento/framework": "magento/magento2",
    "monolog/monolog": "Seldaek/monolog",
    "nesbot/carbon": "briannesbitt/Carbon",
    "phpunit/phpunit": "sebastianbergmann/phpunit",
    "predis/predis": "predis/predis",
    "spatie/laravel-permission": "spatie/laravel-permission",
    "twig/twig": "twigphp/Twig",
    "yiisoft/yii2": "yiisoft/yii2",
}
"""Repositories of Composer packages whose name is not simply theirs."""

_KIND = r"(?P<kind>(?:Recoverable fatal|Fatal|Parse|Core|Compile) error|Warning|Notice|Deprecated|Strict Standards)"
_ERROR = Lazy(rf"(?:[ \t]*|.{{0,240}}?\bPHP ){_KIND}: {{1,2}}(?P<uncaught>Uncaught (?:exception ')?)?(?P<rest>\S.*)")
_CLASS = Lazy(r"(?P<cls>[A-Za-z_][\w\\]{0,250})(?:' with message '|: ?)")
_PLACE = Lazy(r"(?P<message>.*)'? in (?P<file>[^\n]{1,600}?)(?::(?P<line>\d{1,8})| on line (?P<line2>\d{1,8}))$")
_NEXT = Lazy(r"Next (?:exception ')?(?P<cls>[A-Za-z_][\w\\]{0,250}): ?")
_TRACE = Lazy(r"(?:PHP )?Stack trace:$|\[stacktrace\]$")
_FRAME = Lazy(
    r"(?:PHP {1,3})?#\d{1,5} (?:(?P<file>[^\n]{1,600}?)\((?P<line>\d{1,8})\)|\[internal function\]|(?P<main>\{main\}))"
    r"(?:: (?P<function>[^\s(]{1,300}|\{closure[^\n(]{0,200}\}[^\s(]{0,50})(?:\(.*)?)?\"?$"
)
_THROWN = Lazy(r"[ \t]+thrown in .{1,600} on line \d+$")
_SQLSTATE = Lazy(r"SQLSTATE\[(?P<code>\w{5})\]")
_NOISE = frozenset({"Warning", "Notice", "Deprecated", "Strict Standards"})
_MOST_MESSAGE = 40

_LOG = Lazy(
    r"(?:\[[^\]\n]{8,40}\] )?(?P<channel>[\w-]{1,40})\.(?P<level>ERROR|CRITICAL|ALERT|EMERGENCY): (?P<message>.*?)"
    r"(?P<context> \{(?=[\"\\]).*|$)"
)
_OBJECT = Lazy(
    r"\[object\] \((?P<cls>[A-Za-z_][\w\\]{0,300})\(code: ?(?P<code>[\w-]{0,20})\): (?P<message>.*)"
    r" at (?P<file>[^\n]{1,600}?):(?P<line>\d{1,8})\)"
)
_SYMFONY = Lazy(
    r"Uncaught PHP Exception (?P<cls>[A-Za-z_][\w\\]{0,250}): \"(?P<message>.*)\" at (?P<file>.*) line (?P<line>\d+)$"
)
_PREVIOUS = "[previous exception] "

_RESOLVE = "Your requirements could not be resolved to an installable set of packages."
_PROBLEM = Lazy(r" {2,4}(?:Problem \d+|- \S| {2,}\S)")
_CONSOLE = Lazy(r"[ \t]*In (?P<file>[\w./-]{1,200}\.php(?:\(\d+\) : eval\(\)'d code)?) line (?P<line>\d{1,8}):$")


class _Thrown:
    """One exception of a chain."""

    __slots__ = ("cls", "first", "frames", "last", "place", "spans")

    def __init__(self, first: int, cls: str | None) -> None:
        self.first = self.last = first
        self.cls = cls
        self.spans: list[Span] = []
        self.place: tuple[str, int] | None = None
        self.frames: list[tuple[str | None, int | None, str | None]] = []
        """Where each function was called, the innermost call first."""


class PhpParser:
    """Reads what the engine prints of errors and of exceptions nobody caught."""

    name = "php"
    hints: tuple[str, ...] = ("PHP Fatal error", "PHP Parse error", "Fatal error: ", "Parse error: ", "PHP Warning:  ")
    nearby: tuple[str, ...] = ("Warning: ", "Notice: ", "Deprecated: ", "fatal error: ")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one error with the exceptions that led to it."""
        text = lines[at].text
        match = _ERROR.match(text[:4000])
        if match is None:
            return None
        low = match.start("rest")
        cls = _CLASS.match(text, low) if match["uncaught"] else None
        first = _Thrown(at, cls["cls"] if cls else match["kind"])
        index = _message(lines, at, cls.end() if cls else low, first)
        if first.place is None and "PHP " not in text[: match.start("kind")]:
            return None  # `Warning: …` of any other program
        chain = [first]
        index = _stack(lines, at, index, first)
        while (found := _next(lines, index)) is not None:
            below, head = found
            thrown = _Thrown(below, head)
            index = _message(lines, below, lines[below].text.index(": ") + 2, thrown)
            index = _stack(lines, at, index, thrown)
            chain.append(thrown)
        if index < len(lines) and _THROWN.match(lines[index].text):
            chain[-1].last = index
            index += 1
        block = Block(_events(lines, chain), index)
        if match["kind"] in _NOISE:
            block.events[0].role = "noise"
        return block


def _next(lines: Sequence[Line], at: int) -> tuple[int, str] | None:
    for index in range(at, min(at + 2, len(lines))):
        match = _NEXT.match(lines[index].text)
        if match:
            return index, match["cls"]
        if lines[index].text.strip():
            break
    return None


def _message(lines: Sequence[Line], at: int, low: int, thrown: _Thrown) -> int:
    """Read the message up to the place that ends it; return the index behind."""
    spans: list[Span] = []
    for index in range(at, min(at + _MOST_MESSAGE, len(lines))):
        line = lines[index]
        column = low if index == at else 0
        text = line.text.rstrip()
        if index > at and (not own(lines[at], line) or _ERROR.match(text) or _TRACE.match(text)):
            break
        place = _PLACE.match(text, column)
        if place:
            high = place.end("message")
            quoted = lines[at].text[low - 1 : low] == "'" and text[high - 1] == "'"  # as PHP 5 printed it
            thrown.spans = [*spans, Span(line, column, high - quoted)]
            thrown.place = (place["file"], int(place["line"] or place["line2"]))
            thrown.last = index
            return index + 1
        spans.append(Span(line, column, len(text)))
    thrown.spans = spans[:1]
    return at + 1


def _stack(lines: Sequence[Line], head: int, at: int, thrown: _Thrown) -> int:
    index = at
    if index < len(lines) and _TRACE.match(lines[index].text.strip()):
        thrown.last = index
        index += 1
    while index < len(lines) and own(lines[head], lines[index]):
        frame = _FRAME.match(lines[index].text.strip()[:2000])
        if frame is None:
            break
        if len(thrown.frames) < MOST_FRAMES:
            line = int(frame["line"]) if frame["line"] else None
            thrown.frames.append((frame["file"], line, frame["function"] or frame["main"]))
        thrown.last = index
        index += 1
    return index


def _events(lines: Sequence[Line], chain: Sequence[_Thrown]) -> list[ErrorEvent]:
    """Return the events in the order they were thrown."""
    events: list[ErrorEvent] = []
    for thrown in chain:
        event = make_event(
            lines[thrown.first],
            lines[thrown.last],
            thrown.spans,
            cls=thrown.cls,
            language="php",
            frames=_frames(thrown),
        )
        state = _SQLSTATE.search(event.message[:300])
        event.code = f"SQLSTATE {state['code']}" if state else None
        if events:
            event.role = "wrapper"
            event.caused_by, event.link = name(events[-1]), "direct"
        events.append(event)
    return events


def _frames(thrown: _Thrown) -> list[Frame]:
    """Return the frames, outermost first: each place with the function it lies in."""
    places = [thrown.place or (None, None), *((file, line) for file, line, _ in thrown.frames)]
    functions = [*(function for _, _, function in thrown.frames), None]
    frames = [
        Frame(file, line, function, *_origin(file))
        for (file, line), function in zip(places, functions, strict=False)
        if file
    ]
    return frames[::-1]


def _origin(file: str) -> tuple[str | None, str | None]:
    match = _VENDOR.match(file.replace("\\", "/"))
    if match is None:
        return None, None
    package = match["package"]
    return package, REPOS.get(package, package)


class PhpLogParser:
    """Reads a record of Monolog, as Laravel and Symfony write it, with the exception in its context."""

    name = "php-log"
    hints: tuple[str, ...] = (".ERROR: ", ".CRITICAL: ", ".ALERT: ", ".EMERGENCY: ")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one record with its stack."""
        line = lines[at]
        match = _LOG.match(line.text[:8000].rstrip()) if any(hint in line.text for hint in self.hints) else None
        if match is None:
            return None
        thrown = _Thrown(at, None)
        thrown.spans = [Span(line, *match.span("message"))]
        shown = _OBJECT.search(match["context"] or "") or _SYMFONY.match(match["message"])
        if shown:
            thrown.cls = shown["cls"].replace("\\\\", "\\")
            thrown.place = (shown["file"], int(shown["line"]))
        if shown and shown.re.groupindex.keys() == {"cls", "message", "file", "line"}:
            low = match.start("message") + shown.start("message")
            thrown.spans = [Span(line, low, low + len(shown["message"]))]
        index = _stack(lines, at, at + 1, thrown)
        chain = [thrown]
        while (found := _previous(lines, index)) is not None:
            index = _stack(lines, at, found.first + 1, found)
            chain.insert(0, found)
        if index < len(lines) and lines[index].text.strip() in ('"}', '"} ', '"} []'):
            index += 1
        return Block(_events(lines, chain), index)


def _previous(lines: Sequence[Line], at: int) -> _Thrown | None:
    at += at < len(lines) and not lines[at].text.strip()
    text = lines[at].text if at < len(lines) else ""
    shown = _OBJECT.match(text, len(_PREVIOUS)) if text.startswith(_PREVIOUS) else None
    if shown is None:
        return None
    thrown = _Thrown(at, shown["cls"].replace("\\\\", "\\"))
    thrown.spans = [Span(lines[at], *shown.span("message"))]
    thrown.place = (shown["file"], int(shown["line"]))
    return thrown


class ComposerParser:
    """Reads what Composer and other console programs print in a box or as a list of problems."""

    name = "composer"
    hints: tuple[str, ...] = (_RESOLVE, ".php line ")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of the problems."""
        text = lines[at].text.strip()
        if text == _RESOLVE:
            return _problems(lines, at)
        match = _CONSOLE.match(lines[at].text.rstrip())
        return _console(lines, at, Frame(match["file"], int(match["line"]))) if match else None


def _problems(lines: Sequence[Line], at: int) -> Block:
    spans = [rest_of(lines[at], indentation(lines[at].text))]
    index = behind = at + 1
    while index < min(at + 200, len(lines)):
        text = lines[index].text
        if text.strip() and not _PROBLEM.match(text):
            break
        spans.append(rest_of(lines[index], min(2, indentation(text))))
        index += 1
        behind = index if text.strip() else behind
    return Block([make_event(lines[at], lines[behind - 1], spans, language="php", inferred=True)], behind)


def _console(lines: Sequence[Line], at: int, frame: Frame) -> Block | None:
    """Read the box below `In File.php line 12:`."""
    spans: list[Span] = []
    index = at + 1
    while index < min(at + _MOST_MESSAGE, len(lines)):
        text = lines[index].text
        if text.strip() and not text.startswith("  "):
            break
        if spans and not text:
            break
        if text.strip():
            spans.append(Span(lines[index], 2, len(text.rstrip())))
        index += 1
    if not spans:
        return None
    event = make_event(lines[at], spans[-1].line, spans, language="php", frames=[frame], inferred=True)
    state = _SQLSTATE.search(event.message[:300])
    event.code = f"SQLSTATE {state['code']}" if state else None
    return Block([event], index)
