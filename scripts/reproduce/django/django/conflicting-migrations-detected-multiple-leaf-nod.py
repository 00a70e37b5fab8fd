# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# ///
"""Two branches each added a migration."""

from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

MIGRATION = """
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = {dependencies}
    operations = []
"""
folder = Path("shop/migrations")
folder.mkdir(parents=True)
for name in ("shop/__init__.py", "shop/migrations/__init__.py"):
    Path(name).touch()


def add(name, *parents):
    text = MIGRATION.format(dependencies=[("shop", parent) for parent in parents])
    (folder / f"{name}.py").write_text(text)


add("0001_order")
add("0002_note", "0001_order")
add("0002_tax", "0001_order")
settings.configure(INSTALLED_APPS=["shop"])


def trigger():
    django.setup()
    call_command("makemigrations", "shop")


def fixed():
    add("0003_merge", "0002_note", "0002_tax")
    django.setup()
    call_command("makemigrations", "shop")
