# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# ///
"""A query in a coroutine."""

import asyncio

import django
from django.conf import settings
from django.db import connection, models

settings.configure(
    INSTALLED_APPS=[], DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.db"}}
)
django.setup()


class Order(models.Model):
    class Meta:
        app_label = "shop"


with connection.schema_editor() as editor:
    editor.create_model(Order)
Order.objects.create(pk=1)


async def wrong():
    return Order.objects.get(pk=1)


async def right():
    return await Order.objects.aget(pk=1)


def trigger():
    asyncio.run(wrong())


def fixed():
    asyncio.run(right())
