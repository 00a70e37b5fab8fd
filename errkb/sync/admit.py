"""Which records of a publisher are taken: as they are, put right, or left out, with a count for each reason.

Nobody can ask a publisher to mend a dataset before an error is explained, so one bad record never costs the others:

- A record is left out if its shape is wrong, if its id is not its own (another's answer could be replaced by it), or if
  path, repository or time cannot be what they say.
- What follows from other fields is derived anew where it does not: the slug, a pattern that is no regular expression
  the contract allows, the permalink (which could lead anywhere). A source window that does not fit is dropped.
- Everything else is taken unchanged.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from errkb.dataset.check import check, check_wording
from errkb.dataset.incoming.fastpath import FastPath, elements
from errkb.dataset.jsonfile import JsonFileError, loads
from errkb.dataset.shapes import validate
from errkb.model import ids, pattern
from errkb.model.catalog import Finding
from errkb.model.published import IndexEntry
from errkb.model.record import Record

__all__ = ["Admission"]

Data = dict[str, Any]

_LEFT_OUT = {"id", "path", "timestamp"}
_WINDOW = ("sourceCode", "sourceCodeStart", "sourceCodeEnd")
_LINE = "lineNumber"


@dataclass(slots=True)
class Admission:
    """Takes the records of one dataset, and counts what it did to them."""

    left_out: Counter[str] = field(default_factory=Counter)
    """Records, or whole files, by the rule they break."""
    put_right: Counter[str] = field(default_factory=Counter)
    """Records by the rule they broke."""
    examples: dict[str, str] = field(default_factory=dict)
    """The first fault of each rule: file, JSON pointer, what is wrong."""
    _ids: set[str] = field(default_factory=set)
    _fast: FastPath = field(default_factory=FastPath)

    def array(self, data: bytes, where: str) -> Sequence[Any]:
        """Return the elements of a JSON array as texts (`bytes`) or data, nothing for a file that is none."""
        texts = elements(data)
        if texts is not None:
            return texts
        try:
            found = loads(data)
        except JsonFileError as error:
            self._leave_out(error.finding, where)
            return []
        if isinstance(found, list):
            return found
        self._leave_out(Finding("shape", "expected an array of records"), where)
        return []

    def records(self, found: Iterable[Any], repo: str, where: str) -> Iterator[Data]:
        """Yield the records of a repository that are taken; `found` are their texts or data."""
        slugs: set[str] = set()
        for number, element in enumerate(found):
            record = self._record(element, repo, f"{where}#/{number}")
            if record is not None:
                self._make_slug_unique(record, slugs, f"{where}#/{number}")
                yield record

    def index(self, found: Iterable[Any], where: str) -> Iterator[Data]:
        """Yield what entries of an index tell of their records, every key of a record being there."""
        for number, element in enumerate(found):
            place = f"{where}#/errors/{number}"
            shape, faults = validate(IndexEntry, element)
            if shape is None:
                self._leave_out(faults[0], place)
                continue
            record = _of_index(shape)
            faults = [fault for fault in check_wording(record) if fault.severity == "error"]
            self._put_right(record, faults, place)
            if self._is_new(record, place):
                yield record

    def _record(self, element: Any, repo: str, where: str) -> Data | None:
        sound = self._fast.proven(element) if isinstance(element, bytes) else None
        record = json.loads(sound.text) if sound else self._shaped(element, where)
        if record is None:
            return None
        if record["repo"] != repo:
            self._leave_out(Finding("file-place", f"a record of {record['repo']}", pointer="/repo"), where)
            return None
        if sound is None and not self._mended(record, where):
            return None
        return record if self._is_new(record, where) else None

    def _shaped(self, element: Any, where: str) -> Data | None:
        if isinstance(element, bytes):
            try:
                element = loads(element)
            except JsonFileError as error:
                self._leave_out(error.finding, where)
                return None
        shape, faults = validate(Record, element)
        if shape is None:
            self._leave_out(faults[0], where)
            return None
        return shape.model_dump(mode="json")

    def _mended(self, record: Data, where: str) -> bool:
        """Put right what can be; say whether the record can be taken."""
        faults = [fault for fault in check(record, own=False) if fault.severity == "error"]
        refused = next((fault for fault in faults if fault.rule in _LEFT_OUT), None)
        if refused is not None:
            self._leave_out(refused, where)
            return False
        self._put_right(record, faults, where)
        return True

    def _put_right(self, record: Data, faults: list[Finding], where: str) -> None:
        rules = {fault.rule for fault in faults}
        if rules & {"window", "source"}:
            record.update(dict.fromkeys(_WINDOW))
            if any(fault.pointer == f"/{_LINE}" for fault in faults):
                record[_LINE] = None
        if "slug" in rules:
            record["slug"] = ids.slug(record["errorCode"], record["errorMessage"])
        if "pattern" in rules:
            record["messagePattern"] = pattern.derive(record["errorMessage"])
        if rules & {"window", "source", "url"}:
            start = record["sourceCodeStart"] or record[_LINE]
            end = record["sourceCodeEnd"]
            record["githubUrl"] = ids.permalink(record["repo"], record["analyzedSha"], record["filePath"], start, end)
        for fault in {fault.rule: fault for fault in reversed(faults)}.values():
            self._note(self.put_right, fault, where)

    def _make_slug_unique(self, record: Data, slugs: set[str], where: str) -> None:
        if record["slug"] in slugs:
            record["slug"] = ids.slug_with_id(ids.slug(record["errorCode"], record["errorMessage"]), record["id"])
            fault = Finding("duplicate-slug", "another record of this repo has it", pointer="/slug")
            self._note(self.put_right, fault, where)
        slugs.add(record["slug"])

    def _is_new(self, record: Data, where: str) -> bool:
        if record["id"] in self._ids:
            self._leave_out(Finding("duplicate-id", "another record has it", pointer="/id"), where)
            return False
        self._ids.add(record["id"])
        return True

    def _leave_out(self, fault: Finding, where: str) -> None:
        self._note(self.left_out, fault, where)

    def _note(self, counter: Counter[str], fault: Finding, where: str) -> None:
        counter[fault.rule] += 1
        self.examples.setdefault(fault.rule, f"{where}{fault.pointer}: {fault.message}")


def _of_index(entry: IndexEntry) -> Data:
    """Return a record with every key, `None` where the index does not tell."""
    return dict.fromkeys(Record.model_fields) | {
        "id": entry.id,
        "repo": entry.repo,
        "slug": entry.slug,
        "errorCode": entry.code,
        "errorMessage": entry.msg,
        "messagePattern": entry.pattern,
        "errorType": entry.type,
        "errorClass": entry.cls,
        "severity": entry.sev,
        "tags": list(entry.tags),
        "schemaVersion": 2,
    }
