# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# ///
"""The key comes from a variable that is unset."""

import django
from django.conf import settings
from django.core.signing import Signer


def sign(key):
    settings.configure(SECRET_KEY=key)
    django.setup()
    Signer().sign("order 7")


def trigger():
    sign("")


def fixed():
    sign("0f2e")
