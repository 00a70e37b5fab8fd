# /// script
# requires-python = ">=3.11"
# dependencies = ["sqlalchemy==2.1.9"]
#
# [tool.errkb]
# captures = {table = "users"}
# ///
"""The models are imported under two names."""

import importlib
import sys
from pathlib import Path

BASE = """
from sqlalchemy.orm import declarative_base

Base = declarative_base()
"""
MODELS = """
from app.base import Base
from sqlalchemy import Column, Integer


class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
"""
Path("app").mkdir()
Path("app/__init__.py").write_text("")
Path("app/base.py").write_text(BASE)
Path("app/models.py").write_text(MODELS)
sys.path[:0] = [".", "app"]


def load(*names):
    for name in names:
        importlib.import_module(name)


def trigger():
    load("app.models", "models")


def fixed():
    load("app.models", "app.models")
