"""Which lines of a block of bytes are worth reading: those with a hint or a known text, and those right below.

All hints of the parsers are looked for in one pass of an automaton (some 1.5 GB/s); what is not worth reading is
neither decoded nor touched again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from errkb.hookspecs import Parser
from errkb.index.automaton import compile_literals
from errkb.parse.hints import leading_hints

__all__ = ["Worth"]


class Worth:
    """Finds where hints of the parsers stand, and further `texts` (at what end of which text)."""

    def __init__(self, parsers: Sequence[Parser], texts: Iterable[bytes] = ()) -> None:
        hints = list(dict.fromkeys(hint.encode() for hint in leading_hints(parsers)))
        further = list(dict.fromkeys(texts))
        literals = list(dict.fromkeys([*hints, *further]))
        self._hints = len(hints)
        self._further = {literals.index(text): at for at, text in enumerate(further)}
        """A text may be a hint as well."""
        self._heads = tuple(hint[1:] for hint in hints if hint.startswith(b"\n"))
        self._automaton = compile_literals(literals)

    def find(self, data: bytes, core: int) -> tuple[list[int], list[tuple[int, int]]]:
        """Return an offset on each line of `data[:core]` with a hint, ascending, and (text, end) of further texts."""
        import numpy as np

        literals, ends = self._automaton.places(data[:core] if core < len(data) else data)
        which, at = np.frombuffer(literals, dtype=np.int64), np.frombuffer(ends, dtype=np.int64)
        hinted = np.unique(at[which < self._hints] - 1).tolist()
        if data.startswith(self._heads):
            hinted.insert(0, 0)
        others = np.isin(which, list(self._further))
        numbers = map(self._further.__getitem__, which[others].tolist())
        return hinted, sorted(zip(numbers, at[others].tolist(), strict=True), key=lambda one: one[1])
