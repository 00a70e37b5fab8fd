# /// script
# requires-python = ">=3.11"
# dependencies = ["django==5.2.14", "psycopg2-binary==2.9.13"]
#
# [tool.errkb]
# requires = ["pg_config"]
# ///
"""The database of a site runs elsewhere, or not yet."""

import subprocess
from pathlib import Path


def serve(authentication="trust"):
    binaries = Path(subprocess.check_output(["pg_config", "--bindir"], text=True).strip())
    Path("password").write_text("p@ss#1")
    initdb = [binaries / "initdb", "-D", "data", "-U", "app", "--pwfile", "password", "-A", authentication]
    subprocess.run(initdb, check=True, capture_output=True)
    options = f"-p 5432 -c listen_addresses=127.0.0.1 -c unix_socket_directories={Path.cwd()}"
    start = [binaries / "pg_ctl", "-D", "data", "-o", options, "-l", "log", "-w", "start"]
    subprocess.run(start, check=True, stdout=subprocess.DEVNULL)


import django
from django.conf import settings


def connect():
    database = {"ENGINE": "django.db.backends.postgresql", "HOST": "127.0.0.1", "PORT": "5432"}
    settings.configure(DATABASES={"default": database | {"NAME": "postgres", "USER": "app"}})
    django.setup()
    from django.db import connection

    connection.ensure_connection()


def trigger():
    connect()


def fixed():
    serve()
    connect()
