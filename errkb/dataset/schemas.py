"""The JSON Schemas (draft 2020-12) of everything that is read or written as JSON, exported from the models.

The models are the only source: `schema/` is written by `scripts/export_schemas.py` and a test keeps it equal. Where the
two differ all the same is listed in `docs/contract-notes.md`.
"""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from errkb.model import contract, contract_triage, published, record, sidecar
from errkb.model.tags import TAGS

__all__ = ["DIFFERENCES", "SHAPES", "export"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

SHAPES: dict[str, tuple[str, Any]] = {
    "record": ("Error record, schema version 2", record.Record),
    "envelope": ("A single record with the version of its dataset", record.Envelope),
    "evidence": ("Evidence beside a record", sidecar.EvidenceFile),
    "verified": ("Reproduction run beside a record", sidecar.VerifiedFile),
    "exceptions": ("Exceptions to lint rules", sidecar.LintExceptions),
    "manifest": ("Manifest of a published dataset", published.Manifest),
    "index": ("Index of a published dataset", published.Index),
    "repos": ("Repositories of a published dataset", published.RepoList),
    "sidecars": ("Evidence and verifications of a published dataset", published.SidecarList),
    "article": ("Background article of an error family", published.Article),
    "article-index": ("Index of the background articles", published.ArticleIndex),
    "parse": ("Output of errkb parse --format json", contract.ParseOutput),
    "explain": ("Output of errkb explain --format json", contract.ExplainOutput),
    "triage": ("Output of errkb triage --format json", contract_triage.TriageOutput),
}
"""Title and model by name; the file is `{name}.schema.json`."""

DIFFERENCES = {
    "integral-float": "`2.0` is an integer to JSON Schema; the models want `2`",
    "final-newline": "`$` matches before a final newline in Python's `re`, which the `jsonschema` package uses; in"
    " ECMA 262, which JSON Schema names, and in the models it does not",
    "lone-surrogate": '`"\\ud800"` is a string to JSON Schema; the models want text that UTF-8 can hold',
}
"""All documents that a schema accepts and its model refuses; there is none the other way round."""


def export() -> dict[str, dict[str, Any]]:
    """Return every schema by the name of its file, keys in a fixed order."""
    found = {f"{name}.schema.json": _schema(name, title, shape) for name, (title, shape) in SHAPES.items()}
    return found | {"tags.schema.json": _tags()}


def _tags() -> dict[str, Any]:
    """Return the closed list of tags, one constant with its description each."""
    listed = [{"const": tag, "description": sentence} for tag, sentence in TAGS.items()]
    title = "Tag of a record, from the closed list"
    return {"$schema": DIALECT, "$id": "tags.schema.json", "title": title, "oneOf": listed}


class _Schema(GenerateJsonSchema):
    """Without a title for every field: it would only say the field's name again."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - pydantic's signature
        return False


def _schema(name: str, title: str, shape: Any) -> dict[str, Any]:
    body = TypeAdapter(shape).json_schema(by_alias=True, schema_generator=_Schema)
    definitions = body.pop("$defs", None)
    head = {"$schema": DIALECT, "$id": f"{name}.schema.json", "title": title}
    return head | body | {"title": title} | ({"$defs": definitions} if definitions else {})
