# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {function = "work", count = "1", names = "'item'"}
# ///
"""A function of the program is called without what it needs."""

import threading


def work(item):
    print(item)


def trigger():
    threading.Thread(target=work).run()


def fixed():
    threading.Thread(target=work, args=("job-1",)).run()
