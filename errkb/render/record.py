"""A record's page, in the order of the contract (*Record page*): shared by text and Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from errkb.model.match import RecordDict
from errkb.model.report import Entry
from errkb.render.answer import defences, example_fix, headline, private_notes, thrown_at
from errkb.render.blocks import Block, Code, Headline, Items, Note, Prose, Quote, Section
from errkb.render.language import guess_language
from errkb.render.prose import one_line

__all__ = ["envelope", "page"]


_LOCATED = "Nobody has documented this error yet: what is known was read off the source."
_INDEX_ONLY = "Only the index entry of this record is here; `--fetch` fetches all of it from its publisher."


def envelope(entry: Entry, dataset_version: str) -> dict[str, Any]:
    """Return the single-record envelope of the contract."""
    return {"record": entry.shown, "datasetVersion": dataset_version}


def page(entry: Entry, related: tuple[str, ...] = ()) -> Iterator[Section]:
    """Yield the sections of a record's page; `related` are lines that name other records."""
    record = entry.shown
    heading = (
        record.get("errorCode") or one_line(record["errorMessage"])[:60].rstrip() or record["errorClass"] or "error"
    )
    yield Section("", (Headline(headline(record)),))
    yield Section(heading, level=1)
    yield Section("Error message", (Quote(record["errorMessage"]),))
    meaning = record["documentation"] or (_INDEX_ONLY if entry.is_index_only else _LOCATED)
    yield Section("What it means", (Prose(meaning),))
    if record["filePath"]:
        yield Section("Source", tuple(_source(record)))
    if record["solutions"]:
        yield Section("Solutions", (Items(tuple(record["solutions"]), 1),))
    if record["exampleFix"]:
        yield example_fix(record)
    yield from defences(record)
    if record["triggerScenarios"] or record["commonSituations"]:
        yield Section("When it happens", tuple(_when(record)))
    if related:
        yield Section("Related errors", (Items(related),))
    yield Section("About this record", tuple(_footer(entry)))


def _source(record: RecordDict) -> Iterator[Block]:
    yield thrown_at(record, quote=False)
    if record["sourceCode"]:
        yield Code(record["sourceCode"], guess_language("", record["filePath"]))
    if record["analyzedSha"]:
        yield Note(f"Pinned to {record['analyzedSha'][:10]}.")


def _when(record: RecordDict) -> Iterator[Block]:
    for name, field in (("Trigger", "triggerScenarios"), ("Common situations", "commonSituations")):
        if record[field]:
            yield Prose(f"{name}: {record[field]}")


def _footer(entry: Entry) -> Iterator[Block]:
    record, verified = entry.shown, entry.verified
    commit = f"@{record['analyzedSha'][:10]}" if record["analyzedSha"] else ""
    day = record["analyzedAt"][:10] if record["analyzedAt"] else None
    yield Note(" · ".join(part for part in (f"{record['repo']}{commit}", day, entry.source) if part))
    if entry.private:
        yield from (Note(note) for note in private_notes(entry.private))
    if verified:
        packages = ", ".join(f"{name} {version}" for name, version in verified["packages"].items())
        having = f" with {packages}" if packages else ""
        yield Note(f"Reproduced{having} on Python {verified['python']} ({verified['verifiedAt'][:10]}).")
    yield Note(f"As JSON: errkb show {record['id']} --format json")
