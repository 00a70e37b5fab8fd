"""A pattern that does not find its own message template, filled with values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.index import wordings
from errkb.lint.rule import Context, Located, Rule
from errkb.match.fold import Folded
from errkb.match.verify import verify
from errkb.model.catalog import Finding
from errkb.model.pattern import split_template

__all__ = ["RULE"]

_VALUES = ("42", "'name'", "<class 'a.B'>", "[1, 2]", "a/b.py")


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        for wording in wordings(located.entry):
            if not wording.anchor:
                continue
            parts = split_template(wording.message)
            filled = "".join(_VALUES[n % len(_VALUES)] if part is None else part for n, part in enumerate(parts))
            if verify(wording.parts, Folded(f"SomeError: {filled} (tail)").text) is None:
                pointer = "/aliases" if wording.alias else "/messagePattern"
                yield Finding(RULE.name, f"the pattern does not find {filled!r}", located.path, pointer)


RULE = Rule("own-message-missed", "record", _check)
