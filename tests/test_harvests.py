"""Harvests as sources of the knowledge base, and records kept up with a checkout."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from errkb.errors import InputError, UsageError
from errkb.kb import KnowledgeBase
from errkb.settings import Settings
from errkb.targets import Request, source_name

SOURCE = """
def start(thing):
    if thing:
        raise ValueError(f"the {thing} went wrong in a way nobody expected")
    raise RuntimeError(f"there is no engine for {thing} on this host")
"""
TRACE = """Traceback (most recent call last):
  File "/srv/app.py", line 3, in <module>
    start(1)
  File "/usr/lib/python3/site-packages/project/core/engine.py", line 5, in start
    raise RuntimeError(f"there is no engine for {thing} on this host")
RuntimeError: there is no engine for steam on this host
"""


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    return KnowledgeBase.open(Settings(tmp_path / "home"))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    place = tmp_path / "project" / "project" / "core" / "engine.py"
    place.parent.mkdir(parents=True)
    place.write_text(SOURCE)
    return tmp_path / "project"


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tree: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    git(tree, "init", "-q")
    git(tree, "remote", "add", "origin", "git@github.com:owner/project.git")
    git(tree, "add", ".")
    git(tree, "commit", "-qm", "first")
    return tree


def test_a_harvest_answers_at_once(kb: KnowledgeBase, tree: Path) -> None:
    """What only source tells of is an answer of kind `located`, with its window from the source at hand."""
    report = kb.harvest(Request((str(tree),), repo="owner/project"))
    assert (report.records, report.read) == (2, 1)
    answer = kb.explain(TRACE)
    match = answer.matches[0]
    assert (match.kind, match.level) == ("located", "confident")
    assert match.record["documentation"] is None
    assert match.record["lineNumber"] == 5
    assert "no engine for" in match.record["sourceCode"]
    assert [(capture.name, capture.value) for capture in match.captures] == [("thing", "steam")]
    again = kb.harvest(Request((str(tree),), repo="owner/project"))
    assert (again.records, again.read) == (2, 0)


def test_documented_and_located_are_one_answer(kb: KnowledgeBase, tree: Path, tmp_path: Path, make_record) -> None:
    """A documented record wins over the place in source that it describes; the local window is the source's."""
    record = make_record(lineNumber=120)
    place = tmp_path / "records" / "owner" / "project" / f"{record['slug']}.json"
    place.parent.mkdir(parents=True)
    place.write_text(json.dumps(record))
    kb.add_source("own", tmp_path / "records")
    kb.harvest(Request((str(tree),), repo="owner/project"))
    answer = kb.explain("ValueError: the pump went wrong in a way nobody expected")
    assert [match.kind for match in answer.matches] == ["documented"]
    assert answer.matches[0].tie == []
    assert answer.matches[0].local is not None
    assert answer.matches[0].local.line == 4
    assert answer.matches[0].record["lineNumber"] == 120


def test_source_given_shows_the_window(kb: KnowledgeBase, tree: Path, tmp_path: Path, make_record) -> None:
    """Without a harvest, `sources` gives the window of a documented record."""
    record = make_record()
    place = tmp_path / "records" / "owner" / "project" / f"{record['slug']}.json"
    place.parent.mkdir(parents=True)
    place.write_text(json.dumps(record))
    kb.add_source("own", tmp_path / "records")
    line = "ValueError: the pump went wrong in a way nobody expected"
    assert kb.explain(line).matches[0].local is None
    found = kb.explain(line, sources=[tree]).matches[0].local
    assert found is not None
    assert found.line == 4


def test_a_located_wording_alone_is_no_confident_answer(kb: KnowledgeBase, tree: Path) -> None:
    """Without class or frame of its own, a sentence found in source is not claimed."""
    kb.harvest(Request((str(tree),), repo="owner/project"))
    assert kb.explain("note: there is no engine for steam on this host").matches == []


def test_records_of_a_checkout_are_pinned(kb: KnowledgeBase, checkout: Path, tmp_path: Path) -> None:
    """Permalinks go to the commit; another commit can be asked for; windows are written with `out`."""
    sha = git(checkout, "rev-parse", "HEAD")
    (checkout / "project" / "core" / "engine.py").write_text("\n\n" + SOURCE)
    git(checkout, "commit", "-qam", "second")
    out = tmp_path / "found.jsonl"
    kb.harvest(Request((str(checkout),), commit=sha[:12]), out=out)
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["lineNumber"] for record in records] == [4, 5]
    assert records[0]["githubUrl"] == f"https://github.com/owner/project/blob/{sha}/project/core/engine.py#L1-L6"
    assert records[0]["sourceCode"] == SOURCE
    kb.harvest(Request((str(checkout),)), out=out)
    assert [json.loads(line)["lineNumber"] for line in out.read_text().splitlines()] == [6, 7]
    with pytest.raises(UsageError, match="no commit"):
        kb.harvest(Request((str(checkout),), commit="nonsense"), out=out)


