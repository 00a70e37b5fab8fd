"""A skeleton that somebody has not finished: a text that begins with TODO, or a commit of zeros."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.lint.prose import passages
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]

MARK = "TODO"
NO_COMMIT = "0" * 40
PRIVATE = "private/"
"""Owner of records about programs that nobody publishes: they need no commit."""


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        record = located.entry.record
        for pointer, text in [*passages(record), ("/filePath", record["filePath"])]:
            if text.startswith(MARK):
                said = text.removeprefix(MARK).lstrip(": ") or "the file that raises it"
                yield Finding(RULE.name, f"still to be written: {said}", located.path, pointer)
        if record["analyzedSha"] == NO_COMMIT and not record["repo"].startswith(PRIVATE):
            hint = "the 40 characters of `git rev-parse HEAD`, then `errkb lint --fix`"
            yield Finding(RULE.name, "the commit is not known", located.path, "/analyzedSha", hint=hint)


RULE = Rule("unfinished-text", "record", _check)
