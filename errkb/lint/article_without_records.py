"""A background article that no record is tied to: nobody would ever be led to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    used = {located.entry.record["backgroundTag"] for located in entries}
    for slug in context.articles:
        if slug not in used:
            yield Finding(RULE.name, f"no record has the backgroundTag {slug!r}", context.article_path(slug), "/slug")


RULE = Rule("article-without-records", "dataset", _check)
