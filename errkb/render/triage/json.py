"""The report as JSON, in the shape of `errkb.model.contract_triage`.

The nouns are turned over field by field, so that nothing is left out by mistake; a test checks the result against the
shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from errkb.model.triage import TriageReport
from errkb.render.contract import CONTRACT_VERSION, dumps

__all__ = ["chunks", "document", "report_json"]

_APART = {"occurrences"}
"""Told one by one by the tables."""
_NAMES = {"cls": "class"}
_HUMP = re.compile("_([a-z])")
_LONE = re.compile("[\ud800-\udfff]")
"""No text: many readers refuse a document that has one even as an escape."""


def chunks(report: TriageReport) -> Iterator[str]:
    """Yield the document."""
    yield document(report_json(report))


def document(data: Any) -> str:
    """Return JSON text that every reader takes: harmless on a terminal, and without half characters."""
    return dumps(_whole(data))


def report_json(report: TriageReport) -> dict[str, Any]:
    """Return the report as JSON data."""
    data: dict[str, Any] = _data(report)
    for known in data["known"]:
        known["captures"] = [{"values": values, "count": count} for values, count in known["captures"]]
    return {"contractVersion": CONTRACT_VERSION} | data


def _data(value: Any) -> Any:
    if is_dataclass(value):
        parts = ((field.name, getattr(value, field.name)) for field in fields(value) if field.name not in _APART)
        return {_NAMES.get(name, _HUMP.sub(lambda hump: hump[1].upper(), name)): _data(part) for name, part in parts}
    return [_data(part) for part in value] if isinstance(value, Sequence) and not isinstance(value, str) else value


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return _LONE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_LONE.sub("\ufffd", name): _whole(part) for name, part in value.items()}
    return [_whole(part) for part in value] if isinstance(value, list | tuple) else value
