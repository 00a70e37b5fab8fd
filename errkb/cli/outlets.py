"""Where a triage report goes: the terminal as it is, everything else without private values, files in one step."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from errkb.cli.output import complain, copy, write
from errkb.errors import UsageError

if TYPE_CHECKING:
    from errkb.redact import Redactor
    from errkb.reports import Privacy, TriageReport

__all__ = ["Outlets"]

TEXT = "text"


@dataclass(slots=True, frozen=True)
class Outlets:
    """What is asked for: `form` of standard output or of the one file, files by their suffix, a database."""

    form: str
    out: tuple[Path, ...]
    table: str
    duckdb: Path | None
    privacy: Privacy
    redaction_map: Path | None = None

    def check(self) -> None:
        """Raise `UsageError` or `InputError` for what could only fail later, after gigabytes were read."""
        from errkb.export.triage import FORMATS, format_of, require_sense

        if self.form != TEXT and len(self.out) > 1:
            raise UsageError("one format for several files", hint="leave out --format: suffixes tell it")
        for path in self.out:
            form = self.form if self.form != TEXT else format_of(path)
            if form is None:
                raise UsageError("which format?", where=str(path), hint=f"--format: {', '.join(FORMATS)}")
            require_sense(form, path, self.table)
        if self.form != TEXT and not self.out:
            require_sense(self.form, None, self.table)
        if self.duckdb is not None:
            from errkb.export.triage.database import require_database

            require_database(self.duckdb)
        if self.redaction_map is not None and self.privacy.share == "all":
            raise UsageError("there is nothing to map", hint="leave out --no-redact or --redaction-map")

    def send(self, report: TriageReport, as_text: Callable[[TriageReport], str]) -> None:
        """Write the report wherever it was asked for; `as_text` gives the summary of the terminal."""
        from errkb.redact import Redactor
        from errkb.reports import write_map

        redactor = Redactor.of_this_machine(deny=self.privacy.deny)
        on_terminal = sys.stdout is not None and sys.stdout.isatty()
        nothing_leaves = self.form == TEXT and not self.out and self.duckdb is None and on_terminal
        shared = report if nothing_leaves else report.redacted(self.privacy, redactor)
        for path in self.out:
            shared.write(path, None if self.form == TEXT else self.form, table=self.table)
        if self.duckdb is not None:
            added = shared.append_to(self.duckdb)
            complain(f"run {added.run} is in {self.duckdb}" + ("" if added.is_new else " already: nothing was added"))
        if self.form == TEXT or self.out:
            write(as_text(report if on_terminal else shared))
        else:
            self._print(shared)
        if self.redaction_map is not None:
            write_map(redactor, self.redaction_map)
        if not nothing_leaves:
            _tell(redactor)

    def _print(self, report: TriageReport) -> None:
        from errkb.export.triage import TABLE_FORMATS

        if self.form in TABLE_FORMATS:
            with tempfile.TemporaryDirectory(prefix="errkb-") as folder:
                place = Path(folder) / f"triage.{self.form}"
                report.write(place, self.form, table=self.table)
                copy(place)
            return
        for chunk in report.document(self.form):
            write(chunk)
        summary = os.environ.get("GITHUB_STEP_SUMMARY")
        if self.form == "github" and summary:
            _append_summary(report, Path(summary))


def _append_summary(report: TriageReport, path: Path) -> None:
    """Put the Markdown of the report where the workflow shows it; a runner that has no such file is no fault."""
    from errkb.render.triage.github import summary

    try:
        with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(summary(report))
    except OSError as error:
        complain(f"warning: the summary of the step cannot be written: {error}")


def _tell(redactor: Redactor) -> None:
    if number := len(redactor.values):
        values = "value is a placeholder" if number == 1 else "values are placeholders"
        complain(f"{number:,} private {values}; --no-redact keeps them")
