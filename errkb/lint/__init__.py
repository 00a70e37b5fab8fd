"""Linting the dataset: one module per rule, each named after the fault it finds, its fixer beside it.

What a record must be to load at all (shape, derived fields, file names, ids) is found while reading it
(`errkb.dataset`, explained in `errkb.lint.reading`); the rules here ask whether it is also any good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from errkb.lint import (
    another_error,
    article_text,
    article_without_records,
    dead_permalink,
    duplicate_pattern,
    evidence_fails,
    family_without_article,
    fix_changes_nothing,
    generic_text,
    matches_healthy,
    near_duplicate,
    not_canonical,
    orphan_script,
    own_message_missed,
    repeated_prose,
    solution_repeats_message,
    stale_article,
    stale_reproduction,
    thin_text,
    too_few_lines,
    too_little_text,
    unbalanced_fence,
    unexplained_placeholder,
    unfinished_text,
    unknown_tag,
    unparsable_python,
    unsound_script,
)
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULES", "Context", "Located", "Rule", "lint"]

RULES: tuple[Rule, ...] = (
    not_canonical.RULE,
    own_message_missed.RULE,
    too_little_text.RULE,
    unfinished_text.RULE,
    thin_text.RULE,
    generic_text.RULE,
    solution_repeats_message.RULE,
    another_error.RULE,
    unexplained_placeholder.RULE,
    fix_changes_nothing.RULE,
    unparsable_python.RULE,
    unbalanced_fence.RULE,
    unknown_tag.RULE,
    family_without_article.RULE,
    article_without_records.RULE,
    article_text.RULE,
    stale_article.RULE,
    duplicate_pattern.RULE,
    near_duplicate.RULE,
    repeated_prose.RULE,
    dead_permalink.RULE,
    too_few_lines.RULE,
    evidence_fails.RULE,
    matches_healthy.RULE,
    unsound_script.RULE,
    stale_reproduction.RULE,
    orphan_script.RULE,
)


def lint(context: Context, rules: Iterable[Rule] = RULES) -> Iterator[Finding]:
    """Yield the findings of all rules that apply over the entries of the context, rule by rule."""
    by_repo: dict[str, list[Located]] = {}
    for located in context.entries:
        by_repo.setdefault(located.entry.record["repo"], []).append(located)
    for rule in rules:
        if rule.applies(context):
            for group in _groups(rule, context, by_repo):
                yield from rule.check(group, context)


def _groups(rule: Rule, context: Context, by_repo: dict[str, list[Located]]) -> Iterable[Sequence[Located]]:
    if rule.scope == "record":
        return ([located] for located in context.entries)
    return by_repo.values() if rule.scope == "repo" else [context.entries]
