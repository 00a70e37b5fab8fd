"""The data of every page that is not a record's: home, projects, families, tags, search results, what is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from errkb.model.tags import TAGS
from errkb.render.prose import count
from errkb.web.catalog import Catalog, Related, Summary
from errkb.web.paths import family_path, repo_path, tag_path

__all__ = [
    "ORDERS",
    "PER_PAGE",
    "Card",
    "FamilyPage",
    "HomePage",
    "ListPage",
    "RepoLine",
    "SearchPage",
    "Wanted",
    "about_page",
    "cards",
    "family_page",
    "home_page",
    "repo_lines",
    "repo_page",
    "tag_lines",
    "tag_page",
]

PER_PAGE = 250
"""Rows of a table on one page."""
SHOWN_REPOS, SHOWN_FAMILIES = 24, 9
_SEVERITIES = ("critical", "error", "warning", "info")

ORDERS: dict[str, tuple[str, Callable[[Summary], Any]]] = {
    "message": ("message", lambda row: row.message.lower()),
    "label": ("class or code", lambda row: (row.label == "", row.label.lower(), row.message.lower())),
    "severity": ("severity", lambda row: (_SEVERITIES.index(row.severity), row.message.lower())),
    "place": ("place", lambda row: (row.file or "~", row.line or 0)),
}


@dataclass(slots=True, frozen=True)
class Wanted:
    """What a reader wants to see of a repository; empty text is everything."""

    words: str = ""
    severity: str = ""
    order: str = "message"
    number: int = 1


@dataclass(slots=True, frozen=True)
class Card:
    """A family in a list."""

    title: str
    path: str
    summary: str
    size: int
    errors: str
    repos: str


@dataclass(slots=True, frozen=True)
class RepoLine:
    """A repository, or a tag, in a list."""

    name: str
    path: str
    count: int
    about: str


@dataclass(slots=True, frozen=True)
class HomePage:
    """What the first page shows below its box."""

    families: list[Card]
    more_families: str
    repos: list[RepoLine]


@dataclass(slots=True, frozen=True)
class ListPage:
    """Some rows of many; `fitting` and `total` are phrases."""

    rows: list[Summary]
    total: str
    fitting: str
    number: int
    pages: int
    first: str
    previous: str | None
    next: str | None
    about: str = ""
    repo: str = ""
    tag: str = ""
    words: str = ""
    severity: str = ""
    order: str = "message"
    severities: tuple[str, ...] = ()

    @property
    def orders(self) -> list[tuple[str, str]]:
        """Return the names of the orders with their words."""
        return [(name, text) for name, (text, _) in ORDERS.items()]


@dataclass(slots=True, frozen=True)
class FamilyPage:
    """An article with the records of its family; without an article only these."""

    title: str
    summary: str
    background: str
    causes: list[dict[str, str]]
    fixes: list[str]
    rows: list[Summary]
    count: str
    repos: str


@dataclass(slots=True, frozen=True)
class SearchPage:
    """What words found, and the record that the words are the message of, if they are one."""

    words: str
    repo: str | None
    hits: list[Summary]
    answer: Related | None = None
    problem: str = ""

    @property
    def marks(self) -> tuple[str, ...]:
        """Return what is marked in the results."""
        return tuple(word for word in self.words.split() if len(word) > 1)

    @property
    def summary(self) -> str:
        """Return how much was found."""
        if not self.hits:
            return "No record has these words."
        return f"{count(len(self.hits), 'record')}, best first."


def home_page(catalog: Catalog) -> HomePage:
    """Return the largest families and repositories."""
    found = sorted(cards(catalog), key=lambda card: -card.size)
    more = count(len(found), "family") if len(found) > SHOWN_FAMILIES else ""
    repos = sorted(repo_lines(catalog), key=lambda line: -line.count)
    return HomePage(found[:SHOWN_FAMILIES], more, repos[:SHOWN_REPOS])


def cards(catalog: Catalog) -> list[Card]:
    """Return all families: those with an article first, by title."""
    found = []
    for family in catalog.families:
        rows, article = catalog.of_family(family), catalog.articles.get(family)
        title, summary = (article["title"], article["summary"]) if article else (family, "")
        repos = len({row.repo for row in rows})
        size = len(rows)
        found.append(Card(title, family_path(family), summary, size, count(size, "error"), count(repos, "project")))
    return found


def repo_lines(catalog: Catalog) -> list[RepoLine]:
    """Return all repositories by name."""
    return [
        RepoLine(repo, repo_path(repo), number, (catalog.about_repo.get(repo) or {}).get("description") or "")
        for repo, number in catalog.repos.items()
    ]


def tag_lines(catalog: Catalog) -> list[RepoLine]:
    """Return all tags by name, with the sentence that explains each."""
    return [RepoLine(tag, tag_path(tag), number, TAGS.get(tag, "")) for tag, number in catalog.tags.items()]


def repo_page(catalog: Catalog, repo: str, wanted: Wanted = Wanted()) -> ListPage:  # it is frozen
    """Return one page of the records of a repository."""
    every = catalog.of_repo(repo)
    rows = [row for row in every if _fits(row, wanted)]
    rows.sort(key=ORDERS[wanted.order if wanted.order in ORDERS else "message"][1])
    query = _query(wanted)
    paths = (lambda number: repo_path(repo) + _query(wanted, number)) if query else (lambda n: repo_path(repo, n))
    present = {row.severity for row in every}
    return _part(
        rows,
        wanted.number,
        paths,
        total=count(len(every), "error"),
        first=repo_path(repo),
        repo=repo,
        about=_sentence((catalog.about_repo.get(repo) or {}).get("description") or ""),
        words=wanted.words,
        severity=wanted.severity,
        order=wanted.order,
        severities=tuple(name for name in _SEVERITIES if name in present),
    )


def tag_page(catalog: Catalog, tag: str, number: int = 1) -> ListPage:
    """Return one page of the records with a tag."""
    rows = catalog.of_tag(tag)
    total = count(len(rows), "error")
    return _part(
        rows,
        number,
        lambda n: tag_path(tag, n),
        total=total,
        first=tag_path(tag),
        tag=tag,
        about=_sentence(TAGS.get(tag, "")),
    )


def family_page(catalog: Catalog, family: str) -> FamilyPage:
    """Return the article of a family with its records, those of one repository together."""
    rows = sorted(catalog.of_family(family), key=lambda row: (row.repo.lower(), row.message.lower()))
    article = catalog.articles.get(family) or {}
    return FamilyPage(
        article.get("title") or family,
        article.get("summary") or "",
        article.get("background") or "",
        article.get("commonCauses") or [],
        article.get("fixes") or [],
        rows,
        count(len(rows), "error"),
        count(len({row.repo for row in rows}), "project"),
    )


def about_page(catalog: Catalog, schemas: Sequence[str], named: Sequence[str]) -> dict[str, Any]:
    """Return what the page about the data says: how much is proved, which schemas there are, whose records."""
    return {
        "reproduced": sum(row.reproduced for row in catalog.rows),
        "schemas": [name for name in schemas if name != "record.schema.json"],
        "named": ", ".join(named),
    }


def _part(rows: Sequence[Summary], number: int, path: Callable[[int], str], *, first: str, **facts: Any) -> ListPage:
    pages = max(1, -(-len(rows) // PER_PAGE))
    number = min(max(number, 1), pages)
    return ListPage(
        rows=list(rows[(number - 1) * PER_PAGE : number * PER_PAGE]),
        fitting=count(len(rows), "error"),
        number=number,
        pages=pages,
        first=first,
        previous=path(number - 1) if number > 1 else None,
        next=path(number + 1) if number < pages else None,
        **facts,
    )


def _fits(row: Summary, wanted: Wanted) -> bool:
    if wanted.severity and row.severity != wanted.severity:
        return False
    if not wanted.words:
        return True
    text = f"{row.message} {row.label} {row.file or ''} {row.severity}".lower()
    return all(word in text for word in wanted.words.lower().split())


def _query(wanted: Wanted, number: int = 1) -> str:
    from urllib.parse import urlencode

    asked = {
        "q": wanted.words,
        "severity": wanted.severity,
        "sort": "" if wanted.order == "message" else wanted.order,
    }
    pairs = {name: value for name, value in asked.items() if value}
    if pairs and number > 1:
        pairs["page"] = str(number)
    return f"?{urlencode(pairs)}" if pairs else ""


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text}." if text and text[-1] not in ".!?" else text
