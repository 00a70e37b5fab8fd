"""`errkb sync` and `errkb sources` as people use them: what they print, and how they exit."""

from __future__ import annotations

import json

import pytest

from errkb.cli.edge import run

from .conftest import V1, V2
from .test_hostile import put

TEXT = "ValueError: the pump of mine went out of order for good"


@pytest.fixture
def errkb(kb, monkeypatch, capsysbinary):
    """Return a function that runs a command: exit status, what it printed, what it complained of."""
    monkeypatch.setenv("ERRKB_HOME", str(kb.settings.home))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    for name in ("ERRKB_KB", "ERRKB_PRIVATE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def command(*arguments: str) -> tuple[int, str, str]:
        capsysbinary.readouterr()
        status = run(list(arguments))
        captured = capsysbinary.readouterr()
        return status, captured.out.decode(), captured.err.decode()

    return command


def test_from_the_first_sync_to_the_last(errkb, publish, web):
    """A dataset comes, answers, grows, is pinned, silenced and removed; every step says what it did."""
    publish(V1, "pump")
    assert errkb("sync")[0::2] == (2, "error: there is no synced source yet\nhint: errkb sync URL|PATH\n")
    status, out, err = errkb("sync", web.address, "--name", "there")
    assert (status, err) == (0, "")
    assert out.startswith(f"there: now {V1}, 1 record\n")
    assert "2 files fetched" in out
    assert errkb("explain", TEXT)[0] == 0
    publish(V2, "pump", "fan")
    out = errkb("sync")[1]
    assert f"there: now {V2} (before: {V1}), 2 records" in out
    assert errkb("sync")[1].startswith(f"there: up to date, {V2}, 2 records")
    out = errkb("sources")[1]
    assert web.address in out
    assert f"version {V2}" in out
    assert f"also here: {V1}" in out
    errkb("sources", "pin", "there", V1)
    assert f"version {V1} (pinned)" in errkb("sources")[1]
    assert f"there: pinned to {V1}; {V2} is published" in errkb("sync")[1]
    errkb("sources", "unpin", "there")
    assert f"there: now {V2}" in errkb("sync")[1]
    errkb("sources", "disable", "there")
    assert errkb("explain", TEXT)[0] == 1
    assert "disabled" in errkb("sources")[1]
    errkb("sources", "enable", "there")
    assert errkb("explain", TEXT)[0] == 0
    assert errkb("sources", "remove", "there")[:2] == (0, "Removed there.\n")
    assert errkb("explain", TEXT)[0] == 1
    assert "there" not in errkb("sources")[1]


def test_what_was_left_out_is_listed(errkb, publish, web):
    """Rule, number, and the first place of each; the exit status says that something is missing."""
    folder = publish(V1, "pump", "fan")
    record = json.loads((folder / "repos/there/pump.json").read_bytes())[0]
    records = [record | {"severity": "fatal"}, record | {"githubUrl": "https://example.org/"}]
    put(folder, "repos/there/pump.json", json.dumps(records).encode())
    status, out, _ = errkb("sync", web.address)
    assert status == 1
    assert "Left out: 1 record" in out
    assert "wrong-value: 1, first repos/there/pump.json#/0/severity: " in out
    assert "Put right: 1 record" in out
    assert "url: 1, first repos/there/pump.json#/1/githubUrl: expected https://github.com/there/pump/" in out


def test_one_of_several_fails(errkb, publish, web, tmp_path):
    """The others are brought up to date all the same, and the exit status says that one was not."""
    publish(V1, "pump")
    errkb("sync", web.address, "--name", "bad")
    errkb("sync", str(publish(V1, "fan", folder=tmp_path / "good")))
    publish(V2, "fan", folder=tmp_path / "good")
    web.misbehave = lambda handler, _: handler.answer(403) or True
    status, out, err = errkb("sync")
    assert status == 2
    assert err.startswith("error: source bad: ")
    assert f"hint: {V1} stays in use" in err
    assert f"good: now {V2}" in out


def test_an_index_tells_how_to_get_the_rest(errkb, publish, web):
    """The answer says that only the index entry is here; `show --fetch` fetches the record."""
    publish(V1, "pump")
    errkb("sync", web.address, "--index-only")
    for arguments in (("explain", TEXT), ("explain", "--format", "markdown", TEXT), ("explain", "--full", TEXT)):
        status, out, _ = errkb(*arguments)
        assert status == 0
        assert "known by its message only" in out
        assert "errkb show --fetch" in out
    identifier = json.loads(errkb("explain", "--format", "json", TEXT)[1])["matches"][0]["record"]["id"]
    assert "`--fetch` fetches all of it" in errkb("show", identifier)[1]
    assert "the index only" in errkb("sources")[1]
    out = errkb("show", "--fetch", identifier)[1]
    assert "What the pump means" in out
    assert "First fix" in errkb("explain", TEXT)[1]


def test_hostile_text_is_harmless(errkb, publish, web):
    """Control sequences of a server never reach the terminal."""
    folder = publish(V1, "pump")
    put(folder, "repos/there/pump.json", json.dumps([{"\x1b[2J": 1}]).encode())
    status, out, err = errkb("sync", web.address)
    assert status == 2
    assert "\x1b" not in out + err
    web.misbehave = lambda handler, _: handler.answer(302, Location="http://192.0.2.1/\x1b[2J") or True
    status, out, err = errkb("sync", web.address)
    assert status == 2
    assert "\x1b" not in out + err
