# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {errno = "28"}
# ///
"""The device that is always full stands in for a full disk."""

import shutil


def trigger():
    with open("/dev/full", "w") as file:
        file.write("checkpoint")


def fixed():
    free = shutil.disk_usage("/dev").free
    print(f"{free} bytes free: not saved there")
