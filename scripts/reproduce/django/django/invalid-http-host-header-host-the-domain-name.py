# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {host = "'my_backend'"}
# ///
"""A service whose name has an underscore."""

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
    request("my_backend", "*")


def fixed():
    request("my-backend", "*")
