"""Kubernetes: the events of `kubectl describe` and `kubectl get events`, states of containers, the table of pods.

Every row of type `Warning` is one event with its reason as code; `(x43 over 5m)` is how often it happened.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Line
from errkb.parse.build import Span, make_event
from errkb.parse.lazy import Lazy

__all__ = ["KubernetesParser"]

_AGE = r"(?:<unknown>|<invalid>|\d\w{0,11}(?: ago)?)(?: \(x(?P<count>\d{1,7}) over \w{1,12}\))?"
_DESCRIBED = Lazy(
    rf"[ \t]*Warning +(?P<reason>[A-Z]\w{{1,60}}) +{_AGE} +(?P<source>[\w.-]{{1,80}}(?:, [\w.-]{{1,80}})?) "
    rf"+(?P<message>\S.*)$"
)
_LISTED = Lazy(
    rf"[ \t]*(?:[\w-]{{1,63}} +)?{_AGE} +Warning +(?P<reason>[A-Z]\w{{1,60}}) "
    rf"+(?P<object>[\w.]{{1,60}}/[\w.:-]{{1,253}}) +(?P<message>\S.*)$"
)
_STATE = Lazy(
    r"[ \t]*[Rr]eason: +(?P<message>OOMKilled|Evicted|ContainerCannotRun|StartError|DeadlineExceeded|CrashLoopBackOff"
    r"|ImagePullBackOff|ErrImagePull|InvalidImageName|CreateContainerConfigError|CreateContainerError|RunContainerError)$"
)
_ROW = Lazy(
    r"[ \t]*(?:[\w.-]{1,253} +){1,2}\d{1,4}/\d{1,4} +(?P<message>(?:Init:)?(?:CrashLoopBackOff"
    r"|ImagePullBackOff|ErrImagePull"
    r"|OOMKilled|Error|Evicted|CreateContainerConfigError|CreateContainerError|RunContainerError|InvalidImageName|StartError"
    r"|ContainerCannotRun|Unknown|UnexpectedAdmissionError|ContainerStatusUnknown)) +\d{1,7}\b"
)
_REPORTS = frozenset(
    {"CrashLoopBackOff", "Error", "Init:Error", "Init:CrashLoopBackOff", "Unknown", "ImagePullBackOff"}
)
"""States that say no more than that something failed."""
_WORDS = ("Warning ", "eason: ", "BackOff", "/1 ", "/2 ", "/3 ", "Err", "OOM", "Evicted")


class KubernetesParser:
    """Reads one row or state."""

    name = "kubernetes"
    hints: tuple[str, ...] = ("BackOff", "OOMKilled")
    nearby: tuple[str, ...] = (
        "Warning  ",
        "Evicted",
        "eason: ",
        "ErrImage",
        "Error",
        "ContainerC",
        "CreateContainer",
        "InvalidImage",
        "ContainerStatus",
        "Unknown",
    )

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the event of the row."""
        line = lines[at]
        text = line.text[:4000].rstrip()
        if not any(word in text for word in _WORDS):
            return None
        match = _DESCRIBED.match(text) or _LISTED.match(text) if "Warning " in text else None
        if match:
            span = Span(line, *match.span("message"))
            event = make_event(line, line, [span], code=match["reason"], language="go")
            event.occurrences = int(match["count"] or 1)
            return Block([event], at + 1)
        match = _STATE.match(text) if "eason: " in text else _ROW.match(text)
        if match is None:
            return None
        state = match["message"]
        event = make_event(line, line, [Span(line, *match.span("message"))], code=state, language="go")
        event.role = "wrapper" if state in _REPORTS else "cause"
        return Block([event], at + 1)
