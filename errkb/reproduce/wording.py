"""Wordings of other releases: what a script printed with another version, turned into a template."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from errkb.dataset.canonical import dumps, write_text
from errkb.dataset.folder import place, sidecar
from errkb.dataset.script import Script
from errkb.errors import UsageError
from errkb.model.report import Entry, Explanation
from errkb.model.reproduction import NewWording
from errkb.model.sidecar import Alias, EvidenceFile, PositiveLine
from errkb.reproduce.verdict import lead

__all__ = ["Seen", "merged", "other_release", "seen", "write_wording"]

Seen = tuple[str, str, str | None]
"""Release, template, class."""


def other_release(entry: Entry, script: Script, version: str) -> tuple[str, tuple[str, ...]]:
    """Return the package and the dependencies with another release of it pinned.

    It is the package of the record's evidence, else the first dependency. Raises `UsageError` for a script without
    dependencies.
    """
    from packaging.requirements import Requirement

    if not script.dependencies:
        raise UsageError("the script declares no package, so there are no other versions", where=str(script.path))
    wanted = ((entry.evidence or {}).get("package") or "").lower()
    found = [Requirement(dependency) for dependency in script.dependencies]
    package = next((one for one in found if one.name.lower() == wanted), found[0]).name
    pinned = [f"{one.name}=={version}" if one.name == package else str(one) for one in found]
    return package, tuple(pinned)


def seen(entry: Entry, script: Script, version: str, answer: Explanation) -> Seen | None:
    """Return the wording of a release if neither the record nor an alias of it holds that, else `None`."""
    best = lead(answer, entry.record["id"])
    if best is not None and best.method != "fuzzy":
        return None
    causes = [event for event in answer.events if event.role == "cause" and event.message]
    if not causes:
        return None
    same = [event for event in causes if event.cls == entry.record["errorClass"]] or causes
    return version, _template(same[-1].message or "", script.captures), same[-1].cls


def merged(entry: Entry, package: str, pinned: str, wordings: Iterable[Seen]) -> list[NewWording]:
    """Return one proposal a wording, with the range of the releases that printed it; `pinned` does not."""
    from packaging.version import Version

    releases: dict[tuple[str, str | None], list[str]] = {}
    for version, template, cls in wordings:
        releases.setdefault((template, cls), []).append(version)
    found = []
    for (template, cls), versions in releases.items():
        oldest, newest = min(versions, key=Version), max(versions, key=Version)
        around = f"<={newest}" if Version(newest) < Version(pinned) else f">={oldest}"
        record = entry.record
        text = f"{cls}: {template}" if cls else template
        found.append(NewWording(record["id"], record["repo"], record["slug"], package, around, template, cls, text))
    return found


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
