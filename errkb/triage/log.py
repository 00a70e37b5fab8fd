"""A log as triage is given it: a stream of UTF-8 and the way back to the files it is made of."""

from __future__ import annotations

from typing import Literal, Protocol

from errkb.model.triage import FileReport

__all__ = ["Log", "Piece", "Unit", "unit_of"]

Unit = Literal["file", "dir", "job", "process"]


class Piece(Protocol):
    """Lines of a log that stand in one file: from line `first` of the log on, which is `line` of the file."""

    @property
    def first(self) -> int:
        """Return the line of the log."""
        ...

    @property
    def line(self) -> int:
        """Return the line of the file."""
        ...

    @property
    def name(self) -> str:
        """Return the name of the file."""
        ...

    @property
    def unit_file(self) -> str:
        """Return its unit when files are units."""
        ...

    @property
    def unit_dir(self) -> str:
        """Return its unit when folders are units."""
        ...

    @property
    def job(self) -> str:
        """Return its unit when jobs are units."""
        ...

    @property
    def step(self) -> str | None:
        """Return the step of the job."""
        ...


class Log(Protocol):
    """One log as it is opened: UTF-8 bytes, and the way back to the files it is made of."""

    name: str
    size: int | None

    def read(self, size: int, /) -> bytes | None:
        """Return at most so many bytes, none at the end."""
        ...

    def piece(self, line: int, /) -> Piece:
        """Return the piece a line is in."""
        ...

    def reports(self) -> list[FileReport]:
        """Return what became of its files."""
        ...


def unit_of(piece: Piece, unit: Unit, process: str | None = None) -> str:
    """Return the unit that lines of a piece belong to."""
    if unit == "process":
        return f"{piece.job} {process}" if process else piece.job
    return piece.unit_dir if unit == "dir" else piece.job if unit == "job" else piece.unit_file
