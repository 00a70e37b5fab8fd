# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {app = "shop", parent_app = "users", alias = "default"}
# ///
"""A custom user model comes after the first migration."""

from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

MIGRATION = """
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = {dependencies}
    operations = []
"""
for app, dependencies in {"users": [], "shop": [("users", "0001_initial")]}.items():
    folder = Path(app, "migrations")
    folder.mkdir(parents=True)
    Path(app, "__init__.py").touch()
    (folder / "__init__.py").touch()
    (folder / "0001_initial.py").write_text(MIGRATION.format(dependencies=dependencies))
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}
settings.configure(INSTALLED_APPS=["users", "shop"], DATABASES=DATABASES)
django.setup()
MigrationRecorder(connection).record_applied("shop", "0001_initial")


def trigger():
    call_command("migrate", verbosity=0)


def fixed():
    MigrationRecorder(connection).record_applied("users", "0001_initial")
    call_command("migrate", verbosity=0)
