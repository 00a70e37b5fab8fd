"""A record that answers to the log of a program that worked: it would raise false alarms everywhere.

The logs are those of `tests/corpora/healthy/`; each is asked as a whole and line by line. Where they are not at hand
(an installed errkb), the rule is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    by_id = {located.entry.record["id"]: located for located in entries}
    for log in context.healthy:
        text = log.read_text(encoding="utf-8")
        lines = enumerate(text.splitlines(), 1)
        pieces = [("", text), *((f":{number}", line) for number, line in lines if line.strip())]
        seen: set[str] = set()
        for place, piece in reversed(pieces):  # lines first: a finding that names the line says more
            for found in context.matcher.answers(piece):
                if found.record_id in by_id and found.record_id not in seen:
                    seen.add(found.record_id)
                    where = by_id[found.record_id].path
                    yield Finding(RULE.name, f"answers to {log.name}{place}", where, "/messagePattern")


RULE = Rule("matches-healthy", "dataset", _check, needs="healthy")
