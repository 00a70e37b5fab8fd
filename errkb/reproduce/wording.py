"""Wordings of other releases: what a script printed with another version, turned into a template."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from errkb.dataset.canonical import dumps, write_text
from errkb.dataset.folder import place, sidecar
from errkb.dataset.script import Script
from errkb.errors import UsageError
from errkb.model.pattern import split_template
from errkb.model.report import Entry, Explanation
from errkb.model.reproduction import NewWording
from errkb.model.sidecar import Alias, EvidenceFile, PositiveLine
from errkb.reproduce.verdict import lead

__all__ = ["Seen", "merged", "other_release", "seen", "write_wording"]

AKIN = 0.4
"""Share of words; releases reword, they do not say something else."""
LAST = 10
"""Lines of output in which a wording is looked for that is not read as an error."""
Seen = tuple[str, str, str | None]
"""Release, template, class."""


def other_release(
    entry: Entry, script: Script, version: str, instead: Sequence[str] = ()
) -> tuple[str, tuple[str, ...]]:
    """Return the package and the dependencies with another release of it pinned.

    It is the package of the record's evidence, else the first dependency. Requirements in `instead` take the place of
    the script's own for the same package. Raises `UsageError` for a script without dependencies.
    """
    from packaging.requirements import InvalidRequirement, Requirement

    if not script.dependencies:
        raise UsageError("the script declares no package, so there are no other versions", where=str(script.path))
    wanted = ((entry.evidence or {}).get("package") or "").lower()
    try:
        others = {one.name.lower(): str(one) for one in map(Requirement, instead)}
    except InvalidRequirement as error:
        raise UsageError(f"a bad requirement: {error}", hint="write it like numpy==1.21.6") from None
    found = [Requirement(dependency) for dependency in script.dependencies]
    package = next((one for one in found if one.name.lower() == wanted), found[0]).name
    own = {one.name.lower(): f"{one.name}=={version}" if one.name == package else str(one) for one in found}
    return package, tuple((own | {name: text for name, text in others.items() if name != package.lower()}).values())


def seen(entry: Entry, script: Script, version: str, output: str, answer: Explanation) -> Seen | None:
    """Return the wording of a release if neither the record nor an alias of it holds that, else `None`.

    It has the record's class, some of its words, and is not the error of another record.
    """
    best = lead(answer, entry.record["id"])
    if best is not None and best.method != "fuzzy":
        return None
    taken = {match.event for match in answer.matches if match.record_id != entry.record["id"]}
    for event in reversed(answer.events):
        message = event.message or ""
        same = (event.cls or "").rpartition(".")[2] == (entry.record["errorClass"] or "").rpartition(".")[2]
        if same and event.id not in taken and _akin(message, entry.record["errorMessage"]):
            return version, _template(message, script.captures), event.cls
    if entry.record["errorClass"] is None and not answer.matches:  # a line that is not read as an error yet
        lines = [line.strip() for line in output.splitlines()[-LAST:] if _akin(line, entry.record["errorMessage"])]
        return (version, _template(lines[-1], script.captures), None) if lines else None
    return None


def _akin(message: str, template: str) -> bool:
    """Return whether a message has a good part of a template's words (of its own, if it has fewer)."""
    text = " ".join(part for part in split_template(template) if part)
    left, right = (set(re.findall(r"[a-z]{3,}", words.lower())) for words in (message, text))
    return len(left & right) >= AKIN * max(1, min(len(left), len(right)))


def merged(entry: Entry, script: Script, package: str, wordings: Iterable[Seen]) -> list[NewWording]:
    """Return one proposal a wording, with the range of the releases that printed it; the script's own does not."""
    from packaging.version import Version

    releases: dict[tuple[str, str | None], list[str]] = {}
    for version, template, cls in wordings:
        releases.setdefault((template, cls), []).append(version)
    found, own = [], _pinned(script, package)
    for (template, cls), versions in releases.items():
        oldest, newest = min(versions, key=Version), max(versions, key=Version)
        around = f"<={newest}" if own is None or Version(newest) < Version(own) else f">={oldest}"
        record = entry.record
        text = f"{cls}: {template}" if cls else template
        found.append(NewWording(record["id"], record["repo"], record["slug"], package, around, template, cls, text))
    return found


def _pinned(script: Script, package: str) -> str | None:
    """Return the release of a package that a script pins."""
    from packaging.requirements import Requirement

    for one in map(Requirement, script.dependencies):
        if one.name == package:
            return next((part.version for part in one.specifier if part.operator == "=="), None)
    return None


def write_wording(records: Path, entry: Entry, wording: NewWording, captures: Mapping[str, str]) -> None:
    """Add a wording and a line of it to the evidence file of a record; raises `OSError`."""
    path = sidecar(records / place(entry.record), "evidence")
    evidence = EvidenceFile.model_validate_json(path.read_text(encoding="utf-8"))
    evidence.aliases.append(
        Alias(errorMessage=wording.error_message, errorClass=wording.error_class, versions=wording.versions)
    )
    used = {name: value for name, value in captures.items() if f"{{{name}}}" in wording.error_message}
    text = wording.text
    for name, value in used.items():
        text = text.replace(f"{{{name}}}", value)
    evidence.positive.append(PositiveLine(text=text, captures=used))
    write_text(path, dumps(evidence))


def _template(message: str, captures: Mapping[str, str]) -> str:
    """Return a message with the values the script declares as placeholders, the longest first."""
    by_length: Sequence[tuple[str, str]] = sorted(captures.items(), key=lambda item: -len(item[1]))
    for name, value in by_length:
        pattern = rf"(?<![\w{{]){re.escape(value)}(?![\w}}])"
        message = re.sub(pattern, lambda _, name=name: f"{{{name}}}", message, count=1)  # type: ignore[misc]
    return message
