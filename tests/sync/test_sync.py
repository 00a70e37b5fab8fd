"""A published dataset comes onto this machine, stays up to date, and answers offline ever after."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from errkb.dataset.sources import shipped_records
from errkb.errors import DatasetError, ErrkbError, InputError, KnowledgeBaseError, UsageError
from errkb.sync.source import SyncRequest

from .conftest import V1, V2, V3, record_of, said
from .test_hostile import changed

DOWN = "192.0.2.1"  # of the network for documentation: nobody answers there


def versions(kb, name="there"):
    """Return the version in use and those that are kept, newest first."""
    synced = next(source.synced for source in kb.sources() if source.name == name)
    return synced.version, list(synced.versions)


def test_synced_records_answer_at_once(kb, publish, web):
    """One command, and the records of a publisher answer beside the shipped ones; the server may be gone then."""
    publish(V1, "pump", "fan")
    report = kb.sync(SyncRequest(web.address))
    assert (report.outcome, report.version, report.fetched) == ("new", V1, 3)
    web.server.server_close()
    assert said(kb, "pump") == V1
    [source] = [one for one in kb.sources() if one.kind == "sync"]
    assert (source.name, source.records, source.synced.version) == ("127-0-0-1", 2, V1)


@pytest.mark.parametrize("end", ["", "/", "/data", "/data/", "/data/manifest.json"])
def test_an_address_can_be_given_in_every_way(kb, publish, web, end):
    """Host, folder or manifest: it is one source."""
    publish(V1, "pump")
    host = web.address.removesuffix("/data/")
    assert kb.sync(SyncRequest(host + end)).outcome == "new"
    assert kb.sync(SyncRequest(web.address)).outcome == "same"
    assert [one.synced.address for one in kb.sources() if one.synced] == [web.address]


def test_nothing_is_fetched_when_nothing_has_changed(kb, publish, web):
    """The server is asked whether the manifest has changed, and that is all."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    web.asked.clear()
    report = kb.sync(SyncRequest("there"))
    assert (report.outcome, report.fetched) == ("same", 0)
    assert web.asked == ["/data/manifest.json"]
    web.misbehave = lambda handler, _: handler.answer(304) or True
    with pytest.raises(DatasetError, match="was not asked"):
        kb.sync(SyncRequest(web.address.replace("/data/", "/other/"), name="liar"))


def test_only_what_has_changed_is_fetched(kb, publish, web):
    """An update that changes 3 of 2,000 files fetches these three, and only their answers change."""
    names = [f"part{number}" for number in range(2000)]
    publish(V1, *names)
    kb.sync(SyncRequest(web.address, name="there"))
    assert len(web.files()) == 2000
    changed = ["part7", "part70", "part700"]

    def rewrite(make):
        return [record_of(make, name, V2 if name in changed else V1) for name in names]

    publish(V2, records=rewrite(publish.make_record))
    report = kb.sync(SyncRequest("there"))
    assert web.files() == [f"/data/repos/there/{name}.json" for name in sorted(changed)]
    assert (report.fetched, report.kept, report.version) == (3, 1998, V2)
    assert [said(kb, name) for name in ("part7", "part8")] == [V2, V1]


def test_a_file_goes_on_where_it_stopped(kb, publish, web):
    """What a cut connection has brought is not fetched again."""
    publish(V1, "pump")
    cut: list[int] = []

    def cut_once(handler, data):
        if "/repos/" not in handler.path or cut:
            return False
        cut.append(len(data) // 3)
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data[: cut[0]])
        return True

    web.misbehave = cut_once
    kb.sync(SyncRequest(web.address))
    assert web.ranges == [f"/data/repos/there/pump.json bytes={cut[0]}-"]
    assert said(kb, "pump") == V1


def test_a_part_of_something_else_is_thrown_away(kb, publish, web):
    """A part that was damaged on this machine is found out by the hash, and the file is fetched as a whole."""
    folder = publish(V1, "pump")
    manifest = json.loads((folder / "manifest.json").read_bytes())
    digest = manifest["files"]["repos/there/pump.json"]["sha256"]
    objects = kb.settings.home / "sync" / "there" / "objects"
    objects.mkdir(parents=True)
    (objects / f"{digest}.part").write_bytes(b"nothing of it")
    kb.sync(SyncRequest(web.address, name="there"))
    assert said(kb, "pump") == V1


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_what_passes_is_waited_for(kb, publish, web, status):
    """A server that is busy for a moment is asked again, when it says so."""
    publish(V1, "pump")
    times: list[str] = []

    def busy(handler, _):
        times.append(handler.path)
        if times.count(handler.path) > 2:
            return False
        handler.answer(status, Retry_After="0")
        return True

    web.misbehave = busy
    assert kb.sync(SyncRequest(web.address)).outcome == "new"
    assert times.count("/data/manifest.json") == 3


