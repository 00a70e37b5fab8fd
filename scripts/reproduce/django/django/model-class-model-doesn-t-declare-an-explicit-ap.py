# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {model = "shop.models.Order"}
# ///
"""An app is missing in the settings."""

from pathlib import Path

import django
from django.conf import settings


def project(**files):
    Path("shop").mkdir()
    for name, text in {"__init__": "", **files}.items():
        Path("shop", f"{name}.py").write_text(text)


MODELS = "from django.db import models\nclass Order(models.Model): pass\n"


def start(*apps):
    project(models=MODELS)
    settings.configure(INSTALLED_APPS=list(apps), DEFAULT_AUTO_FIELD="django.db.models.AutoField")
    django.setup()
    from shop.models import Order


def trigger():
    start()


def fixed():
    start("shop")
