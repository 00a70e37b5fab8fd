# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# ///
"""The project's template folder is not searched."""

from pathlib import Path

import django
from django.conf import settings
from django.template.loader import get_template

Path("templates").mkdir()
Path("templates/list.html").write_text("items")
BACKEND = "django.template.backends.django.DjangoTemplates"


def start(folders):
    settings.configure(TEMPLATES=[{"BACKEND": BACKEND, "DIRS": folders, "APP_DIRS": True}])
    django.setup()
    get_template("list.html")


def trigger():
    start([])


def fixed():
    start([Path("templates").resolve()])
