# /// script
# requires-python = ">=3.11"
# dependencies = ["psycopg2-binary==2.9.13"]
#
# [tool.errkb]
# requires = ["pg_config"]
# captures = {role = "root"}
# ///
"""The name of the operating system user."""

import subprocess
from pathlib import Path

import psycopg2


def serve(*options):
    binaries = Path(subprocess.check_output(["pg_config", "--bindir"], text=True).strip())
    initdb = [binaries / "initdb", "-D", "data", "-U", "app", "-A", "trust"]
    subprocess.run(initdb, check=True, capture_output=True)
    settings = " ".join(["-p 5432 -c listen_addresses=127.0.0.1", f"-c unix_socket_directories={Path.cwd()}", *options])
    start = [binaries / "pg_ctl", "-D", "data", "-o", settings, "-l", "log", "-w", "start"]
    subprocess.run(start, check=True, stdout=subprocess.DEVNULL)


def connect(**more):
    return psycopg2.connect(**{"host": "127.0.0.1", "port": 5432, "dbname": "postgres", "user": "app"} | more)


def run(*statements):
    with connect() as connection, connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(*statement) if isinstance(statement, tuple) else cursor.execute(statement)


def trigger():
    serve()
    connect(user="root")


def fixed():
    serve()
    connect(user="app").close()
