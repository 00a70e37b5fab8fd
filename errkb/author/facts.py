"""`Facts`: what a text or a source file says about an error."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Facts"]


@dataclass(slots=True)
class Facts:
    """Everything a program can find out about an error; `None` where it cannot."""

    message: str | None = None
    """The template."""
    cls: str | None = None
    code: str | None = None
    kind: str = "exception"
    repo: str | None = None
    path: str | None = None
    line: int | None = None
    function: str | None = None
    package: str | None = None
    sha: str | None = None
    total_lines: int | None = None
    sites: list[dict[str, Any]] = field(default_factory=list)
    """Other places that raise the same message, as the evidence file has them."""
    lines: list[str] = field(default_factory=list)
    """Texts as printed that show the error."""
    negative: list[dict[str, str]] = field(default_factory=list)
    """Near misses, each a text and the reason why it must not lead here."""
    notes: list[str] = field(default_factory=list)
    """What the author should know about how these facts were come by."""
