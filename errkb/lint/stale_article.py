"""A background article whose computed fields are not those of the records tied to it.

`clusterKey`, `errorIds`, `errorCount` and `repoCount` follow from the records; the fixer writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from errkb.dataset.atomic import write_text
from errkb.dataset.canonical import dumps
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.published import Article

__all__ = ["RULE", "computed"]


def computed(family: str, records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the fields of an article that follow from the records of its family."""
    tied = [record for record in records if record["backgroundTag"] == family]
    return {
        "clusterKey": family,
        "errorIds": sorted(record["id"] for record in tied),
        "errorCount": len(tied),
        "repoCount": len({record["repo"] for record in tied}),
    }


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for path, article, fresh in _articles(entries, context):
        for key, value in fresh.items():
            if article[key] != value:
                message = "not what the records say" if key == "errorIds" else f"expected {value!r}"
                yield Finding(RULE.name, message, path, f"/{key}", hint="`errkb lint --fix` computes it")


def _fix(entries: Sequence[Located], context: Context) -> Iterator[Path]:
    for path, article, fresh in _articles(entries, context):
        if any(article[key] != value for key, value in fresh.items()):
            write_text(path, dumps(Article.model_validate(article | fresh)))
            yield path


def _articles(entries: Sequence[Located], context: Context) -> Iterator[tuple[Path, dict[str, Any], dict[str, Any]]]:
    records = [located.entry.record for located in entries]
    for slug, article in context.articles.items():
        yield context.article_path(slug), dict(article), computed(slug, records)


RULE = Rule("stale-article", "dataset", _check, _fix)
