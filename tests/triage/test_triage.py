"""Whole logs: what is known, what is not, and that neither depends on how the log is read."""

from __future__ import annotations

import gzip
import random
from dataclasses import replace
from functools import partial

import pytest

from errkb.index import Index
from errkb.match import match
from errkb.model.text import Text
from errkb.parse import BUILTIN, parse
from errkb.source.logs import open_logs
from errkb.triage import Knowledge, exact, reading, triage
from errkb.triages import open_tools

TRACEBACK = """\
{time} ERROR [app] unhandled
Traceback (most recent call last):
  File "/srv/app/site-packages/app/main.py", line {line}, in run
    work(item)
  File "/srv/app/site-packages/app/work.py", line {line}, in work
    raise {cls}(text)
{cls}: {message}
"""


def a_log(count: int = 4000, seed: int = 1) -> str:
    """A log of healthy lines with errors among them, all of it made from a seed."""
    rng, lines = random.Random(seed), []  # noqa: S311
    for number in range(count):
        time = f"2026-02-03 04:{number // 60 % 60:02}:{number % 60:02},000"
        kind = rng.random()
        if kind < 0.01:
            lines.append(
                f"{time} ERROR [app] ValueError: the batch of {number} rows does not fit the shape (3, {number})"
            )
        elif kind < 0.02:
            message = f"worker {number % 7} stopped answering after 30 seconds"
            lines += TRACEBACK.format(time=time, line=number, cls="RuntimeError", message=message).splitlines()
        elif kind < 0.03:
            message = f"cannot carry item {number} of 'shelf {number}'"
            lines += TRACEBACK.format(time=time, line=number, cls="CarryError", message=message).splitlines()
        elif kind < 0.035:
            lines.append(f"{time} DEBUG [app] disk quota of user u{number} is used up, nothing more is written")
        elif kind < 0.04:
            lines.append(f"{time} ERROR [app] ünknown törouble with shard {number}")
        else:
            lines.append(f"{time} INFO  [app] GET /items/{number} 200 in {rng.randrange(900)} ms")
    return "\n".join(lines) + "\n"


def written(text: str) -> dict[str, list[int]]:
    """The lines on which each kind of error of `a_log` begins."""
    kinds = {
        "rows": "the batch of",
        "worker": "RuntimeError: worker",
        "carry": "CarryError: ",
        "quota": "disk quota",
        "odd": "ünknown",
    }
    numbered = list(enumerate(text.split("\n"), 1))
    return {kind: [number for number, line in numbered if sign in line] for kind, sign in kinds.items()}


def test_counts_and_lines(run, tmp_path):
    """Every error is counted once, on its own line, known ones under their record, unknown ones under one cluster."""
    text = a_log()
    (tmp_path / "app.log").write_text(text)
    report = run([tmp_path / "app.log"])
    lines: dict[str, list[int]] = {}
    for one in report.occurrences:
        lines.setdefault(one.key, []).append(one.place.line)
    expected = sorted(sorted(numbers) for numbers in written(text).values())
    assert sorted(map(sorted, lines.values())) == expected
    assert report.totals.known == sum(error.spread.count for error in report.known)
    assert len(report.known) == 3
    assert len(report.unknown) == 2


def test_what_is_told_of_an_error(run, tmp_path):
    """A known error has its values, times, first fix and a sample with the lines around it."""
    (tmp_path / "app.log").write_text(a_log())
    report = run([tmp_path / "app.log"])
    error = next(one for one in report.known if one.record["errorClass"] == "RuntimeError")
    assert error.first_fix == error.record["solutions"][0]
    assert error.sample.lines[-1].startswith("RuntimeError: worker")
    assert len(error.sample.before) == len(error.sample.after) == 3
    assert error.spread.first < error.spread.last
    assert sum(error.spread.timeline.values()) == error.spread.count
    values, times = error.captures[0]
    assert values.keys() == {"number", "seconds"}
    assert times >= 1


def test_an_unknown_error(run, tmp_path):
    """An unknown error has its class, the frame that raised it, a masked wording, and the same fingerprint again."""
    for name, seed in (("one.log", 1), ("two.log", 2)):
        (tmp_path / name).write_text(a_log(seed=seed))
    one, two = (run([tmp_path / name]) for name in ("one.log", "two.log"))
    error = next(one for one in one.unknown if one.cls == "CarryError")
    assert error.frame == "app/work.py:work"
    assert error.template == "cannot carry item <number> of <quoted>"
    assert {error.fingerprint for error in one.unknown} == {error.fingerprint for error in two.unknown}


@pytest.mark.parametrize("block", [20_000, 65_537])
def test_any_block_size(run, found, tmp_path, block):
    """What is found does not depend on the size of the blocks."""
    (tmp_path / "app.log").write_text(a_log())
    assert found(run([tmp_path / "app.log"], block=block)) == found(run([tmp_path / "app.log"]))


def test_packed(run, found, tmp_path):
    """What is found does not depend on how a log is packed."""
    (tmp_path / "app.log").write_text(a_log())
    (tmp_path / "packed").mkdir()
    packed = tmp_path / "packed" / "app.log"
    packed.write_bytes(gzip.compress(a_log().encode()))
    plain = found(run([tmp_path / "app.log"]))
    assert [(key, *rest) for key, _, *rest in found(run([packed]))] == [(key, *rest) for key, _, *rest in plain]


