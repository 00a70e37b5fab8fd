"""The other commands: each is one method of the knowledge base, printed."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sys
from pathlib import Path

import pytest

import errkb as package
from errkb.model.contract import ParseOutput
from errkb.model.record import Envelope

RECORDS = Path(__file__).parents[2] / "records"


def test_version(errkb):
    """`--version` prints one line."""
    assert errkb("--version").out == f"errkb {package.__version__}\n"


def test_plain_errkb_prints_help(errkb):
    """Without a command, and with `-h`, the help is printed."""
    result = errkb()
    assert result.status == 0
    assert "\nCommands:\n  explain " in result.out
    assert errkb("-h").out == errkb("--help").out


def test_unknown_command(errkb):
    """A mistyped command is named with what was probably meant."""
    assert errkb("explian").err == "error: there is no command 'explian'\nhint: errkb explain\n"
    assert 'errkb explain "KeyError' in errkb("KeyError: 1").err


def test_parse(errkb, message):
    """`parse` lists the errors as text or JSON; status 1 when there are none."""
    assert "ValueError: Target and draft" in errkb("parse", message).out
    result = errkb("parse", "-f", "json", stdin=message.encode())
    assert result.status == 0
    assert ParseOutput.model_validate(json.loads(result.out)).events[0].class_ == "ValueError"
    assert errkb("parse", "all is well").status == 1


def test_show(errkb, record_id):
    """`show` finds a record by id and by name, as page, JSON envelope or Markdown."""
    result = errkb("show", record_id)
    assert result.out.startswith("vllm-project/vllm · error · ValueError\n")
    record = Envelope.model_validate(json.loads(errkb("show", record_id, "-f", "json").out)).record
    assert record.id == record_id
    assert errkb("show", f"{record.repo}/{record.slug}").out == result.out
    assert errkb("show", record.slug, "-f", "markdown").out.startswith("**vllm-project/vllm**")


def test_show_unknown(errkb):
    """An unknown reference is an error with a way on."""
    result = errkb("show", "no-such-record")
    assert result.status == 2
    assert "hint: " in result.err


def test_search(errkb, record_id):
    """`search` finds records by words; status 1 when nothing has them."""
    assert record_id in errkb("search", "draft", "vocabulary", "size").out
    hits = json.loads(errkb("search", "draft vocabulary", "-f", "json", "--limit", "2").out)
    assert 1 <= len(hits) <= 2
    assert errkb("search", "qqxxzz").status == 1


def test_sql(errkb):
    """`sql` prints rows as table, JSON or CSV, and says when there are more."""
    query = "SELECT repo, slug FROM records WHERE repo = 'vllm-project/vllm' ORDER BY slug"
    rows = json.loads(errkb("sql", query, "-f", "json").out)
    assert all(row["repo"] == "vllm-project/vllm" for row in rows)
    table = list(csv.reader(io.StringIO(errkb("sql", query, "-f", "csv").out)))
    assert table == [["repo", "slug"], *[[row["repo"], row["slug"]] for row in rows]]
    assert errkb("sql", query).out.startswith("repo ")
    assert "only the first 1 rows" in errkb("sql", query, "--limit", "1").err


@pytest.mark.parametrize("query", ["SELEC 1", "DROP TABLE records", "SELECT * FROM read_csv('/etc/passwd')"])
def test_sql_refuses(errkb, query):
    """Bad SQL, writing and reading other files are errors."""
    result = errkb("sql", query)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("error: ")


def test_info_and_doctor(errkb, home):
    """`info` shows figures, `doctor` checks."""
    assert str(home) in errkb("info").out
    assert json.loads(errkb("info", "-f", "json").out)["records"] > 0
    assert "python: 3." in errkb("doctor").out


def test_prebuilt(errkb, tmp_path, message):
    """A knowledge base made by `build --out` answers through `--kb`, before or after the command's name."""
    kb = tmp_path / "kb"
    assert errkb("build", "--out", str(kb)).status == 0
    assert errkb("--kb", str(kb), "explain", message).status == 0
    assert errkb("explain", message, "--kb", str(kb)).status == 0
    assert errkb("sources", "list", "--kb", str(kb)).status == 0
    result = errkb("explain", message, "--kb", str(tmp_path))
    assert result.status == 2
    assert str(tmp_path) in result.err


def test_sources(errkb, tmp_path, monkeypatch):
    """A folder of one's own is added, listed and removed; the folder stays."""
    monkeypatch.setenv("ERRKB_HOME", str(tmp_path / "home"))
    mine = tmp_path / "mine"
    shutil.copytree(RECORDS / "vllm-project", mine / "vllm-project")
    assert errkb("sources", "add", "mine", str(mine)).status == 0
    assert "mine · folder · " in errkb("sources").out
    assert errkb("sources", "remove", "mine").out == "Removed mine.\n"
    assert "mine" not in errkb("sources", "list").out.replace(str(tmp_path), "")
    assert mine.is_dir()
    assert errkb("sources", "remove", "mine").status == 2
    assert errkb("sources", "prune").out.startswith("Freed ")


def test_lint(errkb, tmp_path):
    """`lint` prints findings with file and rule and status 1; JSON likewise."""
    folder = tmp_path / "example" / "broken"
    folder.mkdir(parents=True)
    (folder / "slug.json").write_text("{}")
    result = errkb("lint", str(tmp_path))
    assert result.status == 1
    assert "slug.json" in result.out
    findings = json.loads(errkb("lint", str(tmp_path), "-f", "json").out)
    assert findings
    assert all(finding["rule"] for finding in findings)


def test_reproduce_wants_to_know_what(errkb):
    """Nothing is run unless it is asked for."""
    result = errkb("reproduce")
    assert result.status == 2
    assert "hint: give their ids, or --changed, --light or --all" in result.err
    assert errkb("reproduce", "no-such-record").status == 2


def test_reproduce(errkb):
    """A record is proved, here without writing; as JSON the outcome is data."""
    pytest.importorskip("packaging")
    if not shutil.which("uv") and not (Path(sys.executable).parent / "uv").is_file():
        pytest.skip("uv is not installed: pip install 'errkb[reproduce]'")
    reference = "python/cpython/type-object-is-not-subscriptable"
    result = errkb("reproduce", "--check", "--force", reference)
    assert result.status == 0, result.out
    assert f"ok      {reference}" in result.out
    data = json.loads(errkb("reproduce", "--check", reference, "--format", "json").out)
    assert [outcome["status"] for outcome in data["outcomes"]] == ["unchanged"]
