"""Whether a foreign pattern is one the contract allows: it compiles, and it can be searched in linear time.

Back-references, look-around and nested quantifiers are what the contract forbids (*Pattern*, rule 5). A repeated group
that holds an alternative is refused as well: `(a|a)*` takes as long as a nested quantifier.
"""

from __future__ import annotations

import re
import warnings

__all__ = ["MAX_LENGTH", "fault"]

MAX_LENGTH = 16 * 1024
"""Compiling a hostile regular expression of this length takes under half a second, one of a mebibyte 24 (measured)."""

_REFUSED_GROUPS = {
    "(?=": "it looks ahead",
    "(?!": "it looks ahead",
    "(?<=": "it looks behind",
    "(?<!": "it looks behind",
    "(?P=": "it has a back-reference",
    "(?(": "it has a back-reference",
    "(?#": "it has a comment",
}
_GROUP_HEAD = re.compile(r"\((?:\?(?:[=!>:#(]|<[=!]|P=|P?<|[A-Za-z-]+[:)]?)?)?")
_SET = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_REPEAT = re.compile(r"(?:[*+?]|\{\d*,\d*\}|\{\d+\})[?+]?")
_AT_MOST_ONE = re.compile(r"\?|\{(?:[01]|[01]?,[01])\}")


def fault(pattern: str) -> str | None:
    """Return in words why a regular expression is not allowed as a pattern, `None` if it is."""
    if len(pattern) > MAX_LENGTH:
        return f"it is longer than {MAX_LENGTH:,} characters"
    found = _refused_construct(pattern)
    if found:
        return found
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "possible nested set" is allowed
            re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return f"it does not compile: {error}"
    return None


def _refused_construct(pattern: str) -> str | None:  # noqa: PLR0912 - one scanner, one branch per kind of character
    varied = [False]  # one per open group: it holds a quantifier or an alternative
    at = 0
    while at < len(pattern):
        char, closed = pattern[at], False
        end = at + 1
        if char == "\\":
            if pattern[end : end + 1] in tuple("123456789"):
                return "it has a back-reference"
            end += 1
        elif char == "[":
            if not (found := _SET.match(pattern, at)):
                return "it does not compile: a character set is not closed"
            end = found.end()
        elif char == "(" and (found := _GROUP_HEAD.match(pattern, at)):
            end = found.end()
            if refused := _refused_group(found[0]):
                return refused
            if not found[0].endswith(")"):  # `(?i)` opens nothing
                varied.append(False)
        elif char == ")" and len(varied) > 1:
            closed = varied.pop()
            varied[-1] |= closed
        elif char == "|":
            varied[-1] = True
        if repeat := _REPEAT.match(pattern, end):
            if closed and not _AT_MOST_ONE.match(repeat[0]):
                return "it has nested quantifiers"
            if char not in "(|":
                varied[-1] = True
                end = repeat.end()
        at = end
    return None


def _refused_group(head: str) -> str | None:
    if head[:2] == "(?" and head[2:3].isalpha() and "x" in head and not head.startswith("(?P"):
        return "it is in verbose mode"
    return next((words for start, words in _REFUSED_GROUPS.items() if head.startswith(start)), None)
