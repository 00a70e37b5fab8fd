# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic==2.12.5"]
# ///
"""A pattern under its old name."""

from pydantic import BaseModel, Field


def model(**options):
    class Item(BaseModel):
        sku: str = Field(**options)

    Item(sku="ABC")


def trigger():
    model(regex="^[A-Z]+$")


def fixed():
    model(pattern="^[A-Z]+$")
