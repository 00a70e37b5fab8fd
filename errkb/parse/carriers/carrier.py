"""`Carrier`: one known shape of what log systems, launchers and terminals put before the text of a line."""

from __future__ import annotations

from dataclasses import dataclass, field

from errkb.parse.lazy import Lazy

__all__ = ["CLOCK", "LEVEL", "LEVEL_GROUP", "STAMP", "ZONE", "Carrier", "level_name"]

LEVEL = "(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRIT(?:ICAL)?|FATAL|SEVERE|PANIC|ALERT|EMERG)"
CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
ZONE = r"(?: ?(?:Z|UTC|GMT|CES?T|[ECMP][SD]T|[+-]\d\d:?\d\d)\b)?"
STAMP = rf"\d{{4}}[-/.]\d\d[-/.]\d\d(?:T|,? |_|-){CLOCK}{ZONE}"

LEVEL_GROUP = 4
_SLOTS = {"stream": 0, "process": 1, "logger": 2, "time": 3, "level": LEVEL_GROUP}

_NAMES = {
    "INFO": "INFO",
    "ERROR": "ERROR",
    "DEBUG": "DEBUG",
    "WARNING": "WARNING",
    "C": "CRITICAL",
    "CRIT": "CRITICAL",
    "D": "DEBUG",
    "E": "ERROR",
    "EMERG": "FATAL",
    "ALERT": "CRITICAL",
    "ERR": "ERROR",
    "ERR!": "ERROR",
    "F": "FATAL",
    "FAIL": "ERROR",
    "HTTP": "DEBUG",
    "I": "INFO",
    "LOG": "INFO",
    "N": "NOTICE",
    "PANIC": "FATAL",
    "SEVERE": "ERROR",
    "SILLY": "DEBUG",
    "T": "TRACE",
    "V": "DEBUG",
    "VERBOSE": "DEBUG",
    "W": "WARNING",
    "WARN": "WARNING",
    "×": "ERROR",
    "✖": "ERROR",
}


@dataclass(slots=True, frozen=True, eq=False)
class Carrier:
    """One shape. It is taken whole or not at all: a message must never lose its first words.

    `first` lists the characters it can begin with; `pattern` is matched at the start of what is left of the line. Its
    groups are `stream` (a process whose lines all carry the mark), `process`, `level`, `logger` and `time` (with a
    digit behind the name where several alternatives have one); a pattern names all its groups.

    `inner` carriers stand only behind a time or a level, and behind a level only `late` ones do. A mark whose shape
    alone proves little (`web  | `, `10: `) counts from `repeats` lines with the same mark on. Where none of `needs`
    stands in a text, the carrier does not either. `logger` is set for programs that name themselves. `example` is a
    carrier, to stand before `text`; `near_miss` looks like one and must stay.
    """

    name: str
    first: str
    pattern: str
    example: str
    near_miss: str | None = None
    needs: tuple[str, ...] = ()
    inner: bool = False
    late: bool = False
    repeats: int = 0
    logger: str | None = None
    text: str = "cannot open the file"
    regex: Lazy = field(init=False)
    slots: tuple[int, ...] = field(init=False)
    """What the groups of the pattern name, in their order, as numbers."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "regex", Lazy(self.pattern))
        names = [part.partition(">")[0].rstrip("0123456789") for part in self.pattern.split("(?P<")[1:]]
        object.__setattr__(self, "slots", tuple(_SLOTS[name] for name in names))


def level_name(printed: str) -> str:
    """Return the usual upper-case name of a level as printed (`E`, `warn`, `ERR!`)."""
    return _NAMES.get(printed) or _NAMES.get(upper := printed.upper(), upper)
