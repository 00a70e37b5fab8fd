"""A reproduction script that cannot prove its record: incomplete, at odds with the evidence, or a mere quotation.

Findings stand at the record; the message names the script.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.dataset.script import Script, read_script, script_path
from errkb.errors import DatasetError
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.pattern import split_template
from errkb.model.report import Entry

__all__ = ["RULE"]

QUOTATION = 24
"""Characters of a message that stand in a script only when it prints the message itself."""


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        path = script_path(context.root, located.entry.record)
        if not path.is_file():
            continue
        try:
            faults = list(_faults(located.entry, read_script(path)))
        except DatasetError as error:
            faults = [error.message]
        for fault in faults:
            yield Finding(RULE.name, f"its script {fault}", located.path, hint=str(path))


def _faults(entry: Entry, script: Script) -> Iterator[str]:
    record, evidence = entry.record, entry.evidence or {}
    allowed = [] if record["exampleFix"] else ["fixed"]  # without a fix there is nothing to show
    missing = [name for name in script.missing if name not in allowed]
    if missing:
        yield f"has no function {' and no '.join(missing)}"
    known = {name for line in evidence.get("positive", ()) for name in line["captures"]}
    unknown = sorted(set(script.captures) - known)
    if unknown:
        yield f"declares captures that no positive line of the evidence has: {', '.join(unknown)}"
    if evidence.get("notReproduced"):
        yield "stands beside an evidence file that says why there is none (notReproduced)"
    text = " ".join(script.path.read_text(encoding="utf-8").split())
    literals = [" ".join(part.split()) for part in split_template(record["errorMessage"]) if part]
    quoted = next((part for part in literals if len(part) >= QUOTATION and part in text), None)
    if quoted:
        yield f"holds the message ({quoted[:60]!r}): the project has to print it"


RULE = Rule("unsound-script", "record", _check)
