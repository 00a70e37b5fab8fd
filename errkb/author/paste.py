"""An error in a pasted text -> facts: class, code, place and a template in which what changes is a placeholder.

The template is a guess: quoted values, numbers, paths, addresses and times become placeholders. An author who knows the
source gives it with `--template`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.author.facts import Facts
from errkb.errors import UsageError
from errkb.model.event import ErrorEvent, Frame, ParseResult
from errkb.model.text import Text
from errkb.normalize import mask

__all__ = ["from_event", "root_cause"]

MAX_LINES = 12
"""Lines of a traceback that go into the evidence: the last ones hold the raising frame and the message."""
MAX_MESSAGE = 2000
_QUOTED = re.compile(r"'[^'\n]{1,200}'|\"[^\"\n]{1,200}\"")
_MASKED = re.compile(r"<(url|uuid|time|address|ip|path|hex|number|text)>")


def root_cause(parsed: ParseResult) -> ErrorEvent:
    """Return the event to write about: the first cause, else the first event. Raises `UsageError` if there is none."""
    causes = [event for event in parsed.events if event.role == "cause" and event.message.strip()]
    found = next(iter(causes or parsed.events), None)
    if found is None:
        raise UsageError(
            "there is no error in this text", hint='give the message as the source holds it: --template "… {name} …"'
        )
    return found


def from_event(event: ErrorEvent, text: Text) -> Facts:
    """Return the facts of an error event of a text."""
    frame = _raising(event.frames)
    message = event.message.strip()[:MAX_MESSAGE]
    printed = text.value.splitlines()[event.line_start - 1 : event.line_end]
    last = f"{event.cls}: {message}" if event.cls else message
    lines = ["\n".join(printed[-MAX_LINES:]), last]
    return Facts(
        message=_guessed(message),
        cls=event.cls,
        code=event.code,
        kind="exception" if event.cls else "error_code" if event.code else "console",
        repo=frame.repo if frame else None,
        path=_within(frame) if frame else None,
        line=frame.line if frame else None,
        function=frame.function if frame else None,
        package=frame.package if frame else None,
        lines=list(dict.fromkeys(line for line in lines if line.strip())),
    )


def _guessed(message: str) -> str:
    quoted = _QUOTED.sub(lambda found: f"{found[0][0]}<text>{found[0][0]}", message)
    seen: dict[str, int] = {}

    def placeholder(found: re.Match[str]) -> str:
        seen[found[1]] = seen.get(found[1], 0) + 1
        return f"{{{found[1]}{seen[found[1]] if seen[found[1]] > 1 else ''}}}"

    return _MASKED.sub(placeholder, mask(quoted))


def _raising(frames: Sequence[Frame]) -> Frame | None:
    return frames[-1] if frames else None


def _within(frame: Frame) -> str | None:
    """Return the path of a frame within its package's repository, as far as the path tells."""
    parts = [part for part in frame.file.replace("\\", "/").split("/") if part not in ("", ".")]
    if frame.package in parts:
        return "/".join(parts[len(parts) - 1 - parts[::-1].index(frame.package) :])
    if frame.file.startswith(("/", "<")) or ":" in frame.file[:3]:
        return None
    return "/".join(parts) or None
