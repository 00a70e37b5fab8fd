# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {origin = "https://shop.example.com"}
# ///
"""The proxy ends TLS, and nobody told Django."""

import sys
import types

import django
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import path

urls = types.ModuleType("root_urls")
urls.urlpatterns = [path("order/", lambda request: HttpResponse("ok"))]
sys.modules["root_urls"] = urls
settings.configure(
    DEBUG=True,
    ROOT_URLCONF="root_urls",
    ALLOWED_HOSTS=["shop.example.com"],
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
    SECRET_KEY="not secret",
)
django.setup()


def post():
    headers = {"host": "shop.example.com", "origin": "https://shop.example.com"}
    Client(enforce_csrf_checks=True, headers=headers).post("/order/")


def trigger():
    post()


def fixed():
    settings.CSRF_TRUSTED_ORIGINS = ["https://shop.example.com"]
    post()
