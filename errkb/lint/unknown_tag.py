"""A tag that is not on the closed list, or stands twice: nobody who filters by tags would find the record.

The list, with a sentence on each tag, is `errkb/model/tags.py` (`schema/tags.schema.json`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.tags import TAGS

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        tags = located.entry.record["tags"]
        for number, tag in enumerate(tags):
            if tag not in TAGS:
                near = get_close_matches(tag, TAGS, n=3, cutoff=0.5)
                hint = f"did you mean: {', '.join(near)}" if near else "the tags there are: schema/tags.schema.json"
                yield Finding(RULE.name, f"there is no tag {tag!r}", located.path, f"/tags/{number}", hint=hint)
            elif tag in tags[:number]:
                yield Finding(RULE.name, f"the tag {tag!r} stands twice", located.path, f"/tags/{number}")


RULE = Rule("unknown-tag", "record", _check)
