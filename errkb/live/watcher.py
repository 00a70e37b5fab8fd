"""`Watcher`: the text of one source as it comes, and the known errors in it, each told once.

What was written is looked at when nothing has come for a moment: then whatever it is, is complete. A source that never
pauses is looked at piece by piece, each with the end of the one before, so that an error at the border is seen whole.
Only text in which a parser finds a hint is explained, and only around hints that have not been seen like this before
(digits apart): a log that repeats the same error all day costs a search. Bounded: a piece, a context, tables of what
was seen and told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from errkb.hookspecs import Parser
from errkb.live.backlog import Backlog
from errkb.live.notice import Notice, Tell
from errkb.model.match import Match
from errkb.model.report import Explanation
from errkb.parse.hints import Hints

__all__ = ["Watcher", "watch"]

SILENCE = 0.25
"""Seconds without text after which what was written is taken as complete."""
PIECE = 1 << 17
"""Bytes of a source that never pauses that are looked at together."""
CONTEXT = 1 << 14
"""Bytes of the text before that are looked at again, from the beginning of a line."""
BEFORE, AFTER = 1 << 13, 1 << 12
"""Characters before and after a hint that are explained with it."""
_MOST_TOLD = 100_000
_MOST_SEEN = 50_000
_DIGITS = dict.fromkeys(map(ord, "0123456789"))

Explain = Callable[[str], Explanation]


class Watcher:
    """Watches one source. `told` are the ids of records that need not be told any more, shared between sources."""

    def __init__(self, source: str, explain: Explain, hints: Hints, told: set[str], tell: Tell) -> None:
        self._source, self._explain, self._hints = source, explain, hints
        self._told, self._tell = told, tell
        self._pieces: list[bytes] = []
        self._held = 0
        self._context = b""
        self._seen: set[int] = set()
        """Lines with hints and those after them, without their digits."""
        self._line = 1
        """That the context begins on."""
        self.due: float | None = None
        """When what is held is complete, if nothing more comes."""

    def feed(self, data: bytes) -> None:
        """Take what was written."""
        self.due = monotonic() + SILENCE
        while data:
            taken, data = data[: PIECE - self._held], data[PIECE - self._held :]
            self._pieces.append(taken)
            self._held += len(taken)
            if self._held >= PIECE:
                self._look()

    def pause(self) -> None:
        """Look at what is held: nothing has come for a moment, or nothing will."""
        self.due = None
        if self._held:
            self._look()

    def restart(self) -> None:
        """Begin anew: the source is another one under the same name."""
        self.pause()
        self._context, self._line = b"", 1

    def _look(self) -> None:
        new = b"".join(self._pieces)
        self._pieces, self._held = [], 0
        data = self._context + new
        text = data.decode("utf-8", "replace")
        begin = len(self._context.decode("utf-8", "replace"))
        begin = text.rfind("\n", 0, begin) + 1
        starts = [at for at in self._hints.line_starts(text, "\n") if at >= begin and self._is_new(text, at)]
        for low, first, high in _stretches(text, starts):
            self._answer(text, low, first, high)
        kept = data.rfind(b"\n", 0, max(0, len(data) - CONTEXT)) + 1 if len(data) > CONTEXT else 0
        if len(data) - kept > 2 * CONTEXT:  # one long line
            kept = len(data) - CONTEXT
        self._line += data.count(b"\n", 0, kept)
        self._context = data[kept:]

    def _is_new(self, text: str, at: int) -> bool:
        """Tell whether a line with a hint and the one after it have not been seen like this before."""
        after = text.find("\n", at) + 1
        end = text.find("\n", after) if after else len(text)
        key = hash(text[at : end if end >= 0 else len(text)].translate(_DIGITS))
        if key in self._seen:
            return False
        if len(self._seen) >= _MOST_SEEN:
            self._seen.clear()
        self._seen.add(key)
        return True

    def _answer(self, text: str, low: int, first: int, high: int) -> None:
        """Tell what is known of a stretch of a text; the first hint of something new stands at `first`."""
        answer = self._explain(text[low:high])
        events = {event.id: event for event in answer.events}
        new = text.count("\n", low, first) + 1
        for match in answer.matches:
            event = events.get(match.event)
            if event is None or event.role == "noise" or event.line_end < new or match.record_id in self._told:
                continue
            if self._is_mere_wrapper(match, answer):
                continue
            if len(self._told) < _MOST_TOLD:
                self._told.add(match.record_id)
            at = event.pieces[0].start if event.pieces else event.start
            line = self._line + text.count("\n", 0, low + at)
            self._tell(Notice(self._source, line, answer, match))

    @staticmethod
    def _is_mere_wrapper(match: Match, answer: Explanation) -> bool:
        """Tell whether a match only says that another error happened, of which more is known."""
        return match.wrapper and any(not other.wrapper for other in answer.matches)


def _stretches(text: str, starts: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield (begin, first hint, end) of the whole lines around hints, those that overlap as one."""
    low = first = high = -1
    for at in starts:
        end = text.find("\n", at + AFTER) + 1 or len(text)
        if high < 0 or at - BEFORE > high:
            if high >= 0:
                yield low, first, high
            low, first = text.rfind("\n", 0, max(0, at - BEFORE)) + 1, at
        high = end
    if high >= 0:
        yield low, first, high


def watch(backlog: Backlog, explain: Explain, parsers: Sequence[Parser], tell: Tell) -> None:
    """Look at what comes until nothing more does."""
    hints = Hints(parsers)
    told: set[str] = set()
    watchers: dict[str, Watcher] = {}
    while True:
        due = min((one.due for one in watchers.values() if one.due is not None), default=None)
        piece = backlog.get(due)
        if piece is not None:
            source, data = piece
            watcher = watchers.get(source)
            if watcher is None:
                watcher = watchers[source] = Watcher(source, explain, hints, told, tell)
            if data:
                watcher.feed(data)
            else:
                watcher.restart()
        now = monotonic()
        ended = backlog.ended
        for watcher in watchers.values():
            if watcher.due is not None and (ended or watcher.due <= now):
                watcher.pause()
        if ended:
            return
