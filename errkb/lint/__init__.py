"""Linting the dataset: one module per rule, each named after the fault it finds.

What a record must be to load at all (shape, derived fields, file names, ids) is found while reading it
(`errkb.dataset`); the rules here ask whether it is also any good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from errkb.lint import duplicate_pattern, evidence_fails, not_canonical, own_message_missed, too_little_text
from errkb.lint.rule import Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULES", "Located", "Rule", "lint"]

RULES: tuple[Rule, ...] = (
    not_canonical.RULE,
    own_message_missed.RULE,
    too_little_text.RULE,
    duplicate_pattern.RULE,
    evidence_fails.RULE,
)


def lint(entries: Sequence[Located], rules: Iterable[Rule] = RULES) -> Iterator[Finding]:
    """Yield the findings of all rules over the entries, rule by rule."""
    by_repo: dict[str, list[Located]] = {}
    for located in entries:
        by_repo.setdefault(located.entry.record["repo"], []).append(located)
    for rule in rules:
        if rule.scope == "record":
            for located in entries:
                yield from rule.check([located])
        elif rule.scope == "repo":
            for group in by_repo.values():
                yield from rule.check(group)
        else:
            yield from rule.check(entries)
