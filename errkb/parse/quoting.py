"""Taking off what people put around an error when they post it: fences, back-ticks, quotation marks, bold marks."""

from __future__ import annotations

from errkb.parse.lazy import Lazy

__all__ = ["FENCE", "MARKS", "Quoting"]

FENCE = "```"
"""The text of a line that is a Markdown fence, whatever its length and language."""

_FENCE = Lazy(r"(?:`{3,}|~{3,}|'{3})[\w+.#-]*[ \t]*$")
MARKS = frozenset("`~'*\"“”‘’")
"""What a quoting mark can begin or end with."""
_BEGINS_ERROR = Lazy(r"[\"'](?:[\w.]+(?:Error|Exception|Warning)\b|Traceback |\[?(?:ERROR|FATAL|CRITICAL)\b)")
_REACH = 60
"""Lines within which a quotation mark opened before an error is closed."""


class Quoting:
    """Trims one line after the other; a quotation mark opened on one line may be closed on a later one."""

    def __init__(self) -> None:
        self.left = 0
        """Lines on which the quotation mark now open may be closed."""
        self._open = ""

    def trim(self, text: str, low: int, high: int | None = None) -> tuple[int, int]:
        """Return where the text proper begins and ends between two places; a fence gives an end before the begin."""
        if high is None:
            high = len(text)
            if self.left:
                high = self._close(text, low)
        if low >= high:
            return low, high
        if _FENCE.match(text, low):
            self.left = 0
            return low, low - 1
        return self._peel(text, low, high)

    def _close(self, text: str, low: int) -> int:
        high = len(text.rstrip())
        self.left -= 1
        if text.endswith(self._open, low, high) and text.count(self._open, low, high) % 2:
            self.left = 0
            return high - 1
        return len(text)

    def _peel(self, text: str, low: int, high: int) -> tuple[int, int]:
        for _ in range(4):
            end = len(text[low:high].rstrip()) + low
            if end - low < 2:
                break
            first, last = text[low], text[end - 1]
            if text.startswith(FENCE, low):
                low = low + 3
            elif text.endswith(FENCE, low, end):
                high = end - 3
            elif end - low > 4 and text.startswith("**", low) and text.endswith("**", low, end):
                low, high = low + 2, end - 2
            elif first == "“" or (first == "‘" and last == "’"):
                low, high = low + 1, end - (last in "”’")
            elif last == "”" and "“" not in text[low:end]:
                high = end - 1
            elif first in "`\"'" or last == "`":
                new_low, new_high = self._pair(text, low, end)
                if (new_low, new_high) == (low, end):
                    break
                low, high = new_low, new_high
            else:
                break
        return low, high

    def _pair(self, text: str, low: int, end: int) -> tuple[int, int]:
        """Take off marks that stand around the whole line, or one that has lost its partner."""
        mark = text[low] if text[low] in "`\"'" else "`"
        count = text.count(mark, low, end)
        closed = text[end - 1] == mark
        if text[low] == mark and closed and count == 2 and " " in text[low:end]:
            return low + 1, end - 1
        if count % 2 == 0:
            return low, end
        if mark == "`":
            return (low + 1, end) if text[low] == mark else (low, end - closed)
        if _BEGINS_ERROR.match(text, low):
            self._open, self.left = mark, _REACH
            return low + 1, end
        return low, end
