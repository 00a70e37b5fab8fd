# /// script
# requires-python = ">=3.11"
# dependencies = ["sqlalchemy==2.1.9", "psycopg2-binary==2.9.13"]
#
# [tool.errkb]
# captures = {name = "postgres"}
# ///
"""An address with a name that SQLAlchemy gave up."""

from sqlalchemy import create_engine

url = "postgres://app:secret@db/app"


def trigger():
    create_engine(url)


def fixed():
    create_engine(url.replace("postgres://", "postgresql+psycopg2://", 1))
