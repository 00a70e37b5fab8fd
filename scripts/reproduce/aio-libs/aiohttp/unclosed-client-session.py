# /// script
# requires-python = ">=3.11"
# dependencies = ["aiohttp==3.13.5"]
# ///
"""A session is made and never closed."""

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


import aiohttp

URL = "http://127.0.0.1:8000/"


async def before():
    session = aiohttp.ClientSession()
    response = await session.get(URL)
    return await response.text()


async def after():
    async with aiohttp.ClientSession() as session:
        async with session.get(URL) as response:
            return await response.text()


def trigger():
    serve()
    asyncio.run(before())


def fixed():
    serve()
    asyncio.run(after())
