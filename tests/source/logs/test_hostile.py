"""What is packed to do harm, and what changes while it is read: said for each file, and the rest is read."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import struct
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zstandard

from errkb.model.triage import FileReport
from errkb.source.logs import Limits, LogFile, open_logs

GOOD = b"2026-11-30 12:00:00 INFO good\n"
ZEROS = bytes(40 << 20)
SMALL = Limits(free=1 << 20, ratio=100)


def drain(log: LogFile) -> int:
    return sum(map(len, iter(lambda: log.read(1 << 20) or b"", b"")))


def reports(*paths: Path, limits: Limits | None = None) -> dict[str, FileReport]:
    """Read everything; return the reports by the end of their names."""
    found: dict[str, FileReport] = {}
    for log in open_logs(paths, limits=limits):
        drain(log)
        for report in log.reports():
            found[report.name.replace("!", "/").rpartition("/")[2]] = report
    return found


def all_reports(path: Path, limits: Limits) -> Iterator[FileReport]:
    """Read everything; yield all reports."""
    for log in open_logs([path], limits=limits):
        drain(log)
        yield from log.reports()


def zipped(members: dict[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(*entries: tuple[tarfile.TarInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for info, data in entries:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


BOMBS: dict[str, Callable[[], bytes]] = {
    "gzip": lambda: gzip.compress(b"a\n" + ZEROS.replace(b"\0", b"a")),
    "bzip2": lambda: bz2.compress(ZEROS.replace(b"\0", b"a")),
    "xz": lambda: lzma.compress(ZEROS.replace(b"\0", b"a")),
    "zstd": lambda: zstandard.compress(ZEROS.replace(b"\0", b"a"), 19),
    "zip": lambda: zipped({"bomb": ZEROS.replace(b"\0", b"a")}),
    "gzip of gzip": lambda: gzip.compress(gzip.compress(ZEROS.replace(b"\0", b"a"))),
    "zip of gzip": lambda: zipped({"bomb": gzip.compress(ZEROS.replace(b"\0", b"a"))}, zipfile.ZIP_STORED),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_is_read_no_further(tmp_path: Path, kind: str) -> None:
    """What came out before the limit counts, the reason says what is set."""
    (tmp_path / "bomb").write_bytes(BOMBS[kind]())
    (tmp_path / "good.log").write_bytes(GOOD)
    found = reports(tmp_path, limits=SMALL)
    assert found["good.log"].state == "read"
    assert found["bomb"].state in {"partial", "skipped"}
    assert found["bomb"].reason == "unpacks to more than 100 times its size: not read further"
    assert found["bomb"].bytes < 20 << 20


def test_a_tar_that_is_a_bomb(tmp_path: Path) -> None:
    """Its list already is one; nothing of it is read."""
    (tmp_path / "bomb.tgz").write_bytes(
        gzip.compress(tarred((tarfile.TarInfo("a"), ZEROS), (tarfile.TarInfo("b"), GOOD)))
    )
    found = reports(tmp_path, limits=SMALL)
    assert "100 times its size" in (found["bomb.tgz"].reason or "")
    assert sum(report.bytes for report in found.values()) < 2 << 20


def test_the_same_bytes_again_and_again_are_a_bomb(tmp_path: Path) -> None:
    """A zip whose directory names one member a thousand times."""
    data = bytearray(zipped({"bomb": os.urandom(1 << 16).hex().encode()}))
    start = data.rfind(b"PK\x01\x02")
    end = data.rfind(b"PK\x05\x06")
    entry = bytes(data[start:end])
    count = 1000
    directory = entry * count
    tail = bytearray(data[end:])
    struct.pack_into("<HHII", tail, 8, count, count, len(directory), start)
    (tmp_path / "bomb.zip").write_bytes(bytes(data[:start]) + directory + bytes(tail))
    found = reports(tmp_path, limits=SMALL)
    assert sum(report.bytes for report in found.values()) < 12 << 20


def test_members_that_are_not_logs(tmp_path: Path) -> None:
    """Names that lead out, links, devices, encrypted ones: each is said, the good one is read."""
    link = tarfile.TarInfo("link")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    device = tarfile.TarInfo("device")
    device.type = tarfile.CHRTYPE
    entries = [(tarfile.TarInfo(name), GOOD) for name in ("good", "../../out", "/absolute")]
    (tmp_path / "a.tar").write_bytes(tarred(*entries, (link, b""), (device, b"")))
    found = reports(tmp_path / "a.tar")
    out = "has a name that leads out of its archive"
    assert {name: report.reason for name, report in found.items()} == {
        "good": None,
        "out": out,
        "absolute": out,
        "link": "is a link, not a file",
        "device": "is a device, not a file",
    }
    data = bytearray(zipped({"locked": GOOD, "good": GOOD}))
    for magic, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.find(magic) + at] |= 1
    (tmp_path / "b.zip").write_bytes(data)
    found = reports(tmp_path / "b.zip")
    assert (found["locked"].state, found["locked"].reason) == ("skipped", "is encrypted")
    assert found["good"].state == "read"


@pytest.mark.parametrize("cut", [10, 700, 1500, 40_000])
def test_an_archive_that_is_cut_short(tmp_path: Path, cut: int) -> None:
    """What is there of a tar is read; the report says that more was."""
    data = tarred((tarfile.TarInfo("a"), GOOD), (tarfile.TarInfo("b"), GOOD * 1000), (tarfile.TarInfo("c"), GOOD))
    (tmp_path / "a.tar").write_bytes(data[: len(data) - cut] if cut < 11_000 else data[:2000])
    (tmp_path / "a.tgz").write_bytes(gzip.compress(data)[: -min(cut, 60)])
    (tmp_path / "a.zip").write_bytes(zipped({"z": GOOD * 100})[:-cut][:150])
    found = reports(tmp_path)
    assert any(report.state != "read" for report in found.values())
    assert found["a"].lines == 1


@pytest.mark.parametrize(
    "head", [b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"PK\x05\x06"]
)
def test_any_bytes_after_a_magic_are_said_to_be_broken(tmp_path: Path, head: bytes) -> None:
    """Nothing is raised, whatever follows."""
    for number, rest in enumerate((b"", b"\0" * 100, b"\xff" * 5000, os.urandom(3000), b"a" * 700)):
        (tmp_path / str(number)).write_bytes(head + rest)
    found = reports(tmp_path)
    assert len(found) == 5
    assert all(report.bytes == 0 and report.reason for report in found.values())


def test_a_header_of_tar_that_claims_to_be_huge(tmp_path: Path) -> None:
    """No memory is taken for it."""
    info = tarfile.TarInfo("pax")
    info.type = tarfile.XHDTYPE
    info.size = 1 << 32
    (tmp_path / "a.tar").write_bytes(info.tobuf(tarfile.GNU_FORMAT) + bytes(4096))
    (report,) = reports(tmp_path).values()
    assert report.state == "skipped"


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["tar", "tar.gz"])
def test_a_tar_that_leads_back_to_its_beginning(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    """A member of negative size: what stands before it is read, once."""
    good = tarfile.TarInfo("good")
    data = bytearray(tarred((good, GOOD), (tarfile.TarInfo("bad"), b"")))
    at = data.find(b"bad\0")
    data[at + 124 : at + 136] = b"\xff" * 10 + b"\xf8\x00"
    data[at + 148 : at + 156] = b" " * 8
    data[at + 148 : at + 156] = b"%06o\0 " % sum(data[at : at + 512])
    (tmp_path / "a.tar").write_bytes(pack(bytes(data)))
    found = reports(tmp_path)
    assert found["good"].lines == 1
    assert sum(report.lines for report in found.values()) == 1


def test_too_many_members(tmp_path: Path) -> None:
    """Those of archives in an archive count, too; the first ones are read."""
    inner = zipped({f"{n}.log": GOOD for n in range(6)})
    (tmp_path / "a.zip").write_bytes(zipped({"a": inner, "b": inner, "c": inner}))
    logs = list(all_reports(tmp_path, Limits(members=12)))
    assert sum(report.lines for report in logs) == 9
    assert [report.reason for report in logs if report.reason] == ["holds more than 12 files: the rest is not read"] * 2


def test_a_directory_of_a_zip_that_claims_to_be_huge(tmp_path: Path) -> None:
    """No memory is taken for it."""
    data = bytearray(zipped({"a": GOOD}))
    struct.pack_into("<I", data, data.rfind(b"PK\x05\x06") + 12, 1 << 31)
    (tmp_path / "a.zip").write_bytes(data)
    (report,) = reports(tmp_path).values()
    assert (report.state, report.reason) == ("skipped", "is a zip with too large a directory")


@pytest.mark.parametrize("name", ["-", "a\nb.log", "\x1b[31m.log", "a!b.log", "[x].log", "~", "-rf", "é.log"])
def test_names_that_mean_something_elsewhere(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are names of files here, also when they are given themselves."""
    (tmp_path / name).write_bytes(GOOD)
    monkeypatch.chdir(tmp_path)
    for given in (Path(), tmp_path / name):
        (log,) = open_logs([given], stdin=io.BytesIO(b"not this\n"))
        assert drain(log) == len(GOOD)


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 stand as they do for the system."""
    with open(os.fsencode(tmp_path) + b"/\xff.log", "wb") as file:
        file.write(GOOD)
    (log,) = open_logs([tmp_path])
    assert drain(log) == len(GOOD)
    assert log.name.endswith("\udcff.log")


def test_a_log_that_grows_is_read_as_it_was(tmp_path: Path) -> None:
    """What is written meanwhile is for the next time, and the report says so."""
    path = tmp_path / "a.log"
    path.write_bytes(GOOD * 10_000)
    (log,) = open_logs([path])
    assert log.read(100)
    with path.open("ab") as file:
        file.write(GOOD)
    drain(log)
    report = log.report()
    assert (report.bytes, report.state) == (len(GOOD) * 10_000, "read")
    assert report.reason == f"grew while it was read: the last {len(GOOD)} bytes are not in"


def test_a_log_that_is_cut_short_while_it_is_read(tmp_path: Path) -> None:
    """What was there is counted, the rest is said to be gone."""
    path = tmp_path / "a.log"
    path.write_bytes(GOOD * 10_000)
    (log,) = open_logs([path])
    assert log.read(100)
    os.truncate(path, 100_000)
    drain(log)
    report = log.report()
    assert (report.bytes, report.state) == (100_000, "partial")
    assert report.reason == "was cut short while it was read: 200,000 bytes are gone"


def test_a_log_that_is_removed(tmp_path: Path) -> None:
    """While it is read it is read to the end; before that it is said."""
    first, second = tmp_path / "a.log", tmp_path / "b.log"
    first.write_bytes(GOOD * 10_000)
    second.write_bytes(GOOD)
    logs = open_logs([tmp_path])
    log = next(logs)
    assert log.read(100)
    first.unlink()
    second.unlink()
    drain(log)
    assert (log.report().lines, log.report().reason) == (10_000, "was removed while it was read")
    rest = next(logs)
    drain(rest)
    assert (rest.report().state, rest.report().reason) == ("skipped", "was removed before it was read")


@pytest.mark.skipif(
    os.name != "posix" or (os.geteuid() == 0 and not Path("/usr/bin/setpriv").exists()), reason="needs rights"
)
def test_what_may_not_be_read_is_said(tmp_path: Path) -> None:
    """A file and a folder without rights; the rest is read."""
    (tmp_path / "good.log").write_bytes(GOOD)
    (tmp_path / "secret.log").write_bytes(GOOD)
    (tmp_path / "secret.log").chmod(0)
    (tmp_path / "closed").mkdir(mode=0)
    code = (
        "import sys; from errkb.source.logs import open_logs\n"
        "for log in open_logs(sys.argv[1:]):\n"
        "    while log.read(100): pass\n"
        "    print(log.report().state, log.report().reason)"
    )
    command = [sys.executable, "-c", code, "."]
    if os.geteuid() == 0:
        tmp_path.chmod(0o755)
        command = ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups", "--inh-caps=-all", *command]
    environment = {"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": os.environ["PATH"]}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    if "ermission" in done.stderr:
        pytest.skip("the interpreter itself is not readable for others")
    assert sorted(done.stdout.splitlines()) == [
        "read None",
        "skipped cannot be read: permission denied",
        "skipped cannot be read: permission denied",
    ]


def test_links_that_go_round(tmp_path: Path) -> None:
    """Each file is read once."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.log").write_bytes(GOOD)
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    found = reports(tmp_path)
    assert found["x.log"].state == "read"
    assert (found["self"].reason or "").startswith("cannot be read")
    assert sum(report.lines for report in found.values()) == 1


