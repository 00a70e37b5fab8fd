# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {model = "Order", count = "2"}
# ///
"""Two orders of one customer."""

import django
from django.conf import settings
from django.db import connection, models

settings.configure(
    INSTALLED_APPS=[], DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
)
django.setup()


class Order(models.Model):
    email = models.CharField(max_length=50)

    class Meta:
        app_label = "shop"


with connection.schema_editor() as editor:
    editor.create_model(Order)
for _ in range(2):
    Order.objects.create(email="a@example.org")


def trigger():
    Order.objects.get(email="a@example.org")


def fixed():
    Order.objects.filter(email="a@example.org").order_by("-pk").first()
