# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14"]
#
# [tool.errkb]
# light = true
# captures = {path = "/hooks"}
# ///
"""A webhook, which has no cookie."""

import django
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from django.views.decorators.csrf import csrf_exempt


def hook(request):
    return HttpResponse("ok")


def post(view):
    global urlpatterns
    urlpatterns = [path("hooks", view)]
    settings.configure(
        ROOT_URLCONF=__name__,
        DEBUG=True,
        ALLOWED_HOSTS=["*"],
        MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
        LOGGING={
            "version": 1,
            "handlers": {"c": {"class": "logging.StreamHandler"}},
            "loggers": {"django": {"handlers": ["c"], "level": "WARNING"}},
        },
    )
    django.setup()
    Client(enforce_csrf_checks=True).post("/hooks", {"id": 1})


def trigger():
    post(hook)


def fixed():
    post(csrf_exempt(hook))
