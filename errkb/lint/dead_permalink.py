"""A file or line that is not in the project at the commit the record names; asked only with `--checkout`.

With a git repository (a mirror will do) the commit itself is read; a plain folder is taken for the tree at that commit.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        record = located.entry.record
        checkout = context.checkouts.get(record["repo"])
        if checkout is None:
            continue
        path, sha = record["filePath"], record["analyzedSha"]
        lines = _lines(checkout, sha, path)
        if lines is None:
            yield Finding(RULE.name, f"there is no {path} in {checkout} at {sha[:10]}", located.path, "/filePath")
            continue
        for key in ("lineNumber", "sourceCodeEnd"):
            if record[key] is not None and record[key] > lines:
                yield Finding(RULE.name, f"{path} has {lines} lines", located.path, f"/{key}")


def _lines(checkout: Path, sha: str, path: str) -> int | None:
    """Return how many lines the file has at the commit, or in the folder if the commit is not known there."""
    try:
        if _git(checkout, "cat-file", "-e", f"{sha}^{{commit}}") is not None:
            data = _git(checkout, "cat-file", "blob", f"{sha}:{path}")
        else:
            file = checkout / path
            data = file.read_bytes() if file.is_file() else None
    except OSError:
        return None
    return None if data is None else data.count(b"\n") + (not data.endswith(b"\n") and bool(data))


def _git(checkout: Path, *arguments: str) -> bytes | None:
    try:
        run = subprocess.run(  # noqa: S603 - fixed program, no shell
            ["git", "-C", str(checkout), *arguments],  # noqa: S607 - the user's git
            capture_output=True,
            timeout=60,
            check=False,
        )
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return None
    return run.stdout if run.returncode == 0 else None


RULE = Rule("dead-permalink", "record", _check, needs="checkouts")
