"""What is said about an explanation, and in which order: shared by the terminal and Markdown.

The root cause comes first, what merely reports it is named as such, and nothing weak is ever dressed up as an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from errkb.model.event import ErrorEvent
from errkb.model.match import LocalSource, Match, RecordDict
from errkb.model.pattern import placeholder_names
from errkb.model.report import Explanation
from errkb.render.blocks import Block, Code, Headline, Items, Note, Pairs, Place, Prose, Section
from errkb.render.language import guess_language
from errkb.render.prose import count, cut, fill_in, one_line, sentences
from errkb.render.reproduced import reproduced

__all__ = [
    "Lead",
    "confidence",
    "defences",
    "details",
    "evidence",
    "example_fix",
    "headline",
    "lead",
    "private_notes",
    "thrown_at",
]

_LOCAL_LINES = 6
"""Lines shown either side of a raise in local source."""
LONGEST_IN_PROSE = 40
"""Characters of a value that still read well within a sentence; a longer one keeps its placeholder."""
_METHODS = {
    "code": "its error code fits",
    "pattern": "its message fits",
    "frame": "class and stack frame fit",
    "fuzzy": "the wording is close",
}
_PATTERNS = (
    ("Validate before calling", "validationCode"),
    ("Type guard", "typeGuard"),
    ("Try / catch", "tryCatchPattern"),
)
_KINDS = {
    "documented": "",
    "located": "found in the source, not documented yet",
    "index": "known by its message only",
}


@dataclass(slots=True, frozen=True)
class Lead:
    """The first screen of an answer, part by part."""

    headline: Headline
    confidence: str
    notes: tuple[str, ...]
    message: str
    values: tuple[tuple[str, str], ...]
    meaning: tuple[str, ...]
    """Sentences."""
    fixes: tuple[str, ...]


def lead(explanation: Explanation, match: Match) -> Lead:
    """Return what a reader must see first."""
    event, record, tell = explanation.event(match.event), match.record, _teller(match)
    return Lead(
        headline=Headline(headline(record)),
        confidence=confidence(match),
        notes=tuple(_notes(explanation, match, event)),
        message=_message(match, event),
        values=tuple((capture.name, capture.value) for capture in match.captures),
        meaning=tuple(sentences(tell(record.get("documentation") or ""))),
        fixes=tuple(tell(fix) for fix in record.get("solutions") or ()),
    )


def headline(record: RecordDict) -> tuple[str, ...]:
    """Return repo, severity and class (or code), as far as they are known."""
    parts = (record.get("repo"), record.get("severity"), record.get("errorClass") or record.get("errorCode"))
    return tuple(part for part in parts if part)


def confidence(match: Match) -> str:
    """Return how sure the match is (never 1.00: nothing is certain) and by what, in one line."""
    how = _METHODS[match.method] if match.via_alias is None else "its message fits, in the wording of some releases"
    parts = (f"{match.level} {min(int(match.score * 100), 99) / 100:.2f}", how, _KINDS[match.kind])
    return " · ".join(part for part in (*parts, reproduced(match.verified)) if part)


def details(explanation: Explanation, match: Match, *, full: bool = False) -> Iterator[Section]:
    """Yield what follows the first screen, without what it has shown already."""
    record, tell = match.record, _teller(match)
    if record.get("exampleFix"):
        yield example_fix(record)
    if match.local is not None:
        yield Section("Source on this machine", tuple(_local(match.local, record)))
    elif record.get("filePath"):
        yield Section("Source", (thrown_at(record),))
    if match.near:
        yield Section("Documented nearby", (Items(tuple(_near(match))),))
    if record.get("triggerScenarios"):
        yield Section("When it happens", (Prose(tell(record["triggerScenarios"])),))
    if full:
        if record.get("commonSituations"):
            yield Section("Common situations", (Prose(tell(record["commonSituations"])),))
        yield from defences(record)
        yield evidence(explanation, match)


def example_fix(record: RecordDict) -> Section:
    """Return the code before and after."""
    return Section("Example fix", (_code(record["exampleFix"], record),))


def thrown_at(record: RecordDict, *, quote: bool = True) -> Place:
    """Return where the project raises the error: place, pinned link and the raising line, if the window is known."""
    line, start = record.get("lineNumber"), record.get("sourceCodeStart")
    where = record["filePath"] + (f":{line}" if line else "")
    raising = ""
    if quote and line and start:
        window = (record.get("sourceCode") or "").splitlines()
        raising = window[line - start].strip() if 0 <= line - start < len(window) else ""
    return Place(f"Thrown at {where}", record.get("githubUrl"), raising)


def _local(local: LocalSource, record: RecordDict) -> Iterator[Block]:
    """Yield where the installed package raises the error, with a few lines around."""
    version = f" (version {local.version})" if local.version else ""
    yield Place(f"Thrown at {local.path}:{local.line}{version}", record.get("githubUrl"), "")
    lines = local.text.split("\n")
    at = local.line - local.start
    shown = lines[max(0, at - _LOCAL_LINES) : at + _LOCAL_LINES + 1]
    yield Code("\n".join(shown), guess_language("", record.get("filePath") or ""))


def _near(match: Match) -> Iterator[str]:
    for record in match.near:
        yield f"{cut(one_line(record['errorMessage']), 100)} · errkb show {record['id']}"


def defences(record: RecordDict) -> Iterator[Section]:
    """Yield the defensive patterns and the prevention tips of a record."""
    parts = [Section(title, (_code(record[key], record),), 3) for title, key in _PATTERNS if record.get(key)]
    if record.get("preventionTips"):
        parts.append(Section("Prevention", (Items(tuple(record["preventionTips"])),), 3))
    strategy = record.get("handlingStrategy")
    if parts or strategy:
        yield Section("Defensive patterns", (Prose(f"Strategy: {strategy}"),) if strategy else ())
        yield from parts


def evidence(explanation: Explanation, match: Match) -> Section:
    """Return why the record was chosen, which record it is and whether it was reproduced."""
    reasons = tuple((f"{item.weight:+.2f} {item.kind}", item.detail) for item in match.evidence)
    blocks: list[Block] = [Pairs(reasons)] if reasons else []
    if match.via_alias is not None:
        blocks.append(Note(f"Printed by another release as: {cut(one_line(match.via_alias), 200)}"))
    blocks += [Note(f"Your text names {b.package} {b.version} (line {b.line}).") for b in explanation.banners[:3]]
    proof = reproduced(match.verified) or "documented, not reproduced"
    blocks.append(Note(f"Record {match.record_id} of {match.record.get('repo')}. {proof[0].upper()}{proof[1:]}."))
    return Section("Why this record", tuple(blocks))


def _message(match: Match, event: ErrorEvent) -> str:
    """Return the error's message; one that is only a value (`'user_id'`) or nothing says more with its class."""
    if match.method == "frame" and event.cls:
        return f"{event.cls}: {event.message}" if event.message else event.cls
    return event.message or match.record.get("errorMessage") or ""


