"""What a rule is, and the rules there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from errkb.model.catalog import Finding
from errkb.model.report import Entry

__all__ = ["Located", "Rule", "Scope"]

Scope = Literal["record", "repo", "dataset"]


@dataclass(slots=True, frozen=True)
class Located:
    """An entry and the file it was read from."""

    entry: Entry
    path: Path


@dataclass(slots=True, frozen=True)
class Rule:
    """One rule: a name that says the fault, the entries it looks at together, and the check.

    Scope `record` gives the check one entry at a time, `repo` those of one repository, `dataset` all of them.
    """

    name: str
    scope: Scope
    check: Callable[[Sequence[Located]], Iterator[Finding]]
