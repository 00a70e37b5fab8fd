"""The seams where errkb is extended: reading, harvesting and exporting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from errkb.model.event import ErrorEvent, Line

if TYPE_CHECKING:  # what harvesting and exporting need would be imported on every start
    from errkb.model.content import Content
    from errkb.model.located import Facts, Located

__all__ = ["Block", "Exporter", "Harvester", "Parser"]


@dataclass(slots=True)
class Block:
    """What a parser made of the lines from where it was asked: the events, and the index of the first line left."""

    events: list[ErrorEvent] = field(default_factory=list)
    next: int = 0


class Parser(Protocol):
    """Recognises one shape of error text.

    The reader goes over the lines of one process; at each line that holds one of the parsers' hints it asks the parsers
    in order. A parser answers with a `Block` that starts at line `at`, or with `None`. It must look at each line a
    bounded number of times, since the reader promises linear time, and at most `errkb.parse.stream.AHEAD` lines behind
    the end of its block, since logs are read in parts. Ids, processes and occurrences are filled in by the reader;
    until then `errkb.parse.chain.name` names an event of the block that another one is caused by.

    A parser should also have `nearby: tuple[str, ...]`: further hints, too common to be searched in whole logs. They
    count in texts of up to `errkb.parse.interest.CLOSELY` lines and right below lines with a hint. Where there is a
    `nearby`, be it empty, one of `hints` or `nearby` stands on every line the parser answers at, and it is asked about
    no other; without, it is asked wherever any parser has a hint.
    """

    name: str
    hints: tuple[str, ...]
    """Substrings that lead to the lines this parser answers at (carriers taken off).

    They are searched in whole logs: keep them few and telling. One that begins with a line feed stands at the beginning
    of the line. `ERROR` also stands on every line to which a carrier gives a level of ERROR or above.
    """

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block that starts at `lines[at]`, or `None`."""
        ...


class Harvester(Protocol):
    """Finds the places in the source of one language that raise, warn, log or exit.

    It works in two steps, so that files can be read in parallel and only those that changed: `read` looks at one file
    alone and gives JSON data, which is cached; `link` sees what all files of a project said and follows what goes
    from one to another (classes defined elsewhere). Nothing is ever imported or run.
    """

    @property
    def name(self) -> str:
        """Of the language; part of the key of the cache, together with `version`."""
        ...

    @property
    def version(self) -> int:
        """Raised whenever `read` gives other facts for the same text."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Ends of the names of the files it reads, with the dot."""
        ...

    def read(self, path: str, text: str) -> Facts:
        """Return what a file says, `{}` if it raises nothing. Raises `UnreadableError` with the reason."""
        ...

    def link(self, facts: Mapping[str, Facts]) -> Iterator[Located]:
        """Return the located errors of a project, by path and line."""
        ...


class Exporter(Protocol):
    """Writes records in one format; the built-in ones are modules of `errkb.export`.

    The same content has to give the same bytes, and to be gone through without being held in memory.
    """

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of the module
        """Of the format, as `--format` takes it."""
        ...

    def write(self, content: Content, out: Path, before: Path | None = None) -> str | None:
        """Write into `out`, a path at which nothing is; the caller lets it take the place of `before`.

        Returns the dataset version that was written, `None` if it is that of the content.

        Raises `OSError`, and `DatasetError` for records the format cannot hold.
        """
        ...
