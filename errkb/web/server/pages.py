"""The HTML pages of the server, each drawn in a thread and kept while it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from errkb.web.answer import answer_page, best
from errkb.web.catalog import Catalog
from errkb.web.listing import (
    ListPage,
    SearchPage,
    Wanted,
    about_page,
    cards,
    family_page,
    home_page,
    repo_lines,
    repo_page,
    tag_lines,
    tag_page,
)
from errkb.web.paths import error_path, repo_path, segment
from errkb.web.rendering import Renderer
from errkb.web.schemas import schema_names
from errkb.web.server.desk import Desk
from errkb.web.server.json_api import LONGEST_WORDS, nearest, number_of, repo_of
from errkb.web.server.options import ServeOptions
from errkb.web.server.reading import as_text, read_form
from errkb.web.server.replies import HTML, Body, Kept, Problem, reply

__all__ = ["Pages"]

KEPT_BYTES = 32 * 1024 * 1024
MOST_HITS = 30
MOST_PAGES = 100_000
LONGEST_FILTER = 200
PRIVATE = "private, no-cache"
"""Of what answers a paste: nobody but the reader's browser keeps it, for the way back to it."""


class Pages:
    """The handlers, over one knowledge base."""

    def __init__(self, desk: Desk, catalog: Catalog, renderer: Renderer, options: ServeOptions) -> None:
        self._desk, self._catalog, self._renderer, self._options = desk, catalog, renderer, options
        self._kept = Kept(KEPT_BYTES)
        self._repos = {repo_path(repo): repo for repo in catalog.repos}
        self._owners = {
            (segment(repo.partition("/")[0]), segment(repo.partition("/")[2])): repo for repo in catalog.repos
        }
        self._families = {segment(name): name for name in catalog.families}
        self._tags = {segment(name): name for name in catalog.tags}

    def router(self) -> APIRouter:
        """Return all routes."""
        router = APIRouter(include_in_schema=False)
        fixed: dict[str, Callable[[], str]] = {
            "": lambda: self._renderer.draw("home.html", "", at="home", page=home_page(self._catalog)),
            "repos/": lambda: self._renderer.draw(
                "repos.html", "repos/", at="repos", page={"repos": repo_lines(self._catalog)}
            ),
            "families/": lambda: self._renderer.draw(
                "families.html", "families/", at="families", page={"families": cards(self._catalog)}
            ),
            "tags/": lambda: self._renderer.draw(
                "tags.html", "tags/", at="tags", page={"tags": tag_lines(self._catalog)}
            ),
            "about/": self._about,
        }
        for path, make in fixed.items():
            router.get(f"/{path}")(self._fixed(path, make))
        router.get("/errors/{owner}/{name}/{slug}/")(self.error)
        router.get("/repos/{owner}/{name}/")(self.repo)
        router.get("/repos/{owner}/{name}/{number}/")(self.repo)
        router.get("/families/{slug}/")(self.family)
        router.get("/tags/{tag}/")(self.tag)
        router.get("/tags/{tag}/{number}/")(self.tag)
        router.get("/search/")(self.search)
        router.post("/explain/")(self.explain)
        return router

    async def error(self, request: Request) -> Response:
        """Return the page of a record; one that has moved leads to its place."""
        owner, name, slug = (request.path_params[key] for key in ("owner", "name", "slug"))
        path = f"errors/{owner}/{name}/{slug}/"
        body = self._kept.get(path)
        if body is None:
            repo = self._owners.get((owner, name))
            entry = self._desk.kb.find(f"{repo}/{slug}") if repo else None
            if entry is None or error_path(entry.record["repo"], entry.record["slug"]) != path:
                return await self.missing(request)
            html = await self._desk.ask(lambda: self._renderer.record(entry))
            body = self._kept.add(path, Body.of(html, HTML, self._catalog.version))
        return reply(request, body)

    async def repo(self, request: Request) -> Response:
        """Return the records of a repository, filtered and in order."""
        params, query = request.path_params, request.query_params
        repo = self._owners.get((params["owner"], params["name"]))
        if repo is None:
            return await self.missing(request)
        number = number_of({"page": params.get("number") or query.get("page") or "1"}, "page", 1, MOST_PAGES)
        wanted = Wanted(
            query.get("q", "")[:LONGEST_FILTER], query.get("severity", "")[:20], query.get("sort", ""), number
        )
        return await self._list(request, "repo.html", "repos", lambda: repo_page(self._catalog, repo, wanted), number)

    async def tag(self, request: Request) -> Response:
        """Return the records with a tag."""
        tag = self._tags.get(request.path_params["tag"])
        if tag is None:
            return await self.missing(request)
        number = number_of({"page": request.path_params.get("number") or "1"}, "page", 1, MOST_PAGES)
        return await self._list(request, "tag.html", "tags", lambda: tag_page(self._catalog, tag, number), number)

    async def family(self, request: Request) -> Response:
        """Return the article of a family."""
        slug = request.path_params["slug"]
        family = self._families.get(slug)
        if family is None:
            return await self.missing(request)
        path = f"families/{slug}/"
        return await self._keep(
            request,
            path,
            lambda: self._renderer.draw("family.html", path, at="families", page=family_page(self._catalog, family)),
        )

    async def search(self, request: Request) -> Response:
        """Return the records that words find, and the one that they are the message of."""
        words, problem = request.query_params.get("q", ""), ""
        page = SearchPage(words, None, [])
        try:
            repo = repo_of(request.query_params)
            if len(words) > LONGEST_WORDS:
                raise Problem(
                    400, f"Words have at most {LONGEST_WORDS:,} characters.", hint="Paste texts on the first page."
                )
            if words.strip():
                page = await self._desk.ask(lambda: self._search(words, repo))
            else:
                page = SearchPage("", repo, [])
        except Problem as error:
            if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            problem = f"{error.detail} {error.hint}".strip()
            page = SearchPage(words[:LONGEST_WORDS], None, [], problem=problem)
        html = self._renderer.draw("search.html", None, at="search", page=page)
        return reply(request, Body.of(html, HTML), cache=PRIVATE, status=400 if problem else 200)

    async def explain(self, request: Request) -> Response:
        """Return the page that answers a paste."""
        fields = await read_form(request, self._options.max_body)
        text = as_text(fields.get("q", "").encode("utf-8", "replace"), self._options.max_body)

        def answered() -> str:
            found = self._desk.kb.explain(text, at_hand=False)
            page = answer_page(found, self._catalog, text.value)
            return self._renderer.draw("answer.html", None, at="answer", page=page)

        return reply(request, Body.of(await self._desk.ask(answered), HTML), cache=PRIVATE)

    async def missing(self, request: Request) -> Response:
        """Return what is nearest to a page that is not there; a name without its slash leads to the page."""
        path = request.url.path
        if not path.endswith("/") and not path.startswith("//") and self._is_page(f"{path}/".lstrip("/")):
            return Response(status_code=308, headers={"location": f"{path.rsplit('/', 1)[-1]}/"})
        words = path[-400:].replace("-", " ").replace("/", " ").replace("_", " ")
        rows = await self._desk.ask(lambda: nearest(self._desk, self._catalog, words))
        html = self._renderer.draw("missing.html", None, at="missing", page={"rows": rows})
        return reply(request, Body.of(html, HTML), cache="no-store", status=404)

    async def failed(self, request: Request, problem: Problem) -> Response:
        """Return a problem as a page."""
        page = {"title": problem.detail, "hint": problem.hint}
        html = self._renderer.draw("failed.html", None, at="failed", page=page)
        answer = reply(request, Body.of(html, HTML), cache="no-store", status=problem.status)
        answer.headers.update(problem.headers)
        return answer

    def _search(self, words: str, repo: str | None) -> SearchPage:
        kb = self._desk.kb
        hits = [line for hit in kb.search(words, repo=repo, limit=MOST_HITS) if (line := self._catalog.get(hit.id))]
        answer = best(kb.explain(words, repo=repo, at_hand=False), self._catalog)
        return SearchPage(words, repo, hits, answer)

    def _about(self) -> str:
        page = about_page(self._catalog, schema_names(), self._options.named)
        return self._renderer.draw("about.html", "about/", at="about", page=page)

    def _fixed(self, path: str, make: Callable[[], str]) -> Callable[[Request], object]:
        async def handler(request: Request) -> Response:
            return await self._keep(request, path, make)

        return handler

    async def _list(
        self, request: Request, template: str, at: str, make: Callable[[], ListPage], number: int
    ) -> Response:
        query = request.url.query[:LONGEST_WORDS]
        path = request.url.path.lstrip("/")

        def drawn() -> str:
            page = make()
            if page.number != number:
                raise LookupError
            return self._renderer.draw(template, path, at=at, page=page)

        try:
            return await self._keep(request, path + (f"?{query}" if query else ""), drawn)
        except LookupError:  # there are not so many pages
            return await self.missing(request)

    async def _keep(self, request: Request, key: str, make: Callable[[], str]) -> Response:
        body = self._kept.get(key)
        if body is None:
            html = await self._desk.ask(make)
            body = self._kept.add(key, Body.of(html, HTML, self._catalog.version))
        return reply(request, body)

    def _is_page(self, path: str) -> bool:
        if path in ("repos/", "families/", "tags/", "about/", "search/") or path in self._repos:
            return True
        kind, _, rest = path.partition("/")
        name = rest.rstrip("/")
        if kind == "errors" and name.count("/") == 2:
            owner, repo, slug = name.split("/")
            found = self._owners.get((owner, repo))
            return found is not None and self._desk.kb.find(f"{found}/{slug}") is not None
        return name in {"families": self._families, "tags": self._tags}.get(kind, {})
