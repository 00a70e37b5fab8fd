# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {errno = "98", address = "('127.0.0.1', 8000)"}
# ///
"""A second asynchronous server on the same port."""

import asyncio


async def handle(reader, writer):
    writer.close()


async def main_wrong():
    first = await asyncio.start_server(handle, "127.0.0.1", 8000)
    await asyncio.start_server(handle, "127.0.0.1", 8000)


async def main():
    first = await asyncio.start_server(handle, "127.0.0.1", 8000)
    second = await asyncio.start_server(handle, "127.0.0.1", 0)
    print("listening on", second.sockets[0].getsockname())


def trigger():
    asyncio.run(main_wrong())


def fixed():
    asyncio.run(main())
