"""Cascades: errors that come right after others, again and again, in the same process."""

from __future__ import annotations

from collections import Counter

from errkb.model.triage import Cascade
from errkb.triage.clock import seconds
from errkb.triage.ledger import Ledger

__all__ = ["cascades"]

WITHIN = 2.0
"""Seconds between an error and the next that still count as one run of errors."""
LEAST, SHARE = 5, 0.5
"""So many occurrences, and so large a part of them, must have come after the same error."""
MOST_PAIRS, MOST_PROCESSES = 50_000, 10_000


def cascades(ledger: Ledger) -> list[Cascade]:
    """Return which errors mostly follow from which, the largest first.

    Of a run of errors in one process the first is taken for the cause of all others in it. Where no error occurs often
    enough nothing is gone through.
    """
    tallies = ledger.tallies
    if not any(tally.count >= LEAST for tally in tallies.values()):
        return []
    runs: dict[tuple[int, str | None], tuple[float, str]] = {}
    pairs: Counter[tuple[str, str]] = Counter()
    for entry in ledger.entries():
        time = seconds(entry.time)
        if time is None:
            continue
        process = (entry.file, entry.process)
        last, root = runs.get(process, (-WITHIN, ""))
        if not 0 <= time - last <= WITHIN:
            root = entry.key
        elif root != entry.key and (len(pairs) < MOST_PAIRS or (root, entry.key) in pairs):
            pairs[root, entry.key] += 1
        if process in runs or len(runs) < MOST_PROCESSES:
            runs[process] = (time, root)
    found = [
        Cascade(cause, effect, count, tallies[effect].count, WITHIN)
        for (cause, effect), count in pairs.items()
        if count >= LEAST and count >= SHARE * tallies[effect].count
    ]
    return sorted(found, key=lambda one: (-one.count, one.cause, one.effect))