def test_a_fifo_that_is_named_is_read(tmp_path: Path) -> None:
    """As a shell gives it for `<(command)`."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_bytes(GOOD * 1000))
    writer.start()
    assert reports(path)["pipe"].lines == 1000
    writer.join()


def test_devices_and_files_of_the_kernel() -> None:
    """A device is no log; a file of the kernel has no size and is read all the same."""
    assert reports(Path("/dev/zero"))["zero"].reason == "is a device, not a file"
    if Path("/proc/self/status").exists():
        assert reports(Path("/proc/self/status"))["status"].lines > 3


def test_a_log_that_begins_with_a_hole(tmp_path: Path) -> None:
    """It was cut short while it was written: the NUL bytes are no text, what follows is."""
    path = tmp_path / "a.log"
    with path.open("wb") as file:
        file.truncate(300_000)
        file.seek(300_000)
        file.write(GOOD)
    (log,) = open_logs([path])
    text = b"".join(iter(lambda: log.read(1000) or b"", b""))
    assert text == GOOD
    assert log.report().state == "read"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell the peak of memory")
def test_one_line_of_any_length_takes_no_memory(tmp_path: Path) -> None:
    """A quarter of a gigabyte without a line end, sparse on the disk, passes through in blocks."""
    path = tmp_path / "a.log"
    with path.open("wb") as file:
        file.write(b"x" * 100_000)
        file.truncate(1 << 28)
    code = (
        "import sys; from errkb.source.logs import open_logs\n"
        "(log,) = open_logs(sys.argv[1:])\n"
        "size = sum(map(len, iter(lambda: log.read(1 << 20) or b'', b'')))\n"
        "peak = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
        "print(size, log.report().lines, int(peak[0]) // 1024)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run([sys.executable, "-c", code, str(path)], env=environment, capture_output=True, check=True)
    size, lines, memory = map(int, done.stdout.split())
    assert (size, lines) == ((1 << 28) + 1, 1)
    assert memory < 150
