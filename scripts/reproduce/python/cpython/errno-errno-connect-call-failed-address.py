# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {errno = "111", address = "('127.0.0.1', 5432)"}
# ///
"""Nothing listens yet."""

import asyncio


async def connect_wrong():
    await asyncio.open_connection("127.0.0.1", 5432)


async def connect():
    for attempt in range(20):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", 5432)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.1)
    raise SystemExit("it did not come up")


async def late_server():
    asyncio.get_running_loop().call_later(0.3, asyncio.ensure_future, serve())
    await connect()


async def serve():
    await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 5432)


def trigger():
    asyncio.run(connect_wrong())


def fixed():
    asyncio.run(late_server())
