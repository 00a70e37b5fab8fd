# /// script
# requires-python = ">=3.11"
# dependencies = ["aiohttp==3.13.5"]
#
# [tool.errkb]
# captures = {host = "127.0.0.1", port = "8000", ssl = "default"}
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


import socket

import aiohttp


async def call(connector):
    async with aiohttp.ClientSession(connector=connector) as session:
        async with session.get("http://127.0.0.1:8000/health") as response:
            return response.status


async def before():
    await call(None)


async def after():
    await call(aiohttp.TCPConnector(family=socket.AF_INET, limit=50))


def trigger():
    asyncio.run(before())


def fixed():
    serve()
    asyncio.run(after())
