"""PostgreSQL: `ERROR:  …` with `DETAIL:`, `HINT:`, `STATEMENT:` below, as clients print it and as the server logs it.

The message is the primary one with detail and hint, as drivers hand it on; position, context and statement belong to
the event. An SQLSTATE is taken where it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Line
from errkb.parse.build import Span, make_event
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import is_marker

__all__ = ["PostgresParser"]

_WHO = (
    r"(?:psql:[^\n]{1,300}?:\d{1,7}: |(?:\[[^\]\n]{1,80}\] ?)?(?:[\w.-]{1,63}@[\w.-]{1,63} "
    r")?(?:\[[^\]\n]{1,80}\] ?)?)"
)
_HEAD = Lazy(rf"[ \t]*{_WHO}(?P<severity>ERROR|FATAL|PANIC):  (?:(?P<code>[0-9A-Z]{{5}}): )?(?P<message>\S.*)$")
_CODED = Lazy(r"(?P<code>(?=[0-9A-Z]{0,4}\d)[0-9A-Z]{5}): (?P<message>\S.*)$")
_BARE = Lazy(r"(?P<code>)(?P<message>\S.*)$")
_PART = Lazy(
    rf"[ \t]*{_WHO}(?P<part>DETAIL|HINT|CONTEXT|QUERY|STATEMENT|WHERE|LOCATION|LINE \d{{1,6}}|SCHEMA NAME|TABLE NAME"
    r"|COLUMN NAME|DATATYPE NAME|CONSTRAINT NAME|BACKTRACE):(?: +|$)"
)
_TELLING = ("DETAIL", "HINT")
_OWN = Lazy(
    r"(?:duplicate key value violates|null value in column \"|new row for relation \"|(?:relation|column|type"
    r"|database|role"
    r"|schema) \"[^\"\n]{1,200}\" (?:of relation \"[^\"\n]{1,200}\" )?(?:does not exist|already exists)"
    r"|syntax error at (?:or near|end of)"
    r"|insert or update on table \"|update or delete on table \"|current transaction is aborted|deadlock detected$"
    r"|canceling statement due to|invalid input syntax for|column reference \"|password authentication failed for user"
    r"|permission denied for (?:table|relation|schema|database|sequence|function)|remaining connection slots"
    r"|sorry, too many clients"
    r"|could not serialize access|no pg_hba\.conf entry|function [\w.]{1,100}\([^)\n]{0,300}\) does not exist"
    r"|missing FROM-clause)"
)
"""Wordings that are PostgreSQL's without anything else that says so."""
_REACH = 60


class PostgresParser:
    """Reads one error with its parts."""

    name = "postgres"
    hints: tuple[str, ...] = ("PANIC:  ",)
    nearby: tuple[str, ...] = ("ERROR", "FATAL:  ")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the error."""
        line = lines[at]
        match = _head(line)
        if match is None:
            return None
        spans = [Span(line, *match.span("message"))]
        behind, parts = _parts(lines, at)
        named = match.groupdict().get("severity") is not None or match["code"]
        if not (parts or named or _OWN.match(match["message"])):
            return None
        spans += parts
        code = f"SQLSTATE {match['code']}" if match["code"] else None
        event = make_event(line, lines[behind - 1], spans, code=code, language="sql", inferred=code is None)
        return Block([event], behind)


def _head(line: Line) -> re.Match[str] | None:
    """Return severity, SQLSTATE and message of a line; a carrier may have taken the severity off."""
    text = line.text[:4000].rstrip()
    if ":  " in text[:500] and (match := _HEAD.match(text)):
        return match
    if line.level in {"ERROR", "FATAL"} and text[:1].strip():
        return _CODED.match(text) or _BARE.match(text)
    return None


def _parts(lines: Sequence[Line], at: int) -> tuple[int, list[Span]]:
    """Return the index behind the parts of an error, and detail and hint as they belong to the message."""
    spans: list[Span] = []
    behind = at + 1
    keep = False
    for index in range(at + 1, min(at + _REACH, len(lines))):
        line = lines[index]
        part = _PART.match(line.text[:1000])
        if part:
            keep = part["part"] in _TELLING
            if keep:
                spans.append(Span(line, part.start("part"), len(line.text.rstrip())))
        elif behind == at + 1 or not (line.text[:1].isspace() or is_marker(line.text)):
            break
        elif keep and not is_marker(line.text):
            spans.append(Span(line, 0, len(line.text.rstrip())))
        behind = index + 1
    return (behind, spans) if behind > at + 1 else (behind, [])
