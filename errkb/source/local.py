"""The local source window: where an installed package, or a given folder, raises the error of a record.

Found by the message if lines have moved since the record was written; only below the folders that are asked for, never
by importing the package, and no path of a paste is ever opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from errkb.model.ids import source_window
from errkb.model.match import LocalSource
from errkb.source.decode import decode
from errkb.source.limits import MAX_BYTES

__all__ = ["local_source"]

_NEAR = 4
"""Lines the message may stand behind or before the line of the raise."""
_SKIPPED = 3
"""Leading folders of a repository's path that are not installed: `src/`, `python/`, `lib/`."""


def local_source(
    roots: Sequence[Path], path: str, line: int | None, literals: Sequence[str], package: str | None
) -> LocalSource | None:
    """Return the window around the raise in the first folder that has the file with this message, `None` if none has.

    `literals` are the message's own texts; without any, the line is taken as it is.
    """
    for root, place in _places(roots, path):
        text = _text(place)
        if text is None:
            continue
        lines = text.split("\n")
        found = _line(lines, line, literals)
        if found is None:
            continue
        start, end = source_window(found, len(lines))
        window = "\n".join(lines[start - 1 : end])
        return LocalSource(str(place), found, start, end, window, _version(root, package, path))
    return None


def _places(roots: Sequence[Path], path: str) -> Iterator[tuple[Path, Path]]:
    parts = [part for part in path.split("/") if part]
    if not parts or ".." in parts or path.startswith("/"):
        return
    for root in roots:
        for skip in range(min(_SKIPPED, len(parts) - 1) + 1):
            if skip and len(parts) - skip < 2:
                break
            place = root.joinpath(*parts[skip:])
            if place.is_file() and place.resolve().is_relative_to(root.resolve()):
                yield root, place


def _text(place: Path) -> str | None:
    try:
        if place.stat().st_size > MAX_BYTES:
            return None
        return decode(place.read_bytes()).value.replace("\r\n", "\n")
    except OSError:
        return None


def _line(lines: list[str], line: int | None, literals: Sequence[str]) -> int | None:
    """Return the line of the raise: where the record says if the message is near, else nearest to where it stands."""
    pieces = list(_pieces(literals))
    if not pieces:
        return line if line is not None and line <= len(lines) else None
    wanted = line or 1
    for piece in pieces:
        hits = [number for number, text in enumerate(lines, 1) if piece in text]
        if not hits:
            continue
        nearest = min(hits, key=lambda number: abs(number - wanted))
        if line is not None and abs(nearest - line) <= _NEAR and line <= len(lines):
            return line
        return _raise_before(lines, nearest)
    return None


def _pieces(literals: Sequence[str]) -> Iterator[str]:
    """Yield runs of words of the message, long ones first: one of them stands on one line of the source."""
    for size in (6, 4, 3, 2):
        for literal in sorted(literals, key=len, reverse=True):
            words = re.findall(r"\S+", literal)
            for at in range(min(len(words) - size + 1, 12)):
                piece = " ".join(words[at : at + size])
                if len(piece) >= 8:
                    yield piece
    yield from (literal.strip() for literal in literals if len(literal.strip()) >= 8 and " " not in literal.strip())


def _raise_before(lines: list[str], number: int) -> int:
    """Return the line of the statement that a message stands in: the `raise` within a few lines before it, if any."""
    for at in range(number, max(0, number - 6), -1):
        if re.match(r"\s*(?:raise|assert)\b|.*\b(?:PyErr_\w+|throw)\b", lines[at - 1]):
            return at
    return number


def _version(root: Path, package: str | None, path: str) -> str | None:
    name = package or path.split("/", 1)[0]
    plain = re.sub(r"[-_.]+", "[-_.]", re.sub(r"[^\w.-]", "", name))
    for info in sorted(root.glob(f"{plain}-*.dist-info")):
        return info.name.removesuffix(".dist-info").rpartition("-")[2]
    return None
