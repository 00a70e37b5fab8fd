# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A loop is used again after asyncio.run has closed it."""

import asyncio


async def job():
    return 42


def trigger():
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        loop.run_until_complete(job())
    loop.run_until_complete(job())


def fixed():
    async def main():
        await job()
        await job()

    asyncio.run(main())
