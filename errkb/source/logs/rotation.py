"""Which files are pieces of one log, by their names, and in which order they were written.

    app.log.2.gz app.log.1 app.log             numbers: the highest is the oldest, the one without is written now
    app.log-20261129 app.log-20261130 app.log  dates of logrotate; also `app.log.2026-11-30.1`
    app-2026-11-29.log app-2026-11-30.log      dates inside the name

Numbers alone say nothing: `train.log.0` to `train.log.7` are eight processes. They count from 1 upwards, or beside the
file without one, where they are pieces of one log.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Rotated", "rotated"]

_PACKED = re.compile(r"\.(?:gz|bz2|xz|zst|zstd|Z|tgz)$", re.IGNORECASE)
_NUMBER = re.compile(r"^(.+)\.(\d{1,4})$")
_DATE = r"(?:19|20)\d\d([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])"
_TIME = r"(?:[-_.T ]?\d{1,2}(?:[-_.h]?\d{2}(?:[-_.m]?\d{2}(?:\.\d{1,6})?)?)?|-\d{10})?"
_COUNT = r"(?:[._-](\d{1,4}))?"
_DATED = re.compile(rf"^(.*?)[-_.]?(?<!\d)({_DATE}{_TIME}){_COUNT}(?!\d)(?:([-_.])(.*))?$".replace(r"\1", r"\3"))


class Rotated(NamedTuple):
    """Files of one log, the oldest first; `name` is that of the log.

    `unit` is the name under which all of them are one; dates alone may as well be those of runs that each have a log.
    """

    name: str
    files: tuple[str, ...]
    unit: str | None = None


class _Key(NamedTuple):
    base: str
    order: tuple[float, str, float]
    numbered: bool


def rotated(names: Iterable[str]) -> list[Rotated]:
    """Return the logs that files of these names (with their folders) are, in the order their first file was given."""
    families: dict[str, list[tuple[_Key, str]]] = defaultdict(list)
    plain: set[str] = set()
    everything = list(names)
    for name in everything:
        bare = _PACKED.sub("", name)
        key = _key(bare)
        if key is None:
            plain.add(bare)
            key = _Key(bare, (1, "", 0), numbered=False)
        families[key.base].append((key, name))
    logs = []
    for base, found in families.items():
        if len(found) > 1 and _belong(base, found, plain):
            one = base in plain or found[0][0].numbered
            logs.append(Rotated(base, tuple(name for _, name in sorted(found)), base if one else None))
        else:
            logs += [Rotated(name, (name,)) for _, name in found]
    place = {name: number for number, name in enumerate(everything)}
    return sorted(logs, key=lambda log: min(place[name] for name in log.files))


def _key(bare: str) -> _Key | None:
    """Return the log a file belongs to and its place in the order; `None` for the one that is written now."""
    folder, slash, name = bare.rpartition("/")
    if found := _NUMBER.match(name):
        dated = _DATED.match(found[1])
        if dated is None:
            return _Key(folder + slash + found[1], (0, "", -int(found[2])), numbered=True)
    if found := _DATED.match(name):
        before, date, _, count, mark, after = found.groups()
        if not before and not after:
            return None
        base = before + (mark + after if mark and after else "") if before else after
        digits = re.sub(r"\D", "", date)
        return _Key(folder + slash + base, (0, digits, int(count or 0)), numbered=False)
    return None


def _belong(base: str, found: Sequence[tuple[_Key, str]], plain: set[str]) -> bool:
    """Tell whether files that share a base are one log: numbers need the file without one, or begin at 1."""
    orders = [key.order for key, _ in found]
    if len(set(orders)) < len(orders):
        return False  # the same piece twice
    numbers = sorted(-int(key.order[2]) for key, _ in found if key.numbered)
    return not numbers or base in plain or numbers == list(range(1, len(numbers) + 1))
