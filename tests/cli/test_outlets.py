"""`errkb triage` writes where it is asked to: files, standard output, a database, the summary of a workflow."""

import csv
import io
import json
import os
import re
import stat
from contextlib import closing

import duckdb
import pytest

LOG = (
    "2026-03-01T10:00:00Z INFO starting on build-07.corp.internal as /home/carolx/job\n"
    "2026-03-01T10:00:05Z ERROR {message}\n"
    "2026-03-01T10:00:06Z INFO connecting with password=hunter22x to 10.2.3.4\n"
    "Traceback (most recent call last):\n"
    '  File "/home/carolx/job/app.py", line 3, in <module>\n'
    "    main()\n"
    "OddError: shard 17 at 10.2.3.4 is gone, password=hunter22x\n"
)
PRIVATE = ("carolx", "hunter22x", "10.2.3.4")


@pytest.fixture
def log(tmp_path, message):
    path = tmp_path / "home" / "carolx" / "job.log"
    path.parent.mkdir(parents=True)
    path.write_text(LOG.format(message=message))
    return path


def test_files(errkb, log, tmp_path):
    """One run writes any number of files, each in the format of its suffix, and the summary as well."""
    outs = [
        tmp_path / name for name in ("a.html", "a.sarif", "a.xml", "a.md", "a.json", "a.csv", "a.jsonl", "a.parquet")
    ]
    result = errkb("triage", str(log), *(word for out in outs for word in ("--out", str(out))))
    assert result.status == 1
    assert "Known errors" in result.out
    assert all(out.stat().st_size > 100 for out in outs)
    assert json.loads((tmp_path / "a.sarif").read_bytes())["version"] == "2.1.0"
    assert "private values are placeholders" in result.err


@pytest.mark.parametrize("form", ["json", "jsonl", "csv", "markdown", "html", "sarif", "junit", "github"])
def test_standard_output(errkb, log, form):
    """Every text goes to standard output, alone and without private values; the user may ask for them."""
    result = errkb("triage", str(log), "--format", form)
    assert result.status == 1
    assert [value for value in PRIVATE if value in result.out] == []
    kept = errkb("triage", str(log), "--format", form, "--no-redact")
    assert "hunter22x" in kept.out or form in ("junit", "github")
    assert "placeholders" not in kept.err


def test_text_that_is_piped_is_redacted(errkb, log):
    """What does not go to a terminal may go anywhere."""
    assert [value for value in PRIVATE if value in errkb("triage", str(log)).out] == []


def test_terminal(process, log):
    """On a terminal everything is as the log has it."""
    ours, theirs = os.openpty()
    running = process("triage", str(log), stdout=theirs)
    running.wait(120)
    os.close(theirs)
    seen = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "home/carolx/job.log" in seen
    assert running.stderr.read() == b""


def test_tables(errkb, log):
    """`--table` chooses what a file of rows holds; a table there is not is told before anything is read."""
    rows = list(csv.DictReader(io.StringIO(errkb("triage", str(log), "-f", "csv", "--table", "clusters").out)))
    assert {row["bucket"] for row in rows} == {"known", "unknown"}
    refused = errkb("triage", "/nothing/here", "-f", "csv", "--table", "nothing")
    assert refused.status == 2
    assert "the tables are: events, matches" in refused.err


def test_database(errkb, log, tmp_path):
    """The same log twice is one run; the second time says so."""
    path = tmp_path / "triage.duckdb"
    first = errkb("triage", str(log), "--duckdb", str(path))
    second = errkb("triage", str(log), "--duckdb", str(path))
    assert re.search(r"run [0-9a-f]{16} is in ", first.err)
    assert "nothing was added" in second.err
    with closing(duckdb.connect(str(path), read_only=True)) as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM events").fetchone()[0] >= 2
        assert [value for value in PRIVATE if value in str(connection.execute("FROM events").fetchall())] == []


def test_told_before_anything_is_read(errkb, tmp_path):
    """What could only fail after gigabytes fails at once."""
    (tmp_path / "x.duckdb").write_text("nothing of the kind\n" * 999)
    for arguments, message in (
        (["-o", str(tmp_path / "x.docx")], "which format?"),
        (["-o", str(tmp_path)], "which format?"),
        (["-f", "html", "-o", str(tmp_path)], "folder"),
        (["-f", "html", "-o", "a.html", "-o", "b.html"], "one format for several files"),
        (["-f", "parquet"], "where to?"),
        (["--duckdb", str(tmp_path / "x.duckdb")], "no DuckDB database"),
        (["--duckdb", str(tmp_path)], "folder"),
        (["--no-redact", "--share", "minimal"], "--no-redact leaves everything in"),
        (["--no-redact", "--redaction-map", "x"], "nothing to map"),
        (["--allow", "x"], "--allow goes with --share"),
    ):
        result = errkb("triage", "/nothing/here", *arguments)
        assert result.status == 2, arguments
        assert message in result.err, arguments
        assert "hint:" in result.err or "--allow" in message


def test_redaction_map(errkb, log, tmp_path):
    """What stands for what is written for the user alone, and only if asked for."""
    path = tmp_path / "map.json"
    errkb("triage", str(log), "-f", "json", "-o", str(tmp_path / "a.json"), "--redaction-map", str(path))
    assert "carolx" in json.loads(path.read_bytes()).values()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "carolx" not in (tmp_path / "a.json").read_text()


def test_minimal(errkb, log, message):
    """`--share minimal` has no line of the log; `--allow` keeps a capture, `--deny` takes out a text."""
    text = errkb("triage", str(log), "-f", "json", "--share", "minimal").out
    assert "starting on" not in text
    assert "app.py" not in text
    assert '"target_vocab_size": "151936"' in text
    assert "is gone" in text
    assert "is gone" not in errkb("triage", str(log), "-f", "json", "--share", "minimal", "--deny", "IS GONE").out


def test_github_summary(errkb, log, tmp_path, monkeypatch):
    """In a workflow the Markdown becomes the summary of the step, behind what is there."""
    path = tmp_path / "summary"
    path.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    result = errkb("triage", str(log), "-f", "github")
    assert path.read_text().startswith("before\n# Triage")
    assert all(line.startswith("::") for line in result.out.splitlines())
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "no" / "such"))
    assert "warning: the summary" in errkb("triage", str(log), "-f", "github").err
