# /// script
# requires-python = ">=3.11"
# dependencies = ["alembic==1.18.5", "sqlalchemy==2.0.45"]
#
# [tool.errkb]
# light = true
# captures = {argument = "head"}
# ///
"""Two revisions from one predecessor."""

import io

from alembic import command
from alembic.config import Config

config = Config("alembic.ini", stdout=io.StringIO())
config.set_main_option("script_location", "migrations")
config.set_main_option("sqlalchemy.url", "sqlite:///app.db")
command.init(config, "migrations")

base = command.revision(config, message="base").revision
command.revision(config, message="tax", head=base)
command.revision(config, message="note", head=base, splice=True)


def trigger():
    command.upgrade(config, "head")


def fixed():
    command.merge(config, "heads", message="merge")
    command.upgrade(config, "head")
