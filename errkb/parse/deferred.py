"""`Deferred`: a parser whose module is imported when it is first asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from errkb.hookspecs import Block, Parser
from errkb.model.event import Line

__all__ = ["Deferred", "load"]


class Deferred:
    """Stands in for the parser at `place`; its hints are known before it is there."""

    __slots__ = ("hints", "name", "nearby", "parse", "place")

    parse: Callable[[Sequence[Line], int], Block | None]

    def __init__(self, place: str, name: str, hints: tuple[str, ...], nearby: tuple[str, ...]) -> None:
        self.place = place
        self.name = name
        self.hints = hints
        self.nearby = nearby

    def __getattr__(self, name: str) -> Any:
        if name != "parse":
            raise AttributeError(name)
        self.parse = load(self.place).parse
        return self.parse


def load(place: str) -> Parser:
    """Return the parser at `module:Class` or `module:OBJECT` below `errkb.parse`."""
    module, _, name = place.partition(":")
    found = getattr(import_module(f"errkb.parse.{module}"), name)
    parser: Parser = found() if isinstance(found, type) else found
    return parser
