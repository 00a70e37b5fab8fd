"""`errkb.reproduce.wording`: other releases, other words."""

from __future__ import annotations

import json

import pytest

from errkb.dataset.script import Script
from errkb.errors import UsageError
from errkb.model.reproduction import NewWording
from errkb.reproduce.wording import merged, other_release, write_wording


def script(tmp_path, *dependencies, **captures):
    """Return a script with dependencies."""
    return Script(tmp_path / "s.py", "0" * 64, frozenset(), dependencies=dependencies, captures=captures)


def test_other_release(make_entry, tmp_path):
    """The package of the evidence gets the release, the others keep theirs."""
    entry = make_entry({"package": "Pump"})
    found = other_release(entry, script(tmp_path, "valve==2", "pump[fast]==3.1"), "1.0")
    assert found == ("pump", ("valve==2", "pump==1.0"))
    assert other_release(entry, script(tmp_path, "other>=2"), "1.0") == ("other", ("other==1.0",))
    pinned = script(tmp_path, "pump==3.1", "valve==2", "pipe==1")
    found = other_release(entry, pinned, "1.0", ["valve<1", "tap==4", "pump==9"])
    assert found == ("pump", ("pump==1.0", "valve<1", "pipe==1", "tap==4"))
    with pytest.raises(UsageError):
        other_release(entry, script(tmp_path), "1.0")
    with pytest.raises(UsageError, match="bad requirement"):
        other_release(entry, pinned, "1.0", ["== =="])


def test_ranges(make_entry, tmp_path):
    """Releases of one wording are one proposal, as far as releases were tried."""
    seen = [("1.2", "old {thing}", "ValueError"), ("1.10", "old {thing}", "ValueError"), ("4.0", "new", None)]
    proposals = merged(make_entry(), script(tmp_path, "pump==3.1"), "pump", seen)
    assert [(one.versions, one.text) for one in proposals] == [("<=1.10", "ValueError: old {thing}"), (">=4.0", "new")]


def test_written(make_entry, tmp_path):
    """A wording becomes an alias and a line of the evidence; what was there stays."""
    from errkb.dataset import Dataset
    from errkb.dataset.folder import place

    entry = make_entry()
    Dataset([entry]).write(tmp_path)
    record = entry.record
    wording = NewWording(
        record["id"], record["repo"], record["slug"], "pump", "<=1.0", "{thing} broke", "OldError",
        "OldError: {thing} broke",
    )  # fmt: skip
    write_wording(tmp_path, entry, wording, {"thing": "pump", "unused": "x"})
    path = tmp_path / place(record)
    written = json.loads(path.with_name(f"{path.stem}.evidence.json").read_text())
    assert written["aliases"] == [{"errorMessage": "{thing} broke", "errorClass": "OldError", "versions": "<=1.0"}]
    assert written["positive"] == [{"text": "OldError: pump broke", "captures": {"thing": "pump"}}]


@pytest.fixture
def pumps(tmp_path, monkeypatch):
    """Let uv find two releases of a package made on the spot, and nothing else."""
    words = "nobody expected that number 7 went wrong"
    for version in ("1.0", "2.0", "3.0"):
        folder = tmp_path / f"pump-{version}"
        folder.mkdir()
        (folder / "pump.py").write_text(
            f"VERSION = {version!r}\n\ndef start(thing):\n    if VERSION < '2':\n        raise ValueError({words!r})\n"
            "    if VERSION > '2.0':\n        raise ValueError('a spanner is missing')\n"
            "    raise ValueError(f'the {thing} went wrong in a way nobody expected')\n"
        )
        wheel(folder, version, tmp_path / "wheels")
    monkeypatch.setenv("UV_FIND_LINKS", str(tmp_path / "wheels"))
    monkeypatch.setenv("UV_OFFLINE", "1")


def test_fix_is_another_release(workshop, pumps):
    """Where the fix is to install something else, `fixed` has an environment of its own."""
    body = "import pump\n\ndef trigger():\n    pump.start('pump')\n\ndef fixed():\n    assert pump.VERSION == '1.0'"
    workshop.add(body, 'fix-dependencies = ["pump==1.0"]', dependencies='"pump==2.0"')
    assert [(outcome.status, outcome.packages) for outcome in workshop.run().outcomes] == [
        ("reproduced", {"pump": "2.0"})
    ]


def test_old_release_prints_other_words(workshop, pumps):
    """A run with another release, here of a package made on the spot, proposes its wording as an alias."""
    record = workshop.add(
        "import pump\n\ndef trigger():\n    pump.start('7')\n\ndef fixed():\n    pass",
        'captures = {thing = "7"}',
        dependencies='"pump==2.0"',
        evidence={
            "package": "pump",
            "positive": [{"text": "ValueError: the 7 went wrong in a way nobody expected", "captures": {"thing": "7"}}],
        },
    )
    assert [outcome.status for outcome in workshop.run().outcomes] == ["reproduced"]
    report = workshop.run(versions=("1.0", "2.0", "3.0"), write=True)
    assert [(one.versions, one.error_message) for one in report.wordings] == [
        ("<=1.0", "nobody expected that number {thing} went wrong")
    ]
    assert {outcome.version: outcome.status for outcome in report.outcomes} == {
        "1.0": "failed",
        "2.0": "reproduced",
        "3.0": "failed",  # something else went wrong: no wording of this error
    }
    evidence = workshop.records / record["repo"] / f"{record['slug']}.evidence.json"
    assert "that number {thing}" in evidence.read_text()


def wheel(folder, version, out):
    """Make a wheel of one module by hand: it is a ZIP archive with three more files."""
    from zipfile import ZipFile

    out.mkdir(exist_ok=True)
    info = f"pump-{version}.dist-info"
    with ZipFile(out / f"pump-{version}-py3-none-any.whl", "w") as archive:
        archive.writestr("pump.py", (folder / "pump.py").read_text())
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: pump\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