def test_redirects_on_the_same_host_are_followed(kb, publish, web):
    """A publisher may rearrange its server."""
    publish(V1, "pump")
    (web.root / "data").rename(web.root / "moved")

    def lead(handler, _):
        if not handler.path.startswith("/data/"):
            return False
        handler.answer(301, Location=handler.path.replace("/data/", "/moved/"))
        return True

    web.misbehave = lead
    assert kb.sync(SyncRequest(web.address)).outcome == "new"


@pytest.mark.parametrize(("first", "then", "says"), [(V2, V1, "older"), (V2, V2, "changed what it published")])
def test_versions_only_grow(kb, publish, web, *, first, then, says):
    """An older version, or another content of the same one, is not taken; removing and adding the source is a way."""
    publish(first, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    publish(then, "pump", "fan")
    with pytest.raises(DatasetError, match=says) as caught:
        kb.sync(SyncRequest("there"))
    assert f"{first} stays in use" in caught.value.hint
    assert (said(kb, "pump"), said(kb, "fan")) == (first, None)
    kb.remove_source("there")
    kb.sync(SyncRequest(web.address, name="there"))
    assert said(kb, "fan") == then


@pytest.mark.parametrize("spelled", ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.0Z", "2026-01-01T00:00:00.000000Z"])
def test_one_instant_is_one_version(kb, publish, web, spelled):
    """However a publisher spells the instant, another content of the same version is not taken, nor one before it."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    folder = publish(V1, "pump", "fan")
    changed(folder, lambda manifest: manifest.update(datasetVersion=spelled))
    with pytest.raises(DatasetError, match="changed what it published"):
        kb.sync(SyncRequest("there"))
    changed(folder, lambda manifest: manifest.update(datasetVersion="2025-12-31T23:59:59.999999Z"))
    with pytest.raises(DatasetError, match="older"):
        kb.sync(SyncRequest("there"))
    assert (versions(kb), said(kb, "fan")) == ((V1, [V1]), None)


def test_a_folder_is_copied(kb, publish):
    """What came from a folder answers when the folder is gone."""
    folder = publish(V1, "pump")
    report = kb.sync(SyncRequest(str(folder.parent), name="stick"))
    assert report.address == str(folder)
    shutil.rmtree(folder)
    assert said(kb, "pump") == V1
    with pytest.raises(InputError, match="no published dataset"):
        kb.sync(SyncRequest("stick"))
    assert said(kb, "pump") == V1


def test_links_and_pipes_of_a_folder_are_not_followed(kb, publish, tmp_path):
    """A folder of a publisher leads nowhere else."""
    folder = publish(V1, "pump")
    place = folder / "repos" / "there" / "pump.json"
    place.rename(tmp_path / "elsewhere.json")
    place.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(DatasetError, match="link out of the folder"):
        kb.sync(SyncRequest(str(folder)))


def test_shipped_and_synced_are_one_answer(kb, publish, web):
    """A record that a publisher has too is shown once, as shipped."""
    path = next(shipped_records().glob("vllm-project/vllm/target-and-draft-model*vocabu.json"))
    publish(V1, records=[json.loads(path.read_bytes())])
    kb.sync(SyncRequest(web.address))
    answer = kb.explain(
        "ValueError: Target and draft model should have the same vocabulary size. Target model vocab_size=151936. "
        "Draft model vocab_size=128256. Using models with different tokenizers can cause out-of-bounds errors during "
        "speculative decoding."
    )
    assert [match.record["slug"] for match in answer.matches] == [path.stem]
    assert answer.matches[0].tie == []
    assert kb.show(path.stem).source == "shipped"
    assert len(kb.search("draft vocabulary same size speculative", repo="vllm-project/vllm", limit=1)) == 1


def test_versions_lie_side_by_side(kb, publish, web):
    """Two versions are kept unless more are asked for; a pin goes back to one at once, and unpinning follows again."""
    for version in (V1, V2, V3):
        publish(version, "pump")
        kb.sync(SyncRequest(web.address, name="there"))
    assert versions(kb) == (V3, [V3, V2])
    assert len(list((kb.settings.home / "sync" / "there" / "objects").iterdir())) == 3
    kb.pin_source("there", V2)
    assert said(kb, "pump") == V2
    assert kb.sync(SyncRequest("there")).outcome == "pinned"
    assert said(kb, "pump") == V2
    kb.pin_source("there", pinned=False)
    kb.sync(SyncRequest("there"))
    assert said(kb, "pump") == V3
    with pytest.raises(UsageError, match="is not here"):
        kb.pin_source("there", V1)
    with pytest.raises(UsageError, match="no synced source"):
        kb.pin_source("shipped")


def test_a_source_is_disabled_and_removed(kb, publish, web):
    """A disabled source is silent and kept; a removed one leaves nothing behind, and is not asked any more."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    kb.disable_source("there")
    assert said(kb, "pump") is None
    assert [one.disabled for one in kb.sources() if one.synced] == [True]
    kb.disable_source("there", disabled=False)
    assert said(kb, "pump") == V1
    kb.remove_source("there")
    assert said(kb, "pump") is None
    assert not (kb.settings.home / "sync" / "there").exists()
    assert not (kb.settings.home / "segments" / "there").exists()


def test_offline_contacts_nobody(kb, publish, web):
    """What is here is verified, and damage is found; a new address is refused."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    web.asked.clear()
    assert kb.sync(SyncRequest("there", offline=True)).outcome == "same"
    with pytest.raises(UsageError, match="nothing of this dataset is here"):
        kb.sync(SyncRequest(f"https://{DOWN}/data/", offline=True))
    objects = kb.settings.home / "sync" / "there" / "objects"
    for path in objects.iterdir():
        path.write_bytes(path.read_bytes().replace(b"went", b"wept"))
    with pytest.raises(ErrkbError, match="changed on this machine"):
        kb.sync(SyncRequest("there", offline=True))
    assert web.asked == []
    assert kb.sync(SyncRequest("there")).fetched == 1
    assert kb.sync(SyncRequest("there", offline=True)).outcome == "same"


@pytest.mark.parametrize(
    "place",
    [
        "nowhere",
        "ftp://127.0.0.1/data/",
        "http://user:secret@127.0.0.1/",
        "http:///x",
        "http://[",
        "http://127.0.0.1:x/",
        "https://127.0.0.1/?token=1",
    ],
)
def test_a_place_that_is_none(kb, place):
    """What errkb cannot read is said before anything is done; a password is not repeated."""
    with pytest.raises(UsageError) as caught:
        kb.sync(SyncRequest(place))
    assert "secret" not in str(caught.value)
    assert [one.kind for one in kb.sources()] == ["shipped"]


def test_a_name_is_one_source(kb, publish, web, tmp_path):
    """A name that is another source's is not taken, and a source keeps its name."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    other = publish(V1, "fan", folder=tmp_path / "other")
    with pytest.raises(UsageError, match="another source of this name"):
        kb.sync(SyncRequest(str(other), name="there"))
    with pytest.raises(UsageError, match="that is the source there already"):
        kb.sync(SyncRequest(web.address, name="new"))
    for name in ("../there", "", "A", "shipped"):
        with pytest.raises(UsageError, match="name"):
            kb.sync(SyncRequest(str(other), name=name or "/"))
    assert [path.name for path in (kb.settings.home / "sync").iterdir()] == ["there"]


def test_a_source_that_is_damaged_costs_no_other(kb, publish, web):
    """Where it came from is lost: that is said with a way out, it answers as it was built, and others are synced."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    (kb.settings.home / "sync" / "there" / "sync.json").write_text("{")
    with pytest.raises(KnowledgeBaseError, match="not known where") as caught:
        kb.sync(SyncRequest("there"))
    assert "errkb sources remove there" in caught.value.hint
    assert said(kb, "pump") == V1
    assert "not known where" in kb.warnings[0]
    kb.sync(SyncRequest(web.address, name="again"))
    kb.remove_source("there")
    assert said(kb, "pump") == V1


def test_a_published_dataset_is_no_folder_of_records(kb, publish):
    """`sources add` says which command takes it."""
    with pytest.raises(UsageError, match="published dataset") as caught:
        kb.add_source("there", publish(V1, "pump"))
    assert caught.value.hint.startswith("errkb sync ")


def test_what_was_fetched_for_nothing_is_pruned(kb, publish, web):
    """A first sync that failed leaves its files for the next try, and `prune` takes them away."""
    folder = publish(V1, "pump", "fan")
    (folder / "repos" / "there" / "fan.json").unlink()
    with pytest.raises(InputError, match="404"):
        kb.sync(SyncRequest(web.address, name="there"))
    objects = kb.settings.home / "sync" / "there" / "objects"
    (objects / f"{'0' * 64}.part").write_bytes(b"being fetched")
    kb.prune()
    assert objects.is_dir()
    for part in objects.glob("*.part"):
        os.utime(part, (0, 0))
    kb.prune()
    assert not (kb.settings.home / "sync" / "there").exists()
    assert [one.kind for one in kb.sources()] == ["shipped"]
