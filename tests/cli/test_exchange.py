"""`errkb export` and `errkb import` on the command line."""

import json
import re
from pathlib import Path

import duckdb
import pytest

DOCS = Path(__file__).parents[2] / "docs" / "export.md"


def test_to_standard_output(errkb, record_id):
    """Text formats need no place; what is said goes to standard error."""
    done = errkb("export", "--format", "jsonl", "--where", f"id = '{record_id}'")
    assert (done.status, json.loads(done.out)["id"]) == (0, record_id)
    done = errkb("export", "--format", "csv", "--fields", "id,repo", "--repo", "vllm-project/vllm")
    assert done.out.startswith("id,repo\r\n")
    assert f"{record_id},vllm-project/vllm" in done.out
    done = errkb("export", "--format", "json", "--where", "false")
    assert (done.status, done.out, done.err) == (1, "", "warning: no record fits: nothing is written\n")


def test_one_record_is_one_record(errkb, record_id, tmp_path):
    """What is said has the number of what was written; where nothing fits, no such line is said."""
    out = str(tmp_path / "a.jsonl")
    done = errkb("export", "--out", out, "--where", f"id = '{record_id}'")
    assert (done.status, done.err.split(" as ")[0]) == (0, "1 record")
    done = errkb("export", "--out", out, "--where", "1=0")
    assert (done.status, done.err) == (1, "warning: no record fits: nothing is written\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "parquet"], "where to?"),
        (["--format", "pickle", "--out", "x"], "there is no format 'pickle'"),
        (["--out", "records"], "which format?"),
        (["--format", "json", "--fields", "ids"], "did you mean id?"),
        (["--format", "json", "--repo", "vllm-project/vlm"], "did you mean: vllm-project/vllm"),
        (["--format", "parquet", "--partition", "solutions", "--out", "x"], "cannot be cut up by 'solutions'"),
    ],
)
def test_requests_without_sense(errkb, arguments, message, tmp_path, monkeypatch):
    """They are answered with a sentence and exit status 2."""
    monkeypatch.chdir(tmp_path)
    done = errkb("export", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert list(tmp_path.iterdir()) == []


def test_there_and_back(errkb, tmp_path, record_id):
    """The export says what it wrote, the import what it made of it."""
    place = str(tmp_path / "records.jsonl.gz")
    done = errkb("export", "--out", place, "--repo", "vllm-project/vllm")
    assert re.search(r"^\d+ records as jsonl in .*, version 20\d\d-", done.err)
    done = errkb("import", place, "--name", "there-and-back")
    assert (done.status, done.out.split(":")[0]) == (0, "there-and-back")
    assert "there-and-back" in errkb("sources").out
    assert errkb("sources", "remove", "there-and-back").status == 0


def test_faults_are_listed(errkb, tmp_path):
    """File, line, pointer and rule of the first ones, and what can be done."""
    path = tmp_path / "bad.jsonl"
    path.write_text('{"id": 1, "\\u001b[31mkey": 2}\nno json\n')
    done = errkb("import", str(path))
    assert done.status == 1
    text = " ".join(done.out.split())
    assert "Nothing was imported: 2 of 2 records are refused." in text
    assert "bad.jsonl:2# invalid-json" in text
    assert "--ignore-unknown" in text
    assert "\x1b" not in done.out
    assert errkb("import", str(tmp_path / "missing.jsonl")).status == 2


def test_the_sql_of_the_documentation_runs(errkb, tmp_path):
    """Attaching the exported database works as docs/export.md shows it."""
    path = tmp_path / "errkb.duckdb"
    assert errkb("export", "--out", str(path)).status == 0
    [block] = re.findall(r"```sql\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    statements = [
        statement for statement in block.replace("'errkb.duckdb'", f"'{path}'").split(";") if statement.strip()
    ]
    with duckdb.connect() as connection:
        answers = [connection.execute(statement).fetchall() for statement in statements]
    assert len(answers) == 3
    assert all(answers[1:])
