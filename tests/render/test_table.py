"""`errkb.render.table`."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.model.catalog import Table
from errkb.render.table import size, table_csv, table_json, table_text


def test_text():
    """Columns are aligned, numbers to the right, NULL is empty."""
    table = Table(["repo", "n"], [("example/tables", 3), (None, 12.5)])
    assert table_text(table, 80) == (
        "repo               n\n──────────────  ────\nexample/tables     3\n                12.5\n"
    )


def test_wide_cells_are_cut():
    """A table never runs over the edge; the widest columns give way."""
    text = table_text(Table(["a", "long"], [("id", "x" * 500), ("id", "y\nz")]), 40)
    assert max(map(len, text.splitlines())) == 40
    assert "…" in text
    assert "y ⏎ z" in text


def test_many_columns_become_blocks():
    """With more columns than fit, each row is a block of names and values."""
    names = [f"c{n}" for n in range(40)]
    text = table_text(Table(names, [tuple(range(40)), tuple(range(40))]), 80)
    assert text.startswith("c0   0\nc1   1\n")
    assert "\n\nc0   0\n" in text


@pytest.mark.parametrize("table", [Table(["a"], []), Table([], [])])
def test_empty(table):
    """No rows, or not even columns, is no error in any format."""
    assert table_text(table, 80).strip() in ("", "a\n─")
    assert table_json(table) == []
    table_csv(table)


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2, max_size=2)))
def test_csv_reads_back(rows):
    """CSV holds every value as it is."""
    text = table_csv(Table(["a", "b"], [tuple(row) for row in rows]))
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["a", "b"], *rows]


def test_clean_csv_is_safe():
    """For a terminal, control sequences are taken out of CSV."""
    assert "\x1b" not in table_csv(Table(["a"], [("\x1b[31mred",)]), clean=True)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (12_345_678, "12.3 MB"), (5 * 10**15, "5000.0 TB")],
)
def test_size(number, text):
    """Sizes are decimal units."""
    assert size(number) == text
