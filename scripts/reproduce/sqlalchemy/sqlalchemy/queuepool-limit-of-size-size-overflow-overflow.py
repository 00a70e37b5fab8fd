# /// script
# requires-python = ">=3.11"
# dependencies = ["sqlalchemy==2.1.9"]
#
# [tool.errkb]
# captures = {size = "2", overflow = "1"}
# ///
"""Connections that nobody gives back."""

from sqlalchemy import create_engine, literal, select
from sqlalchemy.orm import Session

engine = create_engine("sqlite:///app.db", pool_size=2, max_overflow=1, pool_timeout=0.2)


def trigger():
    sessions = [Session(engine) for _ in range(4)]
    for session in sessions:
        session.execute(select(literal(1)))


def fixed():
    for _ in range(4):
        with Session(engine) as session:
            session.execute(select(literal(1)))
