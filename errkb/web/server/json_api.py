"""The JSON API: records, searches, explanations, lists.

Handlers read path and query themselves: what FastAPI would do for each request costs more than the answer. What it
documents is written beside each route, and a test holds the two against each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from errkb.kb import KnowledgeBase
from errkb.model.contract import ExplainOutput
from errkb.model.published import Article, ArticleIndex, RepoList
from errkb.model.record import Envelope
from errkb.model.report import Entry
from errkb.render.contract import explanation_json
from errkb.render.record import envelope
from errkb.web.catalog import Catalog, Summary
from errkb.web.paths import error_path
from errkb.web.server.desk import Desk
from errkb.web.server.options import ServeOptions
from errkb.web.server.reading import as_text, read_body
from errkb.web.server.replies import JSON, Body, Kept, Problem, encoded_json, reply
from errkb.web.server.shapes import Health, ProblemShape, SearchAnswer

__all__ = ["JsonApi", "nearest", "parameter"]

KEPT_BYTES = 16 * 1024 * 1024
LONGEST_WORDS = 2000
MOST_HITS, USUAL_HITS = 100, 10
MOST_ANSWERS, USUAL_ANSWERS = 20, 3
_ID = re.compile(r"[0-9a-f]{16}\Z")
_REPO = re.compile(r"[^/]{1,140}/[^/]{1,140}\Z")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}\Z")
_EXAMPLE = (
    "ValueError: Target and draft model should have the same vocabulary size. Target model vocab_size=151936. Draft"
    " model vocab_size=128256. Using models with different tokenizers can cause out-of-bounds errors during speculative"
    " decoding."
)


def parameter(name: str, place: str, about: str, schema: dict[str, Any], example: Any, *, required: bool) -> Any:
    """Return the OpenAPI document of a parameter."""
    return {
        "name": name,
        "in": place,
        "required": required,
        "description": about,
        "schema": schema,
        "example": example,
    }


_REPO_PARAMETER = parameter(
    "repo",
    "query",
    "Only records of this repository, `owner/name`.",
    {"type": "string", "pattern": r"^[^/]{1,140}/[^/]{1,140}$"},
    "vllm-project/vllm",
    required=False,
)


def _limit(most: int, usual: int) -> Any:
    schema = {"type": "integer", "minimum": 1, "maximum": most, "default": usual}
    return parameter("limit", "query", "At most this many.", schema, usual, required=False)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the documents of the problems a route may answer with; any may be answered 429, 500 and 503."""
    told = {
        400: "The request makes no sense; `detail` says why.",
        404: "There is no such thing here; `hint` or `nearest` say what there is.",
        408: "The text did not come in time.",
        413: "The text is too large.",
        414: "The address is too long.",
        421: "The server is not called what the request says.",
        429: "Too many requests of this client; `Retry-After` says when the next one is taken.",
        500: "A fault of errkb.",
        503: "Too much is waiting, or this takes too long.",
    }
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    every = (*statuses, 414, 421, 429, 500, 503)
    return {status: {"description": told[status], "content": content} for status in every}


