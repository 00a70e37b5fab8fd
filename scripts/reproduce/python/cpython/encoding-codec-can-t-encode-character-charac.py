# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {encoding = "charmap", character = '\u2713', position = "0", reason = "character maps to <undefined>"}
# ///
"""A check mark is written in a Windows code page."""


def trigger():
    with open("report.txt", "w", encoding="cp1252") as file:
        file.write("\u2713 done")


def fixed():
    with open("report.txt", "w", encoding="utf-8") as file:
        file.write("\u2713 done")
