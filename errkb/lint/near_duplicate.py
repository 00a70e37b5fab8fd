"""Two records of one repository whose wordings differ by a single word: most likely one error, written down twice.

Compared are the literal words of the messages, placeholders left out, within one class. Wordings of a few words differ
by one word all the time and are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.lint.prose import words
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.pattern import split_template

__all__ = ["RULE"]

LEAST_WORDS = 8


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    seen: dict[tuple[str | None, tuple[str, ...]], Located] = {}
    for located in entries:
        record = located.entry.record
        literal = words(" ".join(part for part in split_template(record["errorMessage"]) if part))
        if len(literal) < LEAST_WORDS:
            continue
        # Wordings that differ by one word, replaced, added or left out, share a copy with one word missing.
        keys = [(record["errorClass"], (*literal[:n], *literal[n + 1 :])) for n in range(len(literal))]
        keys.append((record["errorClass"], tuple(literal)))
        other = next((seen[key] for key in keys if key in seen and seen[key] is not located), None)
        if other is not None and other.entry.record["messagePattern"] != record["messagePattern"]:
            message = f"nearly the wording of {other.entry.record['slug']}"
            hint = "make one of them an alias of the other, or list why both are needed in `_exceptions.json`"
            yield Finding(RULE.name, message, located.path, "/errorMessage", hint=hint)
        for key in keys:
            seen.setdefault(key, located)


RULE = Rule("near-duplicate", "repo", _check)
