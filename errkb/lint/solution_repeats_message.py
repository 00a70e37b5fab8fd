"""A solution that only says the message again: whoever reads it has read that already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.lint.prose import words
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.pattern import split_template

__all__ = ["RULE"]

NEW_WORDS = 2
"""A solution has to bring at least this many words that the message has not."""
_SMALL = frozenset(
    words(
        "a an and are as at be before by can do does for from has have if in into is it its make must not of on or"
        " please should so sure that the then there this to use using was when with you your"
    )
)


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        record = located.entry.record
        said = set(words(" ".join(part for part in split_template(record["errorMessage"]) if part))) | _SMALL
        for number, text in enumerate(record["solutions"]):
            if len(set(words(text)) - said) < NEW_WORDS:
                yield Finding(
                    RULE.name, f"the message says this already: {text[:80]!r}", located.path, f"/solutions/{number}"
                )


RULE = Rule("solution-repeats-message", "record", _check)
