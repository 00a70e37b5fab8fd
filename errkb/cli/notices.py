"""What is told while something runs or is watched: on standard error, between the lines of others."""

from __future__ import annotations

from errkb.cli.output import complain
from errkb.live.notice import Notice
from errkb.normalize import printable
from errkb.render.notice import render_notice

__all__ = ["say", "tell"]


def say(sentence: str) -> None:
    """Say something about the watching itself."""
    complain(f"errkb: {printable(sentence)}")


def tell(notice: Notice) -> None:
    """Tell a known error, on lines of its own."""
    lines = render_notice(notice.explanation, notice.match, f"{notice.source}, line {notice.line:,}")
    complain("\n" * notice.in_line + "\n".join(lines))
