# /// script
# requires-python = ">=3.11"
# dependencies = ["alembic==1.18.5", "sqlalchemy==2.0.45"]
#
# [tool.errkb]
# light = true
# ///
"""A second revision before the first was applied."""

import io

from alembic import command
from alembic.config import Config

config = Config("alembic.ini", stdout=io.StringIO())
config.set_main_option("script_location", "migrations")
config.set_main_option("sqlalchemy.url", "sqlite:///app.db")
command.init(config, "migrations")

command.revision(config, message="first")


def trigger():
    command.revision(config, message="second", autogenerate=True)


def fixed():
    from pathlib import Path

    env = Path("migrations/env.py")
    env.write_text(
        env.read_text().replace(
            "target_metadata = None", "from sqlalchemy import MetaData\n\ntarget_metadata = MetaData()"
        )
    )
    command.upgrade(config, "head")
    command.revision(config, message="second", autogenerate=True)
