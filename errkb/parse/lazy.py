"""`Lazy`: a regular expression that is compiled when it is first used.

The reader knows many shapes and one text shows few of them; compiling them all would double the time to an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Lazy"]


class Lazy:
    """Stands in for `re.compile(source)`; after the first use its methods are those of the compiled pattern."""

    __slots__ = ("finditer", "fullmatch", "match", "search", "source", "sub")

    match: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    search: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    sub: Callable[..., str]

    def __init__(self, source: str) -> None:
        self.source = source

    def __getattr__(self, name: str) -> Any:
        if name == "source":  # not yet set: copying, unpickling
            raise AttributeError(name)
        compiled = re.compile(self.source)
        for method in ("finditer", "fullmatch", "match", "search", "sub"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)
