#!/usr/bin/env python3
"""Measure `errkb sync` on a generated dataset, served by a web server on loopback.

usage: bench_sync.py [--records 300000] [--folder DIR] [--keep]

Each step is a process of its own, so that its time (of the processor, user and system) and its peak memory are its own.
Times are also given as ratios to reading all files over one connection and hashing them, which any client has to do.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bench_export import generated

from errkb.export import static
from errkb.model.content import Content, Item, encoded

NEXT = "2026-12-01T00:00:00.000Z"
CHANGED = 3
PLAIN = """
import hashlib, http.client, json, sys
from urllib.parse import urlsplit
address = urlsplit(sys.argv[1])
connection = http.client.HTTPConnection(address.netloc)
def get(path):
    connection.request("GET", path)
    return connection.getresponse().read()
manifest = json.loads(get(f"{address.path}manifest.json"))
for file in manifest["files"].values():
    assert hashlib.sha256(get(file["path"])).hexdigest() == file["sha256"]
"""
ADMIT = """
import sys
from pathlib import Path
from errkb.sync.store import Store
from errkb.sync.synced import Synced
store = Store(Path(sys.argv[1]) / "sync" / "bench")
print(sum(1 for _ in Synced(store, store.settings).entries()), "records read and checked")
"""


class Handler(SimpleHTTPRequestHandler):
    """Keeps connections open, and says nothing."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def serve(folder: Path) -> tuple[int, int]:
    """Serve a folder from a process of its own; return its id and its port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    process = os.fork()
    if not process:
        server.serve_forever()
    server.server_close()
    return process, server.server_port


def publish(folder: Path, count: int) -> str:
    """Write a published dataset from a process of its own, whose memory is given back; return the errors to ask for."""
    asked = folder / "asked.txt"
    process = os.fork()
    if not process:
        found = {record["id"]: record for record in generated(count)}
        items = [
            Item(record["id"], encoded(record))
            for record in sorted(found.values(), key=lambda record: (record["repo"], record["slug"]))
        ]
        static.write(Content(lambda: iter(items), "2026-11-01T00:00:00.000Z"), folder / "public" / "data")
        record = items[0].record
        asked.write_text(f"{record['id']} {record['errorClass']}: {record['errorMessage']}", encoding="utf-8")
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]):
        raise SystemExit("the dataset could not be written")
    return asked.read_text(encoding="utf-8")


def change(folder: Path) -> None:
    """Change a few repositories of a published dataset, and its version."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_bytes())
    for name in [name for name in manifest["files"] if name.startswith("repos/")][:CHANGED]:
        data = (folder / name).read_bytes().replace(b'"documentation":"', b'"documentation":"Now: ')
        (folder / name).write_bytes(data)
        manifest["files"][name] |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    path.write_text(json.dumps(manifest | {"datasetVersion": NEXT}), encoding="utf-8")


def measured(what: str, home: Path, *command: str, plain: float | None = None) -> float:
    """Run a command, print its processor time, its ratio and its peak memory; return its seconds of processor time.

    The peak holds mapped files too: they are the system's to take back.
    """
    environment = os.environ | {"ERRKB_HOME": str(home), "NO_PROXY": "127.0.0.1"}
    process = subprocess.Popen([sys.executable, *command], env=environment, stdout=subprocess.PIPE, text=True)
    said = process.stdout.read().strip().splitlines() if process.stdout else []
    _, status, usage = os.wait4(process.pid, 0)
    seconds = usage.ru_utime + usage.ru_stime
    ratio = f"{seconds / plain:7.2f} x" if plain else " " * 9
    print(f"{what:<50} {seconds:7.1f} s {ratio} {usage.ru_maxrss / 1024:6.0f} MB  {(said or [''])[0]:.60}", flush=True)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"{what}: exit status {os.waitstatus_to_exitcode(status)}")
    return seconds


def steps(folder: Path, asked: str, port: int) -> None:
    """Run all steps and print what they take."""
    identifier, _, text = asked.partition(" ")
    address, home, errkb = f"http://127.0.0.1:{port}/data/", folder / "home", ("-m", "errkb")
    ask = ("explain", "--format", "json", text)
    measured("build the shipped records", home, *errkb, "info")
    before = measured("explain, shipped records only", home, *errkb, *ask)
    plain = measured("read and hash all files, one connection", home, "-c", PLAIN, address)
    run = partial(measured, plain=plain)
    run("sync, first time", home, *errkb, "sync", address, "--name", "bench")
    run("  of that: records read and checked", home, "-c", ADMIT, str(home))
    run("sync, nothing has changed", home, *errkb, "sync", "bench")
    run("sync --offline: all hashes verified", home, *errkb, "sync", "bench", "--offline")
    change(folder / "public" / "data")
    run(f"sync, {CHANGED} repositories have changed", home, *errkb, "sync", "bench")
    measured("explain, with the synced records (ratio: without)", home, *errkb, *ask, plain=before)
    measured("show", home, *errkb, "show", identifier, "--format", "json", plain=before)
    index = folder / "index-home"
    measured("build the shipped records", index, *errkb, "info")
    run("sync --index-only", index, *errkb, "sync", address, "--name", "bench", "--index-only")
    measured("explain, with the index (ratio: without)", index, *errkb, *ask, plain=before)
    measured("show --fetch", index, *errkb, "show", "--fetch", identifier, "--format", "json", plain=before)
    for place in (folder / "public", home / "sync", home / "segments" / "bench", index / "segments" / "bench"):
        size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
        print(f"{place.relative_to(folder)!s:<46} {size / 1e6:8.0f} MB on disk")


def main() -> None:
    """Generate, serve, measure, clean up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=300_000)
    parser.add_argument("--folder", type=Path, help="where to work; default: a temporary folder")
    parser.add_argument("--keep", action="store_true", help="leave the files")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="errkb-bench-"))
    folder.mkdir(parents=True, exist_ok=True)
    asked = publish(folder, given.records)
    server, port = serve(folder / "public")
    try:
        steps(folder, asked, port)
    finally:
        os.kill(server, 15)
        if not given.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
