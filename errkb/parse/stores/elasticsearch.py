"""Elasticsearch and OpenSearch: the JSON of an error response, on one line or spread over many.

`caused_by` is the chain, the deepest the cause; `root_cause` repeats the outermost one for every shard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import Span, make_event
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy

__all__ = ["ElasticsearchParser"]

_STRING = r'"(?:[^"\\\n]|\\.){0,4000}"'
_FIELD = Lazy(rf'"(?P<key>type|reason|caused_by|status|failed_shards)"\s*:\s*(?P<value>{_STRING}|\{{|\[|\d+)')
_STATUS = Lazy(r'"status"\s*:\s*(?P<status>\d{3})\b')
_REACH = 120
_MOST = 12


class ElasticsearchParser:
    """Reads one error response."""

    name = "elasticsearch"
    hints: tuple[str, ...] = ('"root_cause"',)
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the chain of the response."""
        if '"root_cause"' not in lines[at].text:
            return None
        chain: list[ErrorEvent] = []
        behind, cls = at + 1, None
        for line, key, low, high in _fields(lines, at):
            if key == "type":
                cls = line.text[low:high]
            elif key == "reason" and cls is not None:
                event = make_event(line, line, [Span(line, low, high)], cls=cls)
                if all((event.cls, event.message) != (other.cls, other.message) for other in chain):
                    chain.append(event)
                cls = None
            behind = max(behind, line.number - lines[at].number + at + 1)
            if len(chain) >= _MOST:
                break
        if not chain:
            return None
        for outer, inner in pairwise(chain):
            outer.role, outer.caused_by, outer.link = "wrapper", name(inner), "direct"
        return Block(chain, min(behind, len(lines)))


def _fields(lines: Sequence[Line], at: int) -> Iterator[tuple[Line, str, int, int]]:
    """Yield (line, key, where the value stands without its quotes) up to the status that ends a response."""
    for index in range(at, min(at + _REACH, len(lines))):
        line = lines[index]
        if index > at and line.text.strip()[:1] not in '"{}[],':
            return
        for match in _FIELD.finditer(line.text):
            low, high = match.span("value")
            if match["value"][0] == '"':
                yield line, match["key"], low + 1, high - 1
            elif match["key"] == "status":
                return
