# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "NoneType"}
# ///
"""sort() returns nothing."""


def trigger():
    for name in ["b", "a"].sort():
        print(name)


def fixed():
    for name in sorted(["b", "a"]):
        print(name)
