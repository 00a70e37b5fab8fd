# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["mariadbd", "mariadb", "mariadb-install-db"]
# captures = {database = "shop", table = "orders"}
# memory = 65536
# ///
"""A table that was never made."""

import os
import subprocess
import sys
import time
from pathlib import Path


def serve():
    me = ["--user=root"] if os.getuid() == 0 else []
    place = f"--datadir={Path.cwd()}/data"
    install = ["mariadb-install-db", "--no-defaults", place, *me, "--auth-root-authentication-method=normal"]
    subprocess.run(install, check=True, capture_output=True)
    base = ["mariadbd", "--no-defaults", place, *me, "--port=3306", "--bind-address=127.0.0.1"]
    subprocess.Popen([*base, f"--socket={Path.cwd()}/db.sock"], stderr=subprocess.DEVNULL)
    for _ in range(200):
        if sql("select 1", quiet=True) == 0:
            return
        time.sleep(0.1)


def sql(text, *options, quiet=False):
    command = [
        "mariadb",
        "--no-defaults",
        "--protocol=tcp",
        "--host=127.0.0.1",
        *(options or ["--user=root"]),
        "-e",
        text,
    ]
    out = subprocess.DEVNULL if quiet else None
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=out).returncode


def trigger():
    serve()
    sys.exit(sql("create database shop; select * from shop.orders"))


def fixed():
    serve()
    sys.exit(sql("create database shop; create table shop.orders (id int); select * from shop.orders"))
