"""A placeholder of the message that the prose never mentions: the reader sees their value and is not told what it is.

Placeholders without a name (`%s`, `{}`), and literal braces that only look like one (`{'key': 1}`), are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from errkb.lint.prose import whole
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.pattern import placeholder_names

__all__ = ["RULE"]

_NAMELESS = re.compile(r"value\d+")
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_SUFFIX = re.compile(r"#\d+$")


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        record = located.entry.record
        prose = whole(record)
        for name in dict.fromkeys(_SUFFIX.sub("", name) for name in placeholder_names(record["errorMessage"])):
            if _NAME.fullmatch(name) and not _NAMELESS.fullmatch(name) and not _mentioned(name, prose):
                yield Finding(
                    RULE.name,
                    f"the prose never mentions {name!r}",
                    located.path,
                    "/documentation",
                    hint=f"say what stands there: `{name}` is …",
                )


def _mentioned(name: str, prose: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", prose) is not None


RULE = Rule("unexplained-placeholder", "record", _check)
