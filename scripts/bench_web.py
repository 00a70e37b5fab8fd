#!/usr/bin/env python3
"""Measure `errkb serve` under load and the static site's search, and print tables for docs/benchmarks-web.md.

usage: bench_web.py load PATTERNS [--seconds N] [--workers N]     needs wrk
       bench_web.py memory PATTERNS [--minutes N]                  needs wrk
       bench_web.py site SITE HOME [--source NAME] [--queries N]   needs Chromium and Playwright

load    requests/s and latencies of `/api/errors/{id}` and `POST /api/explain` over all patterns of a file (one JSON
        object a line: package, errorMessage, messagePattern, errorClass, file), each beside a bare FastAPI endpoint
        that returns a constant of the same size, in turns
memory  resident memory of a server under load, once a minute
site    a site that `errkb site build` wrote: links that lead nowhere; the first answer of the search in Chromium
        against `KnowledgeBase.explain` and `.search` on generated queries; bytes that each query loads
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bench_match import entries  # the same records of patterns

from errkb.building import FORM
from errkb.dataset import Dataset, recordfile
from errkb.dataset.segments import Segments
from errkb.dataset.sources import shipped_records
from errkb.index import write
from errkb.kb import KnowledgeBase
from errkb.model.pattern import fill, placeholder_names
from errkb.model.report import Entry
from errkb.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
CONNECTIONS = 16
RECORDS = 69_499
ROUNDS = 3
BARE = """
import os, sys
from fastapi import FastAPI, Request
from starlette.responses import Response
app = FastAPI(openapi_url=None)
size = int(os.environ["BARE_SIZE"])
text = b"x" * size
data = {"text": "x" * max(0, size - 11)}
@app.get("/bytes")
async def get_bytes():
    return Response(text, media_type="application/json")
@app.post("/bytes")
async def post_bytes(request: Request):
    await request.body()
    return Response(text, media_type="application/json")
@app.get("/data")
async def get_data():
    return data
@app.post("/data")
async def post_data(request: Request):
    await request.body()
    return data
