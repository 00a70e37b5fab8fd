# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A handler starts a loop of its own."""

import asyncio


async def work():
    return 42


async def handler_wrong():
    with asyncio.Runner() as runner:
        return runner.run(work())


async def handler():
    return await work()


def trigger():
    asyncio.run(handler_wrong())


def fixed():
    asyncio.run(handler())
