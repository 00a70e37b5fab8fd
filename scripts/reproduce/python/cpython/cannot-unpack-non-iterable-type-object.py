# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "NoneType"}
# ///
"""A function returns None for some input."""


def split_wrong(line):
    if "=" in line:
        return line.split("=", 1)


def split_pair(line):
    key, _, value = line.partition("=")
    return key, value


def trigger():
    key, value = split_wrong("debug")


def fixed():
    key, value = split_pair("debug")
