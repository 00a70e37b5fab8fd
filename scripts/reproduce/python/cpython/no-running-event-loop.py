# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A task is made at module level."""

import asyncio


async def poll():
    await asyncio.sleep(0)


async def main():
    await asyncio.create_task(poll())


def trigger():
    asyncio.create_task(poll())


def fixed():
    asyncio.run(main())
