# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic==2.12.5"]
#
# [tool.errkb]
# light = true
# captures = {attribute = "retries", value = "3"}
# ///
"""A default without a type."""

from pydantic import BaseModel


def trigger():
    class Job(BaseModel):
        retries = 3


def fixed():
    class Job(BaseModel):
        retries: int = 3
