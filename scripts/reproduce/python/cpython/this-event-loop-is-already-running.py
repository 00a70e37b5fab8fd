# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Waiting inside a coroutine as if it were outside."""

import asyncio


async def fetch():
    return 1


async def handler_wrong():
    return asyncio.get_event_loop().run_until_complete(fetch())


async def handler():
    return await fetch()


def trigger():
    asyncio.run(handler_wrong())


def fixed():
    asyncio.run(handler())
