"""Docker builds: `failed to solve: …`, `ERROR [3/5] RUN make`, and the place in the Dockerfile printed above.

What a step printed is read by itself (`#12 0.3 …`; the excerpt below `> [3/5] RUN make:` says the same again).
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.lazy import Lazy

__all__ = ["BuildkitParser"]

_SOLVE = Lazy(
    r"[ \t]*(?:(?:ERROR|Error|error|target \S{1,80}|buildx failed with|failed to build|Service '?\S{1,80}'? "
    r"failed to build): ?){0,4}"
    r"(?P<message>failed to solve(?: with frontend \S{1,80})?: .*)$"
)
_STEP = Lazy(
    r"[ \t]*(?:=> )?(?:=> )?ERROR (?P<message>\[[^\]\n]{1,120}\] .*?)(?: {2,}\d{1,5}\.\d{1,3}s| \d{1,5}\.\ds)?$"
)
_PLACE = Lazy(r"(?P<file>(?:[\w./-]{0,200}/)?[\w.-]*(?:Dockerfile|Containerfile)[\w.-]*):(?P<line>\d{1,6})$")
_ABOVE = 40
"""Lines between the place in the Dockerfile, with the lines around it, and the report."""


class BuildkitParser:
    """Reads the reports of a failed build."""

    name = "buildkit"
    hints: tuple[str, ...] = ("failed to solve: ", "=> ERROR [")
    nearby: tuple[str, ...] = ("failed to solve with frontend ", "ERROR [")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the report."""
        line = lines[at]
        text = line.text[:4000].rstrip()
        match = _SOLVE.match(text) if "failed to solve" in text else None
        if match:
            frames = _place_above(lines, at)
            event = make_event(
                line, line, [Span(line, *match.span("message"))], language="go", frames=frames, inferred=True
            )
            return Block([event], at + 1)
        match = _STEP.match(text) if "ERROR [" in text else None
        if match is None:
            return None
        event = make_event(line, line, [Span(line, *match.span("message"))], inferred=True)
        event.role = "wrapper"
        return Block([event], at + 1)


def _place_above(lines: Sequence[Line], at: int) -> list[Frame]:
    for line in reversed(lines[max(at - _ABOVE, 0) : at]):
        match = _PLACE.match(line.text.rstrip())
        if match:
            return [Frame(match["file"], int(match["line"]))]
    return []
