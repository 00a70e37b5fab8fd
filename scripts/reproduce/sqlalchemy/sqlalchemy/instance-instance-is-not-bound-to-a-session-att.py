# /// script
# requires-python = ">=3.11"
# dependencies = ["sqlalchemy==2.1.9"]
# ///
"""A row is read after its session has ended."""

from sqlalchemy import ForeignKey, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    posts: Mapped[list["Post"]] = relationship()


class Post(Base):
    __tablename__ = "posts"
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)


def create(**options):
    user = User(name="ann")
    with Session(engine, **options) as session:
        session.add(user)
        session.commit()
    return user


def trigger():
    create().name


def fixed():
    create(expire_on_commit=False).name
