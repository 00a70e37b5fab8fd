# /// script
# requires-python = ">=3.11"
# dependencies = ["psycopg2-binary==2.9.13"]
#
# [tool.errkb]
# requires = ["pg_config"]
# ///
"""Another was faster."""

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


from psycopg2.extensions import ISOLATION_LEVEL_REPEATABLE_READ


def withdraw(connection):
    with connection, connection.cursor() as cursor:
        cursor.execute("select n from accounts where id = 1")
        yield
        cursor.execute("update accounts set n = n - 1 where id = 1")


def race(attempts):
    serve()
    run("create table accounts (id int primary key, n int); insert into accounts values (1, 9)")
    connection = connect()
    connection.set_isolation_level(ISOLATION_LEVEL_REPEATABLE_READ)
    for attempt in range(attempts):
        try:
            for _ in withdraw(connection):
                if attempt == 0:
                    run("update accounts set n = n - 1 where id = 1")
            break
        except psycopg2.errors.SerializationFailure:
            if attempt == attempts - 1:
                raise


def trigger():
    race(1)


def fixed():
    race(3)
