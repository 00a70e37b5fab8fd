"""The rules about reproduction scripts and the verified files they write."""

from __future__ import annotations

import pytest

from errkb.dataset import Dataset
from errkb.lint.run import lint_paths

RULES = ["unsound-script", "stale-reproduction", "orphan-script"]
GOOD = {
    "positive": [
        {"text": "ValueError: the pump went wrong in a way nobody expected", "captures": {"thing": "pump"}},
    ],
}


def faults(path):
    """Return which of these rules found something."""
    return {finding.rule for finding in lint_paths([path], only=RULES)}


SCRIPT = """# /// script
# dependencies = []
#
# [tool.errkb]
# captures = {thing = "pump"}
# ///
def trigger():
    start("old")

def fixed():
    start("new")
"""


@pytest.fixture
def scripted(tmp_path, make_entry):
    """Return a function that writes the good record, a script for it, and a verified file that fits both."""

    def write(text=SCRIPT, evidence=GOOD, name=None, **fields):
        from errkb.dataset.script import proved, read_script, script_path

        entry = make_entry(evidence, **fields)
        path = script_path(tmp_path / "records", entry.record)
        path = path.with_name(name) if name else path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        entry.verified = {
            "scriptSha256": read_script(path).sha256 if "def trigger" in text else "0" * 64,
            "python": "3.11.7",
            "packages": {},
            "verifiedAt": "2026-01-02T03:04:05Z",
            "trigger": "raised",
            "match": "first",
            "fix": "works",
            "recordSha": entry.record["analyzedSha"],
            "recordSha256": proved(entry),
        }
        Dataset([entry]).write(tmp_path / "records")
        return tmp_path / "records", path

    return write


def test_good_script_passes(scripted):
    """A script that is whole, and the verified file it wrote."""
    assert lint_paths([scripted()[0]], only=RULES) == []


@pytest.mark.parametrize(
    "text",
    [
        SCRIPT.replace("def fixed", "def mended"),
        SCRIPT.replace("def trigger", "def pull").replace("def fixed", "def trigger"),
        SCRIPT.replace("{thing =", "{part ="),
        SCRIPT.replace('start("old")', 'raise ValueError("the x went wrong in a way nobody expected")'),
        SCRIPT + "\n# /// script\n# dependencies = []\n# ///\n",
        SCRIPT.replace("captures =", "takes ="),
    ],
    ids=["no fixed", "no trigger", "unknown capture", "message by hand", "two blocks", "unknown key"],
)
def test_unsound_script(scripted, text):
    """A script that cannot prove its record is found without running it."""
    records, path = scripted()
    path.write_text(text)
    assert "unsound-script" in faults(records)


def test_script_beside_a_reason_for_none(scripted):
    """Evidence that says why there is no script, beside one, is a contradiction."""
    assert faults(scripted(evidence=GOOD | {"notReproduced": "needs a fan"})[0]) == {"unsound-script"}


def test_stale_reproduction(scripted, make_entry):
    """A verified file is stale when the script, or what the record says, has changed, or the script is gone."""
    records, path = scripted()
    path.write_text(SCRIPT + "# a word more\n")
    assert faults(records) == {"stale-reproduction"}
    path.unlink()
    assert faults(records) == {"stale-reproduction"}
    path.parents[3].joinpath("reproduce").rename(records.parent / "elsewhere")
    assert faults(records) == set()  # records alone, as someone may pass them on


def test_stale_record(scripted, make_entry):
    """Another example fix has not been proved."""
    records, _ = scripted()
    entry = Dataset.read(records).entries[0]
    entry.record["exampleFix"] = "# before\nstart('old')\n# after\nstart('newest')"
    Dataset([entry]).write(records)
    assert faults(records) == {"stale-reproduction"}


def test_orphan_script(scripted):
    """A script named after no record."""
    assert "orphan-script" in faults(scripted(name="mistyped.py")[0])