def test_wheel_and_difference(kb: KnowledgeBase, tmp_path: Path) -> None:
    """Wheels are read as they are, and compared."""
    wheels = []
    for number, text in enumerate((SOURCE, SOURCE.replace("on this host", "on that host"))):
        wheels.append(tmp_path / f"project-{number}.0-py3-none-any.whl")
        with zipfile.ZipFile(wheels[-1], "w") as archive:
            archive.writestr("project/core/engine.py", text)
    changes = kb.harvest_diff(Request(tuple(map(str, wheels))))
    assert [change.kind for change in changes] == ["reworded"]
    with pytest.raises(InputError, match="no archive"):
        kb.harvest(Request((__file__,)))
    with pytest.raises(UsageError, match="no package"):
        kb.harvest(Request(("no-such-package-anywhere",)))


def test_refresh_follows_the_source_and_deletes_nothing(
    kb: KnowledgeBase, checkout: Path, tmp_path: Path, make_record
) -> None:
    """Lines and links move, a moved file keeps the old id, a rewording is proposed, what vanished is flagged."""
    records = tmp_path / "records"
    engine = "there is no engine for {thing} on this host"
    drafts = [
        make_record(lineNumber=90),
        make_record(errorMessage=engine.replace("this", "any"), errorClass="RuntimeError"),
        make_record(errorMessage="nobody says so any more, whatever {x}"),
        make_record(errorMessage="this one has gone to another {place}"),
    ]
    for record in drafts:
        place = records / "owner" / "project" / f"{record['slug']}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(record))
        evidence = {"package": "project", "ecosystem": "pypi", "function": "start"}
        place.with_suffix(".evidence.json").write_text(json.dumps(evidence))
    (checkout / "project" / "other.py").write_text(
        "def g(place):\n    raise E(f'this one has gone to another {place}')\n"
    )
    git(checkout, "add", ".")
    git(checkout, "commit", "-qm", "moved")
    sha = git(checkout, "rev-parse", "HEAD")
    before = {path: path.read_bytes() for path in records.rglob("*.json")}
    outcome = {one.record["errorMessage"]: one for one in kb.refresh(records, "owner/project", checkout, write=False)}
    assert {path: path.read_bytes() for path in records.rglob("*.json")} == before
    assert [outcome[record["errorMessage"]].kind for record in drafts] == ["line", "reworded", "gone", "file"]
    assert outcome[drafts[1]["errorMessage"]].detail == engine
    kb.refresh(records, "owner/project", checkout, write=True)
    fresh = json.loads((records / "owner/project" / f"{drafts[0]['slug']}.json").read_text())
    assert (fresh["lineNumber"], fresh["analyzedSha"], fresh["id"]) == (4, sha, drafts[0]["id"])
    moved = json.loads((records / "owner/project" / f"{drafts[3]['slug']}.json").read_text())
    evidence = json.loads((records / "owner/project" / f"{drafts[3]['slug']}.evidence.json").read_text())
    assert moved["filePath"] == "project/other.py"
    assert evidence["formerIds"] == [drafts[3]["id"]]
    assert moved["id"] != drafts[3]["id"]
    kb.add_source("own", records)
    assert kb.show(drafts[3]["id"]).record["filePath"] == "project/other.py"


@pytest.mark.parametrize("target", ["", "  "])
def test_an_empty_name_is_not_the_working_directory(kb: KnowledgeBase, target: str) -> None:
    """`harvest "$UNSET"` is a mistake, and must not make a source of whatever folder one is in."""
    with pytest.raises(UsageError, match="empty"):
        kb.harvest(Request((target,)))
    assert [source.name for source in kb.sources()] == ["shipped"]


def test_an_interpreter_that_is_not_there(kb: KnowledgeBase, tmp_path: Path) -> None:
    """A path that does not exist is an error, even if there happen to be packages beside it."""
    (tmp_path / "lib/python3.12/site-packages").mkdir(parents=True)
    with pytest.raises(InputError, match="no such interpreter"):
        kb.harvest(Request(environment=True, python=tmp_path / "bin" / "python"))


