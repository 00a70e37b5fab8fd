# /// script
# requires-python = ">=3.11"
# dependencies = ["httpx==0.28.1"]
#
# [tool.errkb]
# light = true
# ///
"""A service is looked for where nothing listens."""

import asyncio
import http.server
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


import httpx


async def call():
    async with httpx.AsyncClient(base_url="http://localhost:8000", trust_env=False) as client:
        return await client.get("/api/tags")


def trigger():
    asyncio.run(call())


def fixed():
    serve()
    asyncio.run(call())
