# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {model = "Order"}
# ///
"""A row that is not there."""

import django
from django.conf import settings

settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
django.setup()

from django.db import connection, models  # noqa: E402
from django.http import Http404  # noqa: E402
from django.shortcuts import get_object_or_404  # noqa: E402


class Order(models.Model):
    class Meta:
        app_label = "shop"


with connection.schema_editor() as editor:
    editor.create_model(Order)


def trigger():
    Order.objects.get(pk=1)


def fixed():
    try:
        get_object_or_404(Order, pk=1)
    except Http404:
        pass
