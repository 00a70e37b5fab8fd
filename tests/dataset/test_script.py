"""`errkb.dataset.script`: what a reproduction script declares."""

from __future__ import annotations

import pytest

from errkb.dataset.script import fits, proved, read_script, script_path
from errkb.errors import DatasetError

BLOCK = """# /// script
# requires-python = ">=3.11"
# dependencies = ["pandas==2.3.1"]
#
# [tool.errkb]
# requires = ["git"]
# files = ["/usr/share/java/asm.jar"]
# npm = ["webpack@5.103.0", "@babel/core@7.28.5"]
# captures = {length = "2"}
# fix-dependencies = ["pandas==3.0.0"]
# light = true
# timeout = 120
# memory = 512
# ///
"""


@pytest.fixture
def script(tmp_path):
    """Return a function that writes a script and reads what it declares."""

    def write(text):
        (tmp_path / "s.py").write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_script(tmp_path / "s.py")

    return write


def test_declared(script):
    """Everything a script may declare arrives; nothing is imported or run."""
    found = script(BLOCK + "raise SystemExit\n\ndef trigger():\n    pass\n\nclass fixed:\n    pass\n")
    assert found.requires_python == ">=3.11"
    assert found.dependencies == ("pandas==2.3.1",)
    assert found.fix_dependencies == ("pandas==3.0.0",)
    assert found.requires == ("git",)
    assert found.files == ("/usr/share/java/asm.jar",)
    assert found.npm == ("webpack@5.103.0", "@babel/core@7.28.5")
    assert found.captures == {"length": "2"}
    assert (found.light, found.timeout, found.memory) == (True, 120, 512)
    assert found.missing == ["fixed"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def trigger():\n    pass\n", "no inline metadata"),
        (BLOCK + "\n" + BLOCK, "more than one block"),
        (BLOCK.replace("= true", "= maybe"), "not TOML"),
        (BLOCK.replace("light", "heavy"), "knows no 'heavy'"),
        (BLOCK.replace("120", '"120"'), "bad timeout"),
        (BLOCK.replace("120", "100000"), "bad timeout"),
        (BLOCK.replace("120", "true"), "bad timeout"),
        (BLOCK.replace('["git"]', '["/bin/git"]'), "bad requires"),
        (BLOCK.replace("/usr/share", "share"), "bad files"),
        (BLOCK.replace("webpack@5.103.0", "webpack"), "bad npm"),
        (BLOCK.replace("webpack@5.103.0", "webpack@latest"), "bad npm"),
        (BLOCK.replace('"2"', "2"), "bad captures"),
        ('# /// script\n# dependencies = "pandas"\n# ///\n', "bad dependencies"),
        ("# /// script\n# tool.errkb = 1\n# ///\n", "not a table"),
        ("def trigger(:", "not Python"),
        (b"\xff\xfe", "not Python"),
        (b"a\0b", "not Python"),
        (BLOCK + "#" * 300_000, "longer than"),
    ],
)
def test_refused(script, text, message):
    """A script that declares nonsense is refused with a sentence."""
    with pytest.raises(DatasetError, match=message):
        script(text)


def test_missing_file(tmp_path):
    """A script that is not there is an error, not a crash."""
    with pytest.raises(DatasetError, match="cannot be read"):
        read_script(tmp_path / "s.py")


def test_place(make_record, tmp_path):
    """Scripts stand beside the folder of records, named like the record."""
    record = make_record()
    expected = tmp_path / "scripts" / "reproduce" / "owner" / "project" / f"{record['slug']}.py"
    assert script_path(tmp_path / "records", record) == expected


def test_fits(script, make_entry):
    """A verified file fits the bytes of the script and what the record says."""
    entry, found = make_entry(), script(BLOCK)
    assert not fits(entry, found)
    entry.verified = {"scriptSha256": found.sha256, "recordSha256": proved(entry), "recordSha": None}
    assert fits(entry, found)
    entry.record["documentation"] += " More."
    assert fits(entry, found)
    entry.record["exampleFix"] += "# more"
    assert not fits(entry, found)


def test_fits_by_commit(script, make_entry):
    """A verified file of another tool, without the record's hash, goes by the record's commit."""
    entry, found = make_entry(), script(BLOCK)
    entry.verified = {"scriptSha256": found.sha256, "recordSha256": None, "recordSha": entry.record["analyzedSha"]}
    assert fits(entry, found)
    entry.record["analyzedSha"] = "f" * 40
    assert not fits(entry, found)
