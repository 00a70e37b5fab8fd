"""A source that holds the index only: every error is recognised, records come when they are asked for."""

from __future__ import annotations

import gzip
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from errkb.errors import DatasetError, ErrkbError, UsageError
from errkb.kb import KnowledgeBase
from errkb.model.record import Record
from errkb.render.contract import explanation_json
from errkb.sync.source import SyncRequest

from .conftest import V1, V2
from .test_hostile import changed, put

TEXT = "ValueError: the pump of mine went out of order for good"


@pytest.fixture
def indexed(kb, publish, web):
    """Return a knowledge base that has the index of a dataset."""
    publish(V1, "pump", "fan")
    kb.sync(SyncRequest(web.address, name="there", index_only=True))
    return kb


def answer(kb):
    """Return the one answer to the text."""
    [match] = kb.explain(TEXT).matches
    return match


def test_only_the_index_is_fetched(indexed, web):
    """Manifest and index are all that is asked for."""
    assert web.files() == ["/data/index.json.gz"]
    assert indexed.sync(SyncRequest("there")).outcome == "same"
    assert web.files() == []


def test_an_error_is_recognised_and_nothing_is_fetched(indexed, web):
    """The match has every key of a record, null where the index does not tell, and the reader's own values."""
    web.asked.clear()
    match = answer(indexed)
    assert (match.kind, match.level, match.captures[0].value) == ("index", "confident", "mine")
    assert list(match.record) == list(Record.model_fields)
    assert (match.record["documentation"], match.record["solutions"], match.record["filePath"]) == (None, None, None)
    assert match.record["errorClass"] == "ValueError"
    assert explanation_json(indexed.explain(TEXT))["matches"][0]["kind"] == "index"
    assert indexed.show(match.record_id).is_index_only
    assert web.asked == []


def test_a_record_is_fetched_when_asked_for(indexed, web):
    """`show --fetch` brings the records of that repository; they answer from then on, also without a server."""
    web.asked.clear()
    identifier = answer(indexed).record_id
    assert indexed.show(identifier, fetch=True).record["documentation"].startswith("What the pump means")
    assert web.files() == ["/data/repos/there/pump.json"]
    web.server.server_close()
    match = answer(indexed)
    assert (match.kind, match.record["filePath"]) == ("documented", "project/core/engine.py")
    assert indexed.show(identifier).record["solutions"]


def test_on_demand_is_asked_for_when_the_source_is_added(kb, publish, web):
    """`show` fetches by itself then, and `explain` never."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there", index_only=True, on_demand=True))
    web.asked.clear()
    match = answer(kb)
    assert (match.kind, web.asked) == ("index", [])
    assert not kb.show(match.record_id).is_index_only
    assert web.files() == ["/data/repos/there/pump.json"]


def test_offline_is_stronger(kb, publish, web):
    """With ERRKB_OFFLINE nothing is fetched on demand either."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there", index_only=True, on_demand=True))
    web.asked.clear()
    with KnowledgeBase.open(replace(kb.settings, offline=True)) as offline, pytest.raises(UsageError, match="offline"):
        offline.show(answer(offline).record_id)
    assert web.asked == []


def test_a_record_that_cannot_be_fetched(indexed, web):
    """What the index knows stays, and the error says what was wrong."""
    identifier = answer(indexed).record_id
    (web.root / "data" / "repos" / "there" / "pump.json").write_text("[]")
    with pytest.raises(ErrkbError):
        indexed.show(identifier, fetch=True)
    assert answer(indexed).kind == "index"


def test_the_whole_dataset_takes_its_place(indexed, publish, web):
    """`--full` fetches the records, `--index-only` lets go of them; a new version of an index is fetched."""
    assert indexed.sync(SyncRequest("there", index_only=False)).fetched == 3
    assert answer(indexed).kind == "documented"
    publish(V2, "pump", "fan")
    indexed.sync(SyncRequest("there", index_only=True))
    assert answer(indexed).kind == "index"


