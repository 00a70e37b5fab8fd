"""Known texts that are beyond doubt: the template is the whole message, right behind its own class, to the end.

`ValueError: Invalid cursor: x` is the record's error whatever else is known of the line, so no ranking is needed, and
what is counted does not depend on how the lines around it were read. Where another template on the line may have more
to say, where the record is only a place in source, or where the template has hardly any text and a
class of the language, the ranking decides.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import NamedTuple

from errkb.index.bulk.segments import Templates
from errkb.index.bulk.verify import Place
from errkb.match.claim import CONFIDENT
from errkb.match.evidence import LITERAL_CAP, LONG_CAP
from errkb.match.weights import WEIGHTS
from errkb.model.names import bare_name
from errkb.triage.occurrences import LONGEST_VALUE, Answer

__all__ = ["Exact", "Sure"]

_KEPT = 1 << 14
_NAME = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$")
_GROUP = b"\xfe"
"""What stands for a placeholder in an encoded template (`BulkSource.encoded`)."""
_ENDS = (b"\n", b"\r", b"")
MOST_TIED = 50
_MARKS = 8
"""Bytes behind a text that may be nothing but marks: then it is the whole line."""
_SHORTER, _MUCH_SHORTER = 1.3, 4.0
"""How much shorter a line may be as it is compared: blanks count once, and characters, not bytes."""
LEAST_ODDS = math.log(CONFIDENT / (1 - CONFIDENT))


class Sure(NamedTuple):
    """A record whose whole text stands on a line: where its class begins and the match ends.

    `decided` says that nothing else on the line may be meant.
    """

    answer: Answer
    cls: str
    begin: int
    end: int
    decided: bool


class _Known(NamedTuple):
    """What must be known of a template."""

    id: str
    mark: bytes
    """The bare class, colon and blank."""
    opens: bool
    """It begins with a placeholder."""
    literal: int
    parts: bytes
    names: list[str]
    wrapper: bool


class Exact:
    """Looks at the known texts of a line."""

    def __init__(self, templates: Templates, weak: Sequence[int]) -> None:
        self._templates = templates
        self._weak = frozenset(weak)
        self._known: dict[int, _Known | None] = {}
        self._most: dict[int, tuple[int, float]] = {}

    def of(self, data: bytes, begin: int, hits: Sequence[tuple[int, Place]]) -> Sure | None:
        """Return the record that a line beginning at `begin` is exactly, given the templates that stand there."""
        fits: list[tuple[int, int, _Known, int, Place]] = []
        most = 0
        for number, place in hits:
            known = self._known[number] if number in self._known else self._look_up(number)
            if known is not None and (start := _message(data, begin, known, place)):
                fits.append((-known.literal, number, known, start, place))
            most = max(most, known.literal if known is not None else self._literal(number))
        if not fits:
            return None
        fits.sort(key=lambda fit: fit[:2])
        least, _, best, start, place = fits[0]
        tie = tuple(known.id for _, _, known, _, _ in fits[1:] if known.parts == best.parts and known.id != best.id)
        at = start - len(best.mark)
        while at > begin and data[at - 1] in _NAME:
            at -= 1
        answer = Answer(best.id, tie[:MOST_TIED], _captures(data, best, start, place), best.wrapper, located=False)
        cls = data[at : start - 2].decode("utf-8", "replace")
        return Sure(answer, cls, at, place[1], decided=-least >= most and not best.wrapper)

    def may_count(self, data: bytes, begin: int, hits: Sequence[tuple[int, Place]]) -> bool:
        """Say whether the wording alone can make one of the texts on a line that is no event certain.

        An upper bound of what `errkb.match` adds up for it, at a hundredth of the cost: too much is let through, never
        too little.
        """
        for number, (start, end, _) in hits:
            feed = data.find(b"\n", end)
            if feed - end <= _MARKS:  # also where the line has no end
                return True
            literal, odds = self._most[number] if number in self._most else self._look_up_most(number)
            factor = _SHORTER if data[begin:feed].isascii() else _MUCH_SHORTER
            share = min(1.0, factor * literal / max(1, feed - max(start, begin)))
            if odds + WEIGHTS["share"] * share >= LEAST_ODDS:
                return True
        return False

    def _literal(self, number: int) -> int:
        index, own = self._templates.of(number)
        return index.literal(own)

    def _look_up_most(self, number: int) -> tuple[int, float]:
        """Return the characters of a template, and the highest log-odds it can have besides the share of its text."""
        if len(self._most) >= _KEPT:
            self._most.clear()
        index, own = self._templates.of(number)
        brief, odds = index.brief(own), sum(map(WEIGHTS.__getitem__, ("prior", "plain-line", "start", "end")))
        odds += max(WEIGHTS["class"], WEIGHTS["classless"]) + (WEIGHTS["code"] if brief.coded else 0.0)
        odds += WEIGHTS["literal"] * min(brief.literal, LITERAL_CAP)
        odds += WEIGHTS["long"] * min(max(brief.literal - LITERAL_CAP, 0), LONG_CAP)
        found = self._most[number] = (brief.literal, math.inf if own in index.regexes else odds)
        return found

    def _look_up(self, number: int) -> _Known | None:
        if len(self._known) >= _KEPT:
            self._known.clear()
        index, own = self._templates.of(number)
        brief, found = index.brief(own), None
        name = bare_name(brief.cls or "")
        telling = number not in self._weak or not hasattr(builtins, name)
        if name and own not in index.regexes and not brief.located and telling:
            encoded = self._templates.encoded(number)
            found = _Known(
                brief.id,
                name.encode("utf-8", "surrogatepass") + b": ",
                encoded.startswith(_GROUP),
                brief.literal,
                encoded,
                brief.names,
                brief.wrapper,
            )
        self._known[number] = found
        return found


def _message(data: bytes, begin: int, known: _Known, place: Place) -> int:
    """Return where the message begins if the template is all of it, 0 if it is not."""
    start, end, groups = place
    mark = known.mark
    if data[end : end + 1] not in _ENDS:
        return 0
    if known.opens:
        # The first group holds all of the line before the text: the message begins behind the class in it.
        at = data.find(mark, begin, groups[0][1] - 1)
        start = at + len(mark)
    else:
        at = start - len(mark)
        if at < begin or data[at:start] != mark:
            return 0
    if at < begin or (at > begin and data[at - 1] in _NAME and data[at - 1] != ord(".")):
        return 0
    return start


def _captures(data: bytes, known: _Known, start: int, place: Place) -> tuple[tuple[str, str], ...]:
    spans = place[2]
    if known.opens:
        spans = ((start, spans[0][1]), *spans[1:])
    values = (data[low : min(high, low + 4 * LONGEST_VALUE)].decode("utf-8", "replace").strip() for low, high in spans)
    return tuple([(name, value[:LONGEST_VALUE]) for name, value in zip(known.names, values, strict=False)])
