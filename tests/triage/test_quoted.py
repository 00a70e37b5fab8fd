"""Lines that only quote an error."""

from __future__ import annotations

import pytest

COMMIT = (
    "commit 0123456789abcdef0123456789abcdef01234567\nAuthor: A B <a@b.example>\nDate:   Mon Nov 30 10:00:02 2026\n\n"
)
ERRORS = (
    "error: could not compile `rocket`",
    "make: *** [all] Error 2",
    "a.o: undefined reference to foo",
    "ValueError: the plan is not there",
)
AT = "2026-11-30 10:00:02 "


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize(
    "log",
    [
        AT + 'INFO app: commit "Fix {}"\n' + AT + "INFO done\n",
        AT + 'INFO app: commit "{}"\n' + AT + "INFO done\n",
        AT + "DEBUG app: {}\n" + AT + "INFO done\n",
        '{{"level":"info","msg":"commit \\"{}\\""}}\n{{"level":"info","msg":"done"}}\n',
        "HEAD is now at 0123456 {}\n",
        "2026-11-30T10:00:02.1234567Z HEAD is now at 0123456 {}\n",
        'Commit message: "{}"\n',
        "[main 0123456] {}\n",
        "01ab456 Fix it\n* 01ab457 {}\n",
        COMMIT + "    Fix it\n    \n    {}",
        COMMIT + "    {}\n\n" + COMMIT + "    Begin\n",
    ],
)
def test_quoted(run, tmp_path, log, error):
    """What a healthy line of a logger quotes, or the message of a commit, is not how a unit ended."""
    (tmp_path / "job.log").write_text(log.format(error))
    assert [verdict.outcome for verdict in run([tmp_path / "job.log"]).verdicts] in ([], ["unknown"])


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize(
    "log", ["{}\n", AT + "ERROR app: {}\n", COMMIT + "    Fix it\n\n$ make\n{}\n", "Date: now\nmake\n    {}\n"]
)
def test_not_quoted(run, tmp_path, log, error):
    """The same errors anywhere else are."""
    (tmp_path / "job.log").write_text(log.format(error))
    assert [verdict.outcome for verdict in run([tmp_path / "job.log"]).verdicts] == ["failed"]


@pytest.mark.parametrize("line", ["[INFO] BUILD FAILURE", AT + "INFO worker 3 exited with code 1"])
def test_told_by_a_healthy_line(run, tmp_path, line):
    """What a logger says at INFO in its own words is said."""
    (tmp_path / "job.log").write_text(line + "\n")
    assert [verdict.outcome for verdict in run([tmp_path / "job.log"]).verdicts] == ["failed"]


@pytest.mark.parametrize("block", [64, 1 << 20])
def test_blocks(run, tmp_path, block):
    """The head of a commit is found wherever a log is cut."""
    (tmp_path / "job.log").write_text(
        COMMIT + "    more words of it\n" * 20 + "    make: *** [all] Error 2\n" + "end\n" * 200
    )
    assert [verdict.outcome for verdict in run([tmp_path / "job.log"], block=block).verdicts] in ([], ["unknown"])
