# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14", "django-configurations==2.5.1"]
#
# [tool.errkb]
# light = true
# ///
"""django.setup() of a project whose settings are classes."""

import os
import sys
from pathlib import Path

SETTINGS = """
from configurations import Configuration


class Dev(Configuration):
    SECRET_KEY = "x"
"""
Path("settings.py").write_text(SETTINGS)
sys.path.insert(0, os.getcwd())
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
os.environ["DJANGO_CONFIGURATION"] = "Dev"


def trigger():
    import django

    django.setup()


def fixed():
    import configurations

    configurations.setup()
