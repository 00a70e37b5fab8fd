# /// script
# requires-python = ">=3.11"
# dependencies = ["pydantic==2.12.5", "pydantic-settings==2.12.0"]
# ///
"""The import of pydantic 1."""

import os


def trigger():
    from pydantic import BaseSettings


def fixed():
    from pydantic_settings import BaseSettings, SettingsConfigDict

    class Settings(BaseSettings):
        model_config = SettingsConfigDict(env_file=".env")
        database_url: str

    os.environ["DATABASE_URL"] = "sqlite://"
    Settings()
