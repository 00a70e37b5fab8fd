"""`open_logs`: what is given is read whatever it is packed in, each line once, and every file is accounted for."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import tarfile
import zipfile
from pathlib import Path

import pytest
import zstandard

from errkb.model.triage import FileReport
from errkb.source.logs import Limits, LogFile, open_logs

TEXT = b"".join(b"2026-11-30 12:%02d:%02d INFO line %d\n" % (n // 60 % 60, n % 60, n) for n in range(5000))


def drain(log: LogFile, size: int = 1 << 20) -> bytes:
    return b"".join(iter(lambda: log.read(size) or b"", b""))


def everything(*paths: Path | str, size: int = 1 << 20, **options: object) -> dict[str, tuple[bytes, FileReport]]:
    """Return text and report of each log by its name."""
    logs = {}
    for log in open_logs(paths, **options):  # type: ignore[arg-type]
        text = drain(log, size)
        assert log.name not in logs
        logs[log.name] = (text, log.report())
    return logs


def tarred(members: dict[str, bytes], mode: str = "w") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


PACKED = {
    "plain": (TEXT, None),
    "gzip": (gzip.compress(TEXT), "gzip"),
    "several gzips": (gzip.compress(TEXT[:7000]) + gzip.compress(TEXT[7000:]) + bytes(512), "gzip"),
    "bzip2": (bz2.compress(TEXT[:900]) + bz2.compress(TEXT[900:]), "bzip2"),
    "xz": (lzma.compress(TEXT[:900]) + bytes(8) + lzma.compress(TEXT[900:]), "xz"),
    "zstd": (zstandard.compress(TEXT[:900]) + zstandard.compress(TEXT[900:]), "zstd"),
    "gzip in xz": (lzma.compress(gzip.compress(TEXT)), "gzip in xz"),
}


@pytest.mark.parametrize("size", [1, 4096, 1 << 20])
@pytest.mark.parametrize("kind", PACKED)
def test_the_content_says_how_a_file_is_packed(tmp_path: Path, kind: str, size: int) -> None:
    """Whatever it is called, it is unpacked, and the report says how."""
    data, packed = PACKED[kind]
    path = tmp_path / "build.txt"
    path.write_bytes(data)
    text, report = everything(path, size=max(size, 64))[str(path)]
    assert text == TEXT
    assert report == FileReport(str(path), "read", len(TEXT), 5000, None, "utf-8", packed)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress], ids=["tar", "tar.gz", "tar.xz"])
def test_archives_give_their_members(tmp_path: Path, pack: object) -> None:
    """A tar, compressed or not, and the archive in it."""
    inner = zipped({"pod/app.log": b"inner\n", "pod/again.zip": zipped({"deep.log": b"deep\n"})})
    data = tarred({"a.log": TEXT, "b/c.log.gz": gzip.compress(b"packed\n"), "bundle": inner})
    path = tmp_path / "logs"
    path.write_bytes(pack(data))  # type: ignore[operator]
    logs = everything(path)
    assert {name.removeprefix(str(path)): text for name, (text, _) in logs.items()} == {
        "!a.log": TEXT,
        "!b/c.log.gz": b"packed\n",
        "!bundle!pod/app.log": b"inner\n",
        "!bundle!pod/again.zip": b"",
    }
    assert logs[f"{path}!bundle!pod/again.zip"][1].reason == "is an archive in an archive in an archive"
    outer = "tar" if pack is bytes else "tar in gzip" if pack is gzip.compress else "tar in xz"
    packed = [logs[f"{path}!{name}"][1].packed for name in ("a.log", "b/c.log.gz", "bundle!pod/app.log")]
    assert packed == [outer, f"gzip in {outer}", f"zip in {outer}"]


def test_pieces_of_a_rotated_log_are_one_stream(tmp_path: Path) -> None:
    """The oldest first, packed or not; lines are counted for each file."""
    (tmp_path / "app.log").write_bytes(b"5\n6\n")
    (tmp_path / "app.log.1").write_bytes(b"3\n4")
    (tmp_path / "app.log.2.gz").write_bytes(gzip.compress(b"1\n2\n"))
    (log,) = open_logs([tmp_path])
    assert drain(log) == b"1\n2\n3\n4\n5\n6\n"
    places = [log.place(line) for line in range(1, 7)]
    assert [(Path(name).name, line) for name, line, _ in places] == [
        ("app.log.2.gz", 1),
        ("app.log.2.gz", 2),
        ("app.log.1", 1),
        ("app.log.1", 2),
        ("app.log", 1),
        ("app.log", 2),
    ]
    assert log.name == str(tmp_path / "app.log")
    assert [(report.lines, report.packed) for report in log.reports()] == [(2, "gzip"), (2, None), (2, None)]


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"caf\xc3\xa9\r\n", b"caf\xc3\xa9\r\n", "utf-8"),
        (b"\xef\xbb\xbfcaf\xc3\xa9\n", b"caf\xc3\xa9\n", "utf-8"),
        ("café\n".encode("utf-16"), b"caf\xc3\xa9\n", "utf-16-le"),
        ("café: plain\n".encode("utf-16-be"), b"caf\xc3\xa9: plain\n", "utf-16-be"),
        ("café\n".encode("latin-1"), b"caf\xc3\xa9\n", "utf-8 and latin-1"),
        (b"caf\xc3\xa9 caf\xe9", b"caf\xc3\xa9 caf\xc3\xa9\n", "utf-8 and latin-1"),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_the_text_is_utf_8_whatever_the_file_is(
    tmp_path: Path, data: bytes, text: bytes, encoding: str, size: int
) -> None:
    """By mark or content; line ends stay, a last one is added."""
    path = tmp_path / "a.log"
    path.write_bytes(data)
    (found,) = everything(path, size=size).values()
    assert found[0] == text
    assert found[1].encoding == encoding


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    """Hidden, binary, missing, special, unreadable: a report for each, and the rest is read."""
    (tmp_path / "good.log").write_bytes(TEXT)
    (tmp_path / ".hidden").write_bytes(TEXT)
    (tmp_path / "program").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "gone").symlink_to(tmp_path / "nothing")
    (tmp_path / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    os.link(tmp_path / "good.log", tmp_path / "zz.log")
    logs = everything(tmp_path, tmp_path / "missing.log", str(tmp_path / "no*.log"))
    reasons = {Path(name).name: (report.state, report.reason) for name, (_, report) in logs.items()}
    assert reasons == {
        "good.log": ("read", None),
        ".hidden": ("skipped", "is hidden"),
        "program": ("skipped", "is binary, not text"),
        "gone": ("skipped", "is a link to nothing"),
        "loop": ("skipped", "is a link to a folder that has been read"),
        "pipe": ("skipped", "is a FIFO, not a file"),
        "zz.log": ("duplicate", f"is the same file as {tmp_path / 'good.log'}"),
        "missing.log": ("skipped", "does not exist"),
        "no*.log": ("skipped", "matches no file"),
    }


def test_a_broken_tail_keeps_what_came_before(tmp_path: Path) -> None:
    """Cut short or overwritten: the lines before are given, the report says what happened."""
    packed = gzip.compress(os.urandom(100_000).hex().encode() + b"\n" + TEXT)
    (tmp_path / "cut.gz").write_bytes(packed[:-100])
    (tmp_path / "hurt.gz").write_bytes(packed[:60_000] + b"\xff" * 5000 + packed[65_000:])
    logs = everything(tmp_path)
    text, report = logs[str(tmp_path / "cut.gz")]
    assert len(text) > 200_000
    assert (report.state, report.reason) == ("partial", "is cut short: its gzip has no end")
    text, report = logs[str(tmp_path / "hurt.gz")]
    assert len(text) > 100_000
    assert report.state == "partial"
    assert (report.reason or "").startswith("is broken gzip")


def test_the_little_that_came_before_a_fault_counts(tmp_path: Path) -> None:
    """Also where it is less than what tells the kind of a file."""
    (tmp_path / "a.gz").write_bytes(gzip.compress(TEXT[:500])[:-9])
    (tmp_path / "b.xz").write_bytes(lzma.compress(TEXT[:500])[:-20])
    for text, report in everything(tmp_path).values():
        assert (text.rstrip(b"\n"), report.state) == (TEXT[:500].rstrip(b"\n"), "partial")


def test_standard_input_is_a_log(tmp_path: Path) -> None:
    """Packed or not, an archive too."""
    for data in (TEXT, gzip.compress(TEXT)):
        assert everything("-", stdin=io.BytesIO(data))["-"][0] == TEXT
    assert everything("-", stdin=io.BytesIO(zipped({"a": TEXT})))["-!a"][0] == TEXT


def test_no_more_than_was_asked_for_is_read(tmp_path: Path) -> None:
    """`max_bytes` cuts each log, and the report says so."""
    (tmp_path / "a.log").write_bytes(TEXT)
    (text, report) = everything(tmp_path, limits=Limits(max_bytes=1000))[str(tmp_path / "a.log")]
    assert text.rstrip(b"\n") == TEXT[:1000].rstrip(b"\n")
    assert (report.state, report.reason) == ("partial", "only its first 1,000 bytes were asked for")


def test_a_hole_within_a_log_is_no_reason_to_leave_it_out(tmp_path: Path) -> None:
    """A machine that stopped leaves NUL bytes between the lines; a program is left out all the same."""
    (tmp_path / "a.log").write_bytes(TEXT[:1000] + bytes(50_000) + TEXT[1000:2000])
    (tmp_path / "program").write_bytes(
        (b"\x7fELF\x02\x01\x01" + bytes(100) + bytes(range(128, 256)) + bytes(range(32))) * 50
    )
    logs = everything(tmp_path)
    assert len(logs[str(tmp_path / "a.log")][0]) == 52_000 + (TEXT[1999:2000] != b"\n")
    assert logs[str(tmp_path / "program")][1].reason == "is binary, not text"
