"""Messages inside JSON and logfmt: the text of the error is a value, its line ends are escapes.

Loggers name their fields as they like. What a field says is told by its key without signs and case (`@message`,
`log.level`, `stackTrace`); where no key is known, the longest text counts. An error that is an object of its own
(`"err": {"type": …, "message": …, "stack": …}`) becomes its stack, or `type: message`.
"""

from __future__ import annotations

from collections.abc import Iterator

from errkb.parse.carriers.carrier import SEVERE, level_name
from errkb.parse.lazy import Lazy
from errkb.parse.segment import Segment, joined, unescape

__all__ = ["Record", "unwrap"]

_MESSAGE = frozenset(
    {
        *(
            "message",
            "msg",
            "log",
            "text",
            "txt",
            "event",
            "error",
            "err",
            "m",
            "mt",
            "body",
            "detail",
            "textpayload",
        ),
        *(
            "renderedmessage",
            "shortmessage",
            "errormessage",
            "errormsg",
            "exceptionmessage",
        ),
    }
)
_TRACE = frozenset(
    {
        *(
            "exception",
            "exc",
            "excinfo",
            "exctext",
            "stack",
            "stacktrace",
            "traceback",
            "x",
            "errorstack",
            "backtrace",
        ),
        *(
            "errorstacktrace",
            "exceptionstacktrace",
            "fullmessage",
        ),
    }
)
_CLASS = frozenset(["type", "name", "kind", "class", "errortype", "exceptiontype", "errorname"])
_LEVEL = frozenset(["level", "lvl", "severity", "levelname", "loglevel", "l", "status", "severitytext"])
_TIME = frozenset(["time", "timestamp", "ts", "t", "asctime", "datetime"])
_OBJECTS = frozenset(["error", "err", "exception", "exc"])
_LEVELS = SEVERE | {"TRACE", "DEBUG", "INFO", "NOTICE", "WARNING"}
_TOKEN = Lazy(
    r'"(?P<text>(?:[^"\\\n]|\\.)*)(?P<end>"?)\s*(?P<colon>:?)|(?P<brace>[{}\[\]])|(?P<plain>[\w.+-]+)|[^"\w{}\[\]]'
)
_PRETTY = Lazy(r'\s*"(?P<key>[^"\\\n]{1,80})"\s*:\s*"(?P<value>(?:[^"\\\n]|\\.)*)",?\s*$')
_SIGNS = Lazy(r"[^A-Za-z0-9]+")
_LOGFMT = Lazy(r"[a-z_.]{1,30}=(?:\"|\S)")
_LOGFMT_LEVEL = Lazy(r"(?:^| )(?:level|lvl|severity)=\"?(?P<name>\w+)")
_LOGFMT_TEXT = Lazy(r"(?:^| )(?P<key>message|msg|error|err)=(?:\"(?P<value>(?:[^\"\\\n]|\\.)*)\"|(?P<bare>[^\s\"]+))")
_LOGFMT_TIME = Lazy(r"(?:^| )(?:time|ts|timestamp)=\"?(?P<time>[^\s\"]{8,40})")
# https://getpino.io/#/docs/api?id=loggerlevel-string-gettersetter and bunyan use the same numbers
_NUMBERS = {"60": "FATAL", "50": "ERROR", "40": "WARNING", "30": "INFO", "20": "DEBUG", "10": "TRACE"}
_DEEPEST = 6


class Record:
    """The lines of a structured record's text, and what it says of itself."""

    __slots__ = ("level", "lines", "time")

    def __init__(self, lines: list[Segment], level: str | None = None, time: str | None = None) -> None:
        self.lines = lines
        self.level = level
        self.time = time


class _Field:
    """A value: its key, the key of the object it is in, and where it stands; `quoted` for strings."""

    __slots__ = ("high", "key", "low", "parent", "quoted")

    def __init__(self, key: str, parent: str, low: int, high: int, *, quoted: bool) -> None:
        self.key = key
        self.parent = parent
        self.low = low
        self.high = high
        self.quoted = quoted


