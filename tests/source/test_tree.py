"""Archives of source: read in memory, bounded, never unpacked."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from errkb.errors import InputError
from errkb.model.located import Skipped, SourceFile
from errkb.source import tree
from errkb.source.tree import archive_files, is_archive


def everything(_: str) -> None:
    return None


def names(path: Path) -> tuple[list[str], dict[str, str]]:
    found = list(archive_files(path, everything))
    files = [one.path for one in found if isinstance(one, SourceFile)]
    return files, {one.path: one.reason for one in found if isinstance(one, Skipped)}


def make_tar(path: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for info, data in members:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))


def test_a_wheel_gives_its_files_without_unpacking(tmp_path: Path) -> None:
    """Bytes come with the files; nothing appears on disk."""
    path = tmp_path / "pkg-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("pkg/a.py", "raise E")
    assert [(one.path, one.data) for one in archive_files(path, everything) if isinstance(one, SourceFile)] == [
        ("pkg/a.py", b"raise E")
    ]
    assert list(tmp_path.iterdir()) == [path]


def test_paths_that_lead_out_are_refused(tmp_path: Path) -> None:
    """Absolute paths, `..` and links in zip and tar are left out with a reason."""
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("../up.py", "/abs.py", "x/../../up.py", "..\\up.py", "good.py"):
            archive.writestr(name, "raise E")
    files, skipped = names(path)
    assert files == ["good.py"]
    assert set(skipped.values()) == {"its path leads out of the archive"}
    link = tarfile.TarInfo("pkg-1.0/link.py")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    tar = tmp_path / "pkg-1.0.tar.gz"
    make_tar(
        tar,
        [
            (tarfile.TarInfo("pkg-1.0/../../up.py"), b"raise E"),
            (tarfile.TarInfo("pkg-1.0/a.py"), b"raise E"),
            (link, b""),
        ],
    )
    files, skipped = names(tar)
    assert files == ["a.py"]
    assert skipped == {"../../up.py": "its path leads out of the archive", "link.py": "not a regular file"}


def test_archives_that_swell_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large member is not unpacked, many small ones only up to the limit, whatever sizes are claimed."""
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big.py", b"#" * 50_000_000)
        for number in range(20):
            archive.writestr(f"small{number}.py", b"#" * 100_000)
    monkeypatch.setattr(tree, "MAX_TOTAL", 1_000_000)
    files, skipped = names(path)
    assert len(files) == 10
    assert skipped["big.py"] == "larger than 4 MB"
    assert skipped["small19.py"] == "the archive holds too much"


@pytest.mark.parametrize("name", ["a.whl", "a-1.0.tar.gz", "a.zip"])
def test_what_is_no_archive_says_so(tmp_path: Path, name: str) -> None:
    """A broken archive is one error with a hint."""
    path = tmp_path / name
    path.write_bytes(b"PK\x03\x04 this is not whole")
    assert is_archive(path)
    with pytest.raises(InputError, match="cannot be read"):
        list(archive_files(path, everything))
