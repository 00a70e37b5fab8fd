"""Causes that a message quotes: `(Caused by ResponseError('too many 500 error responses'))`, `Value error, …`."""

from __future__ import annotations

from errkb.model.event import ErrorEvent
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.managed.go.wrapped import innermost
from errkb.parse.segment import cut

__all__ = ["Call", "part", "quoted_causes", "read_call"]

_LOOK = 8000
"""Characters of a message in which a quoted cause is looked for."""
_DEEPEST = 6
_CALL = Lazy(r"(?P<cls>[A-Za-z_]\w*(?:\.\w+)*)\(")
_INNER = Lazy(r"(?P<cls>(?:\w+\.){0,6}[A-Z]\w*(?:Error|Exception|Disconnected|Timeout|Refused))\(")
_TOKEN = Lazy(r"(?P<quote>['\"])(?P<body>(?:\\.|(?!(?P=quote)).)*)(?P=quote)?|[(\[{]|[)\]}]|[^'\"()\[\]{}\\]+|.")
_CAUSED_BY = Lazy(r"\(Caused by (?=[A-Za-z_][\w.]*\()|raised (?:unexpected|exception): (?=[A-Za-z_][\w.]*\()")
_PYDANTIC = Lazy(
    r"(?P<kind>Value error|Assertion failed), (?P<message>(?:.|\n(?!\S))+?)"
    r"(?: \[type=(?:value|assertion)_error\b|\Z|\n(?=\S))"
)
_NESTED = Lazy(r"nested exception\s+is\s+(?P<cls>(?:[\w$]+\.)*[\w$]+)(?:: )?")
_LAST = "Last error:"
_NCCL = Lazy(r"(?<!\w)(?P<code>nccl[A-Z]\w{3,30}): ")
_PYDANTIC_CLASSES = {"Value error": "ValueError", "Assertion failed": "AssertionError"}


class Call:
    """An exception printed as Python code: its class, and where its message stands."""

    __slots__ = ("cls", "high", "low")

    def __init__(self, cls: str, low: int, high: int) -> None:
        self.cls = cls
        self.low = low
        self.high = high


def quoted_causes(event: ErrorEvent) -> list[ErrorEvent]:
    """Return an event for each cause that the message of `event` quotes, and tie `event` to the first of them.

    An event that adds nothing to what it quotes becomes a wrapper. `Max retries exceeded … (Caused by …)` and NCCL's
    errors stay causes beside the quoted one: they are what people ask about, and say themselves what is behind it.
    """
    message = event.message[:_LOOK]
    found = list(
        _validator(event, message)
        or _nested(event, message)
        or _call(event, message)
        or _last_error(event, message)
        or _wrapped(event, message)
    )
    if found:
        event.caused_by, event.link = name(found[0]), "quoted"
        if "(Caused by " not in message and _LAST not in message:
            event.role = "wrapper"
    return found


def _call(event: ErrorEvent, message: str) -> list[ErrorEvent]:
    """`(Caused by X('…'))` of urllib3, `raised unexpected: X('…')` of Celery."""
    if "aused by" not in message and " raised " not in message:
        return []
    match = _CAUSED_BY.search(message)
    call = read_call(message, match.end()) if match else None
    return [part(event, call.low, call.high, call.cls)] if call and call.high > call.low else []


def _validator(event: ErrorEvent, message: str) -> list[ErrorEvent]:
    """`Value error, …` and `Assertion failed, …` in a pydantic ValidationError."""
    if "Value error, " not in message and "Assertion failed, " not in message:
        return []
    matches = _PYDANTIC.finditer(message)
    return [part(event, *match.span("message"), _PYDANTIC_CLASSES[match["kind"]]) for match in matches]


def _nested(event: ErrorEvent, message: str) -> list[ErrorEvent]:
    """`…; nested exception is X: …` of Spring: the last one is the innermost."""
    if event.link == "direct":
        return []  # the trace shows the causes itself
    matches = list(_NESTED.finditer(message)) if "nested exception" in message else []
    if not matches:
        return []
    return [part(event, matches[-1].end(), len(message), matches[-1]["cls"])]


def _last_error(event: ErrorEvent, message: str) -> list[ErrorEvent]:
    """What NCCL says last, below `ncclSystemError: …` in the message of PyTorch."""
    at = message.find(_LAST)
    low = at + len(_LAST)
    while at >= 0 and low < len(message) and message[low].isspace():
        low += 1
    if at < 0 or low >= len(message):
        return []
    end = message.find("\n\n", low)
    inner = part(event, low, end if end > 0 else len(event.message), None)
    status = _NCCL.search(message)
    inner.code = status["code"] if status else None
    return [inner]


def _wrapped(event: ErrorEvent, message: str) -> list[ErrorEvent]:
    """The innermost error of a Go program."""
    if event.language not in (None, "go") or event.cls not in (None, "panic", "Error") or event.caused_by:
        return []
    place = innermost(message)
    if place is None:
        return []
    cause = part(event, *place, None)
    cause.inferred = event.inferred
    return [cause]


def read_call(text: str, at: int) -> Call | None:
    """Read `Class('message', …)` at a position; of calls within calls the innermost is the cause.

    The message is the last string among the arguments, or the arguments as they stand.
    """
    match = _CALL.match(text, at)
    if match is None:
        return None
    cls, low = match["cls"], match.end()
    high = _closing(text, low)
    for _ in range(_DEEPEST):
        inner = _INNER.search(text, low, high)
        if inner is None or _inside_string(text, low, inner.start()):
            break
        cls, low = inner["cls"], inner.end()
        high = _closing(text, low)
    strings = [token.span("body") for token in _TOKEN.finditer(text, low, high) if token["quote"]]
    if strings:
        low, high = strings[-1]
    return Call(cls, low, high)


def _closing(text: str, at: int) -> int:
    """Return where the bracket opened before `at` is closed, or the end of the text."""
    depth = 1
    for token in _TOKEN.finditer(text, at):
        if token["quote"]:
            continue
        if token[0] in "([{":
            depth += 1
        elif token[0] in ")]}":
            depth -= 1
            if depth == 0:
                return int(token.start())
    return len(text)


def _inside_string(text: str, low: int, at: int) -> bool:
    return any(token["quote"] and token.start() < at < token.end() for token in _TOKEN.finditer(text, low, at + 1))


def part(event: ErrorEvent, low: int, high: int, cls: str | None) -> ErrorEvent:
    """Return the event that characters `low` to `high` of a message are, as a quoted error."""
    pieces = cut(event.pieces, low, high)
    start = pieces[0].start if pieces else event.start
    return ErrorEvent(
        id="",
        message=event.message[low:high],
        start=start,
        end=max(start, pieces[-1].start + pieces[-1].length) if pieces else event.end,
        line_start=event.line_start,
        line_end=event.line_end,
        cls=cls,
        language=event.language,
        pieces=pieces,
        stream=event.stream,
        processes=list(event.processes),
        time=event.time,
    )
