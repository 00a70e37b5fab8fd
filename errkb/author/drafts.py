"""From unknown to known: drafts of records from the unknown errors of a triage report.

Where the code that raised an error is installed, its source gives the template and the place; otherwise what changes in
the sample becomes placeholders. The other unknown errors of the report are the near misses that must not lead there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from errkb.errors import ErrkbError, InputError, UsageError
from errkb.hookspecs import Parser
from errkb.model.catalog import NewRecord
from errkb.model.text import Text
from errkb.parse import parse

__all__ = ["Drafts", "chosen", "drafts"]

MOST_NEAR = 2
"""Near misses of a draft."""
_INSTALLED = ("site-packages/", "dist-packages/")

Write = Callable[..., NewRecord]
"""Writes one record: takes `text`, `template`, `checkout`, `at`, `negative`."""


@dataclass(slots=True)
class Drafts:
    """The records written, and what was left out with the reason."""

    made: list[NewRecord] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)


def chosen(report: Any, where: str, top: int | None, clusters: Sequence[str]) -> list[dict[str, Any]]:
    """Return the unknown errors of a report that are asked for: the first so many, or those of some fingerprints.

    Raises `InputError` for what is no report, `UsageError` for a fingerprint that is not in it.
    """
    unknown = report.get("unknown") if isinstance(report, dict) else None
    if not isinstance(unknown, list) or report.get("contractVersion") != 1:
        raise InputError("this is no report of triage", where=where, hint="write one: errkb triage PATH… -o FILE.json")
    found = []
    for cluster in clusters:
        fingerprint = cluster.removeprefix("unknown:")
        same = [one for one in unknown if one["fingerprint"] == fingerprint]
        if not same:
            raise UsageError(f"there is no unknown error {cluster[:40]!r}", hint="the report names their fingerprints")
        found += same
    return found if clusters else [one for one in unknown if not one["wrapper"]][: top or 1]


def drafts(
    errors: Sequence[dict[str, Any]], others: Iterable[dict[str, Any]], parsers: Sequence[Parser], write: Write
) -> Drafts:
    """Write a draft for each of the errors; `others` are the unknown errors of the same report."""
    found, beside = Drafts(), list(others)
    for error in errors:
        lines = [line for line in error["sample"]["lines"] if line != "…"]
        text = Text.of("\n".join(lines))
        negative = [
            {"text": _printed(other), "reason": "another error of the same logs"}
            for other in beside
            if other["fingerprint"] != error["fingerprint"] and other["template"] != error["template"]
        ][:MOST_NEAR]
        try:
            found.made.append(_draft(text, parsers, write, negative))
        except ErrkbError as fault:
            found.left_out.append(
                (error["fingerprint"], f"{fault.message} ({fault.where})" if fault.where else fault.message)
            )
    return found


def _draft(text: Text, parsers: Sequence[Parser], write: Write, negative: list[dict[str, str]]) -> NewRecord:
    place = _installed(text, parsers)
    if place is not None:
        try:
            return write(text=text, checkout=place[0], at=place[1], negative=negative)
        except (UsageError, InputError):  # another version is installed, or the line holds no raise
            pass
    return write(text=text, negative=negative)


def _installed(text: Text, parsers: Sequence[Parser]) -> tuple[Path, str] | None:
    """Return the folder of packages here and the place in it where the error was raised, if that code is installed."""
    frames = [event.frames[-1] for event in parse(text, parsers).events if event.frames and event.role == "cause"]
    for frame in frames[:1]:
        path = frame.file.replace("\\", "/")
        for mark in _INSTALLED:
            relative = path.partition(mark)[2]
            for folder in map(Path, sys.path) if relative and frame.line and relative.endswith(".py") else ():
                if folder.name in ("site-packages", "dist-packages") and (folder / relative).is_file():
                    return folder, f"{relative}:{frame.line}"
    return None


def _printed(error: dict[str, Any]) -> str:
    return str(error["sample"]["lines"][-1] if error["class"] else error["sample"]["lines"][0])
