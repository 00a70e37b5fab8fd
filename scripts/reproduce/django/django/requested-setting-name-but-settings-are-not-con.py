# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {name = "DEFAULT_CHARSET", variable = "DJANGO_SETTINGS_MODULE"}
# ///
"""A script uses Django without settings."""

import os
import sys
from pathlib import Path

import django


def trigger():
    from django.http import HttpResponse

    HttpResponse("ok")


def fixed():
    Path("mysettings.py").write_text("DEBUG = True\n")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mysettings")
    django.setup()
    from django.http import HttpResponse

    HttpResponse("ok")
