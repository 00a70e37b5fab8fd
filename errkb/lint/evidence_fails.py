"""A positive line that does not lead to its record first, or a negative one that does, with all records loaded.

Each line of the evidence sidecar goes through the real reader and matcher, the whole dataset beside it. A positive line
must come back with its record first, confidently, and with the captures it promises; a negative one must not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.match import Match

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        evidence, identifier = located.entry.evidence or {}, located.entry.record["id"]
        for number, line in enumerate(evidence.get("positive", ())):
            fault = _fault(context.matcher.answers(line["text"]), identifier, line["captures"])
            if fault:
                yield Finding(RULE.name, fault, located.evidence_path, f"/positive/{number}")
        for number, line in enumerate(evidence.get("negative", ())):
            best = context.matcher.answers(line["text"])[:1]
            if best and best[0].record_id == identifier:
                message = f"a line that must not match does: {line['reason']}"
                yield Finding(RULE.name, message, located.evidence_path, f"/negative/{number}")


def _fault(answers: list[Match], identifier: str, captures: dict[str, str]) -> str | None:
    if not answers:
        return "the line leads to no record"
    best = answers[0]
    if best.record_id != identifier and identifier not in best.tie:
        return f"the line leads to record {best.record_id} first"
    found = {capture.name: capture.value for capture in best.captures}
    # The wording of another release may lack a placeholder, never hold another value in it.
    asked = captures if best.via_alias is None else captures.keys() & found.keys()
    wrong = {name: found.get(name) for name in asked if found.get(name) != captures[name]}
    if wrong:
        return f"captures differ: {', '.join(f'{name} = {value!r}' for name, value in wrong.items())}"
    return None


RULE = Rule("evidence-fails", "record", _check)
