"""Making a new record from whatever is known: a pasted error, a template, a located raise, or several of them.

A located raise is the surest source of a fact, then what the author gave, then what the text shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from errkb.author.facts import Facts
from errkb.author.paste import from_event, root_cause
from errkb.author.site import from_source
from errkb.author.skeleton import skeleton
from errkb.dataset.adding import add_record
from errkb.errors import UsageError
from errkb.hookspecs import Parser
from errkb.model.catalog import NewRecord
from errkb.model.text import Text
from errkb.parse import parse

__all__ = ["new_record"]


def new_record(
    records: Path,
    *,
    text: Text | None,
    template: str | None,
    repo: str | None,
    checkout: Path | None,
    at: str | None,
    default_repo: str | None,
    parsers: Sequence[Parser],
    negative: Sequence[dict[str, str]] = (),
) -> NewRecord:
    """Write the skeleton of a record and its evidence into a records folder and say what is left to write.

    `negative` are near misses, each a text and a reason. `at` is `path:line`, within `checkout` if that is given.
    `default_repo` is taken where nothing names the project.
    Raises `UsageError` if too little is known, or there is such a record already.
    """
    facts = Facts()
    if text is not None:
        facts = from_event(root_cause(parse(text, parsers)), text)
    if checkout is not None:
        if at is None:
            raise UsageError("it is not known where the raise is", hint="--at path/to/file.py:120, within the checkout")
        facts = _joined(from_source(checkout, at), facts)
    elif at is not None:
        file, _, line = at.rpartition(":")
        if not file or not line.isdigit() or int(line) < 1:
            raise UsageError(f"not a place: {at[:80]!r}", hint="--at path/to/file:120, the path within the repository")
        facts = replace(facts, path=file, line=int(line))
    facts = replace(facts, message=template or facts.message, repo=repo or facts.repo)
    made = skeleton(replace(facts, negative=list(negative)), default_repo=default_repo)
    path = add_record(records, made.draft, made.evidence, total_lines=made.total_lines)
    return NewRecord(
        path, path.with_name(f"{path.stem}.evidence.json"), made.draft["errorMessage"], made.left, facts.notes
    )


def _joined(site: Facts, seen: Facts) -> Facts:
    """Return the facts of a located raise, with what only a text can show: the lines, the code, the class in full."""
    cls = seen.cls if seen.cls and site.cls and seen.cls.endswith(site.cls) else site.cls or seen.cls
    return replace(
        site,
        cls=cls,
        code=seen.code,
        repo=site.repo or seen.repo,
        package=seen.package or site.package,
        lines=seen.lines,
    )
