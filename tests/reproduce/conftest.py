"""Real scripts, really run: in environments made by uv, which is why uv has to be there."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from pathlib import Path

import pytest

from errkb.dataset import Dataset
from errkb.dataset.folder import place
from errkb.dataset.script import script_path
from errkb.kb import KnowledgeBase
from errkb.model.reproduction import RunOptions, Selection
from errkb.settings import Settings

BESIDE = Path(sys.executable).parent / "uv"
HEADER = (
    '# /// script\n# requires-python = ">=3.8"\n# dependencies = [{dependencies}]\n#\n# [tool.errkb]\n{tool}# ///\n'
)
RAISES = """
    def trigger():
        raise ValueError("the pump went wrong in a way nobody expected")

    def fixed():
        print("all is well")
"""


def pytest_collection_modifyitems(items):
    """Skip, with the reason, what needs uv where it is missing."""
    if BESIDE.is_file() or shutil.which("uv"):
        return
    for item in items:
        if Path(__file__).parent in item.path.parents and "workshop" in item.fixturenames:
            item.add_marker(pytest.mark.skip(reason="uv is not installed: pip install 'errkb[reproduce]'"))


def write_script(path: Path, body: str, *tool: str, dependencies: str = "") -> Path:
    """Write a script with inline metadata; `tool` are lines of its errkb table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    header = HEADER.format(tool="".join(f"# {line}\n" for line in tool), dependencies=dependencies)
    path.write_text(header + textwrap.dedent(body), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def shared_home(tmp_path_factory) -> Path:
    """A home all tests share: the knowledge base and the environments are made once."""
    return tmp_path_factory.mktemp("home")


class Workshop:
    """A folder of records with scripts beside it, registered as a source of its own."""

    def __init__(self, folder: Path, home: Path, name: str, make_entry) -> None:
        self.records = folder / "records"
        self.name = name
        self.make_entry = make_entry
        self.settings = Settings(home)
        self.home = home
        self.entries = []

    def add(self, body: str = RAISES, *tool: str, dependencies: str = "", evidence=None, **fields):
        """Add a record (with `fields`) and its script; return the record."""
        captured = {"positive": [{"text": "ValueError: the pump went wrong in a way nobody expected", "captures": {}}]}
        entry = self.make_entry(captured if evidence is None else evidence, **fields)
        self.entries.append(entry)
        Dataset(self.entries).write(self.records)
        write_script(script_path(self.records, entry.record), body, *tool, dependencies=dependencies)
        return entry.record

    def run(self, selection: Selection | None = None, *, progress=None, **options):
        """Reproduce the records of this source; the ledger of other tests is not theirs."""
        with KnowledgeBase.open(self.settings) as kb:
            if self.name not in {source.name for source in kb.sources()}:
                kb.add_source(self.name, self.records)
            return kb.reproduce(selection or Selection(source=self.name), RunOptions(**options), progress)

    def verified(self, record) -> Path:
        """Return where the verified file of a record stands."""
        path = self.records / place(record)
        return path.with_name(f"{path.stem}.verified.json")


@pytest.fixture
def workshop(tmp_path, shared_home, make_entry, request):
    """A workshop of the test's own in the shared home."""
    name = f"w{abs(hash(request.node.nodeid)) % 10**12}-{os.getpid()}"
    made = Workshop(tmp_path, shared_home, name, make_entry)
    yield made
    with KnowledgeBase.open(made.settings) as kb:
        if made.name in {source.name for source in kb.sources()}:
            kb.remove_source(made.name)
