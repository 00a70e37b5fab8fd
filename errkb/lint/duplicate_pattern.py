"""Two records of one repository with the same wording in the same file: one of them can never be told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    seen: dict[tuple[str, str | None, str], Located] = {}
    for located in entries:
        record = located.entry.record
        place = record["filePath"] if _nameless(record["errorMessage"]) else ""
        key = (record["messagePattern"], record["errorClass"], place)
        if key in seen:
            message = f"the same pattern and class as {seen[key].entry.record['slug']}"
            yield Finding(
                RULE.name, message, located.path, "/messagePattern", hint="make it a site or an alias of one record"
            )
        seen.setdefault(key, located)


def _nameless(message: str) -> bool:
    return message.startswith("{") and message.endswith("}")


RULE = Rule("duplicate-pattern", "repo", _check)
