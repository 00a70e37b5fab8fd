"""A verified file that was written for another script, or for what the record said before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.dataset.folder import sidecar
from errkb.dataset.script import FOLDER, fits, read_script, script_path
from errkb.errors import DatasetError
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        if (
            located.entry.verified is None or not (context.root.absolute().parent / FOLDER).is_dir()
        ):  # records without their scripts
            continue
        script = script_path(context.root, located.entry.record)
        try:
            fault = "" if fits(located.entry, read_script(script)) else "it is about another script or record"
        except DatasetError:
            fault = "there is no such script any more" if not script.exists() else ""  # `unsound-script` says more
        if fault:
            reference = f"{located.entry.record['repo']}/{located.entry.record['slug']}"
            yield Finding(
                RULE.name,
                f"the verified file is stale: {fault}",
                sidecar(located.path, "verified"),
                "/scriptSha256",
                hint=f"errkb reproduce {reference}",
            )


RULE = Rule("stale-reproduction", "record", _check)
