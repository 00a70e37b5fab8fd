# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {name = "total"}
# ///
"""A property is no field."""

import django
from django.conf import settings

settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
django.setup()

from django.db import models  # noqa: E402
from django.db.models import F  # noqa: E402


class Order(models.Model):
    price = models.IntegerField()
    count = models.IntegerField()

    class Meta:
        app_label = "shop"

    @property
    def total(self):
        return self.price * self.count


def trigger():
    Order.objects.filter(total__gt=10)


def fixed():
    Order.objects.annotate(sum=F("price") * F("count")).filter(sum__gt=10)
