# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {encoding = "utf-8", byte = "fc", position = "1", reason = "invalid start byte"}
# ///
"""A file that a Windows program wrote is read as UTF-8."""

from pathlib import Path


def trigger():
    Path("export.csv").write_bytes("Müller".encode("cp1252"))
    open("export.csv", encoding="utf-8").read()


def fixed():
    Path("export.csv").write_bytes("Müller".encode("cp1252"))
    with open("export.csv", encoding="cp1252", newline="") as file:
        file.read()
