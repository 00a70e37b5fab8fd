"""Commits are read from git, whatever is missing of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from errkb.model.located import Skipped, SourceFile
from errkb.source.checkout import checkout_of, commit_files


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_files_that_a_partial_clone_lacks_are_skipped(tmp_path: Path) -> None:
    """The others are read."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    (tmp_path / "a.py").write_text("raise A")
    (tmp_path / "b.py").write_text("raise B")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    blob = git(tmp_path, "rev-parse", "HEAD:b.py")
    (tmp_path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    checkout = checkout_of(tmp_path, "HEAD")
    assert checkout is not None
    found = list(commit_files(checkout, lambda _: None))
    assert [one.path for one in found if isinstance(one, SourceFile)] == ["a.py"]
    assert [(one.path, one.reason.partition(",")[0]) for one in found if isinstance(one, Skipped)] == [
        ("b.py", "not in this clone")
    ]