"""


@dataclass(frozen=True)
class Load:
    """What wrk says: requests/s, latencies in milliseconds, answers that were none; and the server's own time.

    `cpu` is the processor time of the server for one request, in microseconds: other work hardly counts in it.
    """

    rate: float
    median: float
    p99: float
    bad: int
    cpu: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("load", "memory"):
        command = commands.add_parser(name)
        command.add_argument("patterns", type=Path)
        command.add_argument("--workers", type=int, default=1)
        command.add_argument("--kb", type=Path, help="where the knowledge base is kept; built if it is not there")
        command.add_argument("--seconds", type=int, default=8)
        command.add_argument("--minutes", type=int, default=10)
    command = commands.add_parser("site")
    command.add_argument("site", type=Path)
    command.add_argument("home", type=Path)
    command.add_argument("--source", action="append", default=[])
    command.add_argument("--queries", type=int, default=500)
    options = parser.parse_args()
    {"load": load, "memory": memory, "site": site}[options.command](options)


# --- load


def load(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as work, served(options, Path(work)) as (address, process):
        ids = [f"{number * 7919 % 68_000:016x}" for number in range(2000)]
        pastes = [path.read_text() for path in sorted((ROOT / "examples").glob("*.log"))]
        pastes += [text for text in positive_lines() if len(text) < 20_000][:200]
        sizes = {
            "errors": size_of([f"{address}api/errors/{one}" for one in ids[:100]], None),
            "explain": size_of([f"{address}api/explain"], pastes),
        }
        scripts = {"errors": get_script(ids), "explain": post_script(pastes)}
        for kind, goal in (("errors", 0.7), ("explain", 0.25)):
            ours, bare = measured(
                options, Path(work), (address, process), kind=kind, script=scripts[kind], size=sizes[kind]
            )
            report(kind, ours, bare, sizes[kind], goal)


def measured(
    options: argparse.Namespace, work: Path, own: tuple[str, int], *, kind: str, script: str, size: int
) -> tuple[list[Load], dict[str, list[Load]]]:
    """Return the loads of ours and of both bare endpoints, in turns."""
    lua = work / f"{kind}.lua"
    lua.write_text(script)
    ours: list[Load] = []
    bare: dict[str, list[Load]] = {"bytes": [], "data": []}
    with bare_server(work, size, options.workers) as (there, other):
        for _ in range(ROUNDS):
            ours.append(wrk(own[0], lua, options.seconds, own[1]))
            for name, found in bare.items():
                simple = work / f"{kind}-{name}.lua"
                simple.write_text(bare_script(kind, name, script))
                found.append(wrk(there, simple, options.seconds, other))
    return ours, bare


def report(kind: str, ours: list[Load], bare: dict[str, list[Load]], size: int, goal: float) -> None:
    rate = statistics.median(one.rate for one in ours)
    print(f"\n{kind}: answers of {size:,} bytes; load average {os.getloadavg()[0]:.1f}")
    print("requests/s " + ", ".join(f"{one.rate:.0f}" for one in ours), f"bad answers {sum(one.bad for one in ours)}")
    print(
        "p99 ÷ median " + ", ".join(f"{one.p99:.1f}/{one.median:.1f} ms = {one.p99 / one.median:.1f}" for one in ours)
    )
    for name, found in bare.items():
        beside = statistics.median(one.rate for one in found)
        own = statistics.median(one.cpu for one in ours)
        cpu = statistics.median(one.cpu for one in found) / own
        rates = ", ".join(f"{one.rate:.0f}" for one in found)
        print(
            f"bare ({name}) {rates}: ratio {rate / beside:.2f} by the clock, {cpu:.2f} by processor time (goal {goal})"
        )


def memory(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as work, served(options, Path(work)) as (address, process):
        pastes = [text for text in positive_lines() if len(text) < 20_000][:200]
        lua = Path(work) / "mixed.lua"
        lua.write_text(mixed_script([f"{number * 7919 % 68_000:016x}" for number in range(2000)], pastes))
        for minute in range(options.minutes + 1):
            print(f"minute {minute}: {resident(process):.0f} MB", flush=True)
            if minute < options.minutes:
                found = wrk(address, lua, 60, process)
                print(f"  {found.rate:.0f} requests/s, bad answers {found.bad}", flush=True)


@contextmanager
def served(options: argparse.Namespace, work: Path) -> Iterator[tuple[str, int]]:
    """Serve the shipped records and the patterns, 69,499 in all; yield the address of the server and its process."""
    home = options.kb or work / "kb"
    if not home.exists():
        build_both(options.patterns, home)
    command = [sys.executable, "-m", "errkb", "--kb", str(home), "serve", "--port", "8765"]
    with running([*command, "--workers", str(options.workers)], {"ERRKB_HOME": str(work / "home")}) as process:
        address = "http://127.0.0.1:8765/"
        wait_for(f"{address}healthz")
        yield address, process.pid


def build_both(patterns: Path, home: Path) -> None:
    """Build a knowledge base of the shipped records, and of as many patterns as are wanted beside them."""

    def every() -> Iterator[Entry]:
        shipped = Dataset.read_folder(shipped_records(), own=True).entries
        yield from shipped
        yield from islice(entries(patterns), RECORDS - len(shipped))

    def fill(folder: Path) -> None:
        recordfile.write(folder, every(), dataset_version="2026-01-01T00:00:00Z")
        write(folder, every())

    Segments(home, FORM).publish("bench", "bench", str(patterns), fill)


@contextmanager
def bare_server(work: Path, size: int, workers: int) -> Iterator[tuple[str, int]]:
    (work / "bare.py").write_text(BARE)
    command = [sys.executable, "-m", "uvicorn", "bare:app", "--port", "8766", "--http", "h11", "--no-access-log"]
    extra = {"BARE_SIZE": str(size), "PYTHONPATH": f"{work}"}
    with running([*command, "--log-level", "error", "--workers", str(workers)], extra, cwd=work) as process:
        wait_for("http://127.0.0.1:8766/bytes")
        yield "http://127.0.0.1:8766/", process.pid


@contextmanager
def running(command: list[str], extra: dict[str, str], cwd: Path = ROOT) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, env=os.environ | extra, cwd=cwd, start_new_session=True)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urlopen(address).read()  # noqa: S310
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit(f"{address} does not answer")


def wrk(address: str, script: Path, seconds: int, process: int) -> Load:
    before = processor(process)
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", str(script), address]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = {name: milliseconds(value) for name, value in re.findall(r"(50|99)%\s+([\d.]+[a-z]+)", text)}
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", text)
    requests = int(re.search(r"(\d+) requests in", text)[1])  # type: ignore[index]
    cpu = 1e6 * (processor(process) - before) / max(1, requests)
    return Load(float(rate[1]), found["50"], found["99"], int(bad[1]) if bad else 0, cpu)  # type: ignore[index]


def processor(process: int) -> float:
    """Return the seconds of processor time of a process and of its children that run."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(path.parent.name) == process or int(fields[1]) == process:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def milliseconds(text: str) -> float:
    number, unit = re.match(r"([\d.]+)([a-z]+)", text).groups()  # type: ignore[union-attr]
    return float(number) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[unit]


