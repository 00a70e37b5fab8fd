"""`Carrier`: one known shape of what log systems, launchers and terminals put before the text of a line."""

from __future__ import annotations

from errkb.parse.lazy import Lazy

__all__ = ["CLOCK", "LEVEL", "LEVEL_GROUP", "SEVERE", "STAMP", "ZONE", "Carrier", "level_name"]

LEVEL = "(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRIT(?:ICAL)?|FATAL|SEVERE|PANIC|ALERT|EMERG)"
CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
ZONE = r"(?: ?(?:Z|UTC|GMT|CES?T|[ECMP][SD]T|[+-]\d\d:?\d\d)\b)?"
STAMP = rf"\d{{4}}[-/.]\d\d[-/.]\d\d(?:T|,? |_|-){CLOCK}{ZONE}"

SEVERE = frozenset({"ERROR", "CRITICAL", "FATAL"})
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
    "NORMAL": "INFO",
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


class Carrier:
    """One shape. It is taken whole or not at all: a message must never lose its first words.

    `first` lists the characters it can begin with; `pattern` is matched at the start of what is left of the line. Its
    groups are `stream` (a process whose lines all carry the mark), `process`, `level`, `logger` and `time` (with a
    digit behind the name where several alternatives have one); a pattern names all its groups.

    `inner` carriers stand only behind a time or a level, and behind a level only `late` ones do. A mark whose shape
    alone proves little (`web  | `, `10: `) counts from `repeats` lines with the same mark on. Where none of `needs`
    stands in a text, the carrier does not either (in long texts that is only looked up for `strict` ones, whose shape
    alone says nothing). `logger` is set for programs that name themselves. `severe` lists what stands on its lines at a
    level of ERROR and above where no word says so (a line feed is the beginning of the line); it is searched in long
    logs. `example` is a carrier, to stand before `text`; `near_miss` looks like one and must stay.
    """

    __slots__ = (
        *("example", "first", "inner", "late", "logger", "name", "near_miss", "needs", "pattern", "regex", "repeats"),
        *("severe", "slots", "strict", "text"),
    )

    def __init__(
        self,
        name: str,
        *,
        first: str,
        pattern: str,
        example: str,
        near_miss: str | None = None,
        needs: tuple[str, ...] = (),
        inner: bool = False,
        late: bool = False,
        repeats: int = 0,
        logger: str | None = None,
        severe: tuple[str, ...] = (),
        strict: bool = False,
        text: str = "cannot open the file",
    ) -> None:
        self.name = name
        self.first = first
        self.pattern = pattern
        self.example = example
        self.near_miss = near_miss
        self.needs = needs
        self.inner = inner
        self.late = late
        self.repeats = repeats
        self.logger = logger
        self.severe = severe
        self.strict = strict
        self.text = text
        self.regex = Lazy(pattern)
        names = [part.partition(">")[0].rstrip("0123456789") for part in pattern.split("(?P<")[1:]]
        self.slots = tuple(_SLOTS[group] for group in names)
        """What the groups of the pattern name, in their order, as numbers."""


def level_name(printed: str) -> str:
    """Return the usual upper-case name of a level as printed (`E`, `warn`, `ERR!`)."""
    return _NAMES.get(printed) or _NAMES.get(upper := printed.upper(), upper)
