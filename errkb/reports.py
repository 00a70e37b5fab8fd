"""`TriageReport` as other programs get it: redacted, written in every format, appended to a database, as tables.

What a report says is `errkb.model.triage`; here is how it leaves.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from errkb.errors import UsageError
from errkb.export.triage import DOCUMENTS, FORMATS, document, format_of, write
from errkb.model import triage
from errkb.redact import Redactor

if TYPE_CHECKING:
    from errkb.store.triage import Appended

__all__ = ["Privacy", "TriageReport", "write_map"]

_OWN = 0o600


@dataclass(slots=True, frozen=True)
class Privacy:
    """What of a report may leave: `share` is `redacted` (no private values), `minimal` (templates and counts) or `all`.

    `deny` are texts that must not be in it, `allow` captures that stay in a minimal report whatever their value.
    """

    share: Literal["redacted", "minimal", "all"] = "redacted"
    deny: Sequence[str] = ()
    allow: Sequence[str] = ()


class TriageReport(triage.TriageReport):
    """What a heap of logs says, and how it leaves: `redacted`, `write`, `append_to`, `to_arrow`, `to_pandas`."""

    __slots__ = ()

    @classmethod
    def of(cls, report: triage.TriageReport) -> TriageReport:
        """Return a report as one that can be written."""
        return cls(**{field.name: getattr(report, field.name) for field in fields(report)})

    def redacted(self, privacy: Privacy = Privacy(), redactor: Redactor | None = None) -> TriageReport:
        """Return the report without what must not leave; `redactor.values` then tells what stands for what."""
        if privacy.share == "all":
            return self
        from errkb.redact.report import redacted

        # The whole first: a line that will not be left may give away a value that a template holds.
        report = redacted(self, redactor or Redactor.of_this_machine(deny=privacy.deny))
        if privacy.share == "minimal":
            from errkb.redact.minimal import minimal

            report = minimal(report, privacy.allow)
        return TriageReport.of(report)

    def document(self, form: str) -> Iterator[str]:
        """Yield the text of the report as JSON, Markdown, HTML, SARIF, JUnit or GitHub annotations, piece by piece."""
        if form not in DOCUMENTS:
            raise UsageError(f"there is no document {form[:60]!r}", hint=f"there are: {', '.join(DOCUMENTS)}")
        return document(self, form)

    def write(self, out: Path, form: str | None = None, *, table: str = "events") -> str:
        """Write the report to a file in one step, by default in the format of its suffix; return the format.

        Nothing is redacted here: see `redacted`. Raises `UsageError`, `InputError`, `DatasetError` or
        `MissingExtraError`; then what was there stays.
        """
        chosen = form or format_of(out)
        if chosen is None:
            raise UsageError("which format?", where=str(out), hint=f"--format NAME: {', '.join(FORMATS)}")
        write(self, chosen, out, table)
        return chosen

    def append_to(self, path: Path) -> Appended:
        """Add the report to a DuckDB file (docs/triage.md); one that is in it already changes nothing.

        Raises `InputError` for a file that is something else, broken or open elsewhere, `DatasetError` if it cannot be
        written; then what was there stays.
        """
        from errkb.export.triage.database import append_to

        return append_to(self, path)

    def to_arrow(self, table: str = "events") -> Any:
        """Return a table of the report (docs/triage.md) as `pyarrow.Table`; raises `MissingExtraError`."""
        from errkb.export.triage.tables import to_arrow

        return to_arrow(self, table)

    def to_pandas(self, table: str = "events") -> Any:
        """Return a table of the report (docs/triage.md) as `pandas.DataFrame`; raises `MissingExtraError`."""
        from errkb.export.triage.tables import to_pandas

        return to_pandas(self, table)


def write_map(redactor: Redactor, path: Path) -> None:
    """Write what stands for what, readable by the user alone."""
    import json

    from errkb.export.replacing import aside, told

    with told(path), aside(path) as place:
        text = json.dumps(redactor.values, ensure_ascii=False, indent=2) + "\n"
        with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWN), "wb") as file:
            file.write(text.encode("utf-8", "backslashreplace"))
