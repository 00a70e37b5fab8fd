"""A message with too little text of its own to be found by, and no place to find it by either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.index import wordings
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["MIN_TEXT", "RULE"]

MIN_TEXT = 8
"""Fewer literal characters than this match by accident; such a record needs class, file and function."""


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        own = next(wordings(located.entry))
        if own.literal >= MIN_TEXT:
            continue
        if own.cls is None or not (located.entry.evidence or {}).get("function"):
            yield Finding(
                RULE.name,
                f"the message has {own.literal} literal characters and is found by class and function alone",
                located.path,
                "/errorMessage",
                hint="give the record an `errorClass` and its evidence file the enclosing `function`",
            )


RULE = Rule("too-little-text", "record", _check)
