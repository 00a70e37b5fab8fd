"""Imports as sources of the knowledge base."""

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import pytest

from errkb.errors import DatasetError, ErrkbError, InputError, KnowledgeBaseError, UsageError
from errkb.exports import ExportRequest
from errkb.imports import ImportRequest
from errkb.kb import KnowledgeBase
from errkb.settings import Settings

LINE = "ValueError: the pump went wrong in a way nobody expected"


@pytest.fixture
def kb(tmp_path):
    with KnowledgeBase.open(Settings(tmp_path / "home")) as found:
        yield found


@pytest.fixture
def file(tmp_path, make_record):
    """Return a function that writes records to a file of JSON lines."""

    def write(*records, name="mine.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    return write


def names(kb):
    return [source.name for source in kb.sources()]


def test_an_import_answers_at_once(kb, file, make_record):
    """The file is a source of its own, and not needed any more."""
    path = file(make_record(repo="private/tool"), make_record(repo="a/b", errorMessage="nothing like it"))
    report = kb.import_(ImportRequest(path))
    assert (report.name, report.records, report.rejected) == ("import-mine", 2, 0)
    path.unlink()
    assert [match.record["repo"] for match in kb.explain(LINE).matches] == ["private/tool"]
    assert kb.sql("SELECT count(*) FROM records WHERE source = 'import-mine'").rows == [(2,)]
    assert kb.sql("SELECT tag FROM tags WHERE source = 'import-mine' GROUP BY ALL").rows == [("validation",)]
    assert kb.show(make_record(repo="private/tool")["id"]).record == make_record(repo="private/tool")
    assert [source.kind for source in kb.sources()] == ["shipped", "import"]


def test_an_import_of_the_same_name_takes_its_place(kb, file, make_record):
    """What the new file does not hold is gone; another kind of source of that name is not touched."""
    kb.import_(ImportRequest(file(make_record(), make_record(repo="a/b")), name="mine"))
    kb.import_(ImportRequest(file(make_record(repo="c/d")), name="mine"))
    assert kb.sql("SELECT repo FROM records WHERE source = 'mine'").rows == [("c/d",)]
    with pytest.raises(UsageError, match="shipped"):
        kb.import_(ImportRequest(file(make_record()), name="shipped"))
    with pytest.raises(UsageError, match="not a name"):
        kb.import_(ImportRequest(file(make_record()), name="../mine"))


def test_strictly_one_fault_keeps_all_out(kb, file, make_record, tmp_path):
    """The first faults are told with their places, all of them are written to the rejects file."""
    bad = [make_record(repo=f"a/b{number}") | {"severity": "fatal"} for number in range(12)]
    path = file(make_record(), *bad, make_record())
    report = kb.import_(ImportRequest(path, rejects=tmp_path / "rejects.jsonl"))
    assert (report.name, report.records, report.rejected, len(report.findings)) == (None, 1, 13, 10)
    first = report.findings[0]
    assert (first.file, first.line, first.pointer, first.rule) == (path, 2, "/severity", "wrong-value")
    assert report.rules == {"wrong-value": 12, "duplicate-id": 1}
    rejects = [json.loads(line) for line in (tmp_path / "rejects.jsonl").read_text().splitlines()]
    assert [(row["record"], row["line"], row["faults"][0]["rule"]) for row in rejects][-1] == (14, 14, "duplicate-id")
    assert json.loads(rejects[0]["data"]) == bad[0]
    assert names(kb) == ["shipped"]
    assert not (tmp_path / "home" / "imports" / "import-mine").exists()


def test_leniently_the_sound_ones_are_imported(kb, file, make_record):
    """The others are counted, and named."""
    report = kb.import_(ImportRequest(file(make_record(), {"id": 1}, make_record(repo="a/b")), lenient=True))
    assert (report.name, report.records, report.rejected) == ("import-mine", 2, 1)
    assert all(finding.line == 2 for finding in report.findings)


def test_keys_of_a_newer_schema(kb, file, make_record):
    """They are named with how often they occur; left out if that is wanted."""
    path = file(make_record() | {"mood": "bad"}, make_record(repo="a/b") | {"mood": "good", "tempo": 3})
    report = kb.import_(ImportRequest(path))
    assert (report.name, report.unknown) == (None, {"mood": 2, "tempo": 1})
    report = kb.import_(ImportRequest(path, ignore_unknown=True))
    assert (report.name, report.records, report.unknown) == ("import-mine", 2, {"mood": 2, "tempo": 1})


def test_a_removed_import_is_gone(kb, file, make_record, tmp_path):
    """Nobody else keeps a copy that errkb has made."""
    kb.import_(ImportRequest(file(make_record(repo="private/tool"))))
    kb.remove_source("import-mine")
    assert names(kb) == ["shipped"]
    assert not any((tmp_path / "home" / "imports").iterdir())


def test_a_folder_that_only_looks_like_an_import(kb, file, make_record, tmp_path):
    """What nobody has checked is read like any folder, and never deleted."""
    kb.import_(ImportRequest(file(make_record(repo="private/tool"))))
    copy = shutil.copytree(tmp_path / "home" / "imports" / "import-mine", tmp_path / "copy")
    with pytest.raises(KnowledgeBaseError, match="not one record"):
        kb.add_source("copy", copy)
    assert (copy / "records.jsonl").is_file()


def test_what_killed_imports_left_is_pruned(kb, file, make_record, tmp_path):
    """Folders of processes that are no more, and of imports that were never registered; what is used stays."""
    kb.import_(ImportRequest(file(make_record(repo="private/tool"))))
    imports = tmp_path / "home" / "imports"
    mark = next(iter(_aside_name(imports)))
    for name in (mark.replace(str(os.getpid()), str(_dead_process())), mark, "never", "now"):
        (imports / name).mkdir()
        (imports / name / "records.jsonl").write_bytes(b"x" * 1000)
    os.utime(imports / "never", (0, 0))
    assert kb.prune() == 2000
    assert sorted(path.name for path in imports.iterdir()) == sorted([mark, "import-mine", "now"])
    assert kb.explain(LINE).matches


def _aside_name(folder):
    """Yield the name that is written to beside a place in a folder."""
    from errkb.export.replacing import aside

    with aside(folder / "x") as place:
        yield place.parent.name


def _dead_process():
    """Return the number of a process that is no more."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_nothing_in_it(kb, file):
    """An empty file is no source."""
    assert kb.import_(ImportRequest(file())).name is None
    assert names(kb) == ["shipped"]


@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_many_records_in_processes(kb, file, make_record, monkeypatch, form):
    """Blocks are checked by several processes, and come back in their order."""
    monkeypatch.setattr("errkb.dataset.incoming.blocks.BLOCK_ROWS", 3)
    monkeypatch.setattr("errkb.dataset.incoming.blocks.BLOCK_BYTES", 4000)
    records = [make_record(repo=f"a/b{number:02d}") for number in range(20)]
    records[15] = records[15] | {"slug": "x"}
    records[17] = records[3]
    path = file(*records)
    if form == "json":
        path.write_text(json.dumps(records))
        path = path.rename(path.with_suffix(".json"))
    else:
        path.write_text("\ufeff \n" + path.read_text().replace("\n", "\r\n\n"))
    report = kb.import_(ImportRequest(path, lenient=True, workers=2, rejects=path.with_name("rejects")))
    assert (report.records, report.rejected, report.rules) == (18, 2, {"slug": 1, "duplicate-id": 1})
    places = [
        (json.loads(line)["record"], json.loads(line)["line"])
        for line in path.with_name("rejects").read_text().splitlines()
    ]
    assert places == ([(16, 32), (18, 36)] if form == "jsonl" else [(16, None), (18, None)])
    rows = kb.sql("SELECT repo FROM records WHERE source = 'import-mine' ").rows
    assert [repo for (repo,) in rows] == [one["repo"] for one in [*records[:15], records[16], *records[18:]]]


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet", "duckdb", "sqlite", "huggingface", "static"])
def test_the_shipped_records_there_and_back(kb, tmp_path, form):
    """What is exported and imported is exported again as it was, with all that stands beside the records."""
    out = tmp_path / ("out.duckdb" if form == "duckdb" else "out.sqlite" if form == "sqlite" else "out")
    kb.export(out, ExportRequest(repo="pandas-dev/pandas"), form=form)
    report = kb.import_(ImportRequest(out, name="back"))
    assert (report.rejected, report.rules, report.beside) == (0, {}, {})
    again = tmp_path / "again"
    kb.export(tmp_path / "first", ExportRequest(repo="pandas-dev/pandas"), form="jsonl")
    kb.export(again, ExportRequest(where="source = 'back'", named=("back",)), form="jsonl")
    tables = {path.name for path in again.iterdir()} - {"provenance.jsonl", "meta.jsonl"}
    assert len(tables) == 9
    for table in tables:
        before, after = ((folder / table).read_text().splitlines() for folder in (tmp_path / "first", again))
        if table == "articles.jsonl":  # the export holds all of them
            before = after = sorted({*before, *after})
        assert [json.loads(line) for line in after] == [json.loads(line) for line in before], table


def test_paths_that_are_nothing(kb, tmp_path):
    """A path that is not there, or of no known kind, is refused with what could be read."""
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "missing.jsonl", tmp_path / "notes.txt", tmp_path / "folder"):
        with pytest.raises(InputError) as caught:
            kb.import_(ImportRequest(path))
        assert caught.value.where == str(path)


@pytest.mark.parametrize("name", ["a.parquet", "a.duckdb", "a.sqlite", "a.arrow", "a.json", "a.jsonl.gz", "a.csv"])
def test_files_that_lie_about_their_kind(kb, tmp_path, name):
    """They are refused with a sentence, and nothing is left behind."""
    if name.endswith(".arrow"):
        pytest.importorskip("pyarrow")
    (tmp_path / name).write_bytes(b'"\xff\x00' + b"nothing of the kind" * 40)
    with pytest.raises((InputError, DatasetError)):
        kb.import_(ImportRequest(tmp_path / name))
    assert not any((tmp_path / "home").glob("imports/*"))
    assert not any((tmp_path / "home").glob("imports/.*"))


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.csv.gz", "a.jsonl.zst"])
def test_packed_files_that_are_torn(kb, tmp_path, name):
    """The end is missing: nothing is imported."""
    if name.endswith(".zst"):
        pytest.importorskip("zstandard")
    kb.export(tmp_path / name, ExportRequest(repo="pandas-dev/pandas"))
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:-2000])
    with pytest.raises(DatasetError):
        kb.import_(ImportRequest(tmp_path / name, lenient=True))


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.json.gz", "a.csv.gz", "a.jsonl.zst"])
def test_packed_files_of_no_bytes(kb, tmp_path, name):
    """They are said to be what they are; one that was packed of nothing holds no records."""
    (tmp_path / name).touch()
    with pytest.raises(DatasetError, match="the file is empty") as caught:
        kb.import_(ImportRequest(tmp_path / name, lenient=True))
    assert str(tmp_path / name) in caught.value.where
    if name == "a.jsonl.gz":
        (tmp_path / name).write_bytes(gzip.compress(b""))
        assert kb.import_(ImportRequest(tmp_path / name)).records == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_records_from_a_pipe(kb, tmp_path, make_record, name):
    """They are read as they come, once."""
    data = json.dumps(make_record(repo="private/tool")).encode()
    os.mkfifo(tmp_path / name)
    code = "import sys; open(sys.argv[1], 'wb').write(bytes.fromhex(sys.argv[2]))"
    sent = (gzip.compress(data) if name.endswith(".gz") else data).hex()
    with subprocess.Popen([sys.executable, "-c", code, tmp_path / name, sent]):
        assert kb.import_(ImportRequest(tmp_path / name)).records == 1
    assert kb.explain(LINE).matches


def test_tables_of_another_shape(kb, tmp_path, make_record):
    """A table beside the records that errkb has not written is named, not guessed at; so is text that is no JSON."""
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "records.jsonl").write_text(json.dumps(make_record()) + "\nno json\n")
    report = kb.import_(ImportRequest(folder))
    assert [(finding.rule, finding.line) for finding in report.findings] == [("invalid-json", 2)]
    for text in ('{"recordId": 1}', "[]", "no json"):
        (folder / "aliases.jsonl").write_text(text)
        (folder / "evidence.jsonl").write_text('{"record": 1}')
        with pytest.raises(DatasetError):
            kb.import_(ImportRequest(folder, lenient=True))


def test_what_stands_beside_and_is_wrong(kb, tmp_path, make_record):
    """It is left out and counted; the record is imported."""
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "records.jsonl").write_text(json.dumps(make_record(repo="a/b")))
    evidence = {"recordId": make_record(repo="a/b")["id"], "package": "", "ecosystem": "none", "function": None}
    (folder / "evidence.jsonl").write_text(json.dumps(evidence))
    report = kb.import_(ImportRequest(folder, name="mine"))
    assert (report.records, report.rejected, sum(report.beside.values())) == (1, 0, 1)


def test_parquet_of_others(kb, tmp_path, make_record):
    """Values that JSON does not have are faults, and can be written to the rejects file."""
    duckdb.sql("SELECT 'x' AS id, TIMESTAMP '2026-01-02' AS analyzedAt, 'a'::BLOB AS slug").write_parquet(
        str(tmp_path / "other.parquet")
    )
    report = kb.import_(ImportRequest(tmp_path / "other.parquet", rejects=tmp_path / "rejects.jsonl"))
    assert (report.name, report.rejected) == (None, 1)
    assert json.loads((tmp_path / "rejects.jsonl").read_text())["data"]["analyzedAt"].startswith("2026-01-02")


def test_the_same_bytes_wherever_records_come_from(kb, tmp_path):
    """Shipped or imported, an export of the same records has the same bytes."""
    kb.export(tmp_path / "one.jsonl", ExportRequest(repo="pandas-dev/pandas"))
    kb.import_(ImportRequest(tmp_path / "one.jsonl", name="back"))
    kb.export(tmp_path / "two.jsonl", ExportRequest(where="source = 'back'", named=("back",)))
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_a_torn_dataset_is_refused(kb, tmp_path):
    """A published dataset with a changed byte is not imported, and what was imported before stays."""
    kb.export(tmp_path / "data", ExportRequest(repo="pandas-dev/pandas"), form="static")
    kb.import_(ImportRequest(tmp_path / "data", name="back"))
    path = tmp_path / "data" / "repos" / "pandas-dev" / "pandas.json"
    path.write_bytes(path.read_bytes()[:-10] + b" " * 10)
    with pytest.raises(DatasetError, match="hash"):
        kb.import_(ImportRequest(tmp_path / "data", name="back"))
    assert kb.sql("SELECT count(*) > 9 FROM records WHERE source = 'back'").rows == [(True,)]


def test_an_import_of_another_version(kb, file, make_record, tmp_path):
    """Where it kept other keys they are made anew from its records, and the segment with them."""
    kb.import_(ImportRequest(file(make_record(repo="private/tool"), make_record(repo="a/b"))))
    folder = tmp_path / "home" / "imports" / "import-mine"
    manifest = json.loads((folder / "import.json").read_text())
    del manifest["keys"]
    (folder / "import.json").write_text(json.dumps(manifest))
    (folder / "keys.bin").unlink()
    kb.build(force=True)
    assert kb.explain(LINE).matches[0].record["repo"] == "private/tool"
    assert kb.show(make_record(repo="a/b")["id"]).record == make_record(repo="a/b")


@pytest.mark.parametrize("name", ["records.jsonl", "keys.bin", "sidecars.jsonl", "import.json", "beside.json"])
def test_a_damaged_import_is_not_built(kb, file, make_record, tmp_path, name):
    """A changed byte is found before a segment is made of it; the old one answers, and what to do is said."""
    kb.import_(ImportRequest(file(make_record(repo="private/tool")), name="mine"))
    segment = next((tmp_path / "home" / "segments" / "mine").glob("*/records.jsonl"))
    path = tmp_path / "home" / "imports" / "mine" / name
    data = path.read_bytes()
    path.unlink()
    path.write_bytes((data or b"x").replace(b"pump", b"lamp").replace(b"thing", b"thong")[:-9] + b"x")
    with pytest.raises(KnowledgeBaseError) as caught:
        kb.build(force=True)
    assert str(path.parent) in caught.value.where
    assert b"thing" in segment.read_bytes()
    assert kb.explain(LINE).matches[0].record["repo"] == "private/tool"


def test_damage_is_told(kb, file, make_record, tmp_path):
    """An import whose files are gone says so; its segment still answers."""
    kb.import_(ImportRequest(file(make_record(repo="private/tool"))))
    shutil.rmtree(tmp_path / "home" / "imports" / "import-mine")
    kb.close()
    assert kb.explain(LINE).matches[0].record["repo"] == "private/tool"
    assert any("cannot be read" in warning for warning in kb.warnings)


def test_a_disk_that_is_full_changes_nothing(kb, file, make_record, tmp_path):
    """Wherever an import stops for want of room, what was imported before is whole and answers; nothing new is left."""
    resource = pytest.importorskip("resource")
    home = tmp_path / "home"
    kb.import_(ImportRequest(file(make_record(repo="private/tool"), name="old.jsonl"), name="mine"))
    before = (home / "imports" / "mine" / "records.jsonl").read_bytes()
    path = file(*[make_record(repo=f"new/tool{number}") for number in range(50)])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for limit in (0, 300, 2_000, 8_000, 32_000, 64_000):
        for name in ("mine", "new"):
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
            try:
                with pytest.raises(ErrkbError):
                    kb.import_(ImportRequest(path, name=name))
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [one.name for one in (home / "imports").iterdir()] == ["mine"]
    assert (home / "imports" / "mine" / "records.jsonl").read_bytes() == before
    with KnowledgeBase.open(Settings(home)) as again:
        assert names(again) == ["shipped", "mine"]
        assert again.sql("SELECT repo FROM records WHERE source = 'mine'").rows == [("private/tool",)]
    assert kb.import_(ImportRequest(path, name="mine")).records == 50


@pytest.mark.parametrize("part", ["index.write", "Imported.write_records", "beside.write"])
def test_an_index_that_cannot_be_built(kb, file, make_record, monkeypatch, part):
    """A new source is not made, an old one stays as it was, whatever part of the build fails."""
    kb.import_(ImportRequest(file(make_record(repo="private/tool")), name="mine"))
    path = file(make_record(repo="a/b"), make_record(repo="c/d"))

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(f"errkb.imports.{part}", fail)
        for name in ("mine", "new"):
            with pytest.raises(KnowledgeBaseError, match="No space left"):
                kb.import_(ImportRequest(path, name=name))
    assert names(kb) == ["shipped", "mine"]
    assert [one.name for one in (kb.settings.home / "imports").iterdir()] == ["mine"]
    assert kb.sql("SELECT repo FROM records WHERE source = 'mine'").rows == [("private/tool",)]


@pytest.mark.parametrize("time", ["9999-12-31T23:59:59Z", "9999-01-01T00:00:00.000Z", None])
def test_times_of_the_future(kb, file, make_record, tmp_path, time):
    """More than a day ahead is a fault: no version made of it could ever be followed by another one."""
    at = time or (datetime.now(UTC) + timedelta(days=1, minutes=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    report = kb.import_(ImportRequest(file(make_record(analyzedAt=at), make_record(repo="a/b")), lenient=True))
    assert (report.records, report.rules, report.findings[0].pointer) == (1, {"timestamp": 1}, "/analyzedAt")
    kb.export(tmp_path / "data", ExportRequest(repo="pandas-dev/pandas"), form="static")
    path = next((tmp_path / "data").rglob("manifest.json"))
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"datasetVersion": at}))
    with pytest.raises(DatasetError, match="in the future"):
        kb.import_(ImportRequest(tmp_path / "data", lenient=True))


def test_times_of_today(kb, file, make_record):
    """A clock that is some hours ahead is no fault."""
    at = (datetime.now(UTC) + timedelta(hours=20)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert kb.import_(ImportRequest(file(make_record(analyzedAt=at)))).records == 1


@pytest.mark.parametrize("name", ["a.sqlite", "a.duckdb"])
@pytest.mark.parametrize("table", ["records_old", None])
def test_databases_of_others(kb, tmp_path, name, table):
    """Without a table of records it is not what errkb writes, and that is said."""
    connect = sqlite3.connect if name == "a.sqlite" else duckdb.connect
    connection = connect(str(tmp_path / name))
    connection.execute("CREATE TABLE t (id TEXT)" if table is None else f"CREATE TABLE {table} (id TEXT)")
    connection.close()
    with pytest.raises(InputError, match="no table `records`") as caught:
        kb.import_(ImportRequest(tmp_path / name, lenient=True))
    assert caught.value.where == str(tmp_path / name)


@pytest.mark.parametrize("way", ["same", "link", "hard link", "within"])
def test_rejects_never_overwrite_what_is_imported(kb, file, tmp_path, way):
    """Under whatever name the input goes, it is refused as the place of the rejects, and stays as it is."""
    folder = tmp_path / "tables"
    folder.mkdir()
    path = file({"id": 1}, name="tables/records.jsonl")
    before, rejects = path.read_bytes(), path if way in {"same", "within"} else tmp_path / "other"
    if way == "link":
        rejects.symlink_to(path)
    elif way == "hard link":
        rejects.hardlink_to(path)
    with pytest.raises(UsageError, match="overwrite what is imported"):
        kb.import_(ImportRequest(folder if way == "within" else path, rejects=rejects, lenient=True))
    assert path.read_bytes() == before
    assert names(kb) == ["shipped"]


def test_rejects_of_an_earlier_run(kb, file, make_record, tmp_path):
    """They are gone after a run without faults, and stay until a run has come to its end."""
    rejects = tmp_path / "rejects.jsonl"
    kb.import_(ImportRequest(file({"id": 1}), rejects=rejects))
    before = rejects.read_text()
    torn = tmp_path / "torn.json"
    torn.write_text('[{"id": 1}, {"id"')
    with pytest.raises(DatasetError):
        kb.import_(ImportRequest(torn, rejects=rejects))
    assert rejects.read_text() == before
    kb.import_(ImportRequest(file(make_record()), rejects=rejects))
    assert not rejects.exists()
    assert not list(tmp_path.glob(".*rejects*"))


def test_rejects_go_where_a_link_leads(kb, file, tmp_path):
    """The link stays one; what is no regular file is written to, not replaced."""
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    kb.import_(ImportRequest(file({"id": 1}), rejects=link))
    assert link.is_symlink()
    assert json.loads(target.read_text())["record"] == 1
    null = Path(os.devnull)
    kb.import_(ImportRequest(file({"id": 1}), rejects=null))
    assert not null.is_file()


@pytest.mark.parametrize("place", ["missing/rejects", "folder", "file/rejects"])
def test_rejects_that_cannot_be_written(kb, file, tmp_path, place):
    """It is told before anything is imported, with the place and what to change."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(InputError) as caught:
        kb.import_(ImportRequest(file({"id": 1}), rejects=tmp_path / place))
    assert str(tmp_path / place).startswith(caught.value.where)
    assert "--rejects" in caught.value.hint
    assert names(kb) == ["shipped"]
