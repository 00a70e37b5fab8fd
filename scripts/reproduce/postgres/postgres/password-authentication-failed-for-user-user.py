# /// script
# requires-python = ">=3.11"
# dependencies = ["psycopg2-binary==2.9.13"]
#
# [tool.errkb]
# requires = ["pg_config"]
# captures = {user = "app"}
# ///
"""A password that a URL reads otherwise."""

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


from urllib.parse import quote_plus

password = "p@ss#1"


def trigger():
    serve("scram-sha-256")
    psycopg2.connect("postgresql://app:p%40ss@127.0.0.1/postgres")


def fixed():
    serve("scram-sha-256")
    psycopg2.connect(f"postgresql://app:{quote_plus(password)}@127.0.0.1/postgres").close()
