"""The first line of a JavaScript error: `TypeError [ERR_X]: text`, bare, bracketed, or behind other text."""

from __future__ import annotations

from errkb.parse.codes import system_code
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation

__all__ = ["Header", "errorlike", "find_header", "property_code"]

_LOOK = 2000
_LEADS = (
    r"Uncaught(?:Exception)?:? |\(in promise\)[:,]? |\(node:\d{1,9}\) |UnhandledPromiseRejectionWarning: "
    r"|[Uu]nhandled (?:[Pp]romise )?[Rr]ejection(?: at(?: \S{1,80})?)?[:,.]? |[Uu]ncaught [Ee]xception[:,]? "
    r"|[Cc]aused by:? |\[cause\]: |reason: |thrown: \"?|[⨯✖❌×✘▲] +|- error |error - |ERR_UNHANDLED: "
    r"|(?:\[?[Ee]rror\]?|ERROR)(?:: ?| )(?=[A-Z]\w{0,60}(?:Error|Exception)[: ])"
)
_LEAD = Lazy(rf"[ \t]*(?P<leads>(?:{_LEADS})*)")
_SURE = Lazy(
    r"[ \t]*(?:[⨯✖❌×] )?(?:Uncaught (?:\(in promise\)|[A-Z]\w{0,60}:)|\(node:\d+\) UnhandledPromiseRejectionWarning: "
    r"|[Uu]nhandled (?:[Pp]romise )?[Rr]ejection\b.{0,100}?\b(?:[A-Z]\w{0,60})?(?:Error|Exception)\b)"
)
"""Leads that only JavaScript prints: no stack is needed to know what it is."""
_NAME = r"(?P<cls>[A-Z_$][\w$]{0,100}(?:\.[A-Z_$][\w$]{0,100}){0,4})"
_CODE = r"(?: \[(?P<code>[\w.]{1,60})\])?"
_CLASS = Lazy(rf"(?P<bracket>\[)?{_NAME}{_CODE}(?:: ?(?P<message>.*)|$)")
_INSIDE = Lazy(
    r"(?<![\w.$/\"'\[])(?P<bracket>\[)?(?P<cls>_?[A-Z][\w$]{0,100}(?:Error|Exception)|Error)"
    rf"{_CODE}(?:: ?(?P<message>.*)|$)"
)
_LOWER = Lazy(rf"(?P<bracket>\[)?(?P<cls>error){_CODE}: ?(?P<message>.*)")
"""node-postgres names its class so."""
_INVARIANT = "Invariant Violation: "
"""React and its kin name this class with a blank."""
_BRACKETED = Lazy(r"(?P<body>.*?)\](?:,| \{(?P<properties>.*?)\}?,?)?$")
_PROPERTY = Lazy(
    r"(?:^|[ ,{])\[?(?:code|errorCode|Symbol\(code\))\]?: (?:'(?P<text>[\w.-]{1,60})'|(?P<number>\d{1,9}))"
)


class Header:
    """Class, code, and where the message stands in the line: `low` to `high`. The class begins at `lead`."""

    __slots__ = ("bracketed", "cls", "code", "high", "lead", "low", "opens", "sure")

    def __init__(self, cls: str | None, code: str | None, low: int, high: int, lead: int) -> None:
        self.cls = cls
        self.code = code
        self.low = low
        self.high = high
        self.lead = lead
        self.sure = False
        """The line is an error of JavaScript whatever stands below it."""
        self.bracketed = False
        """`[Error: text]`: an error without a stack, as the inspector prints it."""
        self.opens = False
        """Its properties follow on the lines below."""


def find_header(text: str, column: int = 0) -> Header | None:
    """Return what a line says about an error from a column on, or `None` where no class is named."""
    shown = text[: column + _LOOK]
    lead = _LEAD.match(shown, column)
    start = lead.end() if lead else column + indentation(shown[column:])
    if shown.startswith(_INVARIANT, start):
        invariant = Header(_INVARIANT[:-2], None, start + len(_INVARIANT), len(text), start)
        invariant.sure = True
        return invariant
    match = _CLASS.match(shown, start)
    if match is None or not errorlike(match["cls"]):
        match = _INSIDE.search(shown, start) or match or _LOWER.match(shown, start)
    if match is None or (match["message"] is None and not errorlike(match["cls"])):
        return None
    low = match.start("message") if match["message"] is not None else match.end()
    header = Header(match["cls"], match["code"], low, len(text), match.start())
    header.sure = _SURE.match(shown, column) is not None
    if match["bracket"]:
        _bracketed(header, text)
    if header.code is None and match["message"]:
        header.code = system_code(match["message"])
    return header


def property_code(text: str) -> str | None:
    """Return the value of the own property `code` on a line (`  code: 'ECONNREFUSED',`)."""
    match = _PROPERTY.search(text[:_LOOK])
    return (match["text"] or match["number"]) if match else None


def errorlike(name: str) -> bool:
    """Say whether a name is that of an error by its look."""
    return name.endswith(("Error", "Exception", "Rejection"))


def _bracketed(header: Header, text: str) -> None:
    """Take off the bracket and read the properties behind it."""
    match = _BRACKETED.match(text, header.low)
    if match is None:
        return
    header.bracketed = True
    header.high = match.end("body")
    if match["properties"] is not None:
        header.code = property_code(match["properties"]) or header.code
        header.opens = text.rstrip().endswith("{")