def lua_list(texts: list[str]) -> str:
    return "{" + ",".join(json.dumps(text).replace("\\u", "\\\\u") for text in texts) + "}"


def get_script(ids: list[str]) -> str:
    return (
        f"local ids = {lua_list(ids)}\nlocal n = 0\n"
        'request = function() n = n % #ids + 1; return wrk.format("GET", "/api/errors/" .. ids[n]) end\n'
    )


def post_script(pastes: list[str]) -> str:
    return (
        f"local pastes = {lua_list(plain(pastes))}\nlocal n = 0\n"
        "request = function() n = n % #pastes + 1;"
        ' return wrk.format("POST", "/api/explain", {["content-type"] = "text/plain"}, pastes[n]) end\n'
    )


def mixed_script(ids: list[str], pastes: list[str]) -> str:
    return (
        f"local ids = {lua_list(ids)}\nlocal pastes = {lua_list(plain(pastes))}\nlocal n = 0\n"
        "request = function() n = n + 1\n"
        'if n % 2 == 0 then return wrk.format("GET", "/api/errors/" .. ids[n % #ids + 1]) end\n'
        'return wrk.format("POST", "/api/explain", {["content-type"] = "text/plain"}, pastes[n % #pastes + 1]) end\n'
    )


def bare_script(kind: str, name: str, script: str) -> str:
    if kind == "errors":
        return f'request = function() return wrk.format("GET", "/{name}") end\n'
    return script.replace("/api/explain", f"/{name}")


def plain(texts: list[str]) -> list[str]:
    """Return texts that a string of Lua holds as JSON writes it."""
    return [text.encode("ascii", "replace").decode() for text in texts if "\0" not in text]


def positive_lines() -> Iterator[str]:
    """Yield what the records of the project say that programs print, as it was pasted."""
    found = []
    for path in sorted((ROOT / "records").glob("*/*/*.evidence.json")):
        found += [line["text"] for line in json.loads(path.read_bytes()).get("positive", ())]
    random.Random(4).shuffle(found)
    yield from found


def size_of(addresses: list[str], pastes: list[str] | None) -> int:
    """Return the mean size of the answers."""
    if pastes is None:
        return round(statistics.mean(len(urlopen(one).read()) for one in addresses))  # noqa: S310
    return round(statistics.mean(len(urlopen(addresses[0], text.encode()).read()) for text in pastes))  # noqa: S310


