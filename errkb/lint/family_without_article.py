"""A `backgroundTag` for which there is no background article: the link leads nowhere.

The families are closed: one is what has an article in `_info/`. A folder of one's own may also name the families of the
shipped records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        family = located.entry.record["backgroundTag"]
        if family is not None and family not in context.families:
            near = get_close_matches(family, list(context.families), n=3, cutoff=0.5)
            hint = f"did you mean: {', '.join(near)}" if near else "write the article, or leave the tag null"
            message = f"there is no article _info/{family}.json"
            yield Finding(RULE.name, message, located.path, "/backgroundTag", hint=hint)


RULE = Rule("family-without-article", "record", _check)
