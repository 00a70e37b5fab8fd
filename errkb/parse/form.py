"""`Form`: one known form of a line in which a program reports an error, and the parser that reads tables of them.

Most tools report on one line, with nothing but its wording to tell language, code and place. Such forms are entries of
a table with an example and a near miss, which the tests read; what takes more than a line to read has its own module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line, Role
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.continuation import message_spans, same_record
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation, starts_something

__all__ = ["Form", "FormParser", "indented_below"]

More = Literal["line", "indented", "lines"]
"""How a message goes on: not at all, over deeper indented lines, as any message does."""

Hint = bool | tuple[str, ...] | Literal["nearby"]

_LOOK = 2000
"""Characters of a line in which its form must show."""
_MOST_INDENTED = 60


class Form:
    """One form; `pattern` is matched at the start of the line and names a group `message`.

    Further groups: `cls`, `code`, and `file`, `line`, `function` of the place. `code` is what the code is made of with
    the groups filled in (`"curl {code}"`), by default the group alone. One of `needs` stands on every such line; with
    `hint` they also lead the reader to lines that nothing else marks. `says` is the message in `example`; `near_miss`
    looks like one and must give nothing.
    """

    __slots__ = (
        *("code", "example", "hint", "language", "more", "name", "near_miss", "needs", "pattern", "regex"),
        *("role", "says"),
    )

    def __init__(
        self,
        name: str,
        *,
        needs: str | tuple[str, ...],
        pattern: str,
        example: str,
        says: str,
        near_miss: str | None = None,
        language: str | None = None,
        code: str | None = None,
        role: Role = "cause",
        more: More = "line",
        hint: Hint = False,
    ) -> None:
        self.name = name
        self.needs = (needs,) if isinstance(needs, str) else needs
        self.pattern = pattern
        self.regex = Lazy(r"[ \t]*" + pattern)
        self.example = example
        self.says = says
        self.near_miss = near_miss
        self.language = language
        self.code = code
        self.role: Role = role
        self.more: More = more
        self.hint: Hint = hint

    def match(self, text: str) -> re.Match[str] | None:
        """Return the match on the text of a line."""
        for need in self.needs:
            if need in text:
                return self.regex.match(text)
        return None


class FormParser:
    """Reads the forms of one table."""

    def __init__(self, name: str, forms: Sequence[Form]) -> None:
        self.name = name
        self.forms = forms
        self.hints = tuple(hint for form in forms for hint in _searched(form))
        self.nearby = tuple(need for form in forms for need in form.needs)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of the first form that fits."""
        text = lines[at].text[:_LOOK].rstrip()
        for form in self.forms:
            for need in form.needs:
                if need in text:
                    match = form.regex.match(text)
                    if match:
                        return _block(form, lines, at, match)
                    break
        return None


def _searched(form: Form) -> tuple[str, ...]:
    if isinstance(form.hint, tuple):
        return form.hint
    return form.needs if form.hint is True else ()


def _block(form: Form, lines: Sequence[Line], at: int, match: re.Match[str]) -> Block:
    said = match.groupdict()
    low, high = match.span("message")
    behind = at + 1
    if high < len(lines[at].text[:_LOOK].rstrip()):
        spans = [Span(lines[at], low, high)]
    elif form.more == "lines":
        spans, behind = message_spans(lines, at, low)
    else:
        spans = [rest_of(lines[at], low)]
    if form.more == "indented":
        below = indented_below(lines, at)
        spans += below
        behind += len(below)
    code = form.code.format_map(said) if form.code else said.get("code")
    frames = [Frame(said["file"], _number(said.get("line")), said.get("function"))] if said.get("file") else []
    event = make_event(
        lines[at], lines[behind - 1], spans, cls=said.get("cls"), code=code, language=form.language, frames=frames
    )
    event.role = form.role
    event.inferred = event.cls is None
    return Block([event], behind)


def indented_below(lines: Sequence[Line], at: int, most: int = _MOST_INDENTED) -> list[Span]:
    """Return the lines right below that are indented deeper than line `at` and belong to its record."""
    base = indentation(lines[at].text)
    spans: list[Span] = []
    for line in lines[at + 1 : at + 1 + most]:
        if indentation(line.text) <= base or not line.text.strip() or starts_something(line.text):
            break
        if not same_record(lines[at], line, framed=False):
            break
        spans.append(rest_of(line, base))
    return spans


def _number(digits: str | None) -> int | None:
    return int(digits[:9]) if digits else None
