"""Which calls print an error, and which of their arguments is the message.

Names decide: a class whose name ends like one of an exception, `warn`, the error methods of a logger, `sys.exit`,
`parser.error`, `abort`. Without running anything a name is all there is; the rules are narrow where names are common
(`error` counts on loggers, parsers and `self` only) and want a message that is text.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["CONTROL_FLOW", "Call", "is_class", "is_exception", "recognise"]

_EXCEPTION = re.compile(
    r"(?:Error|Exception|Warning|Exit|Abort|Fault|Failure|Failed|Timeout|Timedout|Interrupt|NotFound|Forbidden|Denied"
    r"|Refused|ExceptionGroup|Unauthorized|BadRequest|DoesNotExist)$|^_*(?:HTTP[A-Z]|Http404|BadRequest)"
)
_NOT_EXCEPTION = re.compile(
    r"Response|Handler|Status|Context|Middleware|Client|Session|Adapter|Connection$|Message$|Config$"
)
_WARN = re.compile(r"^_*(?:issue_|emit_|log_)?(?:warn|deprecat)\w*$")
_FAIL = re.compile(r"^_*(?:raise_\w+|fail|die|panic|bail|bail_out|abort|fatal|errore?)$")
_LOGGER = re.compile(r"(?i)log(?:ger|ging|s)?$|^_*log(?:ger|ging)?_*|_log(?:ger)?_")
_LOG_METHODS = frozenset({"error", "exception", "critical", "fatal"})
_PARSER = re.compile(r"(?i)pars|^ap$|^cli$|^ctx$|^context$|command")
CONTROL_FLOW = frozenset({"StopIteration", "StopAsyncIteration", "GeneratorExit"})
"""Classes that steer a program and tell nobody of a fault."""

Call = tuple[str, str | None, int]
"""What a call is: kind (`raise`, `warn`, `log`, `exit`, `fail`), class or `None`, position of the message."""


@lru_cache(8192)
def is_class(name: str) -> bool:
    """Say whether a name is written like that of a class (`ValueError`, `_Missing`, not `value_error`, not `MAX`)."""
    bare = name.rpartition(".")[2].lstrip("_")
    return bare[:1].isupper() and not (bare.isupper() and len(bare) > 3)


@lru_cache(8192)
def is_exception(name: str) -> bool:
    """Say whether a class is an exception by its name."""
    bare = name.rpartition(".")[2]
    return is_class(bare) and _EXCEPTION.search(bare) is not None and _NOT_EXCEPTION.search(bare) is None


@lru_cache(8192)
def recognise(callee: str) -> Call | None:
    """Return what a call of this (dotted) name is, `None` for all others."""
    receiver, _, name = callee.rpartition(".")
    if is_exception(name):
        return ("warn" if name.endswith("Warning") else "raise"), callee, 0
    if _WARN.match(name) and not (receiver and _LOGGER.search(receiver)):
        return "warn", None, 0
    if name in _LOG_METHODS and receiver and _LOGGER.search(receiver.rpartition(".")[2]):
        return "log", None, 0
    if name == "exit":
        if receiver in ("", "sys", "os"):
            return "exit", "SystemExit", 0
        return ("exit", "SystemExit", 1) if _PARSER.search(receiver) else None
    if _FAIL.match(name):
        if name in ("error", "fail", "fatal") and receiver and not _owned(receiver):
            return None
        return "fail", None, 0
    return None


def _owned(receiver: str) -> bool:
    last = receiver.rpartition(".")[2]
    return last in ("self", "cls") or _PARSER.search(last) is not None
