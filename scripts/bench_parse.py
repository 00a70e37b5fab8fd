#!/usr/bin/env python3
"""Measure what reading logs costs, as ratios to `str.splitlines` run beside it, and write it into docs/benchmarks.md.

usage: bench_parse.py [--mb N ...] [--only WORD] [--write]

Each shape is repeated up to a size and fed to `errkb.parse.Reader` in blocks of 1 MB. Times are processor times, so
that a busy machine does not count; the figure in MB/s says how fast this machine is. Memory is what reading allocates
at most (`tracemalloc`, in a run of its own over the smallest size), the log itself not counted.
"""

from __future__ import annotations

import argparse
import re
import time
import tracemalloc
from pathlib import Path

from errkb.parse import BUILTIN, Reader

ROOT = Path(__file__).resolve().parent.parent
BLOCK = 1 << 20
START, END = "<!-- bench_parse -->", "<!-- /bench_parse -->"

TRACE = """\
Traceback (most recent call last):
  File "/env/lib/python3.11/site-packages/vllm/v1/engine/core.py", line {n}, in step
    self.advance({n})
  File "/env/lib/python3.11/site-packages/vllm/v1/core/sched.py", line 12, in advance
    raise ValueError(f"no block {n} left")
ValueError: no block {n} left
"""
JAVA = """\
2026-08-01 10:00:00,123 ERROR [main] com.example.App: request {n} failed
java.lang.IllegalStateException: no connection {n}
\tat com.example.Pool.get(Pool.java:42)
\tat com.example.App.main(App.java:{n})
Caused by: java.net.ConnectException: Connection refused
\tat java.base/sun.nio.ch.Net.pollConnect(Native Method)
\t... 12 more
"""
PYTEST = """\
______________________________ test_step_{n} ______________________________

    def test_step_{n}():
>       assert step({n}) == 3
E       assert 4 == 3
E        +  where 4 = step({n})

tests/test_step.py:{n}: AssertionError
"""
NOTEBOOK = """\
---------------------------------------------------------------------------
KeyError                                  Traceback (most recent call last)
Cell In[{n}], line 3
      1 frame = load()
      2 size = len(frame)
----> 3 frame["price{n}"]

KeyError: 'price{n}'
"""
GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "a.py", line {n}, in main
  |     run()
  | ExceptionGroup: {n} errors (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "a.py", line 2, in f
    |     g()
    | ValueError: bad {n}
    +------------------------------------
"""
SHAPES = {
    "healthy log": "2026-08-01 10:00:00,{n:03d} INFO [engine] request {n} finished, 200 OK, 31 tokens/s\n",
    "healthy log, one error in 1000 lines": None,
    "records at level ERROR": "2026-08-01 10:00:00,{n:03d} ERROR [engine] request {n} failed: no space left in block\n",
    "Python tracebacks": TRACE,
    '`File "…"` lines': '  File "/app/a.py", line {n}, in f\n',
    "Java traces": JAVA,
    "pytest sections": PYTEST,
    "notebook output": NOTEBOOK,
    "exception groups": GROUP,
    "warnings": "/app/a.py:{n}: UserWarning: value {n} failed to load\n  warnings.warn(text)\n",
    "JSON records": '{{"level":"error","message":"boom {n}\\nValueError: bad {n}","time":"2026-08-01T10:00:00Z"}}\n',
    "collapsed tracebacks": TRACE.replace("\n", "\\n").rstrip("\\n") + "\n",
    "8 ranks, interleaved": "".join(f"[rank{r}]: ValueError: no block {{n}} left\n" for r in range(8)),
    "colour codes": "\x1b[31mERROR\x1b[0m \x1b[1mrequest {n} failed\x1b[0m: no space left in block\n",
    "bytes that are no text": "\ufffd\x00\x01\ufffdError\x02 {n} \x1b]\ufffd\x7f\n",
    "one line of words": "an error of request {n} ",
    'one line of `File "…"`': 'File "/app/a.py", line {n}, in f g() ',
    "one line without blanks": "error{n}",
    "blank lines and an error": "\n\n\n\n\n\nValueError: {n}\n",
    "errors of one word": "ERROR: x\n",
}


def make(shape: str, size: int) -> str:
    template = SHAPES[shape]
    if template is None:
        healthy = SHAPES["healthy log"] or ""
        template = "".join(healthy.replace("{n", "{n") for _ in range(1000)) + TRACE
    unit = "".join(template.format(n=n) for n in range(max(1, min(500, 200_000 // len(template)))))
    return (unit * (size // len(unit) + 1))[:size]


def read(text: str) -> int:
    reader = Reader(BUILTIN)
    count = sum(len(reader.feed(text[at : at + BLOCK])) for at in range(0, len(text), BLOCK))
    return count + len(reader.close())


def seconds(text: str) -> tuple[float, float]:
    start = time.process_time()
    read(text)
    middle = time.process_time()
    text.splitlines()
    return middle - start, max(time.process_time() - middle, 1e-6)


def peak(text: str) -> float:
    tracemalloc.start()
    read(text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 1e6


def row(shape: str, sizes: list[int]) -> str:
    speeds, ratio = [], 0.0
    for size in sizes:
        ours, theirs = seconds(make(shape, size))
        speeds.append(size / 1e6 / ours)
        ratio = ours / theirs
    memory = peak(make(shape, sizes[0]))
    speed = ", ".join(f"{speed:.1f}" for speed in speeds)
    return f"| {shape} | {speed} | {ratio:.0f} | {memory:.0f} MB |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=float, nargs="+", default=[1, 10])
    parser.add_argument("--only", default="", help="only shapes that hold this word")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmarks.md")
    arguments = parser.parse_args()
    sizes = [int(mb * 1e6) for mb in arguments.mb]
    read(make("healthy log", 400_000))  # builds the filter
    names = ", ".join(f"{mb:g}" for mb in arguments.mb)
    rows = [f"| log | MB/s at {names} MB | time ÷ `splitlines` | peak memory |", "|---|---|---|---|"]
    print("\n".join(rows))
    for shape in SHAPES:
        if arguments.only in shape:
            rows.append(row(shape, sizes))
            print(rows[-1], flush=True)
    if arguments.write:
        write("\n".join(rows))


def write(table: str) -> None:
    path = ROOT / "docs" / "benchmarks.md"
    text = path.read_text(encoding="utf-8")
    head = "## Reading logs\n\nWritten by `scripts/bench_parse.py --write`: `Reader` fed in blocks of 1 MB.\n\n"
    section = f"{START}\n{head}{table}\n{END}\n"
    if START in text:
        text = re.sub(rf"{START}.*{END}\n", lambda _: section, text, flags=re.DOTALL)
    else:
        text = f"{text.rstrip()}\n\n{section}"
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
