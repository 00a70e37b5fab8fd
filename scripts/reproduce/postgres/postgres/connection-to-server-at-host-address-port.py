# /// script
# requires-python = ">=3.11"
# dependencies = ["psycopg2-binary==2.9.13"]
#
# [tool.errkb]
# requires = ["pg_config"]
# ///
"""The server has no certificate, the client wants one."""

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
    serve()
    psycopg2.connect("host=127.0.0.1 dbname=postgres user=app sslmode=require")


def fixed():
    serve()
    psycopg2.connect("host=127.0.0.1 dbname=postgres user=app sslmode=prefer connect_timeout=5").close()
