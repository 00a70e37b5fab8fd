# /// script
# requires-python = ">=3.11"
# dependencies = ["sqlalchemy==2.1.9", "aiosqlite==0.21.0", "greenlet==3.2.4"]
# ///
"""A relationship is loaded by attribute access."""

import asyncio

from sqlalchemy import Column, ForeignKey, Integer, select
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from sqlalchemy.orm import declarative_base, relationship, selectinload

Base = declarative_base()


class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
    items = relationship("Item")


class Item(Base):
    __tablename__ = "items"
    id = Column(Integer, primary_key=True)
    user_id = Column(ForeignKey("users.id"))


async def show(*options):
    engine = create_async_engine("sqlite+aiosqlite:///shop.db")
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with AsyncSession(engine) as session:
        session.add(User())
        await session.commit()
        user = (await session.scalars(select(User).options(*options))).first()
        user.items
    await engine.dispose()


def trigger():
    asyncio.run(show())


def fixed():
    asyncio.run(show(selectinload(User.items)))
