"""Archives of source: read in memory, bounded, never unpacked."""

from __future__ import annotations

import gzip
import io
import tarfile
import tracemalloc
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


def damaged(path: Path, fault: str) -> None:
    """Write a zip file of which the first member cannot be read."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA if fault == "lzma" else zipfile.ZIP_STORED) as archive:
        archive.writestr("pkg/bad.py", "raise E  # " + "bad" * 400)
        archive.writestr("pkg/good.py", "raise E")
    data = bytearray(path.read_bytes())
    local, central, body = data.index(b"PK\3\4"), data.index(b"PK\1\2"), data.index(b"bad.py") + 20
    if fault == "encrypted":
        data[local + 6] |= 1
        data[central + 8] |= 1
    elif fault == "method":
        data[local + 8] = data[central + 10] = 99
    elif fault == "header":
        data[local] = 0
    else:
        data[body : body + 20] = bytes(byte ^ 0x55 for byte in data[body : body + 20])
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("encrypted", "encrypted"),
        ("method", "packed in a way that cannot be unpacked"),
        ("header", "damaged in the archive"),
        ("checksum", "damaged in the archive"),
        ("lzma", "damaged in the archive"),
    ],
)
def test_a_member_that_cannot_be_read_costs_itself_only(tmp_path: Path, fault: str, reason: str) -> None:
    """Whatever is wrong with one member, it is named with a reason and the others are read."""
    path = tmp_path / "a.whl"
    damaged(path, fault)
    assert names(path) == (["pkg/good.py"], {"pkg/bad.py": reason})


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK])
def test_headers_that_swell_are_refused(tmp_path: Path, kind: bytes) -> None:
    """A header that claims to be as large as a file is not read into memory."""
    path = tmp_path / "a-1.0.tar.gz"
    head = tarfile.TarInfo("x")
    head.type, head.size = kind, 50_000_000
    with gzip.open(path, "wb") as file:
        file.write(head.tobuf(tarfile.USTAR_FORMAT) + b"\0" * 50_000_000 + b"\0" * 1024)
    tracemalloc.start()
    with pytest.raises(InputError, match="a header of more than"):
        list(archive_files(path, everything))
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()
