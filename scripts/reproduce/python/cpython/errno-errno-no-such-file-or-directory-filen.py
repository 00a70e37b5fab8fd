# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {errno = "2", filename = "data/in.csv"}
# ///
"""A path depends on the folder the program is started in."""

from pathlib import Path

HERE = Path(__file__).resolve().parent


def trigger():
    open("data/in.csv").read()


def fixed():
    (HERE / "data").mkdir()
    (HERE / "data" / "in.csv").write_text("a,b")
    (HERE / "data" / "in.csv").read_text(encoding="utf-8")
