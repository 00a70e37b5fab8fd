"""Entries -> templates -> the index file of a segment."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from errkb.index.template import Site, Template, fold
from errkb.model.pattern import MIN_LITERAL, placeholder_names, split_pattern, split_template
from errkb.model.report import Entry

__all__ = ["FILE", "FORMAT", "build", "write"]

FILE = "index.json"
FORMAT = 1

_WORD = re.compile(r"[^\W\d_]{3,}")


def build(entries: Iterable[Entry]) -> list[Template]:
    """Return the templates of all entries: the record's own wording first, then its aliases."""
    templates: list[Template] = []
    for entry in entries:
        record, evidence = entry.record, entry.evidence or {}
        templates.append(_template(record, evidence, None))
        templates.extend(_template(record, evidence, alias) for alias in evidence.get("aliases", ()))
    return templates


def write(folder: Path, entries: Iterable[Entry]) -> None:
    """Write the index of a segment into `folder`."""
    rows = [asdict(template) for template in build(entries)]
    text = json.dumps({"format": FORMAT, "templates": rows}, ensure_ascii=False, separators=(",", ":"))
    (folder / FILE).write_text(text, encoding="utf-8")


def _template(record: dict[str, Any], evidence: dict[str, Any], alias: dict[str, Any] | None) -> Template:
    message = record["errorMessage"] if alias is None else alias["errorMessage"]
    parts = _parts(message, record["messagePattern"] if alias is None else None)
    literals = [part for part in parts if part]
    literal = len("".join(literals).strip())
    names = placeholder_names(message)
    tags = record["tags"]
    return Template(
        id=record["id"],
        repo=record["repo"],
        message=message,
        parts=parts,
        names=names if len(names) == parts.count(None) else [f"value{n + 1}" for n in range(parts.count(None))],
        anchor=max((part.strip() for part in literals), key=len, default="") if literal >= MIN_LITERAL else "",
        literal=literal,
        cls=record["errorClass"] if alias is None else alias.get("errorClass") or record["errorClass"],
        code=record["errorCode"],
        severity=record["severity"],
        error_type=record["errorType"],
        wrapper="wrapper" in tags,
        builtin="builtin" in tags,
        sites=[
            Site(record["filePath"], evidence.get("function")),
            *(Site(site["filePath"], site.get("function")) for site in evidence.get("sites", ())),
        ],
        package=evidence.get("importName") or evidence.get("package"),
        words=sorted({word.lower() for text in literals for word in _WORD.findall(text)}),
        alias=alias is not None,
    )


def _parts(message: str, pattern: str | None) -> list[str | None]:
    """Return the folded literals. The template decides; a pattern that says otherwise (older derivations) wins.

    A pattern of an all-placeholder message is its escaped text and matches nothing real: the template's parts serve.
    """
    parts = split_template(message)
    if pattern is not None and len("".join(part for part in parts if part).strip()) >= MIN_LITERAL:
        parts = split_pattern(pattern) or parts
    folded = [None if part is None else fold(part) for part in parts]
    if folded and folded[0] is not None:
        folded[0] = folded[0].lstrip()
    if folded and folded[-1] is not None:
        folded[-1] = folded[-1].rstrip()
    return [part for part in folded if part != ""]
