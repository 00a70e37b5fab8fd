"""Rows and columns as text, for `errkb sql` and the smaller reports."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from errkb.model.catalog import Table
from errkb.normalize import printable
from errkb.render.prose import cut

__all__ = ["size", "table_csv", "table_json", "table_text"]

NARROWEST = 6
"""A column narrower than this says nothing; then each row becomes a block of its own."""
GAP = "  "


def table_text(table: Table, width: int) -> str:
    """Return the table fitted to `width` characters, long cells cut; values under each other when columns are many."""
    rows = [[_cell(value) for value in row] for row in table.rows]
    columns = [_cell(name) for name in table.columns]
    if len(columns) * (NARROWEST + len(GAP)) > width:
        return _blocks(columns, rows)
    widths = _fit([max(map(len, column)) for column in zip(columns, *rows, strict=True)], width)
    numeric = [all(isinstance(row[n], int | float | None) for row in table.rows) for n in range(len(columns))]
    rule = ["─" * one for one in widths]
    return "".join(_line(cells, widths, numeric) for cells in [columns, rule, *rows])


def table_csv(table: Table, *, clean: bool = False) -> str:
    """Return the table as CSV (RFC 4180) with a header; nothing is cut. `clean` makes it safe for a terminal."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(table.columns)
    writer.writerows([[printable(str(v)) if clean and v is not None else v for v in row] for row in table.rows])
    return out.getvalue()


def table_json(table: Table) -> list[dict[str, Any]]:
    """Return one object per row; of columns with the same name the last one counts."""
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def size(number: int) -> str:
    """Return a number of bytes as people read it: `12.3 MB`."""
    value = float(number)
    for unit in ("B", "kB", "MB", "GB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} TB"


def _cell(value: Any) -> str:
    text = "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
    return printable(cut(text, 2_000).replace("\n", " ⏎ "))


def _fit(widths: list[int], room: int) -> list[int]:
    """Narrow the widest columns, one character at a time at most to the width of the next, until all fit."""
    room -= len(GAP) * (len(widths) - 1)
    widths = [min(one, room) for one in widths]
    while (over := sum(widths) - room) > 0:
        widest = max(widths)
        if widest <= NARROWEST:
            break
        at = widths.index(widest)
        following = max([one for one in widths if one < widest], default=NARROWEST)
        widths[at] -= min(over, max(widest - max(following, NARROWEST), 1))
    return widths


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    fitted = [cut(cell, room) for cell, room in zip(cells, widths, strict=True)]
    padded = [
        text.rjust(room) if right else text.ljust(room)
        for text, room, right in zip(fitted, widths, numeric, strict=True)
    ]
    return GAP.join(padded).rstrip() + "\n"


def _blocks(columns: list[str], rows: Iterable[list[str]]) -> str:
    column = max(len(name) for name in columns)
    blocks = [
        [f"{name.ljust(column)}  {cell}".rstrip() for name, cell in zip(columns, row, strict=True)] for row in rows
    ]
    return "\n".join("\n".join(block) + "\n" for block in blocks)
