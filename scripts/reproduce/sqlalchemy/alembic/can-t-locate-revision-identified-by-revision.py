# /// script
# requires-python = ">=3.11"
# dependencies = ["alembic==1.18.5", "sqlalchemy==2.0.45"]
#
# [tool.errkb]
# light = true
# ///
"""The file of the applied revision is gone."""

import io
from pathlib import Path

from alembic import command
from alembic.config import Config

config = Config("alembic.ini", stdout=io.StringIO())
config.set_main_option("script_location", "migrations")
config.set_main_option("sqlalchemy.url", "sqlite:///app.db")
command.init(config, "migrations")

gone = command.revision(config, message="tax")
command.upgrade(config, "head")
Path(gone.path).unlink()
command.revision(config, message="all tables")


def trigger():
    command.upgrade(config, "head")


def fixed():
    command.stamp(config, "head", purge=True)
    command.upgrade(config, "head")
