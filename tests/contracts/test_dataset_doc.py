"""docs/dataset.md counts what is there."""

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def script():
    """The script that renews the document."""
    spec = importlib.util.spec_from_file_location("update_dataset_doc", ROOT / "scripts" / "update_dataset_doc.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_document_is_current(script):
    """What the script would write is what is there; if not, run scripts/update_dataset_doc.py."""
    text = script.DOCUMENT.read_text(encoding="utf-8")
    assert script.updated(text) == text


def test_counts(script, good, tmp_path):
    """Records, verified files, aliases and families per repository; an edit of a text changes nothing."""
    from errkb.dataset import Dataset
    from errkb.dataset.folder import place

    entries = [
        good({"aliases": [{"errorMessage": "old wording of it"}]}, backgroundTag="haunted"),
        good(errorMessage="another {thing} went wrong", backgroundTag="haunted"),
        good(repo="owner/other"),
    ]
    Dataset(entries).write(tmp_path)
    path = tmp_path / place(entries[0].record)
    path.with_name(f"{path.stem}.verified.json").write_text("{}")
    table = script.counts(tmp_path)
    assert table.splitlines()[2:] == [
        "| owner/project | 2 | 1 | 1 | 1 |",
        "| owner/other | 1 | 0 | 0 | 0 |",
        "| **all** | 3 | 1 | 1 | 0 |",
    ]
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {"documentation": "Quite another text."}))
    assert script.counts(tmp_path) == table