def test_healthy_lines(run, tmp_path):
    """A healthy log holds no error."""
    healthy = "\n".join(line for line in a_log().split("\n") if " INFO " in line)
    (tmp_path / "app.log").write_text(healthy)
    report = run([tmp_path / "app.log"])
    assert (report.totals.known, report.totals.unknown, report.totals.events) == (0, 0, 0)
    assert report.totals.lines == healthy.count("\n") + 1


def test_quoted_by_a_debug_line(run, tmp_path):
    """A known text on a line that is no error counts for its record, and is no error event."""
    (tmp_path / "app.log").write_text(
        "2026-01-01 00:00:00 DEBUG disk quota of user x is used up, nothing more is written\n" * 3
    )
    report = run([tmp_path / "app.log"])
    assert [error.spread.count for error in report.known] == [3]
    assert report.totals.events == 0


def test_files_and_units(run, tmp_path):
    """Files and folders are counted apart; the occurrence is of the unit asked for."""
    for name in ("a/one.log", "a/two.log", "b/one.log"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(a_log(800))
    report = run([tmp_path], unit="dir")
    assert all(error.spread.files_total == 3 and error.spread.units_total == 2 for error in report.unknown)
    assert report.totals.files == 3


@pytest.mark.parametrize("section", [100_000, 1 << 20])
def test_any_section_size(run, found, tmp_path, section):
    """Nor on where the log was cut into sections."""
    (tmp_path / "app.log").write_text(a_log())
    assert sorted(found(run([tmp_path / "app.log"], section=section))) == sorted(found(run([tmp_path / "app.log"])))


def test_processes(known, found, entries, tmp_path):
    """Several processes find what one does, in the same order."""
    index = Index.of(entries)
    opener = partial(open_tools, [index.folder], plugins=False)
    knowledge = replace(known, indexes=[index], opener=opener)
    (tmp_path / "app.log").write_text(a_log(20_000))
    one, two = (
        found(triage(open_logs([str(tmp_path)]), knowledge, processes=processes, section=300_000))
        for processes in (1, 2)
    )
    assert one == two
    assert len(one) > 500


def test_plain_shapes_and_the_reader_agree(run, found, tmp_path, monkeypatch):
    """Errors that need no reader are what the reader makes of them."""
    (tmp_path / "app.log").write_text(a_log())
    plain = found(run([tmp_path / "app.log"]))
    monkeypatch.setattr(reading, "shape_of", lambda *_: None)
    assert sorted(found(run([tmp_path / "app.log"]))) == sorted(plain)


def test_wordings_that_cannot_count(run, tmp_path, monkeypatch):
    """What is left out early because its wording cannot make it certain would not have counted."""
    text = "2026-01-01 00:00:00 DEBUG {} and then much more of a healthy line that has nothing to do with it at all\n"
    known = "disk quota of user x is used up, nothing more is written"
    (tmp_path / "app.log").write_text(text.format(known) + text.format(known[:40]) + text.format("worker 1") * 3)
    early = run([tmp_path / "app.log"]).totals.known
    monkeypatch.setattr(exact.Exact, "may_count", lambda *_: True)
    assert run([tmp_path / "app.log"]).totals.known == early


def test_events(known):
    """Error events that somebody else has read are told apart in the same way."""
    from errkb.model.text import Text
    from errkb.parse import parse
    from errkb.triage import triage_events

    events = parse(Text.of(a_log(2000))).events
    report = triage_events(events, known)
    assert {error.record["errorClass"] for error in report.known} == {"ValueError", "RuntimeError"}
    assert any(error.cls == "CarryError" and error.frame == "app/work.py:work" for error in report.unknown)
    assert report.totals.known == sum(event.cls in ("ValueError", "RuntimeError") for event in events)


def test_a_known_text_at_the_head_of_a_long_message(make_entry, tmp_path):
    """What explains an event although most of it is a report below the sentence: decided as `errkb explain` decides."""
    entry = make_entry(
        errorClass=None, errorCode="ERESOLVE", errorMessage="ERESOLVE unable to resolve dependency tree", tags=[]
    )
    text = (
        "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! \n"
        "npm ERR! While resolving: app@1.0.0\nnpm ERR! Found: react@18.2.0\nnpm ERR! node_modules/react\n"
        'npm ERR!   react@"^18.2.0" from the root project\nnpm ERR! \nnpm ERR! Could not resolve dependency:\n'
        'npm ERR! peer react@"^17.0.0" from react-widgets@5.8.4\n'
    )
    (tmp_path / "log").write_text(text)
    indexes = [Index.of([entry])]
    known = Knowledge(indexes, BUILTIN, {entry.record["id"]: entry}.__getitem__, "2026-01-01T00:00:00.000Z")
    explained = match(parse(Text.of(text)), Text.of(text), indexes).matches
    found = triage(open_logs([str(tmp_path / "log")]), known).occurrences
    assert [one.key for one in found] == [f"record:{one.record_id}" for one in explained]
    assert explained
