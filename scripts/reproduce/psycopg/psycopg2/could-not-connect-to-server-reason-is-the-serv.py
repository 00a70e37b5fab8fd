# /// script
# requires-python = ">=3.8,<3.10"
# dependencies = ["psycopg2-binary==2.8.6"]
#
# [tool.errkb]
# requires = ["pg_config"]
# captures = {reason = "Connection refused", host = "127.0.0.1", port = "5432"}
# ///
"""The database runs elsewhere, or not yet."""

import subprocess
from pathlib import Path

import psycopg2


def serve(authentication="trust"):
    binaries = Path(subprocess.check_output(["pg_config", "--bindir"], text=True).strip())
    Path("password").write_text("p@ss#1")
    initdb = [binaries / "initdb", "-D", "data", "-U", "app", "--pwfile", "password", "-A", authentication]
    subprocess.run(initdb, check=True, capture_output=True)
    options = f"-p 5432 -c listen_addresses=127.0.0.1 -c unix_socket_directories={Path.cwd()}"
    start = [binaries / "pg_ctl", "-D", "data", "-o", options, "-l", "log", "-w", "start"]
    subprocess.run(start, check=True, stdout=subprocess.DEVNULL)


def trigger():
    psycopg2.connect(host="127.0.0.1", dbname="postgres", user="app", password="secret")


def fixed():
    serve()
    psycopg2.connect(host="127.0.0.1", dbname="postgres", user="app", password="secret", connect_timeout=5).close()
