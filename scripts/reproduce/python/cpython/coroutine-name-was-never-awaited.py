# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "save"}
# ///
"""An asynchronous function is called like any other."""

import asyncio


async def save(row):
    await asyncio.sleep(0)


async def main_wrong():
    save({"id": 1})


async def main():
    await save({"id": 1})


def trigger():
    asyncio.run(main_wrong())


def fixed():
    asyncio.run(main())
