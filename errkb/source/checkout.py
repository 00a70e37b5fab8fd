"""Git checkouts: which repository and commit a folder is, and the files of a commit. Only git's read commands run.

Hooks, file system monitors and the configuration a repository may bring for them are switched off.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from errkb.errors import InputError, UsageError
from errkb.model.located import Skipped, SourceFile
from errkb.source.limits import MAX_BYTES
from errkb.source.tree import Wanted

__all__ = ["Checkout", "checkout_of", "commit_file", "commit_files", "commit_top", "ignored"]

_SECONDS = 60
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never")
_REMOTE = re.compile(r"github\.com[:/]+([\w.-]+/[\w.-]+?)(?:\.git)?/?$")


@dataclass(slots=True, frozen=True)
class Checkout:
    """A folder under git: its top, the GitHub repository it comes from if it says so, and the commit."""

    top: Path
    repo: str | None
    commit: str


def checkout_of(folder: Path, commit: str | None = None) -> Checkout | None:
    """Return what a folder is a checkout of, `None` if it is under no version control.

    `commit` asks for another commit than HEAD; raises `UsageError` if there is no such one.
    """
    if not folder.is_dir():
        return None
    top = _git(folder, "rev-parse", "--show-toplevel") or (folder if _git(folder, "rev-parse", "--git-dir") else None)
    if top is None:
        return None
    wanted = commit or "HEAD"
    sha = None if wanted.startswith("-") else _git(folder, "rev-parse", "--verify", "--quiet", f"{wanted}^{{commit}}")
    if sha is None:
        if commit is not None:
            raise UsageError(f"there is no commit {commit!r} here", hint=f"see `git -C {folder} log`")
        return None
    remote = _REMOTE.search(_git(folder, "config", "--get", "remote.origin.url") or "")
    return Checkout(Path(top), remote[1] if remote else None, sha)


def ignored(folder: Path) -> bool:
    """Say whether git leaves a folder out of the checkout it lies in."""
    return _git(folder.parent, "check-ignore", str(folder.resolve())) is not None


def commit_files(checkout: Checkout, wanted: Wanted) -> Iterator[SourceFile | Skipped]:
    """Return the wanted files of the commit, their bytes read from git. Raises `InputError` if git fails."""
    listing = _run(checkout.top, "ls-tree", "-r", "-z", "-l", checkout.commit)
    rows = []
    for line in listing.split(b"\0"):
        head, _, name = line.partition(b"\t")
        if not head:
            continue
        mode, kind, sha, size = head.split()
        path = name.decode("utf-8", "replace")
        reason = wanted(path)
        if reason is None and (kind != b"blob" or mode == b"120000"):
            reason = "not a regular file"
        if reason is None and not size.isdigit():
            reason = "not in this clone, which holds only a part of the repository"
        if reason is None and int(size) > MAX_BYTES:
            reason = f"larger than {MAX_BYTES // 1_000_000} MB"
        if reason is None:
            rows.append((path, sha.decode()))
        elif reason:
            yield Skipped(path, reason)
    yield from _blobs(checkout, rows)


def commit_top(checkout: Checkout) -> list[str]:
    """Return the names of the files at the top of the commit; none if git fails."""
    listing = _git(checkout.top, "ls-tree", "-z", "--name-only", checkout.commit) or ""
    return [name for name in listing.split("\0") if name]


def commit_file(checkout: Checkout, path: str) -> bytes | None:
    """Return the bytes of a file of the commit, `None` if it has no such file."""
    try:
        return _run(checkout.top, "cat-file", "blob", f"{checkout.commit}:{path}")
    except InputError:
        return None


def _blobs(checkout: Checkout, rows: list[tuple[str, str]]) -> Iterator[SourceFile]:
    command = ["git", *_SAFE, "-C", str(checkout.top), "cat-file", "--batch"]
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=none, env=_environment()) as process:  # noqa: S603
        if process.stdin is None or process.stdout is None:
            return
        for path, sha in rows:
            process.stdin.write(f"{sha}\n".encode())
            process.stdin.flush()
            head = process.stdout.readline().split()
            if len(head) != 3:
                raise InputError("git cannot read this commit", where=f"{checkout.top}: {path}", hint="Run `git fsck`.")
            data = process.stdout.read(int(head[2]))
            process.stdout.read(1)
            yield SourceFile(path, None, len(data), sha, data)
        process.stdin.close()


def _environment() -> dict[str, str]:
    """Return the environment without what would make git look at another repository, as it is set within hooks."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        return _run(folder, *arguments).decode("utf-8", "replace").strip() or None
    except InputError:
        return None


def _run(folder: Path, *arguments: str) -> bytes:
    try:
        command = ["git", *_SAFE, "-C", str(folder), *arguments]
        run = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True, env=_environment())  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError("git cannot read this folder", where=str(folder), hint="Is git installed?") from error
    return run.stdout
