# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# ///
"""An app imports its models too early."""

from pathlib import Path

import django
from django.conf import settings


def project(**files):
    Path("shop").mkdir()
    for name, text in {"__init__": "", **files}.items():
        Path("shop", f"{name}.py").write_text(text)


MODELS = "from django.db import models\nclass Order(models.Model): pass\n"
BEFORE = (
    "from django.apps import AppConfig\nfrom .models import Order\nclass ShopConfig(AppConfig):\n    name = 'shop'\n"
)
AFTER = """\
from django.apps import AppConfig

class ShopConfig(AppConfig):
    name = "shop"

    def ready(self):
        from .models import Order
"""


def trigger():
    project(models=MODELS, apps=BEFORE)
    settings.configure(INSTALLED_APPS=["shop"])
    django.setup()


def fixed():
    project(models=MODELS, apps=AFTER)
    settings.configure(INSTALLED_APPS=["shop"], DEFAULT_AUTO_FIELD="django.db.models.AutoField")
    django.setup()