def unwrap(segment: Segment) -> Record | None:
    """Return the message of a line that is a JSON object, a member of one, or logfmt; `None` for any other."""
    text = segment.text
    start = text[:1]
    if start == "{" and '"' in text[:80] and ":" in text:
        return _object(segment)
    if start in ('"', " ", "\t") and '": "' in text:
        return _member(segment)
    if start.islower() and "=" in text[:32] and _LOGFMT.match(text):
        return _logfmt(segment)
    return None


def _object(segment: Segment) -> Record | None:
    text = segment.text
    fields = list(_fields(text))
    level = _level(text, fields)
    said = [field for field in fields if field.quoted and field.high > field.low]
    inner = [field for field in said if field.parent in _OBJECTS or field.key.startswith(("error", "exception"))]
    traces = [field for field in said if field.key in _TRACE]
    messages = [field for field in said if field.key in _MESSAGE and field not in inner]
    error = next((field for field in inner if field.key in _MESSAGE), None)
    shown = [text[field.low : field.high] for field in traces]
    own = text[error.low : error.high] if error else None
    lines: list[Segment] = []
    for field in messages:
        if (value := text[field.low : field.high]) != own and value not in shown:
            lines += _lines(segment, field)
    if error and not any(own in trace for trace in shown if own):
        lines += _error(segment, error, next((field for field in inner if field.key in _CLASS), None))
        level = level or "ERROR"
    for field in traces:
        lines += _lines(segment, field)
    if not lines and level in SEVERE:
        texts = [field for field in said if " " in text[field.low : field.high] and field.key not in _TIME]
        longest = max(texts, key=lambda field: field.high - field.low, default=None)
        lines = _lines(segment, longest) if longest else []
    if not lines:
        return None
    if level is None and any(field.key in ("error", "err") for field in said):
        level = "ERROR"
    time = next((text[field.low : field.high] for field in fields if field.key in _TIME), None)
    return Record(lines, level, time)


def _error(segment: Segment, error: _Field, cls: _Field | None) -> list[Segment]:
    """Return the message of an error object behind its class."""
    lines = _lines(segment, error)
    if cls and lines:
        lines[0] = joined([segment.cut(cls.low, cls.high), ": ", lines[0]])
    return lines


def _lines(segment: Segment, field: _Field) -> list[Segment]:
    """Return the lines of a value; a line end behind the last one is none of its own."""
    lines = unescape(segment.cut(field.low, field.high))
    while len(lines) > 1 and not lines[-1].text:
        lines.pop()
    return lines


def _fields(text: str) -> Iterator[_Field]:
    """Yield the members of an object and of the objects in it, however it ends."""
    parents: list[str] = []
    key = ""
    for token in _TOKEN.finditer(text):
        brace = token["brace"]
        if brace in ("{", "["):
            parents.append(key)
        elif brace:
            if parents:
                parents.pop()
        elif token["text"] is not None:
            if token["colon"]:
                key = _SIGNS.sub("", token["text"][:80]).lower()
                continue
            if len(parents) <= _DEEPEST:
                yield _Field(key, parents[-1] if parents else "", *token.span("text"), quoted=True)
        elif token["plain"] and len(parents) <= _DEEPEST:
            yield _Field(key, parents[-1] if parents else "", *token.span("plain"), quoted=False)


def _level(text: str, fields: list[_Field]) -> str | None:
    for field in fields:
        if field.key in _LEVEL:
            said = text[field.low : field.high]
            name = _NUMBERS.get(said) or level_name(said)
            if name in _LEVELS:
                return name
    return None


def _member(segment: Segment) -> Record | None:
    match = _PRETTY.match(segment.text)
    if match is None:
        return None
    key = _SIGNS.sub("", match["key"]).lower()
    if key not in _MESSAGE and key not in _TRACE:
        return None
    return Record(unescape(segment.cut(*match.span("value"))), "ERROR" if key.startswith("err") else None)


def _logfmt(segment: Segment) -> Record | None:
    level = _LOGFMT_LEVEL.search(segment.text)
    if level is None:
        return None
    lines: list[Segment] = []
    for match in _LOGFMT_TEXT.finditer(segment.text):
        group = "value" if match["value"] is not None else "bare"
        lines += unescape(segment.cut(*match.span(group)))
    time = _LOGFMT_TIME.search(segment.text)
    return Record(lines, level_name(level["name"]), time["time"] if time else None) if lines else None
