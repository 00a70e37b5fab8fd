"""Running the rules over folders and files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from errkb.dataset import Dataset
from errkb.dataset.folder import place
from errkb.dataset.sources import shipped_records
from errkb.errors import InputError
from errkb.lint import Located, lint
from errkb.model.catalog import Finding

__all__ = ["lint_paths"]


def lint_paths(paths: Iterable[Path]) -> list[Finding]:
    """Return what is wrong below the paths (default: the shipped records), in the order of files.

    A path is a folder of records (`{owner}/{repo}/{slug}.json` below it), or a part of one: then the whole folder is
    loaded, since records are held against each other, and findings elsewhere are left out.
    """
    findings: list[Finding] = []
    for path in list(paths) or [shipped_records()]:
        root = _root(path)
        dataset = Dataset.read(root, own=True)
        located = [Located(entry, root / place(entry.record)) for entry in dataset.entries]
        found = [*dataset.findings, *lint(located)]
        findings += found if path == root else [one for one in found if _belongs(one, path)]
    return sorted(findings, key=lambda one: (str(one.file), one.line or 0, one.pointer, one.rule))


def _root(path: Path) -> Path:
    """Return the records folder a path belongs to: three levels above a file, or the folder that holds owners."""
    if not path.exists():
        raise InputError("no such file or folder", where=str(path))
    if path.is_file():
        return path.absolute().parents[2]
    depth = next((n for n in range(3) if next(path.glob("/".join(["*"] * (2 - n) + ["*.json"])), None)), 0)
    return path.absolute().parents[depth - 1] if depth else path


def _belongs(finding: Finding, path: Path) -> bool:
    if finding.file is None:
        return True
    if path.is_dir():
        return finding.file.absolute().is_relative_to(path.absolute())
    own = path.name.split(".")[0]
    return finding.file.parent.absolute() == path.parent.absolute() and finding.file.name.split(".")[0] == own
