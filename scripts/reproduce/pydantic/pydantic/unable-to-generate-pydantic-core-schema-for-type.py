# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic==2.12.5"]
#
# [tool.errkb]
# light = true
# ///
"""A class that pydantic does not know."""

from pydantic import BaseModel, ConfigDict


class Client:
    pass


def trigger():
    class Job(BaseModel):
        client: Client


def fixed():
    class Job(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)

        client: Client
