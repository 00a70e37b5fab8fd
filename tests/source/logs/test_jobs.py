"""Jobs that come with the log of the whole and of each step: every line counts once, and its step is known."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from errkb.source.logs import LogFile, open_logs
from errkb.source.logs.jobs import find_jobs

STEPS = {
    "1_Set up job.txt": b"".join(b"2026-11-30T12:00:0%d.1Z setting up\n" % n for n in range(5)),
    "2_Run tests.txt": b"2026-11-30T12:00:07.1Z FAILED tests/test_a.py\n2026-11-30T12:00:08.1Z done\n",
    "10_Complete job.txt": b"2026-11-30T12:00:09.1Z cleaning up",
}
WHOLE = b"".join(STEPS[name].rstrip(b"\n") + b"\n" for name in STEPS)


def put(where: Path, kind: str, members: dict[str, bytes]) -> Path:
    """Write files as a folder, a zip or a tar; return what to give to `open_logs`."""
    if kind == "folder":
        for name, data in members.items():
            path = where / "job" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return where / "job"
    out = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(out, "w") as packed:
            for name, data in members.items():
                packed.writestr(name, data)
    else:
        with tarfile.open(fileobj=out, mode=f"w{kind.removeprefix('tar')}") as archive:
            for name, data in members.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    path = where / "job"
    path.write_bytes(out.getvalue())
    return path


def drain(log: LogFile) -> bytes:
    return b"".join(iter(lambda: log.read(100) or b"", b""))


def texts(path: Path) -> tuple[list[tuple[LogFile, bytes]], dict[str, str]]:
    """Return the logs with their text, and of each file how its report says it was read."""
    logs, states = [], {}
    for log in open_logs([path]):
        text = drain(log)
        if text:
            logs.append((log, text))
        for report in log.reports():
            key = report.name.removeprefix(str(path))[1:]
            assert key not in states
            states[key] = report.state
    return logs, states


KINDS = ["folder", "zip", "tar:", "tar:gz"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_steps_of_a_whole_job_are_not_read_again(tmp_path: Path, kind: str) -> None:
    """The whole job is read; which step a line belongs to is known, whatever the order of the files."""
    files = {"0_build.txt": WHOLE, **{f"build/{name}": data for name, data in reversed(STEPS.items())}}
    logs, states = texts(put(tmp_path, kind, files))
    ((log, text),) = logs
    assert text == WHOLE
    assert states == {"0_build.txt": "read", **{f"build/{name}": "duplicate" for name in STEPS}}
    assert [log.place(line)[1:] for line in (1, 5, 6, 7, 8)] == [
        (1, "Set up job"),
        (5, "Set up job"),
        (6, "Run tests"),
        (7, "Run tests"),
        (8, "Complete job"),
    ]
    assert log.piece(1).job.endswith("build")


@pytest.mark.parametrize("kind", KINDS)
def test_equality_is_proved_by_content(tmp_path: Path, kind: str) -> None:
    """A step of the right name that says something else is read, too."""
    files = {"0_build.txt": WHOLE, **{f"build/{name}": data for name, data in STEPS.items()}}
    files["build/2_Run tests.txt"] = b"something else\n"
    logs, states = texts(put(tmp_path, kind, files))
    assert [text for _, text in logs] == [WHOLE, b"something else\n"]
    assert states["build/2_Run tests.txt"] == "read"
    assert logs[1][0].place(1)[2] == "Run tests"
    assert logs[0][0].piece(1).job == logs[1][0].piece(1).job


def test_a_whole_job_may_say_more(tmp_path: Path) -> None:
    """Lines between the steps belong to the step before; line ends and a byte order mark make no difference."""
    whole = b"\xef\xbb\xbf" + WHOLE.replace(b"FAILED", b"##[group]\nFAILED").replace(b"\n", b"\r\n")
    steps = {f"build/{name}": b"\xef\xbb\xbf" + data for name, data in STEPS.items()}
    steps["build/2_Run tests.txt"] = b"FAILED tests/test_a.py\n2026-11-30T12:00:08.1Z done\n"
    logs, states = texts(put(tmp_path, "zip", {"0_build.txt": whole, **steps}))
    assert len(logs) == 1
    assert set(states.values()) == {"read", "duplicate"}
    assert [logs[0][0].place(line)[2] for line in (6, 7)] == ["Set up job", "Run tests"]


@pytest.mark.parametrize("kind", KINDS)
def test_steps_alone_are_one_log(tmp_path: Path, kind: str) -> None:
    """Without the log of the whole job the steps follow each other, ten after two."""
    logs, states = texts(put(tmp_path, kind, {f"build/{name}": data for name, data in sorted(STEPS.items())}))
    ((log, text),) = logs
    assert text == WHOLE
    assert set(states.values()) == {"read"}
    assert log.place(8)[0].endswith("10_Complete job.txt")
    assert log.place(8)[1:] == (1, "Complete job")


def test_names_of_jobs() -> None:
    """Whole logs at the top are not steps of one job; a folder of numbered files that begin elsewhere is none."""
    names = ["a.zip!0_lint.txt", "a.zip!1_test (3.11).txt", "a.zip!lint/1_a.txt", "a.zip!test (3.11)/1_b.txt"]
    assert [(job.name, job.whole) for job in find_jobs(names)] == [
        ("a.zip!lint", "a.zip!0_lint.txt"),
        ("a.zip!test (3.11)", "a.zip!1_test (3.11).txt"),
    ]
    assert find_jobs(["a.zip!0_lint.txt", "a.zip!1_test.txt", "d/3_x.txt", "d/4_y.txt", "d/0_z.log"]) == []


def test_a_compressed_tar_gives_rotated_logs_in_order(tmp_path: Path) -> None:
    """Whatever the order in the archive; what waits is kept, packed pieces too."""
    files = {
        "var/app.log": b"3\n",
        "var/other.log": b"other\n",
        "var/app.log.2.gz": gzip.compress(b"1\n"),
        "var/last.log": b"last\n",
        "var/app.log.1": b"2\n",
    }
    logs, _ = texts(put(tmp_path, "tar:gz", files))
    assert [text for _, text in logs] == [b"other\n", b"last\n", b"1\n2\n3\n"]
