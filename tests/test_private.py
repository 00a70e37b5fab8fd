"""Private records from the working directory to the answer."""

import os
import shutil
from pathlib import Path

import pytest

from errkb.errors import UsageError
from errkb.kb import KnowledgeBase
from errkb.settings import Settings

LINE = "OrderError: order 4711 has no shipping address"
NOTE = """
[[error]]
message = "order {order_id} has no shipping address"
class = "OrderError"
meaning = "Old orders have none."
fixes = ["Set it in the back office."]
"""
PUBLIC = "ValueError: the pump went wrong in a way nobody expected"


@pytest.fixture
def home(tmp_path_factory):
    """A home that keeps the segment of the shipped records for all tests of this file."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def project(tmp_path, monkeypatch, home):
    """A project with a private folder, worked on in a folder below it."""
    monkeypatch.setenv("ERRKB_HOME", str(home))
    (tmp_path / ".errkb").mkdir()
    (tmp_path / ".errkb" / "errors.toml").write_text(NOTE)
    (tmp_path / "src" / "deep").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "src" / "deep")
    return tmp_path


def best(line):
    with KnowledgeBase.open() as kb:
        return next(iter(kb.explain(line).matches), None)


def test_found_upwards_and_answered(project):
    """The nearest `.errkb` above the working directory answers; nothing has to be registered."""
    match = best(LINE)
    assert match.record["solutions"] == ["Set it in the back office."]
    assert {capture.name: capture.value for capture in match.captures} == {"order_id": "4711"}
    assert match.record["githubUrl"] is None
    assert match.private["place"].endswith("errors.toml:2")


def test_changes_are_seen_at_once(project):
    """An edited note answers without a build; a removed folder no more."""
    assert best(LINE)
    (project / ".errkb" / "errors.toml").write_text(NOTE.replace("in the back office", "by hand"))
    assert best(LINE).record["solutions"] == ["Set it by hand."]
    shutil.rmtree(project / ".errkb")
    assert best(LINE) is None


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away")
def test_a_folder_of_somebody_else_is_passed_over(project):
    """In a shared folder anybody can put a `.errkb`; it does not speak for this user."""
    os.chown(project / ".errkb", 12345, -1)
    assert best(LINE) is None


def test_user_folder(project, home, tmp_path_factory, monkeypatch):
    """Notes in the user's folder answer everywhere."""
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert best(LINE) is None
    monkeypatch.setenv("ERRKB_PRIVATE", str(project / ".errkb"))
    assert best(LINE)
    with KnowledgeBase.open() as kb:
        assert [(one.name, one.origin) for one in kb.sources()][-1] == ("private", "private")


def test_wins_ties_over_public_records(project, good):
    """A private record goes before a public one of the same wording, whose frames may speak for it."""
    from errkb.dataset import Dataset

    Dataset([good()]).write(project / "public")
    (project / ".errkb" / "errors.toml").write_text(
        NOTE.replace("order {order_id} has no shipping address", good().record["errorMessage"]).replace(
            "OrderError", "ValueError"
        )
    )
    frame = 'Traceback (most recent call last):\n  File "/x/project/core/engine.py", line 1, in start\n    go()\n'
    with KnowledgeBase.open() as kb:
        kb.add_source("public", project / "public")
        for text in (PUBLIC, frame + PUBLIC):
            answer = kb.explain(text)
            assert answer.matches[0].private
            assert answer.matches[0].tie == []


def test_faults_do_not_stop_anything(project):
    """A broken note is told with file, line and what to do; the others and the public records answer."""
    (project / ".errkb" / "errors.toml").write_text(NOTE + "\n[[error]]\nmessage = broken\n")
    (project / ".errkb" / "records").write_text("a file where a folder belongs")
    with KnowledgeBase.open() as kb:
        assert kb.explain(LINE).matches
        assert any("errors.toml:9: not valid TOML" in warning for warning in kb.warnings)
        assert kb.explain("RuntimeError: Event loop is closed").matches


def test_nothing_private_leaves_unless_named(project, tmp_path):
    """A prebuilt knowledge base and whatever exports hold the shipped records, and others only by name."""
    with KnowledgeBase.open() as kb:
        name = kb.sources()[-1].name
        assert name.startswith("private-")
        assert {entry.source for entry in kb.entries()} == {"shipped"}
        assert {entry.source for entry in kb.entries([name])} == {"shipped", name}
        kb.build(out=tmp_path / "kb")
        with pytest.raises(UsageError, match="nobody"):
            kb.build(out=tmp_path / "kb", named=["nobody"])
        kb.build(out=tmp_path / "other", named=[name])
    assert sorted(path.name for path in (tmp_path / "kb" / "segments").iterdir()) == ["shipped"]
    assert sorted(path.name for path in (tmp_path / "other" / "segments").iterdir()) == [name, "shipped"]


def test_beside_a_prebuilt_knowledge_base(project, tmp_path, home):
    """Private records answer beside a read-only knowledge base, which is not written."""
    with KnowledgeBase.open() as kb:
        kb.build(out=tmp_path / "kb")
    settings = Settings(home, kb=tmp_path / "kb", private=(project / ".errkb",))
    with KnowledgeBase.open(settings) as kb:
        assert kb.explain(LINE).matches
    assert sorted(path.name for path in (tmp_path / "kb" / "segments").iterdir()) == ["shipped"]


def test_tables_show_no_invented_link(project):
    """SQL sees what people see."""
    with KnowledgeBase.open() as kb:
        rows = kb.sql("SELECT githubUrl, analyzedSha FROM records WHERE source LIKE 'private%'").rows
    assert rows == [(None, None)]


def test_lint_of_a_private_folder(project):
    """Lines the author gives are tried by the real matcher; short notes are nobody's business."""
    path = project / ".errkb"
    with KnowledgeBase.open() as kb:
        assert kb.lint([path]) == []
        path.joinpath("errors.toml").write_text(NOTE + f'lines = ["{LINE}", "OrderError: something else"]\n')
        (finding,) = kb.lint([path / "errors.toml"])
    assert finding.rule == "evidence-fails"


def test_lint_and_fix_of_records_of_ones_own(project, good, monkeypatch):
    """v2 records below the private folder are linted like any others, and fixed; author files are never rewritten."""
    from errkb.dataset import Dataset
    from errkb.dataset.folder import place

    records = project / ".errkb" / "records"
    Dataset([good(repo="private/shop", analyzedSha="0" * 40)]).write(records)
    path = records / place(good(repo="private/shop").record)
    monkeypatch.chdir(project)
    note = (project / ".errkb" / "errors.toml").read_text()
    with KnowledgeBase.open() as kb:
        assert kb.lint([Path(".errkb")]) == []
        text = path.read_text()
        path.write_text(text.replace("\n  ", "\n    "))
        assert [one.rule for one in kb.lint([Path(".errkb")])] == ["not-canonical"]
        assert [one.name for one in kb.fix([Path(".errkb")])] == [path.name]
        assert path.read_text() == text
        shutil.rmtree(records)
        assert kb.fix([Path(".errkb")]) == []
    assert (project / ".errkb" / "errors.toml").read_text() == note