def _teller(match: Match) -> Callable[[str], str]:
    """Return what puts the reader's own values, those that can stand in a sentence, into the record's prose."""
    names = {*placeholder_names(match.record.get("errorMessage") or ""), *(c.name for c in match.captures)}
    own = {c.name: c.value for c in match.captures if len(c.value) <= LONGEST_IN_PROSE and "\n" not in c.value}
    return lambda text: fill_in(text, names, own)


def _notes(explanation: Explanation, match: Match, event: ErrorEvent) -> Iterator[str]:
    if explanation.status == "wrapper_only":
        yield from explanation.advice or ["This error only reports another one; the cause is not in this text."]
    elif match.wrapper or event.role == "wrapper":
        yield "This error only reports another one."
    if event.processes and len(event.processes) > 1:
        shown = event.processes if len(event.processes) <= 4 else [*event.processes[:3], "…", event.processes[-1]]
        yield f"{count(len(event.processes), 'process')}: {', '.join(shown)}"
    elif event.occurrences > 1:
        yield f"Printed {event.occurrences} times."
    if match.private:
        yield from private_notes(match.private)
    if match.kind == "index":
        yield f"What it means is not on this machine: `errkb show --fetch {match.record_id}` fetches the record."
    if match.tie:
        yield f"{count(len(match.tie), 'other record')} fit{'s' * (len(match.tie) == 1)} equally well: see below."


def private_notes(private: RecordDict) -> Iterator[str]:
    """Yield whose record this is, where it is written, and the runbook."""
    owner = f", kept by {private['owner']}" if private["owner"] else ""
    yield f"A private record{owner}{': ' if private['place'] else ''}{private['place'] or ''}"
    if private["runbook"]:
        yield f"Runbook: {private['runbook']}"


def _code(code: str, record: RecordDict) -> Code:
    return Code(code, guess_language(code, record.get("filePath") or ""))
