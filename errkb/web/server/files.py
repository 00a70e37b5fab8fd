"""Files: the published dataset, schemas, style sheet and script, and what crawlers ask for.

What is served is a closed list of names; no path of a request is ever looked up on disk. The dataset is exported when
it is asked for first, into a temporary folder that goes with the server.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from errkb.errors import ErrkbError
from errkb.exports import ExportRequest
from errkb.kb import KnowledgeBase
from errkb.web.catalog import Catalog
from errkb.web.feeds import llms_txt, robots_txt, sitemaps
from errkb.web.rendering import STATIC, Site, asset_names
from errkb.web.schemas import schema_folder, schema_names
from errkb.web.server.options import ServeOptions
from errkb.web.server.replies import JSON, Body, Problem, is_known, reply

__all__ = ["Files"]

FOR_EVER = "public, max-age=31536000, immutable"
PATIENCE = 25.0
"""Seconds that the first one to ask waits for the export."""
_MEDIA = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
_TEXT, _XML = "text/plain; charset=utf-8", "application/xml; charset=utf-8"


class Files:
    """The handlers for files, over one knowledge base."""

    def __init__(self, kb: KnowledgeBase, catalog: Catalog, site: Site, options: ServeOptions) -> None:
        self._kb, self._catalog, self._site, self._options = kb, catalog, site, options
        self._folder = tempfile.TemporaryDirectory(prefix="errkb-data-")
        self._place = Path(self._folder.name) / "data"
        self._export: asyncio.Future[dict[str, Any]] | None = None
        version = catalog.version
        self._bodies: dict[str, Body] = {
            f"schema/{name}": Body.of((schema_folder() / name).read_bytes(), "application/schema+json", None)
            for name in schema_names()
        }
        self._bodies["robots.txt"] = Body.of(robots_txt(site), _TEXT)
        self._bodies["llms.txt"] = Body.of(llms_txt(site, catalog), _TEXT, version)
        self._bodies |= {name: Body.of(text, _XML, version) for name, text in sitemaps(site, catalog)}
        self._assets = {
            name: Body.of((STATIC / name).read_bytes(), _MEDIA[Path(name).suffix]) for name in asset_names()
        }

    def router(self) -> APIRouter:
        """Return all routes."""
        router = APIRouter(include_in_schema=False)
        router.get("/static/{name}")(self.asset)
        router.get("/favicon.ico")(self.icon)
        router.get("/data/{path:path}")(self.data)
        for name in self._bodies:
            router.get(f"/{name}")(self._fixed(name))
        return router

    async def asset(self, request: Request) -> Response:
        """Return a style sheet, script or image; its address holds a mark of its content."""
        body = self._assets.get(request.path_params["name"])
        if body is None:
            raise Problem(404, "There is no such file.")
        return reply(request, body, cache=FOR_EVER)

    async def icon(self, request: Request) -> Response:
        """Return what browsers ask for without being told to."""
        return reply(request, self._assets["icon.svg"])

    async def data(self, request: Request) -> Response:
        """Return a file of the published dataset."""
        files = await self._files()
        name: str = request.path_params["path"]
        entry = files.get(name)
        if entry is None:
            raise Problem(404, "The dataset has no such file.", hint="/data/manifest.json lists all of them.")
        etag = f'"{entry["sha256"]}"'
        headers = {"etag": etag, "cache-control": "public, max-age=300"}
        if is_known(request, etag, None):
            return Response(status_code=304, headers=headers)
        media = "application/gzip" if name.endswith(".gz") else JSON
        return FileResponse(self._place / name, headers=headers, media_type=media)

    def close(self) -> None:
        """Remove the exported dataset."""
        self._folder.cleanup()

    async def _files(self) -> dict[str, Any]:
        """Return the files of the dataset by name, exported if need be."""
        if self._export is None:
            loop = asyncio.get_running_loop()
            self._export = loop.run_in_executor(None, self._exported)
        done, _ = await asyncio.wait({self._export}, timeout=PATIENCE)
        if not done:
            wait = {"retry-after": "10"}
            raise Problem(503, "The dataset is being written.", hint="Try again in a moment.", headers=wait)
        try:
            return self._export.result()
        except (ErrkbError, OSError) as error:
            self._export = None
            raise Problem(503, "The dataset cannot be written here.", headers={"retry-after": "60"}) from error

    def _exported(self) -> dict[str, Any]:
        self._kb.export(self._place, ExportRequest(named=self._options.named), form="static")
        text = (self._place / "manifest.json").read_bytes()
        files = {entry["path"].removeprefix("/data/"): entry for entry in json.loads(text)["files"].values()}
        return files | {"manifest.json": {"sha256": Body.of(text, JSON).etag}}

    def _fixed(self, name: str) -> Any:
        async def handler(request: Request) -> Response:
            return reply(request, self._bodies[name])

        return handler
