"""Two records that explain themselves with the same text: one of the two explains another error.

Compared are runs of six words; a field is repeated when more than half of its runs stand in the same field of another
record.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from errkb.lint.prose import PROSE, words
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]

RUN = 6
SHARE = 0.5
COMMON = 20
"""A run that stands in more records than this is a turn of phrase, not a copy."""


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for field in PROSE:
        earlier: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, located in enumerate(entries):
            runs = _runs(located.entry.record[field])
            shared = Counter(other for run in runs for other in earlier.get(run, ())[:COMMON])
            best = shared.most_common(1)
            if best and best[0][1] > SHARE * len(runs):
                other = entries[best[0][0]].entry.record
                message = f"{best[0][1] / len(runs):.0%} of this is the text of {other['repo']}/{other['slug']}"
                yield Finding(RULE.name, message, located.path, f"/{field}")
            for run in runs:
                earlier[run].append(number)


def _runs(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[n : n + RUN]) for n in range(len(found) - RUN + 1)}


RULE = Rule("repeated-prose", "dataset", _check)
