"""`errkb.reproduce`: whole runs with uv and real processes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from errkb.dataset.script import script_path
from errkb.errors import UsageError
from errkb.model.reproduction import Selection
from errkb.reproduce.sandbox import isolation

RAISES = """
    def trigger():
        raise ValueError("the pump went wrong in a way nobody expected")

    def fixed():
        print("all is well")
"""
SLOW = """
    import time

    def trigger():
        time.sleep({seconds})
        raise ValueError("the pump went wrong in a way nobody expected")

    def fixed():
        pass
"""


def only(report):
    """Return the one outcome of a report."""
    assert len(report.outcomes) == 1
    return report.outcomes[0]


def test_reproduced(workshop):
    """Error raised, record first with the declared capture, fix works: a verified file says with what."""
    record = workshop.add(RAISES, 'captures = {thing = "pump"}', evidence={"positive": [GOOD]})
    outcome = only(workshop.run())
    assert (outcome.status, outcome.reason) == ("reproduced", "")
    written = json.loads(workshop.verified(record).read_text())
    assert (written["trigger"], written["match"], written["fix"]) == ("raised", "first", "works")
    assert written["python"].startswith(f"{sys.version_info[0]}.{sys.version_info[1]}.")
    assert written["recordSha"] == record["analyzedSha"]


GOOD = {"text": "ValueError: the pump went wrong in a way nobody expected", "captures": {"thing": "pump"}}


def test_finished_ones_are_not_run_again(workshop):
    """A second run has nothing to do; a changed script, a changed record or `force` runs again."""
    record = workshop.add()
    assert only(workshop.run()).status == "reproduced"
    assert only(workshop.run()).status == "unchanged"
    assert workshop.run(Selection(source=workshop.name, changed=True)).outcomes == []
    assert only(workshop.run(Selection(source=workshop.name, force=True))).status == "reproduced"
    script = script_path(workshop.records, record)
    script.write_text(script.read_text() + "\n# a word more\n")
    assert only(workshop.run(Selection(source=workshop.name, changed=True))).status == "reproduced"
    workshop.verified(record).unlink()
    assert only(workshop.run()).status == "reproduced"


@pytest.mark.parametrize(
    ("body", "tool", "reason"),
    [
        ("def trigger():\n    [][1]\n\ndef fixed():\n    pass", (), "leads to"),
        ("def trigger():\n    pass\n\ndef fixed():\n    pass", (), "leads to no record"),
        (RAISES, ('captures = {thing = "valve"}',), "captures differ: thing = 'pump'"),
        (RAISES.replace('print("all is well")', "1 / 0"), (), "fixed: exit status 1"),
        (RAISES.replace('print("all is well")', "trigger()"), (), "fixed: exit status 1"),
        (
            RAISES.replace("all is well", "ValueError: the valve went wrong in a way nobody expected"),
            (),
            "still printed",
        ),
        (
            "import time\n\ndef trigger():\n    time.sleep(60)\n\ndef fixed():\n    pass",
            ("timeout = 1",),
            "still running",
        ),
        ("def trigger():\n    pass", (), "has no fixed"),
        ("def fixed():\n    pass", (), "has no trigger"),
        ("raise SystemExit(3)\n\ndef trigger():\n    pass\n\ndef fixed():\n    pass", (), "leads to no record"),
    ],
    ids=[
        "another error",
        "silent",
        "wrong capture",
        "fix fails",
        "fix is none",
        "fix prints it",
        "hangs",
        "no fixed",
        "no trigger",
        "dies",
    ],
)
def test_failed(workshop, body, tool, reason):
    """Whatever a script does wrong is a failure with a reason, and nothing is written."""
    record = workshop.add(body, *tool)
    outcome = only(workshop.run())
    assert outcome.status == "failed"
    assert reason in outcome.reason
    assert not workshop.verified(record).exists()


def test_one_failure_does_not_end_the_run(workshop):
    """A script that cannot even be read is reported; the others run."""
    workshop.add()
    other = workshop.add(errorMessage="the {thing} was lost at sea for a hundred years")
    script_path(workshop.records, other).write_text("def trigger(:\n")
    assert sorted(outcome.status for outcome in workshop.run(jobs=2).outcomes) == ["failed", "reproduced"]


def test_skipped(workshop):
    """A program or an interpreter that is not there is a reason to skip, not to fail."""
    record = workshop.add(RAISES, 'requires = ["no-such-program-anywhere"]')
    outcome = only(workshop.run())
    assert (outcome.status, outcome.reason) == ("skipped", "needs the program no-such-program-anywhere")
    script = script_path(workshop.records, record)
    text = script.read_text().replace('"no-such-program-anywhere"', "")
    script.write_text(text.replace(">=3.8", ">=4.2"))
    assert only(workshop.run()).reason.startswith("needs Python >=4.2; there is 3.")


def test_program_versions_are_told(workshop):
    """A program the script runs stands among the packages, with the version it tells of itself."""
    workshop.add(RAISES, 'requires = ["python3"]')
    assert only(workshop.run()).packages["python3"].startswith("3.")


def test_no_fix_to_show(workshop):
    """A record without an example fix needs no `fixed`."""
    record = workshop.add(RAISES.partition("def fixed")[0], exampleFix=None)
    assert only(workshop.run()).status == "reproduced"
    assert json.loads(workshop.verified(record).read_text())["fix"] == "none"


def test_check_writes_nothing(workshop):
    """`check` is for looking only."""
    record = workshop.add(RAISES + "\n    # another script than those the ledger knows\n")
    assert only(workshop.run(check=True)).status == "reproduced"
    assert not workshop.verified(record).exists()


def test_kept_folder(workshop, tmp_path, monkeypatch):
    """`keep` leaves what was printed; without it nothing stays behind."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "runs"))
    (tmp_path / "runs").mkdir()
    workshop.add()
    workshop.run()
    assert list((tmp_path / "runs").iterdir()) == []
    kept = only(workshop.run(Selection(source=workshop.name, force=True), keep=True)).kept
    assert "in a way nobody expected" in (kept / "trigger.txt").read_text()


