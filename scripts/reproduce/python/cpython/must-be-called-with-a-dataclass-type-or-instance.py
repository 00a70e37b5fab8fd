# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A class without the decorator."""

from dataclasses import dataclass, fields


class Plain:
    host: str = "localhost"


@dataclass
class Config:
    host: str = "localhost"


def trigger():
    fields(Plain)


def fixed():
    print([field.name for field in fields(Config)])
