"""The server wired: one knowledge base, the JSON API, the pages, the files, and the guard around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import errkb
from errkb.kb import KnowledgeBase
from errkb.web.catalog import Catalog
from errkb.web.rendering import Renderer, Site
from errkb.web.server.desk import Desk
from errkb.web.server.files import Files
from errkb.web.server.guard import FREE, OPEN, Guard
from errkb.web.server.json_api import PROBLEM_SCHEMA, JsonApi
from errkb.web.server.options import ServeOptions
from errkb.web.server.pages import Pages
from errkb.web.server.replies import JSON, Body, Problem, encoded_json, problem, reply

__all__ = ["create", "from_environment"]

_MACHINE = (*OPEN, *FREE)
"""Addresses whose problems are JSON; all others are read by people."""


def from_environment() -> Guard:
    """Return the application of the options that this process was given."""
    return create(ServeOptions.from_environment())


def create(options: ServeOptions) -> Guard:
    """Return the application; its records are read now."""
    kb = KnowledgeBase.open(options.settings())
    articles, repos = kb.background()
    catalog = Catalog(kb.records(), articles, repos, kb.dataset_version)
    desk = Desk(kb, options.seconds)
    site = Site(
        catalog.version,
        options.site_address,
        report_url=options.report_url,
        named=options.named,
        paste_characters=options.max_body,
    )
    files = Files(kb, catalog, site, options)
    pages = Pages(desk, catalog, Renderer(site, catalog), options)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        desk.close()
        files.close()
        kb.close()

    app = FastAPI(
        title="errkb",
        version=errkb.__version__,
        summary="Records of errors: what they mean, why they are raised, how to fix them.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    api = JsonApi(desk, catalog, options).router()
    # FastAPI documents these routes, Starlette answers them: the handlers read requests themselves, so that what
    # FastAPI does for each request (a third of the time of a small answer) is for nothing.
    for one in api.routes:
        if isinstance(one, APIRoute):
            app.router.routes.append(Route(one.path, one.endpoint, methods=one.methods and list(one.methods)))
    app.include_router(api)
    app.include_router(files.router())
    app.include_router(pages.router())
    document = Body.of(encoded_json(_openapi(app)), JSON, None)

    async def openapi(request: Request) -> Response:
        return reply(request, document)

    app.add_route("/openapi.json", openapi)
    _answer_errors(app, pages)
    return Guard(app, options)


def _answer_errors(app: FastAPI, pages: Pages) -> None:
    async def told(request: Request, error: Exception) -> Response:
        found = error if isinstance(error, Problem) else _of_router(error)
        if request.method == "OPTIONS" and found.status == 405:
            return _allowed(found.headers["allow"])
        if request.url.path.startswith(_MACHINE):
            return problem(request, found)
        if found.status == 404:
            return await pages.missing(request)
        return await pages.failed(request, found)

    app.add_exception_handler(Problem, told)
    app.add_exception_handler(HTTPException, told)


def _allowed(methods: str) -> Response:
    """Say what may be done; pages of other sites may read, and send nothing but what a form could."""
    reading = ", ".join(name for name in methods.split(", ") if name in ("GET", "HEAD"))
    headers = {"allow": methods, "access-control-allow-methods": reading or "GET", "access-control-max-age": "86400"}
    return Response(status_code=204, headers=headers)


def _of_router(error: Exception) -> Problem:
    status = getattr(error, "status_code", 500)
    headers = dict(getattr(error, "headers", None) or {})
    if status == 405:
        allowed = headers.get("Allow") or headers.get("allow") or "GET"
        names = {name.strip() for name in allowed.split(",")} | (
            {"HEAD", "OPTIONS"} if "GET" in allowed else {"OPTIONS"}
        )
        return Problem(405, "That is not done here.", headers={"allow": ", ".join(sorted(names))})
    return Problem(status, "There is no such page.", headers=headers)


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, with the shape of problems, without what FastAPI says of bodies it validates."""
    found = app.openapi()
    schemas = found.setdefault("components", {}).setdefault("schemas", {})
    schemas["Problem"] = PROBLEM_SCHEMA
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    for operations in found["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("422", None)
    found["info"]["license"] = {"name": "MIT (code), CC BY 4.0 (records)"}
    return found
