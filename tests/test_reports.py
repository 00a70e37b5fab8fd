"""`errkb.reports`: what a knowledge base finds in logs, and how it leaves."""

import json
import stat

import pytest

from errkb import KnowledgeBase, TriageReport
from errkb.errors import UsageError
from errkb.redact import Redactor
from errkb.reports import Privacy, write_map
from errkb.settings import Settings

LOG = """\
2026-03-01T10:00:00Z ERROR ValueError: Target and draft model should have the same vocabulary size. Target model vocab_size=151936. Draft model vocab_size=128256. Using models with different tokenizers can cause out-of-bounds errors during speculative decoding.
Traceback (most recent call last):
  File "/home/carolx/app.py", line 3, in <module>
OddError: shard 17 is gone, ask carolx
"""  # noqa: E501 - as it is printed


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def report(home, tmp_path):
    """What a real log gives, with the shipped records."""
    (tmp_path / "job.log").write_text(LOG)
    with KnowledgeBase.open(Settings(home=home)) as kb:
        yield kb.triage([tmp_path / "job.log"])


def test_what_triage_gives(report):
    """It is the public class, and its tables join: a known and an unknown error, each once."""
    assert type(report) is TriageReport
    events = report.to_pandas()
    clusters = report.to_pandas("clusters")
    assert set(events["clusterKey"]) == set(clusters["clusterKey"])
    assert set(clusters["bucket"]) == {"known", "unknown"}
    assert report.to_arrow("matches").to_pylist()[0]["recordId"] == report.known[0].record["id"]


def test_written(report, tmp_path):
    """The suffix tells the format; a format may be named; what makes no sense is told."""
    assert report.write(tmp_path / "a.sarif") == "sarif"
    assert report.write(tmp_path / "a.txt", "markdown") == "markdown"
    assert (tmp_path / "a.txt").read_text().startswith("# Triage")
    assert "".join(report.document("github")).startswith("::")
    with pytest.raises(UsageError, match="which format"):
        report.write(tmp_path / "a.docx")
    with pytest.raises(UsageError, match="no document"):
        report.document("csv")


def test_redacted_can_go_on(report, tmp_path):
    """A redacted report is one like any other: it has tables and formats, and can be gone through again and again."""
    redactor = Redactor()
    shared = report.redacted(redactor=redactor)
    assert "carolx" in "".join(report.document("json"))
    for _ in range(2):
        assert "carolx" not in "".join(shared.document("json"))
        assert "carolx" not in str(shared.to_arrow().to_pylist())
    assert shared.append_to(tmp_path / "t.duckdb").run == report.append_to(tmp_path / "u.duckdb").run
    assert report.redacted(Privacy("all")) is report
    least = report.redacted(Privacy("minimal", allow=["draft_vocab_size"]))
    assert least.known[0].captures == [({"target_vocab_size": "151936", "draft_vocab_size": "128256"}, 1)]


def test_map(report, tmp_path):
    """What stands for what, for the user alone; an older map is replaced."""
    redactor = Redactor()
    report.redacted(redactor=redactor)
    path = tmp_path / "map.json"
    path.write_text("old")
    write_map(redactor, path)
    assert "carolx" in json.loads(path.read_text()).values()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
