"""Author files: read table by table, every fault with its line."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.dataset.authorfile import read_tables

GOOD = '''owner = "team"

[[error]]
message = "one"
fixes = ["a"]

[[ error ]]  # the second
message = """
[[error]]
in a text"""
'''


@pytest.fixture
def read(tmp_path):
    """Return a function that writes an author file and reads its tables."""

    def run(text, encoding="utf-8"):
        path = tmp_path / "errors.toml"
        path.write_bytes(text.encode(encoding))
        return read_tables(path)

    return run


def test_tables(read):
    """Common values are filled in, each table knows its line, a head within a text is none."""
    tables, findings = read(GOOD)
    assert findings == []
    assert [(table.line, table.values) for table in tables] == [
        (3, {"owner": "team", "message": "one", "fixes": ["a"]}),
        (7, {"owner": "team", "message": "[[error]]\nin a text"}),
    ]


def test_byte_order_mark_and_no_common_part(read):
    """Editors of Windows put a mark before the text; a file may begin with a table."""
    tables, findings = read('[[error]]\nmessage = "x"\n', "utf-8-sig")
    assert (len(tables), findings) == (1, [])


@pytest.mark.parametrize(
    ("table", "rule", "line", "words"),
    [
        ('message = "open', "invalid-toml", 5, "TOML"),
        ('message = "a"\nmessage = "b"', "invalid-toml", 6, "TOML"),
        ('message = "a"\nmesage = "b"', "unknown-key", 6, "message"),
        ('message = "a"\nfixes = "b"', "wrong-type", 6, "list"),
        ('message = "a"\nline = true', "wrong-type", 6, "number"),
        ('message = "a"\nfixes = []', "wrong-value", 6, "empty"),
        ('message = "a"\n[["error"]]\nmessage = "b"', "invalid-toml", 4, "second table"),
        ('message = "a"\nline = 1' + "0" * 5000, "invalid-toml", 6, "TOML"),
        ('message = "a"\n[extra]\nb = 1', "unknown-key", 6, "extra"),
    ],
)
def test_a_fault_costs_its_table_only(read, table, rule, line, words):
    """File, line and what to do; the tables before and after are read."""
    text = f'[[error]]\nmessage = "first"\n\n[[error]]\n{table}\n\n[[error]]\nmessage = "last"\n'
    tables, (finding,) = read(text)
    assert [one.values["message"] for one in tables] == ["first", "last"]
    assert (finding.rule, finding.line) == (rule, line)
    assert words in f"{finding.message} {finding.hint}"


def test_a_fault_in_the_common_part(read):
    """It is named; the tables are read without it."""
    tables, findings = read('owner = 3\nbeware = "x"\n\n[[error]]\nmessage = "a"\n')
    assert [finding.line for finding in findings] == [1, 2]
    assert len(tables) == 1


def test_not_text(read, tmp_path):
    """Bytes that are no text are a finding, and so is a file that is not there."""
    assert read("é", "latin-1")[1][0].rule == "not-utf8"
    assert read_tables(tmp_path / "gone.toml")[1][0].rule == "unreadable"


LINES = [*GOOD.splitlines(), "'''", '"""', "x = [", "]", "[error]", "a.b = 1", "\x00", "é"]


@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_anything_is_read(lines):
    """Whatever stands in the file: tables and findings, each with a line of the file, and no exception."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "errors.toml")
        path.write_text("\n".join(lines), encoding="utf-8")
        tables, findings = read_tables(path)
    for one in [*tables, *findings]:
        assert 1 <= one.line <= len(lines) + 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_file_that_is_none_is_not_waited_for(tmp_path):
    """A named pipe or a folder of that name is a finding at once."""
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    for name in ("pipe.toml", "folder.toml"):
        tables, (finding,) = read_tables(tmp_path / name)
        assert (tables, finding.rule, finding.file) == ([], "unreadable", tmp_path / name)


def test_a_file_of_any_size_is_read_no_further_than_its_limit(tmp_path):
    """What is far too large is refused without being held."""
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert [finding.rule for finding in read_tables(path)[1]] == ["too-large"]