def test_record_without_script(workshop):
    """Asking for a record without a script is a usage error that says why there is none."""
    record = workshop.add(evidence={"notReproduced": "needs a fan"})
    script_path(workshop.records, record).unlink()
    workshop.run()
    with pytest.raises(UsageError) as caught:
        workshop.run(Selection((record["id"],)))
    assert "needs a fan" in caught.value.hint


def test_time_is_up(workshop):
    """After `within` no script is started; those left are counted."""
    for number in range(4):
        workshop.add(
            SLOW.format(seconds=1.5), errorMessage=f"the {{thing}} went wrong in a way nobody expected {number}"
        )
    report = workshop.run(within=1.0)
    assert report.unfinished >= 1


def test_progress(workshop):
    """Progress is told at the start and after each script."""
    workshop.add()
    seen = []
    workshop.run(progress=lambda outcome, done, total: seen.append((outcome and outcome.status, done, total)))
    assert seen == [(None, 0, 1), ("reproduced", 1, 1)]


INTERRUPTED = """
import sys
from pathlib import Path
from errkb.kb import KnowledgeBase
from errkb.model.reproduction import RunOptions, Selection
from errkb.settings import Settings

with KnowledgeBase.open(Settings(Path(sys.argv[1]))) as kb:
    tell = lambda outcome, done, total: print("done", done, flush=True)
    kb.reproduce(Selection(source=sys.argv[2]), RunOptions(), tell)
"""


def test_interrupted_run_goes_on(workshop):
    """After Ctrl-C what was finished is written, nothing runs on, and the next run does only the rest."""
    quick = workshop.add()
    slow = workshop.add(SLOW.format(seconds=45), errorMessage="zz {thing} went wrong in a way nobody expected")
    workshop.run(Selection((quick["id"],)))
    workshop.run(Selection((quick["id"],), force=True))
    program = [sys.executable, "-c", INTERRUPTED, str(workshop.home), workshop.name]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "done 0\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) != 0
    assert workshop.verified(quick).exists()
    assert not workshop.verified(slow).exists()
    script = script_path(workshop.records, slow)
    script.write_text(script.read_text().replace("sleep(45)", "sleep(0)").replace("the pump", "zz pump"))
    assert {o.slug: o.status for o in workshop.run().outcomes} == {
        quick["slug"]: "unchanged",
        slow["slug"]: "reproduced",
    }


def test_isolation_is_told(workshop):
    """The report says what kept the scripts apart."""
    workshop.add()
    assert workshop.run().isolation == isolation()
