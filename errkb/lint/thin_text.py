"""Prose too short to explain anything, or no solution at all.

Someone who lands on a record has read the message already. What it means has to name the mechanism, when it happens has
to name calls and situations, and there has to be something to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.lint.prose import words
from errkb.lint.rule import Context, Located, Rule
from errkb.lint.unfinished_text import MARK
from errkb.model.catalog import Finding

__all__ = ["RULE"]

LEAST = {"documentation": 20, "triggerScenarios": 8, "commonSituations": 8}
"""Fewest words of each field."""
LEAST_SOLUTION = 3


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        record = located.entry.record
        for field, least in LEAST.items():
            found = len(words(record[field]))
            if found < least and not record[field].startswith(MARK):
                yield Finding(RULE.name, f"{found} words; at least {least} are needed", located.path, f"/{field}")
        if not record["solutions"]:
            yield Finding(RULE.name, "there is no solution", located.path, "/solutions")
        for number, text in enumerate(record["solutions"]):
            if len(words(text)) < LEAST_SOLUTION:
                yield Finding(
                    RULE.name, f"a solution of {len(words(text))} words", located.path, f"/solutions/{number}"
                )


RULE = Rule("thin-text", "record", _check)
