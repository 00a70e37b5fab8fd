"""The source at hand of an answer: the window around the raise in what is installed or given, and what stands nearby.

Added after ranking, to the answers that are shown; nothing of it changes which answer is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from errkb.errors import ErrkbError
from errkb.holdings import Holdings
from errkb.model.match import Match, RecordDict
from errkb.model.pattern import split_template
from errkb.source.environment import site_packages
from errkb.source.local import local_source

if TYPE_CHECKING:  # loads only where something is shared
    from errkb.redact import Redactor

__all__ = ["show_source"]

MOST = 5
"""Answers whose source is looked up."""
NEAR = 3
"""Documented records named beside an error that nobody has documented."""


def show_source(
    matches: Sequence[Match], holdings: Holdings, sources: Sequence[Path], redactor: Redactor | None = None
) -> None:
    """Fill `local` of the first matches, and the window and `near` of those only known from source.

    A `redactor` takes private values out of paths and windows.
    """
    roots = [*sources, *_roots(holdings)]
    for match in matches[:MOST]:
        record = match.record
        if not record.get("filePath"):
            continue
        literals = [part for part in split_template(record["errorMessage"]) if part]
        package = record["filePath"].split("/", 1)[0]
        match.local = local_source(roots, record["filePath"], record["lineNumber"], literals, package)
        if match.local is not None and redactor is not None:
            path, text = redactor.text(match.local.path), redactor.text(match.local.text)
            match.local = replace(match.local, path=path, text=text)
        if match.kind == "located":
            match.near = _near(record, holdings)
            if match.local is not None and record["sourceCode"] is None:
                local = match.local
                window = {"sourceCode": local.text, "sourceCodeStart": local.start, "sourceCodeEnd": local.end}
                match.record = record | window | {"lineNumber": local.line}


def _roots(holdings: Holdings) -> list[Path]:
    try:
        return [*holdings.roots(), *site_packages(None)]
    except ErrkbError as error:  # a damaged harvest: the answer stands without it
        holdings.warnings.append(str(error))
        return []


def _near(record: RecordDict, holdings: Holdings) -> list[RecordDict]:
    """Return the documented records of the same project, those of the same file and class first."""
    cls = (record["errorClass"] or "").rpartition(".")[2]
    harvests = {source.name for source in holdings.registry.list() if source.kind == "harvest"}
    ranked: list[tuple[int, str]] = []
    for segment in holdings.segments:
        if segment.name in harvests:
            continue
        for number in segment.index.by_repo(record["repo"]):
            template = segment.index.template(number)
            if template.located or template.alias is not None:
                continue
            same_file = any(site.file == record["filePath"] for site in template.sites)
            same_class = (template.cls or "").rpartition(".")[2] == cls
            if same_file or same_class:
                ranked.append((-2 * same_file - same_class, template.id))
    return [holdings.by_id(identifier).record for _, identifier in sorted(ranked)[:NEAR]]
