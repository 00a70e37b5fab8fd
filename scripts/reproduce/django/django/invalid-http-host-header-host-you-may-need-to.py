# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {host = "'shop.example.com'", domain = "'shop.example.com'"}
# ///
"""A host that is not in the list."""

import django
from django.conf import settings
from django.http import HttpResponse
from django.middleware.common import CommonMiddleware
from django.test import RequestFactory


def request(host, *allowed):
    settings.configure(DEBUG=False, ALLOWED_HOSTS=list(allowed))
    django.setup()
    request = RequestFactory().get("/", headers={"host": host})
    CommonMiddleware(lambda request: HttpResponse("ok"))(request)


def trigger():
    request("shop.example.com")


def fixed():
    request("shop.example.com", "shop.example.com", "10.0.0.5")
