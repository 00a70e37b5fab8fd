"""`errkb.store.triage.append`: a report goes in whole, once, and only into a database of ours."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace

import duckdb
import pytest

from errkb.errors import DatasetError, InputError
from errkb.store.triage import TABLES, append

HOLD = "import duckdb, sys, time; c = duckdb.connect(sys.argv[1]); print('open', flush=True); time.sleep(60)"
CRASH = """
import duckdb, os, sys
c = duckdb.connect(sys.argv[1])
c.execute("BEGIN")
c.execute("DELETE FROM events")
c.execute("INSERT INTO runs (runId) VALUES ('half')")
os.kill(os.getpid(), 9)
"""


def content(path):
    with closing(duckdb.connect(str(path), read_only=True)) as connection:
        return {table: sorted(map(str, connection.execute(f'FROM "{table}"').fetchall())) for table in TABLES}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "it's.duckdb"


def test_idempotent(make_report, path):
    """The same report changes nothing the second time."""
    report = make_report()
    first = append(report, path)
    before = content(path)
    second = append(report, path)
    assert (first.is_new, first.events, second.is_new, second.events) == (True, 16, False, 0)
    assert first.run == second.run
    assert content(path) == before
    assert {table: len(found) for table, found in before.items()} == {
        "events": 16,
        "matches": 8,
        "clusters": 5,
        "verdicts": 4,
        "cascades": 1,
        "files": 4,
        "runs": 1,
    }


def test_a_later_report_of_the_same_events(make_report, path):
    """What was unknown and is known now has one event still, and a match; both runs keep their clusters."""
    report = make_report()
    append(report, path)
    known = report.known[0].key
    recognised = [replace(one, key=known) if one.key == report.unknown[0].key else one for one in report.occurrences]
    later = append(replace(report, dataset_version="2027", occurrences=recognised), path)
    assert (later.is_new, later.events) == (True, 0)
    found = content(path)
    assert (len(found["events"]), len(found["matches"]), len(found["runs"]), len(found["clusters"])) == (16, 12, 2, 10)


def test_times_are_times(make_report, path):
    """Times can be compared and cut by SQL; one that is none is null."""
    report = make_report()
    first, *others = report.occurrences
    odd = replace(first, place=replace(first.place, time="yesterday"))
    append(replace(report, occurrences=[odd, *others]), path)
    with closing(duckdb.connect(str(path), read_only=True)) as connection:
        query = "SELECT count(*), count(time), typeof(max(time)) FROM events"
        assert connection.execute(query).fetchone() == (16, 15, "TIMESTAMP")


@pytest.mark.parametrize("bytes_", [b"", b"some text of a user\n" * 500, b"DUCK" * 5000])
def test_another_file_is_left_alone(make_report, path, bytes_):
    """A file that is no database is refused, and stays byte by byte."""
    path.write_bytes(bytes_)
    with pytest.raises(InputError, match="no DuckDB database, or a broken one") as caught:
        append(make_report(), path)
    assert caught.value.where == str(path)
    assert path.read_bytes() == bytes_


def test_a_database_of_others_is_left_alone(make_report, path):
    """Tables of the same name are not enough; neither is our mark with half of the tables."""
    with closing(duckdb.connect(str(path))) as connection:
        connection.execute("CREATE TABLE events (id INTEGER)")
    with pytest.raises(InputError, match="not made by errkb triage"):
        append(make_report(), path)
    with closing(duckdb.connect(str(path), read_only=True)) as connection:
        assert connection.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("events",)]


def test_another_version_is_left_alone(make_report, path):
    """A database in another shape is told from one in ours."""
    append(make_report(), path)
    with closing(duckdb.connect(str(path))) as connection:
        connection.execute("UPDATE errkb_triage SET version = '9'")
    with pytest.raises(InputError, match="another version of errkb"):
        append(make_report(unit="job"), path)


def test_broken(make_report, path):
    """A database that is cut off is refused."""
    append(make_report(), path)
    path.write_bytes(path.read_bytes()[:20_000])
    with pytest.raises(InputError, match="broken"):
        append(make_report(), path)


def test_open_elsewhere(make_report, path):
    """While another program has it open, nothing is written, and the error says why."""
    append(make_report(), path)
    holder = subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE)
    try:
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(InputError, match="open in another program"):
            append(make_report(unit="job"), path)
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
    assert append(make_report(unit="job"), path).is_new


def test_a_crash_within_the_transaction(make_report, path):
    """A process that is killed while it writes leaves the old content, to which the next report is added."""
    append(make_report(), path)
    before = content(path)
    run = subprocess.run([sys.executable, "-c", CRASH, path])
    assert run.returncode == -signal.SIGKILL
    assert content(path) == before
    assert append(make_report(unit="job"), path).is_new


def test_killed_at_any_time(make_report, path, tmp_path):
    """Whenever the process is killed, the report is in the database wholly or not at all."""
    append(make_report(), path)
    before = content(path)
    program = (
        "import pickle, sys; from errkb.store.triage import append; from pathlib import Path;"
        "report = pickle.load(open(sys.argv[1], 'rb')); print('go', flush=True); append(report, Path(sys.argv[2]))"
    )
    import pickle

    report = make_report(unit="job")
    many = [replace(one, id=f"{number:016x}") for number in range(2000) for one in list(report.occurrences)[:5]]
    report = replace(report, occurrences=[replace(one, id=f"{n:016x}") for n, one in enumerate(many)])
    (tmp_path / "report").write_bytes(pickle.dumps(report))
    for pause in (0.0, 0.1, 0.2, 0.4):
        process = subprocess.Popen([sys.executable, "-c", program, tmp_path / "report", path], stdout=subprocess.PIPE)
        process.stdout.readline()
        time.sleep(pause)
        process.kill()
        process.wait()
        process.stdout.close()
        found = content(path)
        assert found == before or len(found["events"]) == 16 + 10_000
        assert len(found["runs"]) == 1 + (found != before)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_read_only(make_report, path):
    """A file that may not be written is an error of writing."""
    append(make_report(), path)
    path.chmod(0o444)
    with pytest.raises(DatasetError):
        append(make_report(unit="job"), path)