def test_records_without_hashes_are_not_taken(kb, publish, web):
    """A manifest that names the index alone gives the index alone, and that is said."""
    folder = publish(V1, "pump")

    def only_index(manifest):
        manifest["files"] = {"index.json": manifest["files"]["index.json"]}

    changed(folder, only_index)
    report = kb.sync(SyncRequest(web.address, name="there"))
    assert "only its index" in report.warnings[0]
    assert web.files() == ["/data/index.json.gz"]
    match = answer(kb)
    assert match.kind == "index"
    with pytest.raises(DatasetError, match="no records of there/pump"):
        kb.show(match.record_id, fetch=True)


def test_the_whole_record_of_another_source_goes_first(indexed, publish, tmp_path):
    """A source that has the whole record answers before one that has its index entry, whatever their names."""
    other = publish(V1, "pump", folder=tmp_path / "other" / "data")
    indexed.sync(SyncRequest(str(other), name="zz"))
    match = answer(indexed)
    assert (match.kind, indexed.show(match.record_id).source) == ("documented", "zz")


def test_faults_of_an_index_cost_their_entries(kb, publish, web):
    """Entries that break the contract are left out and counted; unsafe patterns are derived anew."""
    folder = publish(V1, "pump", "fan", "hose")
    index = json.loads(gzip.decompress((folder / "index.json.gz").read_bytes()))
    by_repo = {entry["repo"]: entry for entry in index["errors"]}
    by_repo["there/fan"]["sev"] = "fatal"
    by_repo["there/hose"]["pattern"] = "(a+)+$"
    raw = json.dumps(index).encode()
    put(folder, "index.json", gzip.compress(raw), rawBytes=len(raw), rawSha256=None)
    report = kb.sync(SyncRequest(web.address, name="there", index_only=True))
    assert (report.left_out, report.put_right) == ({"wrong-value": 1}, {"pattern": 1})
    assert answer(kb).kind == "index"


def settings_of(kb):
    """Return whether the source holds the index only, as it is written down."""
    return json.loads((kb.settings.home / "sync" / "there" / "sync.json").read_bytes())["index_only"]


@pytest.mark.parametrize("way", ["asked", "not modified", "pinned", "offline"])
def test_another_extent_of_the_same_version(kb, publish, web, way):
    """Whole or index only, what that leaves out is told, however the version in use was found to be the one wanted."""
    folder = publish(V1, "pump", "fan")
    [record] = json.loads((folder / "repos/there/fan.json").read_bytes())
    put(folder, "repos/there/fan.json", json.dumps([record | {"severity": "fatal"}]).encode())
    kb.sync(SyncRequest(web.address, name="there", index_only=True))
    assert kb.sync(SyncRequest("there", index_only=False)).left_out == {"wrong-value": 1}
    assert answer(kb).kind == "documented"
    if way != "asked":
        assert kb.sync(SyncRequest("there", index_only=True)).left_out == {}
        assert answer(kb).kind == "index"
        if way == "pinned":
            kb.pin_source("there")
            publish(V2, "pump", "fan")
        report = kb.sync(SyncRequest("there", index_only=False, offline=way == "offline"))
        assert (report.left_out, report.version) == ({"wrong-value": 1}, V1)
        assert answer(kb).kind == "documented"


def test_an_extent_without_one_sound_record(kb, publish, web):
    """It is refused, and what was asked for before stays in use and written down."""
    folder = publish(V1, "pump")
    put(folder, "repos/there/pump.json", json.dumps([{"id": 1}]).encode())
    kb.sync(SyncRequest(web.address, name="there", index_only=True))
    for _ in range(2):
        with pytest.raises(ErrkbError) as caught:
            kb.sync(SyncRequest("there", index_only=False))
        assert f"{V1} stays in use" in caught.value.hint
        assert settings_of(kb) is True
        assert answer(kb).kind == "index"


@pytest.mark.parametrize("shape", ["class-in-index", "index-not-compressed", "oldest", "no-background-tag"])
@pytest.mark.parametrize("index_only", [True, False])
def test_older_shapes(kb, tmp_path, shape, index_only):
    """Datasets of every shape there has been answer, whole or by their index."""
    fixtures = Path(__file__).parents[1] / "dataset" / "published" / shape
    shutil.copytree(fixtures, tmp_path / "old")
    kb.sync(SyncRequest(str(tmp_path / "old"), index_only=index_only))
    [match] = kb.explain("ValueError: the pump went wrong in a way nobody expected").matches
    assert match.kind == ("index" if index_only else "documented")
    assert match.record["errorClass"] == "ValueError"
