"""A background article that is too thin to teach anything, or too long to be read beside an error.

Counted are the words of summary, background, causes and fixes together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from errkb.lint.prose import words
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]

LEAST, MOST = 300, 700
LEAST_CAUSES, LEAST_FIXES = 3, 3


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for slug, article in context.articles.items():
        path = context.article_path(slug)
        size = len(words(_text(article)))
        if not LEAST <= size <= MOST:
            yield Finding(RULE.name, f"{size} words; {LEAST} to {MOST} are wanted", path, "/background")
        for key, least in (("commonCauses", LEAST_CAUSES), ("fixes", LEAST_FIXES)):
            if len(article[key]) < least:
                yield Finding(RULE.name, f"{len(article[key])} of at least {least}", path, f"/{key}")


def _text(article: Mapping[str, Any]) -> str:
    causes = [f"{cause['cause']} {cause['detail']}" for cause in article["commonCauses"]]
    return "\n".join([article["summary"], article["background"], *causes, *article["fixes"]])


RULE = Rule("article-text", "dataset", _check)
