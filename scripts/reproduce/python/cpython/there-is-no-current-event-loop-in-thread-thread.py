# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {thread = "Thread-1"}
# ///
"""A thread asks for the loop of the main thread."""

import asyncio
import threading


async def job():
    return 42


def work_wrong():
    loop = asyncio.get_event_loop()
    loop.run_until_complete(job())


def work():
    asyncio.run(job())


def trigger():
    thread = threading.Thread(target=work_wrong, name="Thread-1")
    thread.start()
    thread.join()


def fixed():
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
