# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# ///
"""A duplicate is skipped inside the block."""

import django
from django.conf import settings
from django.db import IntegrityError, connection, models, transaction

settings.configure(
    INSTALLED_APPS=[], DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
)
django.setup()


class Tag(models.Model):
    name = models.CharField(max_length=50, unique=True)

    class Meta:
        app_label = "shop"


with connection.schema_editor() as editor:
    editor.create_model(Tag)


def trigger():
    with transaction.atomic():
        for name in ("new", "new", "sale"):
            try:
                Tag.objects.create(name=name)
            except IntegrityError:
                pass


def fixed():
    with transaction.atomic():
        for name in ("new", "new", "sale"):
            try:
                with transaction.atomic():
                    Tag.objects.create(name=name)
            except IntegrityError:
                pass