def test_a_harvest_that_was_killed_is_done_again(
    kb: KnowledgeBase, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it was killed, the next run writes all of it and clears away what is left."""
    request = Request((str(tree),), workers=1)
    place = kb.harvest(request).place
    assert place is not None
    (tree / "project" / "core" / "more.py").write_text("raise ValueError('another thing went wrong')\n")

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("errkb.harvests.write_text", killed)
        with pytest.raises(KeyboardInterrupt):
            kb.harvest(request)
    (place / ".x.jsonl.1.tmp").write_text("half of it")
    (place / "0123.jsonl").write_text("of a target that is no more")
    report = kb.harvest(request)
    assert report.records == 3
    assert len(list(place.iterdir())) == 3
    (answer, *_) = kb.explain("ValueError: another thing went wrong").matches
    assert answer.record["errorMessage"] == "another thing went wrong"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_workers_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    """Nobody is left behind that waits for work."""
    code = """
import os, sys
from errkb.harvest.run import Crew, _pool
pool = _pool(2)
print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True)
os.kill(os.getpid(), 9)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == -9
    waiting = [Path("/proc") / number for number in run.stdout.split()]
    assert waiting
    end = time.monotonic() + 30
    while any(place.exists() for place in waiting) and time.monotonic() < end:
        time.sleep(0.05)
    assert not [place for place in waiting if place.exists()]


def test_a_disk_that_is_full_says_what_could_not_be_written(tmp_path: Path, tree: Path) -> None:
    """The place and what to do are named; of the harvest nothing is half there."""
    code = f"""
import resource, signal, sys
from pathlib import Path
from errkb.errors import ErrkbError
from errkb.harvests import harvest_into, harvest_out
from errkb.targets import Request, source_name
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for work, place in ((harvest_into, {str(tmp_path / "in")!r}), (harvest_out, {str(tmp_path / "out.jsonl")!r})):
    try:
        work(Request(({str(tree)!r},), workers=1), Path(place), lambda *_: None)
    except ErrkbError as error:
        print(error.where, error.message, bool(error.hint))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second = run.stdout.splitlines()
    assert first.startswith(str(tmp_path / "in"))
    assert second == f"{tmp_path / 'out.jsonl'} cannot be written: File too large True"
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".tmp", ".jsonl", ".known")]


@pytest.mark.parametrize(("name", "folder"), [("out.jsonl", True), ("out", False)])
def test_what_is_of_another_kind_is_not_written_over(
    kb: KnowledgeBase, tree: Path, tmp_path: Path, name: str, folder: bool
) -> None:
    """A folder is no file and a file no folder."""
    (tmp_path / name).mkdir() if folder else (tmp_path / name).write_text("mine")
    with pytest.raises(UsageError, match="is a f"):
        kb.harvest(Request((str(tree),), workers=1), out=tmp_path / name)


def test_two_folders_of_one_name_are_two_harvests(kb: KnowledgeBase, tmp_path: Path) -> None:
    """The commonest names of folders are `src` and `lib`: the second is no update of the first."""
    for place, word in (("one", "first"), ("two", "second")):
        folder = tmp_path / place / "src"
        folder.mkdir(parents=True)
        (folder / "a.py").write_text(f"raise ValueError('the pump of the {word} folder is out of order')\n")
    kb.harvest(Request((str(tmp_path / "one" / "src"),)))
    with pytest.raises(UsageError, match="one") as caught:
        kb.harvest(Request((str(tmp_path / "two" / "src"),)))
    assert "--name" in str(caught.value.hint)
    kb.harvest(Request((str(tmp_path / "two" / "src"),)), name="second")
    kb.harvest(Request((str(tmp_path / "one" / "src") + "/",)))
    known = {entry.record["errorMessage"] for entry in kb.entries(["harvest-src", "second"])}
    assert {f"the pump of the {word} folder is out of order" for word in ("first", "second")} <= known


def test_a_harvest_that_is_removed_leaves_nothing(kb: KnowledgeBase, tree: Path) -> None:
    """What was read from source of one's own is deleted, the source itself is not."""
    kb.harvest(Request((str(tree),)))
    kb.remove_source("harvest-project")
    assert not (kb.settings.home / "harvest" / "harvest-project").exists()
    assert tree.is_dir()


def test_an_environment_has_one_name(kb: KnowledgeBase, tmp_path: Path) -> None:
    """Given by its folder or by its interpreter, it is the same source."""
    names = {source_name(Request((), environment=True, python=tmp_path / path)) for path in (".", "bin/python")}
    (tmp_path / "bin").mkdir()
    assert len(names) == 1
