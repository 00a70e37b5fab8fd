"""What a walk collects: the calls that print an error, and what classes say about messages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from errkb.harvest.marks import Alternatives
from errkb.harvest.python.recognise import is_exception

__all__ = ["MESSAGE_NAME", "Owner", "Site"]

MESSAGE_NAME = re.compile(r"(?i)msg|mess|err|text|reason|detail|hint|desc|warn|fmt|format|template|prefix|suffix|help")
"""Variables of such names are worth following through calls."""


@dataclass(slots=True)
class Site:
    """A call that prints an error, with its arguments as far as they are known."""

    kind: str
    cls: str | None
    args: list[Alternatives]
    named: dict[str, Alternatives]
    line: int
    function: str | None
    at: int = 0
    params: tuple[str, ...] = ()
    """The parameters of the function around it."""
    method: bool = False
    raised: list[tuple[int, str | None]] = field(default_factory=list)
    owner: str | None = None


@dataclass(slots=True)
class Owner:
    """A class as far as messages go: texts and tables of its body, its bases, what its constructor does."""

    name: str
    bases: list[str]
    line: int
    texts: dict[str, Alternatives] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    tables: dict[str, dict[str, Alternatives]] = field(default_factory=dict)
    params: list[tuple[str, Alternatives | None]] = field(default_factory=list)
    messages: list[tuple[Alternatives, int, str]] = field(default_factory=list)
    own: dict[str, Alternatives] = field(default_factory=dict)

    exceptional: bool = False
    """It is an exception, by its name or a base."""

    def __post_init__(self) -> None:
        self.exceptional = is_exception(self.name) or any(is_exception(base) for base in self.bases)
