# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic==2.12.5", "pydantic-settings==2.12.0"]
#
# [tool.errkb]
# captures = {field = "hosts", source = "EnvSettingsSource"}
# ///
"""A list with commas in the environment."""

import os
from typing import Annotated

from pydantic import field_validator
from pydantic_settings import BaseSettings, NoDecode

os.environ["HOSTS"] = "a,b"


def trigger():
    class Settings(BaseSettings):
        hosts: list[str] = []

    try:
        Settings()
    except Exception as error:
        raise error from None


def fixed():
    class Settings(BaseSettings):
        hosts: Annotated[list[str], NoDecode] = []

        @field_validator("hosts", mode="before")
        @classmethod
        def split(cls, value):
            return value.split(",") if isinstance(value, str) else value

    Settings()