def resident(process: int) -> float:
    """Return the megabytes of memory of a process that are its own."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+)", text)[1]) / 1024  # type: ignore[index]


# --- the static site


def site(options: argparse.Namespace) -> None:
    broken, links = dead_links(options.site)
    print(f"links: {links:,}, of which lead nowhere: {len(broken)} {broken[:5]}")
    settings = Settings(options.home, only=("shipped", *options.source))
    with KnowledgeBase.open(settings) as kb:
        queries = list(golden(kb, options.queries))
    kinds: dict[str, list[bool]] = {}
    loaded: list[int] = []
    with browser_on(options.site) as ask:
        for kind, text, right in queries:
            first, size = ask(text)
            kinds.setdefault(kind, []).append(first in right)
            loaded.append(size)
            if first not in right and os.environ.get("ERRKB_BENCH_SHOW"):
                print(kind, repr(text[:300]), first, sorted(right)[:3])
    every = [good for found in kinds.values() for good in found]
    for kind, found in kinds.items():
        print(f"{kind}: {sum(found)} of {len(found)} agree")
    print(f"all: {100 * sum(every) / len(every):.1f} % of {len(every)} agree (goal 95)")
    loaded.sort()
    print(f"bytes a query: median {loaded[len(loaded) // 2]:,}, most {loaded[-1]:,} (goal 300,000)")


def dead_links(root: Path) -> tuple[list[str], int]:
    """Return the links of all pages that lead nowhere within the site, and how many links there are."""
    broken, count = [], 0
    base = "http://site/"
    known: dict[str, bool] = {}
    for page in root.rglob("*.html"):
        here = base + page.relative_to(root).as_posix()
        for link in re.findall(r'(?:href|src|action)="([^"]*)"', page.read_text()):
            target = urldefrag(urljoin(here, link.replace("&amp;", "&")))[0].partition("?")[0]
            if not target.startswith(base) or page.name == "404.html":
                continue
            count += 1
            if target not in known:
                path = root / unquote(target.removeprefix(base))
                known[target] = (path / "index.html").is_file() if target.endswith("/") else path.is_file()
            if not known[target]:
                broken.append(f"{here} -> {link}")
    return broken, count


def golden(kb: KnowledgeBase, count: int) -> Iterator[tuple[str, str, set[str]]]:
    """Yield kind, text, and the records that Python puts first: clean, framed and prefixed messages, and words."""
    rng = random.Random(11)
    entries = [entry for entry in kb.records() if len(entry.record["errorMessage"]) > 12]
    kinds = ("clean", "framed", "prefixed", "clean", "words")
    made = 0
    while made < count:
        entry, kind = rng.choice(entries), kinds[made % len(kinds)]
        record = entry.record
        values = {name: rng.choice(VALUES) for name in placeholder_names(record["errorMessage"])}
        line = (f"{record['errorClass']}: " if record["errorClass"] else "") + fill(record["errorMessage"], values)
        text = decorated(kind, line, record, rng)
        if kind == "words":
            hits = kb.search(text, limit=50)
            right = {hit.id for hit in hits if hit.score == hits[0].score}
        else:
            answer = kb.explain(text, at_hand=False)
            best = (answer.matches or answer.nearest)[:1]
            right = {one for match in best for one in (match.record_id, *match.tie)}
        if right:
            made += 1
            yield kind, text, right


VALUES = ("42", "model.bin", "/srv/data/run-7", "float32", "user_id", "['a', 'b']", "None", "0.25", "cuda:0", "3.11.4")


def decorated(kind: str, line: str, record: dict[str, object], rng: random.Random) -> str:
    if kind == "framed":
        frame = f'  File "/usr/lib/python3/site-packages/{record["filePath"]}", line {rng.randint(1, 900)}, in run'
        return f"Traceback (most recent call last):\n{frame}\n    raise error\n{line}"
    if kind == "prefixed":
        return "\n".join(f"2026-11-30 12:00:0{n} ERROR [worker-{n}] {one}" for n, one in enumerate(line.split("\n"), 1))
    if kind == "words":
        words = re.findall(r"[a-z]{4,}", str(record["errorMessage"]).lower())
        return " ".join(rng.sample(words, min(len(words), 4))) or line
    return line


@contextmanager
def browser_on(root: Path) -> Iterator[object]:
    """Serve the folder below a path, and yield a function: a text -> id of the first answer, and bytes it loaded."""
    from playwright.sync_api import sync_playwright

    class Quiet(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            return super().translate_path(path.removeprefix("/kb"))

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chromium = next(path for path in CHROMIUM if Path(path).exists())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()

        def ask(text: str) -> tuple[str | None, int]:
            page.goto(f"http://127.0.0.1:{server.server_port}/kb/search/")
            return tuple(page.evaluate(ASK, text))

        yield ask
        browser.close()
    server.shutdown()


ASK = """async (text) => {
  const found = await window.errkb.find(text);
  const loaded = performance.getEntriesByType("resource").filter((one) => one.name.includes("/search/"));
  return [found.length ? found[0].id : null, loaded.reduce((sum, one) => sum + one.encodedBodySize, 0)];
}"""


if __name__ == "__main__":
    main()
