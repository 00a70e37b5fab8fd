# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {line = "1", tag = "static"}
# ///
"""A tag that was not loaded."""

import django
from django.conf import settings
from django.template import Template

BACKEND = "django.template.backends.django.DjangoTemplates"
settings.configure(
    TEMPLATES=[{"BACKEND": BACKEND}], INSTALLED_APPS=["django.contrib.staticfiles"], STATIC_URL="static/"
)
django.setup()


def trigger():
    Template("{% static 'site.css' %}")


def fixed():
    Template("{% load static %}{% static 'site.css' %}")
