# /// script
# requires-python = ">=3.11"
# dependencies = ["psycopg2-binary==2.9.13"]
#
# [tool.errkb]
# requires = ["pg_config"]
# ///
"""Two transactions, two orders."""

import subprocess
import threading
import time
from pathlib import Path

import psycopg2


def serve():
    binaries = Path(subprocess.check_output(["pg_config", "--bindir"], text=True).strip())
    initdb = [binaries / "initdb", "-D", "data", "-U", "app", "-A", "trust"]
    subprocess.run(initdb, check=True, capture_output=True)
    options = f"-p 5432 -c listen_addresses=127.0.0.1 -c unix_socket_directories={Path.cwd()}"
    start = [binaries / "pg_ctl", "-D", "data", "-o", options, "-l", "log", "-w", "start"]
    subprocess.run(start, check=True, stdout=subprocess.DEVNULL)


def connect():
    return psycopg2.connect("host=127.0.0.1 port=5432 dbname=postgres user=app")


def take(cursor, item):
    cursor.execute("update stock set n = n - 1 where id = %s", [item])


def race(mine, theirs):
    serve()
    with connect() as setup, setup.cursor() as cursor:
        cursor.execute("create table stock (id int primary key, n int); insert into stock values (3, 9), (7, 9)")

    def other():
        with connect() as connection, connection.cursor() as cursor:
            try:
                cursor.execute("set deadlock_timeout = '20s'")
                for item in theirs:
                    take(cursor, item)
                    time.sleep(1)
            except psycopg2.Error:
                connection.rollback()

    thread = threading.Thread(target=other)
    with connect() as connection, connection.cursor() as cursor:
        thread.start()
        time.sleep(0.5 if mine != theirs else 3)
        for item in mine:
            take(cursor, item)
            time.sleep(1)
    thread.join()


def trigger():
    race([7, 3], [3, 7])


def fixed():
    race([3, 7], [3, 7])
