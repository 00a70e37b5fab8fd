# /// script
# requires-python = ">=3.11"
# dependencies = ["sqlalchemy==2.1.9"]
# ///
"""Raw SQL as a plain string."""

from sqlalchemy import create_engine, text
from sqlalchemy.orm import Session

engine = create_engine("sqlite://")


def trigger():
    with Session(engine) as session:
        session.execute("SELECT 1")


def fixed():
    with Session(engine) as session:
        session.execute(text("SELECT 1"))
