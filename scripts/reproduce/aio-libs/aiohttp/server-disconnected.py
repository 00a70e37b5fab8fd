# /// script
# requires-python = ">=3.11"
# dependencies = ["aiohttp==3.13.5"]
# ///
"""The server closes a connection that the client keeps."""

import asyncio

import aiohttp


async def answer(reader, writer):
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    await reader.read(1)  # the next request on this connection: too late
    writer.close()


async def twice(**options):
    server = await asyncio.start_server(answer, "127.0.0.1", 8000)
    connector = aiohttp.TCPConnector(**options)
    async with aiohttp.ClientSession(connector=connector) as session:
        for _ in range(2):
            async with session.post("http://127.0.0.1:8000/") as response:
                await response.text()
    server.close()


def trigger():
    asyncio.run(twice())


def fixed():
    asyncio.run(twice(force_close=True))
