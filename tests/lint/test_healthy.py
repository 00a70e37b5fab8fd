"""The logs of programs that worked, and the shipped records over them."""

from pathlib import Path

import pytest

from errkb.lint.run import lint_paths
from errkb.model.text import Text
from errkb.parse import parse

LOGS = sorted((Path(__file__).parents[1] / "corpora" / "healthy").glob("*.log"))


def test_there_are_enough():
    """At least forty logs, none of them empty or huge."""
    assert len(LOGS) >= 40
    assert all(0 < path.stat().st_size < 64 * 1024 for path in LOGS)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_no_error_in_a_healthy_log(path):
    """The reader finds no error event."""
    assert parse(Text.of(path.read_text(encoding="utf-8"))).events == []


def test_shipped_records_are_clean():
    """Lint has nothing to say about what errkb ships, healthy logs included."""
    assert [f"{one.file}: {one.rule}: {one.message}" for one in lint_paths([])] == []