def documented(model: Any, about: str, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the documents of the answers of a route."""
    return {200: {"model": model, "description": about}, **problems(*statuses)}


class JsonApi:
    """The handlers, over one knowledge base."""

    def __init__(self, desk: Desk, catalog: Catalog, options: ServeOptions) -> None:
        self._desk, self._kb, self._catalog, self._options = desk, desk.kb, catalog, options
        self._kept = Kept(KEPT_BYTES)
        self._lists: dict[str, Body] = {}

    def router(self) -> APIRouter:
        """Return all routes."""
        router = APIRouter(tags=["records"])
        get = router.get
        identifier = parameter(
            "id", "path", "16 hexadecimal digits.", {"type": "string", "pattern": "^[0-9a-f]{16}$"},
            "74d3fdb0bc7f5759", required=True,
        )  # fmt: skip
        words = {"type": "string", "minLength": 1, "maxLength": LONGEST_WORDS}
        asked = parameter(
            "q", "query", "Words of the message, the class, the repository.", words, "draft vocabulary", required=True
        )
        slug = parameter(
            "slug", "path", "Name of the family.", {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
            "vocab-size-mismatch", required=True,
        )  # fmt: skip
        get(
            "/api/errors/{id}",
            summary="One record",
            responses=documented(Envelope, "The record with the version of its dataset.", 404),
            openapi_extra={"parameters": [identifier]},
        )(self.error)
        get(
            "/api/search",
            summary="Records by words",
            responses=documented(SearchAnswer, "The records that hold the words, best first.", 400, 404),
            openapi_extra={"parameters": [asked, _REPO_PARAMETER, _limit(MOST_HITS, USUAL_HITS)]},
        )(self.search)
        router.post(
            "/api/explain",
            summary="The records that explain a text",
            description="The text is the body, as it is: a traceback, a log, a line. It is not stored.",
            responses=documented(ExplainOutput, "The JSON of `errkb explain --format json`.", 400, 404, 408, 413),
            openapi_extra={
                "parameters": [_REPO_PARAMETER, _limit(MOST_ANSWERS, USUAL_ANSWERS)],
                "requestBody": {
                    "required": True,
                    "content": {"text/plain": {"schema": {"type": "string", "minLength": 1}, "example": _EXAMPLE}},
                },
            },
        )(self.explain)
        get(
            "/api/repos",
            summary="All repositories",
            responses=documented(RepoList, "As in `repos.json` of the published dataset."),
        )(self.repos)
        get(
            "/api/families",
            summary="All families",
            responses=documented(ArticleIndex, "As in `info/index.json` of the published dataset."),
        )(self.families)
        get(
            "/api/families/{slug}",
            summary="The article of a family",
            responses=documented(Article, "As in `info/{slug}.json` of the published dataset.", 404),
            openapi_extra={"parameters": [slug]},
        )(self.family)
        get("/healthz", summary="Is it up?", tags=["server"], responses=documented(Health, "It is."))(self.health)
        return router

    async def error(self, request: Request) -> Response:
        """Return the envelope of a record; a former id leads to it too."""
        identifier: str = request.path_params["id"]
        body = self._kept.get(identifier)
        if body is None:
            if _ID.match(identifier) is None:
                raise Problem(404, "An id has 16 hexadecimal digits.", hint="/api/search?q= finds records by words.")
            entry = self._kb.find(identifier)
            if entry is None:
                raise Problem(404, f"No record has the id {identifier}.", hint="/api/search?q= finds them by words.")
            data = encoded_json(envelope(entry, self._catalog.version))
            body = self._kept.add(identifier, Body.of(data, JSON, entry.record["analyzedAt"]))
        return reply(request, body)

    async def search(self, request: Request) -> Response:
        """Return the records that hold words."""
        query = request.query_params
        words = query.get("q", "")
        if not words or len(words) > LONGEST_WORDS:
            raise Problem(400, f"`q` has to hold 1 to {LONGEST_WORDS:,} characters of words.")
        repo, limit = repo_of(query), number_of(query, "limit", USUAL_HITS, MOST_HITS)
        hits = await self._desk.ask(lambda: self._kb.search(words, repo=repo, limit=limit))
        lines = ((self._catalog.get(hit.id), hit.score) for hit in hits)
        results = [_found(line, score, self._kb) for line, score in lines if line]
        facts = {"query": words, "repo": repo, "datasetVersion": self._catalog.version, "results": results}
        return reply(request, Body.of(encoded_json(facts), JSON))

    async def explain(self, request: Request) -> Response:
        """Return what `errkb explain --format json` prints about the text that was sent."""
        query = request.query_params
        repo, limit = repo_of(query), number_of(query, "limit", USUAL_ANSWERS, MOST_ANSWERS)
        data = await read_body(request, self._options.max_body)
        text = as_text(data, self._options.max_body)
        found = await self._desk.ask(
            lambda: encoded_json(explanation_json(self._kb.explain(text, repo=repo, limit=limit, at_hand=False)))
        )
        return reply(request, Body.of(found, JSON), cache="no-store")

    async def repos(self, request: Request) -> Response:
        """Return all repositories."""
        return reply(request, self._list("repos", lambda: [_repo(self._catalog, name) for name in self._catalog.repos]))

    async def families(self, request: Request) -> Response:
        """Return all articles without their bodies."""
        keys = ("slug", "clusterKey", "title", "summary", "errorCount", "repoCount")
        articles = sorted(self._catalog.articles.values(), key=lambda article: str(article["slug"]))
        listed = [{key: article[key] for key in keys} for article in articles]
        return reply(request, self._list("families", lambda: {"schemaVersion": 1, "articles": listed}))

    async def family(self, request: Request) -> Response:
        """Return the article of a family."""
        slug: str = request.path_params["slug"]
        article = self._catalog.articles.get(slug) if _SLUG.match(slug) else None
        if article is None:
            raise Problem(404, "There is no article of this name.", hint="/api/families lists them.")
        return reply(request, Body.of(encoded_json(article), JSON, article["generatedAt"]))

    async def health(self, request: Request) -> Response:
        """Say that the server is up and what it serves."""
        facts = {"status": "ok", "datasetVersion": self._catalog.version, "records": len(self._catalog)}
        return reply(request, Body.of(encoded_json(facts), JSON), cache="no-store")

    def _list(self, name: str, make: Any) -> Body:
        if name not in self._lists:
            self._lists[name] = Body.of(encoded_json(make()), JSON, self._catalog.version)
        return self._lists[name]


def repo_of(query: Mapping[str, str]) -> str | None:
    """Return the repository that is asked for; raises `Problem` for what cannot be one."""
    repo = query.get("repo")
    if repo is not None and _REPO.match(repo) is None:
        raise Problem(400, "`repo` is owner/name.")
    return repo


def number_of(query: Mapping[str, str], name: str, usual: int, most: int) -> int:
    """Return a number from 1 to `most`; raises `Problem` for anything else."""
    given = query.get(name)
    if given is None:
        return usual
    if _NUMBER.match(given) is None or int(given) > most:
        raise Problem(400, f"`{name}` is a number from 1 to {most}.")
    return int(given)


def nearest(desk: Desk, catalog: Catalog, words: str, limit: int = 5) -> list[Summary]:
    """Return the records whose message holds most of the words."""
    hits = desk.kb.search(words[:LONGEST_WORDS], limit=limit)
    return [line for line in (catalog.get(hit.id) for hit in hits) if line]


def _found(line: Summary, score: float, kb: KnowledgeBase) -> dict[str, Any]:
    entry = kb.find(line.id)
    record = (entry or Entry({})).record
    return {
        "id": line.id,
        "repo": line.repo,
        "slug": line.slug,
        "code": line.code,
        "msg": record.get("errorMessage", line.message),
        "pattern": record.get("messagePattern", ""),
        "type": line.kind,
        "cls": line.cls,
        "tags": list(line.tags),
        "sev": line.severity,
        "score": score,
        "url": error_path(line.repo, line.slug),
    }


def _repo(catalog: Catalog, name: str) -> dict[str, Any]:
    known = catalog.about_repo.get(name) or {}
    day, sha = catalog.read_at.get(name, (None, None))
    return {
        "repo": name,
        "description": known.get("description"),
        "language": known.get("language"),
        "stars": known.get("stars"),
        "sourceFiles": known.get("sourceFiles"),
        "defaultBranch": known.get("defaultBranch", "HEAD"),
        "analyzedSha": sha,
        "analyzedAt": day,
        "errorCount": len(catalog.of_repo(name)),
    }


PROBLEM_SCHEMA = ProblemShape.model_json_schema(ref_template="#/components/schemas/{model}")
