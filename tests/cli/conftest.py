"""The command line, run in this process or as a process of its own, against a knowledge base of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from errkb.cli.edge import run

MESSAGE = (
    "ValueError: Target and draft model should have the same vocabulary size. Target model vocab_size=151936. "
    "Draft model vocab_size=128256. Using models with different tokenizers can cause out-of-bounds errors during "
    "speculative decoding."
)
RECORD = "74d3fdb0bc7f5759"
EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    status: int
    out: str
    err: str


@pytest.fixture(scope="session")
def home(tmp_path_factory) -> Path:
    """A knowledge base all tests of the command line share; the first of them builds it."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def environment(home) -> dict[str, str]:
    """The environment of a process without colours, width or settings of the machine."""
    dropped = {"COLUMNS", "NO_COLOR", "FORCE_COLOR", "ERRKB_KB", "ERRKB_PLUGINS", "TERM", "PYTHONUNBUFFERED"}
    kept = {key: value for key, value in os.environ.items() if key not in dropped}
    return kept | {"ERRKB_HOME": str(home)}


@pytest.fixture
def errkb(environment, monkeypatch, capsysbinary) -> Callable[..., Result]:
    """Run a command in this process."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "ERRKB_KB", "ERRKB_PLUGINS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ERRKB_HOME", environment["ERRKB_HOME"])

    def command(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsysbinary.readouterr()
        status = run(list(arguments))
        captured = capsysbinary.readouterr()
        return Result(status, captured.out.decode(), captured.err.decode())

    return command


@pytest.fixture
def process(environment, errkb) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a command as a process; the knowledge base is built by then."""
    errkb("info")
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str | bytes, **options: Any) -> subprocess.Popen[bytes]:
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        options["env"] = environment | options.get("env", {})
        started.append(subprocess.Popen([sys.executable, "-m", "errkb", *arguments], **(pipes | options)))
        return started[-1]

    yield start
    for running in started:
        running.kill()
        running.wait()
        for pipe in (running.stdout, running.stderr):
            if pipe:
                pipe.close()


@pytest.fixture
def message() -> str:
    return MESSAGE


@pytest.fixture
def record_id() -> str:
    return RECORD


@pytest.fixture
def examples() -> Path:
    return EXAMPLES
