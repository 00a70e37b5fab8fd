"""Messages inside JSON and logfmt: the text of the error is a value, its line ends are escapes."""

from __future__ import annotations

from errkb.parse.carriers.carrier import level_name
from errkb.parse.lazy import Lazy
from errkb.parse.segment import Segment, unescape

__all__ = ["Unwrapped", "unwrap"]

_TEXT_KEYS = (
    "message|msg|error|err|log|exception|exc_info|stack|stack_trace|stackTrace|stacktrace|traceback|errorMessage|"
    "error_message|textPayload|detail"
)
_STRING = r'"(?P<value>(?:[^"\\\n]|\\.)*)"'
_FIELD = Lazy(rf'"(?P<key>{_TEXT_KEYS})"\s*:\s*{_STRING}')
_PRETTY = Lazy(rf'\s*"(?P<key>{_TEXT_KEYS})"\s*:\s*{_STRING},?\s*$')
_LEVEL = Lazy(r'"(?:level|severity|levelname|lvl|log_level|log\.level)"\s*:\s*(?:"(?P<name>\w+)"|(?P<number>\d+))')
_ERROR_OBJECT = Lazy(r'"error"\s*:\s*(?:\{\s*"|"[^"])')
_LOGFMT = Lazy(r"[a-z_.]{1,30}=(?:\"|\S)")
_LOGFMT_LEVEL = Lazy(r"(?:^| )(?:level|lvl|severity)=\"?(?P<name>\w+)")
_LOGFMT_TEXT = Lazy(r"(?:^| )(?P<key>message|msg|error|err)=(?:\"(?P<value>(?:[^\"\\\n]|\\.)*)\"|(?P<bare>[^\s\"]+))")
# https://getpino.io/#/docs/api?id=loggerlevel-string-gettersetter and bunyan use the same numbers
_NUMBERS = {"60": "FATAL", "50": "ERROR", "40": "WARNING", "30": "INFO", "20": "DEBUG", "10": "TRACE"}

Unwrapped = tuple[list[Segment], str | None]
"""The lines of the message, and the level if one is named."""


def unwrap(segment: Segment) -> Unwrapped | None:
    """Return the message of a line that is a JSON object, a member of one, or logfmt; `None` for any other."""
    text = segment.text
    start = text[:1]
    if start == "{" and text.rstrip().endswith("}"):
        return _object(segment)
    if start in ('"', " ", "\t") and '": "' in text:
        return _member(segment)
    if start.islower() and "=" in text[:32] and _LOGFMT.match(text):
        return _logfmt(segment)
    return None


def _object(segment: Segment) -> Unwrapped | None:
    lines: list[Segment] = []
    for match in _FIELD.finditer(segment.text):
        lines += unescape(segment.cut(*match.span("value")))
    if not lines:
        return None
    level = _LEVEL.search(segment.text)
    if level:
        return lines, _NUMBERS.get(level["number"] or "", level_name(level["name"] or "info"))
    return lines, "ERROR" if _ERROR_OBJECT.search(segment.text) else None


def _member(segment: Segment) -> Unwrapped | None:
    match = _PRETTY.match(segment.text)
    if match is None:
        return None
    return unescape(segment.cut(*match.span("value"))), "ERROR" if match["key"].startswith("err") else None


def _logfmt(segment: Segment) -> Unwrapped | None:
    level = _LOGFMT_LEVEL.search(segment.text)
    if level is None:
        return None
    lines: list[Segment] = []
    for match in _LOGFMT_TEXT.finditer(segment.text):
        group = "value" if match["value"] is not None else "bare"
        lines += unescape(segment.cut(*match.span(group)))
    return (lines, level_name(level["name"])) if lines else None
