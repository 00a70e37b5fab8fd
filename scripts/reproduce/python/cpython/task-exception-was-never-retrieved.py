# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A task fails and nobody waits for it."""

import asyncio


async def job():
    raise ValueError("bad row 7")


async def main_wrong():
    asyncio.create_task(job())
    await asyncio.sleep(0.1)


async def main():
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(job())
    except* ValueError as failed:
        print("given up:", failed.exceptions[0])


def trigger():
    asyncio.run(main_wrong())


def fixed():
    asyncio.run(main())
