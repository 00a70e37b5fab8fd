"""`Catalog`: a short line of every record, and which records share a repository, a file, a family or a tag.

Made once, from all records, and kept in memory: some 500 bytes for each record, so that no page needs a database and
none reads more than the records it shows.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from sys import intern
from typing import Any

from errkb.model.match import RecordDict
from errkb.model.report import Entry
from errkb.model.timestamps import newest
from errkb.render.prose import cut, one_line

__all__ = ["Catalog", "Related", "Summary"]

LONGEST_MESSAGE = 240
"""Characters of a message in a list."""
RARE = 0.05
"""A tag that more of all records have says nothing about two that share it; of few records, `FEW` are rare too."""
FEW = 12
MOST_OF_A_KIND = 400
"""Records with the same family, file or tag that are looked at for one page."""
_FAMILY, _FILE = 6.0, 4.0


@dataclass(slots=True, frozen=True)
class Summary:
    """What a list says of a record."""

    id: str
    repo: str
    slug: str
    title: str
    """Its code, else the beginning of its message."""
    message: str
    cls: str | None
    code: str | None
    severity: str
    kind: str
    tags: tuple[str, ...]
    family: str | None
    file: str | None
    line: int | None
    reproduced: bool

    @classmethod
    def of(cls, entry: Entry) -> Summary:
        """Return the line of an entry."""
        record = entry.shown
        return cls(
            record["id"],
            intern(record["repo"]),
            record["slug"],
            title_of(record),
            cut(one_line(record["errorMessage"]), LONGEST_MESSAGE),
            record["errorClass"],
            record["errorCode"],
            intern(record["severity"]),
            intern(record["errorType"]),
            tuple(map(intern, record["tags"] or ())),
            record.get("backgroundTag"),
            record["filePath"] and intern(record["filePath"]),
            record["lineNumber"],
            entry.verified is not None,
        )

    @property
    def label(self) -> str:
        """Return class or code."""
        return self.cls or self.code or ""


@dataclass(slots=True, frozen=True)
class Related:
    """A record that has to do with another one, and why."""

    summary: Summary
    reason: str


def title_of(record: RecordDict) -> str:
    """Return the heading of a record (contract, *Record page*): its code, else 60 characters of its message."""
    message: str = one_line(record["errorMessage"])[:60].rstrip()
    return record["errorCode"] or message or record["errorClass"] or "error"


class Catalog:
    """All records in short, in the order of their sources."""

    def __init__(
        self,
        entries: Iterable[Entry],
        articles: Sequence[dict[str, Any]] = (),
        repos: Sequence[dict[str, Any]] = (),
        version: str = "",
    ) -> None:
        self.version = version
        self.rows: list[Summary] = []
        self.read_at: dict[str, tuple[str, str]] = {}
        """When a repository was read last, and at which commit."""
        for entry in entries:
            self.rows.append(Summary.of(entry))
            repo, day, sha = (entry.record[key] for key in ("repo", "analyzedAt", "analyzedSha"))
            if sha and (repo not in self.read_at or newest([day]) > newest([self.read_at[repo][0]])):
                self.read_at[intern(repo)] = (day, sha)
        self.articles = {article["slug"]: article for article in sorted(articles, key=lambda one: str(one["title"]))}
        self.about_repo = {repo["repo"]: repo for repo in repos}
        self._at = {row.id: number for number, row in enumerate(self.rows)}
        self._by_repo: dict[str, list[int]] = {}
        self._by_family: dict[str, list[int]] = {}
        self._by_tag: dict[str, list[int]] = {}
        self._by_file: dict[tuple[str, str], list[int]] = {}
        for number, row in enumerate(self.rows):
            self._by_repo.setdefault(row.repo, []).append(number)
            if row.family:
                self._by_family.setdefault(row.family, []).append(number)
            if row.file:
                self._by_file.setdefault((row.repo, row.file), []).append(number)
            for tag in row.tags:
                self._by_tag.setdefault(tag, []).append(number)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def repos(self) -> dict[str, int]:
        """Return how many records each repository has, by name."""
        return {repo: len(self._by_repo[repo]) for repo in sorted(self._by_repo, key=str.lower)}

    @property
    def families(self) -> dict[str, int]:
        """Return how many records each family has; one without an article too."""
        names = {**dict.fromkeys(self.articles), **dict.fromkeys(sorted(self._by_family))}
        return {name: len(self._by_family.get(name, ())) for name in names}

    @property
    def tags(self) -> dict[str, int]:
        """Return how many records each tag has, by name."""
        return {tag: len(self._by_tag[tag]) for tag in sorted(self._by_tag)}

    def get(self, identifier: str) -> Summary | None:
        """Return the line of a record by its id."""
        number = self._at.get(identifier)
        return None if number is None else self.rows[number]

    def of_repo(self, repo: str) -> list[Summary]:
        """Return the records of a repository."""
        return self._rows(self._by_repo.get(repo, ()))

    def of_family(self, family: str) -> list[Summary]:
        """Return the records of a family."""
        return self._rows(self._by_family.get(family, ()))

    def of_tag(self, tag: str) -> list[Summary]:
        """Return the records with a tag."""
        return self._rows(self._by_tag.get(tag, ()))

    def related(self, identifier: str, limit: int = 6) -> list[Related]:
        """Return the records that have most to do with one: family, file and rare tags, each with the reason."""
        number = self._at.get(identifier)
        if number is None:
            return []
        row = self.rows[number]
        scores: dict[int, float] = defaultdict(float)
        for other in self._near(self._by_family.get(row.family or "", ()), number):
            scores[other] += _FAMILY
        for other in self._near(self._by_file.get((row.repo, row.file or ""), ()), number):
            scores[other] += _FILE
        for tag in row.tags:
            same = self._by_tag[tag]
            if len(same) <= max(FEW, RARE * len(self.rows)):
                for other in self._near(same, number):
                    scores[other] += math.log(1 + len(self.rows) / len(same)) / 2
        best = nsmallest(limit, scores, key=lambda other: self._order(other, number, scores[other]))
        return [Related(self.rows[other], self._reason(row, self.rows[other])) for other in best]

    def _order(self, other: int, own: int, score: float) -> tuple[float, bool, int]:
        """Order by score, then the same repository first, then by distance: neighbours are alike."""
        return -round(score, 6), self.rows[other].repo != self.rows[own].repo, abs(other - own)

    def _near(self, same: Sequence[int], own: int) -> Iterable[int]:
        if len(same) > MOST_OF_A_KIND:  # they stand in order
            start = max(0, bisect_left(same, own) - MOST_OF_A_KIND // 2)
            same = same[start : start + MOST_OF_A_KIND]
        return (number for number in same if number != own)

    def _reason(self, row: Summary, other: Summary) -> str:
        reasons = []
        if row.family and row.family == other.family:
            title = self.articles.get(row.family, {}).get("title", row.family)
            reasons.append(f"same family: {title}")
        if row.file and (row.repo, row.file) == (other.repo, other.file):
            reasons.append("raised in the same file")
        most = max(FEW, RARE * len(self.rows))
        shared = [tag for tag in row.tags if tag in other.tags and len(self._by_tag[tag]) <= most]
        if shared:
            reasons.append(f"shares the tag{'s' * (len(shared) > 1)} {', '.join(shared)}")
        return "; ".join(reasons)

    def _rows(self, numbers: Iterable[int]) -> list[Summary]:
        return [self.rows[number] for number in numbers]
