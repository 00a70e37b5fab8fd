# /// script
# requires-python = ">=3.11"
# dependencies = ["python-socketio==5.18.1", "aiohttp==3.13.5"]
#
# [tool.errkb]
# captures = {port = "1"}
# ///
"""Nothing listens on the port."""

import asyncio

import socketio
from aiohttp import web


async def use(server):
    client = socketio.AsyncClient()
    url = await server() if server else "http://127.0.0.1:1"
    try:
        await client.connect(url)
    except socketio.exceptions.ConnectionError as error:
        await client.shutdown()
        raise error.with_traceback(None) from None
    await client.disconnect()


async def serve():
    server = socketio.AsyncServer()
    app = web.Application()
    server.attach(app)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 5000).start()
    return "http://127.0.0.1:5000"


def trigger():
    asyncio.run(use(None))


def fixed():
    asyncio.run(use(serve))
