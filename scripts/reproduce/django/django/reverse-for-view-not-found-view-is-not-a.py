# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {view = "detail"}
# ///
"""A name without its namespace."""

import sys
import types

import django
from django.conf import settings
from django.http import HttpResponse
from django.urls import include, path, reverse


def detail(request, pk):
    return HttpResponse(pk)


shop = types.ModuleType("shop_urls")
shop.app_name = "shop"
shop.urlpatterns = [path("<int:pk>/", detail, name="detail")]
sys.modules["shop_urls"] = shop
root = types.ModuleType("root_urls")
root.urlpatterns = [path("shop/", include("shop_urls"))]
sys.modules["root_urls"] = root
settings.configure(ROOT_URLCONF="root_urls")
django.setup()


def trigger():
    reverse("detail", args=[1])


def fixed():
    reverse("shop:detail", args=[1])
