"""Start-up is a feature: what the way to an answer leaves out."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

HEAVY = {"rich", "duckdb", "pydantic", "jsonschema", "pluggy", "hypothesis"}
MESSAGE = (
    "ValueError: Target and draft model should have the same vocabulary size. Target model vocab_size=151936. "
    "Draft model vocab_size=128256. Using models with different tokenizers can cause out-of-bounds errors during "
    "speculative decoding."
)
PROGRAM = """
import json, sys
import typer
before = set(sys.modules)
{code}
sys.stderr.write(json.dumps(sorted(set(sys.modules) - before)))
"""


def imported(code: str, home: str) -> set[str]:
    """Return the top-level packages the code imports beyond what Typer itself brings along."""
    program = PROGRAM.format(code=code)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=os.environ | {"ERRKB_HOME": home}, check=True
    )
    return {name.partition(".")[0] for name in json.loads(run.stderr)}


def command(*arguments: str) -> str:
    return f"from errkb.cli.edge import run; assert run({list(arguments)!r}) == 0"


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> str:
    """A knowledge base that is built already."""
    home = str(tmp_path_factory.mktemp("home"))
    imported(command("info"), home)
    return home


def test_nothing_that_builds_or_harvests(home):
    """The way to an answer loads nothing that only building, harvesting or linting need."""
    program = PROGRAM.format(code=command("explain", "--format", "json", MESSAGE))
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=os.environ | {"ERRKB_HOME": home}, check=True
    )
    loaded = set(json.loads(run.stderr))
    unwanted = (
        "errkb.harvest",
        "errkb.lint",
        "errkb.sync",
        "errkb.store",
        "errkb.author",
        "errkb.reproduce",
        "errkb.index.build",
        "errkb.source.tree",
        "errkb.triage",
        "errkb.web",
        "hyperscan",
        "tarfile",
        "zipfile",
    )
    assert [name for name in loaded if name.startswith((*unwanted, "errkb.index.bulk", "errkb.refresh"))] == []


def test_json_answer(home):
    """`errkb explain --format json` imports neither rich nor duckdb, pydantic or jsonschema."""
    modules = imported(command("explain", "--format", "json", "--limit", "2", MESSAGE), home)
    assert modules & HEAVY == set()
    assert "errkb" in modules


@pytest.mark.parametrize(
    "arguments", [["explain", MESSAGE], ["explain", "--full", MESSAGE], ["show", "74d3fdb0bc7f5759"]]
)
def test_text_answer(home, arguments):
    """A page needs rich, and nothing heavier."""
    assert imported(command(*arguments), home) & HEAVY == {"rich"}


def test_only_the_command_asked_for(home):
    """A command imports no other command's module."""
    program = command("explain", "--format", "json", MESSAGE) + "\nassert 'errkb.cli.sql' not in sys.modules"
    imported(program, home)


def test_import_costs_nothing(home):
    """`import errkb` imports none of its modules, and the command line none of the heavy libraries."""
    assert (
        imported("import errkb; assert not [m for m in sys.modules if m.startswith('errkb.')]", home) & HEAVY == set()
    )
    assert imported("import errkb.cli.app", home) & HEAVY == set()
