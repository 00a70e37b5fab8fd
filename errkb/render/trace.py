"""`errkb explain --trace`: what each stage did, and what the scores are made of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from errkb.model.match import Match
from errkb.model.report import Explanation
from errkb.normalize import printable
from errkb.render.prose import cut, one_line

__all__ = ["render_trace"]


def render_trace(explanation: Explanation) -> str:
    """Return the trace as plain text: stages in order, then the parts of each score."""
    lines = ["", "Trace"]
    for stage, steps in groupby(explanation.trace, key=lambda step: step.stage):
        lines.append(f"  {stage}")
        lines += [f"    {step.subject}  {step.detail}" for step in steps]
    for match in [*explanation.matches, *explanation.nearest]:
        lines += _score(match)
    return "".join(f"{printable(cut(_flat(line), 400)).rstrip()}\n" for line in lines)


def _flat(line: str) -> str:
    return line.replace("\r", " ").replace("\n", " ")


def _score(match: Match) -> Iterator[str]:
    name = one_line(f"{match.record.get('repo', '')}/{match.record.get('slug', '')}").strip("/")
    yield f"  score {match.score:.4f} {match.level}, {match.method}: {match.record_id} {name} for event {match.event}"
    for item in match.evidence:
        yield f"    {item.weight:+6.2f}  {item.kind:<12} {item.detail}"
