"""A positive line that does not lead to its record first, or a negative one that does, with all records loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.index import Index
from errkb.lint.rule import Located, Rule
from errkb.match import match
from errkb.model.catalog import Finding
from errkb.model.match import Match
from errkb.model.text import Text
from errkb.parse import parse

__all__ = ["RULE"]


def _check(entries: Sequence[Located]) -> Iterator[Finding]:
    index = Index.of(located.entry for located in entries)
    for located in entries:
        evidence = located.entry.evidence or {}
        path = located.path.with_name(f"{located.path.stem}.evidence.json")
        for number, line in enumerate(evidence.get("positive", ())):
            fault = _positive_fault(_best(line["text"], index), located.entry.record["id"], line["captures"])
            if fault:
                yield Finding(RULE.name, fault, path, f"/positive/{number}")
        for number, line in enumerate(evidence.get("negative", ())):
            best = _best(line["text"], index)
            if best is not None and best.record_id == located.entry.record["id"]:
                yield Finding(
                    RULE.name, f"a line that must not match does: {line['reason']}", path, f"/negative/{number}"
                )


def _best(text: str, index: Index) -> Match | None:
    source = Text.of(text)
    ranking = match(parse(source), source, [index])
    return ranking.matches[0] if ranking.matches else None


def _positive_fault(best: Match | None, identifier: str, captures: dict[str, str]) -> str | None:
    if best is None:
        return "the line leads to no record"
    if best.record_id != identifier and identifier not in best.tie:
        return f"the line leads to record {best.record_id} first"
    found = {capture.name: capture.value for capture in best.captures}
    wrong = {name: found.get(name) for name, value in captures.items() if found.get(name) != value}
    if wrong and best.via_alias is None:
        return f"captures differ: {', '.join(f'{name} = {value!r}' for name, value in wrong.items())}"
    return None


RULE = Rule("evidence-fails", "dataset", _check)
