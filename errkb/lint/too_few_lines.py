"""An evidence sidecar without at least two positive lines and one near miss, or one whose lines expect no captures.

The lines are what proves that the record is found by what programs print, and by nothing else. Where the message has
named placeholders, some positive line has to say what stands in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.pattern import placeholder_names

__all__ = ["RULE"]

POSITIVE, NEGATIVE = 2, 1
_NAMED = re.compile(r"(?!value\d)[A-Za-z_][\w.]*(?:#\d+)?")


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        evidence = located.entry.evidence
        if evidence is None:
            message = "there is no evidence file beside the record"
            yield Finding(RULE.name, message, located.path, hint=f"write {located.evidence_path.name}")
            continue
        for key, least in (("positive", POSITIVE), ("negative", NEGATIVE)):
            found = len({line["text"] for line in evidence[key]})
            if found < least:
                message = f"{found} of at least {least} {key} lines"
                yield Finding(RULE.name, message, located.evidence_path, f"/{key}")
        names = [name for name in placeholder_names(located.entry.record["errorMessage"]) if _NAMED.fullmatch(name)]
        if names and evidence["positive"] and not any(line["captures"] for line in evidence["positive"]):
            message = f"no positive line says what {names[0]!r} captures"
            yield Finding(RULE.name, message, located.evidence_path, "/positive")


RULE = Rule("too-few-lines", "record", _check)
