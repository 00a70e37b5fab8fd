"""An example whose fixed code is the broken code: remarks, blanks and line ends apart, before and after are equal.

A comment that shows something to type (a command, a version, a setting) is part of the example, not a remark: many
errors are fixed outside of the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from errkb.lint.examples import Part, parts
from errkb.lint.prose import plain
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]

_REMARK = re.compile(r"(?m)(?:^|(?<=\s))(?:#|//)[^\n$=<>/\d`]*$")


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        seen: dict[str, set[str]] = {"before": set(), "after": set()}
        for part in parts(located.entry.record["exampleFix"] or ""):
            seen[part.side].add(_code(part) or plain(part.note + part.code))
        if seen["before"] & seen["after"]:
            yield Finding(RULE.name, "before and after are the same code", located.path, "/exampleFix")


def _code(part: Part) -> str:
    """Return the code of a part without remarks and blanks; empty if the part is made of comments altogether."""
    lines = [line for line in part.code.splitlines() if line.strip()]
    if all(line.lstrip().startswith(("#", "//")) for line in lines):
        return ""
    return "".join((_REMARK.sub("", f"#{part.note}") + _REMARK.sub("", part.code)).split())


RULE = Rule("fix-changes-nothing", "record", _check)
