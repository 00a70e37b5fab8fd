"""One JSON array, one record a line."""

from __future__ import annotations

from pathlib import Path

from errkb.export.folders import write_files
from errkb.export.jsonl import Lines
from errkb.model.content import Content

__all__ = ["NAME", "write"]

NAME = "json"


def write(content: Content, out: Path, before: Path | None = None) -> None:  # noqa: ARG001
    """Write a file of records, or a folder with a file for each table."""
    write_files(content, out, NAME, _Array)


class _Array(Lines):
    before, between, after = b"[\n", b",\n", b"\n]\n"

    def _empty(self) -> bytes:
        return b"[]\n"
