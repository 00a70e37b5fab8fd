"""The JSON of `errkb parse` and `errkb explain`, in the shape of `errkb.model.contract`.

Built by hand from the slotted nouns: pydantic would cost more than the answer itself. A test checks that what is built
here is valid there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from errkb.model.event import Banner, ErrorEvent, ParseResult
from errkb.model.match import Evidence, Match
from errkb.model.report import Explanation
from errkb.model.text import Text
from errkb.render.reproduced import reproduced

__all__ = ["CONTRACT_VERSION", "dumps", "explanation_json", "parse_json"]

CONTRACT_VERSION = 1

# A terminal obeys DEL and the C1 controls, reorders text at bidi characters, and cannot be sent lone surrogates; all of
# them can only stand inside strings, where the escaped form means the same.
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """Return what `errkb explain --format json` prints; positions are byte offsets into the input."""
    matches, nearest = explanation.matches, explanation.nearest
    at = _offsets(explanation.text, explanation.events, [*matches, *nearest])
    return {
        "contractVersion": CONTRACT_VERSION,
        "datasetVersion": explanation.dataset_version,
        "status": explanation.status,
        "events": [_event(event, at) for event in explanation.events],
        "matches": [_match(match, at) for match in matches],
        "nearest": [_match(match, at) for match in nearest],
    }


def parse_json(text: Text, result: ParseResult) -> dict[str, Any]:
    """Return what `errkb parse --format json` prints; positions are byte offsets into the input."""
    at = _offsets(text, result.events, ())
    return {
        "contractVersion": CONTRACT_VERSION,
        "events": [_event(event, at) for event in result.events],
        "banners": [_banner(banner) for banner in result.banners],
    }


def dumps(data: Any) -> str:
    """Return JSON text that is readable, safe to print on a terminal, and always encodable as UTF-8."""
    text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _offsets(text: Text, events: Iterable[ErrorEvent], matches: Iterable[Match]) -> dict[int, int]:
    wanted = {place for event in events for place in (event.start, event.end)}
    wanted |= {place for match in matches for capture in match.captures for place in (capture.start, capture.end)}
    return text.byte_offsets(wanted)


def _event(event: ErrorEvent, at: dict[int, int]) -> dict[str, Any]:
    return {
        "id": event.id,
        "class": event.cls,
        "message": event.message,
        "code": event.code,
        "language": event.language,
        "role": event.role,
        "causedBy": event.caused_by,
        "frames": [
            {"file": f.file, "line": f.line, "function": f.function, "package": f.package, "repo": f.repo}
            for f in event.frames
        ],
        "stream": event.stream,
        "processes": list(event.processes),
        "occurrences": event.occurrences,
        "start": at[event.start],
        "end": at[event.end],
        "lineStart": event.line_start,
        "lineEnd": event.line_end,
        "time": event.time,
    }


def _banner(banner: Banner) -> dict[str, Any]:
    return {"package": banner.package, "version": banner.version, "line": banner.line}


def _reproduction(match: Match) -> list[Evidence]:
    """Return what a script proved: that the record is right, which says nothing about it being the right one."""
    return [Evidence("reproduced", 0.0, reproduced(match.verified))] if match.verified else []


def _match(match: Match, at: dict[int, int]) -> dict[str, Any]:
    return {
        "event": match.event,
        "kind": match.kind,
        "level": match.level,
        "score": round(match.score, 4),
        "method": match.method,
        "record": match.record,
        "captures": [
            {"name": c.name, "value": c.value, "start": at[c.start], "end": at[c.end]} for c in match.captures
        ],
        "evidence": [
            {"kind": e.kind, "weight": round(e.weight, 3), "detail": e.detail}
            for e in (*match.evidence, *_reproduction(match))
        ],
        "tie": list(match.tie),
    }
