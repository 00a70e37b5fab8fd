"""A code fence or a backtick that is opened and never closed: the rest of the text is shown as code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.lint.prose import passages
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE", "fault"]

FENCE = "```"


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        for pointer, text in passages(located.entry.record):
            if found := fault(text):
                yield Finding(RULE.name, found, located.path, pointer)
    for slug, article in context.articles.items():
        if found := fault(article["background"]):
            yield Finding(RULE.name, found, context.article_path(slug), "/background")


def fault(text: str) -> str | None:
    """Return what is left open in a text, `None` if nothing is."""
    pieces = text.split(FENCE)
    if len(pieces) % 2 == 0:
        return "a code fence is opened and not closed"
    outside = "".join(pieces[::2])
    return "a backtick is opened and not closed" if outside.count("`") % 2 else None


RULE = Rule("unbalanced-fence", "dataset", _check)
