# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A notebook cell: a loop runs already."""

import asyncio


async def main():
    return 42


async def cell_before():
    asyncio.run(main())


async def cell_after():
    await main()


def trigger():
    asyncio.get_event_loop_policy().new_event_loop().run_until_complete(cell_before())


def fixed():
    asyncio.run(cell_after())
