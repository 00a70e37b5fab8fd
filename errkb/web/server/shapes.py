"""The JSON of the API beyond what `errkb.model` has: what a search answers, problems, health."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from errkb.model.published import IndexEntry
from errkb.model.record import Shape

__all__ = ["Found", "Health", "ProblemShape", "SearchAnswer"]


class Found(IndexEntry):
    """A record that fits the words: its entry of the published index, and how well it fits."""

    score: Annotated[float, Field(ge=0, le=1)]
    url: str
    """Path of its page below the root of the site."""


class SearchAnswer(Shape):
    """`GET /api/search`."""

    query: str
    repo: str | None
    datasetVersion: str  # noqa: N815  # the word of the contract
    results: list[Found]


class Health(Shape):
    """`GET /healthz`."""

    status: Literal["ok"]
    datasetVersion: str  # noqa: N815
    records: Annotated[int, Field(ge=0)]


class ProblemShape(BaseModel):
    """A problem (RFC 9457)."""

    model_config = ConfigDict(title="Problem", extra="allow")

    type: str
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    hint: str | None = None
