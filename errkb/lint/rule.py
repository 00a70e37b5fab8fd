"""What a rule is, and what it may look at."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from errkb.dataset.folder import ARTICLES
from errkb.index import Index
from errkb.lint.matcher import Matcher
from errkb.model.catalog import Finding
from errkb.model.report import Entry

__all__ = ["Context", "Located", "Rule", "Scope"]

Scope = Literal["record", "repo", "dataset"]


@dataclass(slots=True, frozen=True)
class Located:
    """An entry and the file it was read from."""

    entry: Entry
    path: Path

    @property
    def evidence_path(self) -> Path:
        """Return where the evidence stands: beside the record, or in the author file itself."""
        if self.path.suffix == ".toml":
            return self.path
        return self.path.with_name(f"{self.path.stem}.evidence.json")


@dataclass(frozen=True)
class Context:
    """The dataset around the entries a rule is given.

    `articles` are its background articles by family, `families` the names of all there are, `checkouts` the source
    trees by `owner/name`, `healthy` the logs of programs that worked, `beside` the indexes of the other records that
    are asked together with these.
    """

    root: Path
    entries: Sequence[Located] = ()
    articles: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    families: frozenset[str] = frozenset()
    checkouts: Mapping[str, Path] = field(default_factory=dict)
    healthy: Sequence[Path] = ()
    beside: Sequence[Index] = ()

    def article_path(self, family: str) -> Path:
        """Return where the article of a family stands."""
        return self.root / ARTICLES / f"{family}.json"

    @cached_property
    def matcher(self) -> Matcher:
        """Return the real matcher with the whole dataset loaded."""
        return Matcher([located.entry for located in self.entries], self.beside)


Check = Callable[[Sequence[Located], Context], Iterator[Finding]]
Fix = Callable[[Sequence[Located], Context], Iterator[Path]]


@dataclass(slots=True, frozen=True)
class Rule:
    """One rule: a name that says the fault, the entries it looks at together, the check, and a fixer if there is one.

    Scope `record` gives the check one entry at a time, `repo` those of one repository, `dataset` all of them. The fixer
    gets all entries, writes what can be computed and yields the files it has changed. A rule that needs something the
    context lacks (`needs` names its field) is passed over.
    """

    name: str
    scope: Scope
    check: Check
    fix: Fix | None = None
    needs: Literal["checkouts", "healthy"] | None = None

    @property
    def explanation(self) -> str:
        """Return the docstring of the rule's module: what the fault is and why it is one."""
        return inspect.cleandoc(sys.modules[self.check.__module__].__doc__ or "")

    def applies(self, context: Context) -> bool:
        """Say whether the context has what the rule needs."""
        return self.needs is None or bool(getattr(context, self.needs))
