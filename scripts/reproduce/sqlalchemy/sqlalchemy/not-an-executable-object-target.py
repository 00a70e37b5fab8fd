# /// script
# requires-python = ">=3.11"
# dependencies = ["sqlalchemy==2.1.9"]
#
# [tool.errkb]
# captures = {target = "'SELECT 1'"}
# ///
"""Raw SQL as a plain string on a connection."""

from sqlalchemy import create_engine, text

engine = create_engine("sqlite://")


def trigger():
    with engine.connect() as connection:
        connection.execute("SELECT 1")


def fixed():
    with engine.connect() as connection:
        connection.execute(text("SELECT 1"))
