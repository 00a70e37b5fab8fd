# /// script
# requires-python = ">=3.11"
# dependencies = ["sqlalchemy==2.1.9"]
# ///
"""A duplicate is caught, and the session is used on."""

from sqlalchemy import Column, Integer, String, create_engine, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, declarative_base

Base = declarative_base()


class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
    email = Column(String, unique=True)


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def load(after):
    session = Session(engine)
    for _ in range(2):
        try:
            session.add(User(email="a@example.org"))
            session.commit()
        except IntegrityError:
            after(session)
    session.scalars(select(User)).all()


def trigger():
    load(lambda session: None)


def fixed():
    load(Session.rollback)
