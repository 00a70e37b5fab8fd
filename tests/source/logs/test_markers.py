"""Steps that a log marks itself: known on every line, whatever the size of the blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from errkb.source.logs import open_logs
from errkb.source.logs.markers import Markers

T = "2026-11-30T12:00:00.1234567Z "
LOGS: dict[str, list[tuple[str, str | None]]] = {
    "GitHub": [
        (f"\ufeff{T}Current runner version: '2.330.0'", None),
        (f"{T}##[group]Operating System", "Operating System"),
        (f"{T}Ubuntu", "Operating System"),
        (f"{T}##[endgroup]", None),
        (f"{T}##[group]Run actions/checkout@v4", "Run actions/checkout@v4"),
        (f"{T}##[endgroup]", "Run actions/checkout@v4"),
        (f"{T}##[group]Fetching the repository", "Fetching the repository"),
        (f"{T}##[endgroup]", "Run actions/checkout@v4"),
        (f"{T}echo '##[group]no mark'", "Run actions/checkout@v4"),
        (f"{T}##[group]Run pytest", "Run pytest"),
        (f"{T}##[error]Process completed with exit code 1.", "Run pytest"),
    ],
    "Azure": [
        (f"{T}##[section]Starting: Build", "Build"),
        (f"{T}==============", "Build"),
        (f"{T}##[section]Finishing: Build", None),
        (f"{T}##[section]Starting: Test", "Test"),
    ],
    "GitLab": [
        ("Running with gitlab-runner 18.5", None),
        ("\x1b[0Ksection_start:1764500000:prepare_executor\r\x1b[0K\x1b[36;1mPreparing", "prepare_executor"),
        ("Using Docker executor", "prepare_executor"),
        ("\x1b[0Ksection_end:1764500001:prepare_executor\r\x1b[0K", None),
        ("section_start:1764500002:step_script[collapsed=true]\r\x1b[0KExecuting", "step_script"),
        ("section_start:1764500003:install\r\x1b[0K", "install"),
        ("section_end:1764500004:install\r\x1b[0K", "step_script"),
        ("ERROR: Job failed: exit code 1", "step_script"),
    ],
    "Jenkins": [
        ("Started by user x", None),
        ("[Pipeline] Start of Pipeline", None),
        ("[Pipeline] node", None),
        ("[Pipeline] {", None),
        ("[Pipeline] stage", None),
        ("[Pipeline] { (Build)", "Build"),
        ("[Pipeline] withEnv", "Build"),
        ("[Pipeline] {", "Build"),
        ("+ make", "Build"),
        ("[Pipeline] }", "Build"),
        ("[Pipeline] }", None),
        ("[2026-11-30T12:00:00.123Z] [Pipeline] { (Test)", "Test"),
    ],
    "Buildkite": [
        ("\x1b_bk;t=1764500000123\x07~~~ Preparing working directory", "Preparing working directory"),
        ("\x1b_bk;t=1764500000124\x07$ cd /x", "Preparing working directory"),
        ("\x1b_bk;t=1764500000125\x07--- :hammer: Build", ":hammer: Build"),
    ],
    "Travis": [
        ("travis_fold:start:install\r\x1b[0Kinstalling", "install"),
        ("x", "install"),
        ("travis_fold:end:install\r\x1b[0K", None),
    ],
    "Ansible": [
        ("PLAY [web] *********************************", "web"),
        ("", "web"),
        ("TASK [nginx : install] *************", "nginx : install"),
        ("fatal: [host]: FAILED! => {}", "nginx : install"),
    ],
    "TeamCity": [
        ("##teamcity[blockOpened name='compile |'a|'']", "compile |'a|'"),
        ("##teamcity[blockClosed name='compile']", None),
    ],
    "none": [("INFO ##[debug] nothing", None), ("diff --git", None), ("--- a/x", None), ("+++ b/x", None)],
}


@pytest.mark.parametrize("size", [1, 7, 100, 10_000])
@pytest.mark.parametrize("name", LOGS)
def test_the_step_of_each_line(tmp_path: Path, name: str, size: int) -> None:
    """As the log marks it."""
    path = tmp_path / "job.log"
    path.write_text("".join(f"{line}\n" for line, _ in LOGS[name]))
    (log,) = open_logs([path])
    while log.read(size):
        pass
    assert [log.place(number)[2] for number in range(1, len(LOGS[name]) + 1)] == [step for _, step in LOGS[name]]
    assert all(log.place(number)[1] == number for number in range(1, len(LOGS[name]) + 1))


@pytest.mark.parametrize("size", [9, 10_000])
def test_columns_of_job_and_step(tmp_path: Path, size: int) -> None:
    """`gh run view --log` names both on each line."""
    path = tmp_path / "run.log"
    path.write_text(
        f"build\tSet up job\t\ufeff{T}a\nbuild\tRun tests\t{T}b\nbuild\tRun tests\t{T}c\nlint\tRun ruff\t{T}d\n"
    )
    (log,) = open_logs([path])
    while log.read(size):
        pass
    pieces = [log.piece(line) for line in (1, 2, 3, 4)]
    assert [piece.step for piece in pieces] == ["Set up job", "Run tests", "Run tests", "Run ruff"]
    assert [piece.job.removeprefix(f"{path} ") for piece in pieces] == ["build", "build", "build", "lint"]


def test_a_log_without_marks_is_left_alone() -> None:
    """After its beginning nothing is looked for."""
    markers = Markers()
    line = b"2026-11-30 12:00:00 INFO nothing\n"
    while not markers.idle:
        assert markers.feed(line * 1000) == []
    assert markers.feed(b"x\n") == []


def test_marks_without_end(tmp_path: Path) -> None:
    """Many marks, never closed, and lines of any length take bounded memory and linear time."""
    path = tmp_path / "a.log"
    path.write_bytes(b"##[group]a\n##[group]b\n" * 20_000 + b"##[" * 50_000 + b"\n##[group]Run last\nx\n")
    (log,) = open_logs([path])
    while log.read(1 << 12):
        pass
    assert log.place(40_003) == (str(path), 40_003, "Run last")
