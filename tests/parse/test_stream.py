"""Logs in blocks: the events are those of the log read at once, and memory stays bounded."""

import random
import re

import pytest

from errkb.model.event import Line
from errkb.model.text import Text
from errkb.parse import BUILTIN, Reader, parse
from errkb.parse import reader as reader_module
from errkb.parse import stream as stream_module
from errkb.parse import window as window_module
from errkb.parse.hints import leading_hints
from errkb.parse.repeats import MOST_EVENTS
from errkb.render.contract import parse_json

TRACE = """\
{rank}Traceback (most recent call last):
{rank}  File "/env/lib/python3.11/site-packages/vllm/v1/engine/core.py", line {line}, in step
{rank}    self.advance({n})
{rank}ValueError: no block {n} left
{rank}
{rank}The above exception was the direct cause of the following exception:
{rank}
{rank}Traceback (most recent call last):
{rank}  File "/app/serve.py", line 7, in main
{rank}    engine.step()
{rank}RuntimeError: engine died
"""
PARTS = [
    "2026-08-01 10:00:{n:02},123 INFO [engine] request {n} finished\n",
    "2026-08-01 10:00:{n:02},123 INFO [engine] request {n} finished\n" * 30,
    "2026-08-01 10:00:{n:02},123 ERROR [engine] request {n} failed\n  detail {n}\n",
    "[rank{n}]: step {n}\n",
    "progress 10%\rprogress 20%\rdone\n",
    "E   KeyError: {n}\n\nx/y.py:{n}: KeyError\n",
    "a.py:3: UserWarning: it failed\n",
    '{{"level":"error","msg":"boom\\nValueError: {n}"}}\n',
    "KeyboardInterrupt\n",
    "\x1b[31mOSError: \x1b[0mno file {n}\r\n",
    "web_1  | panic: p{n}\n",
    "é🛒 TypeError: ü{n}\n",
    "\n",
]


def make(seed, size):
    """Make a log of about so many characters, with errors of several processes in it."""
    rng = random.Random(seed)  # noqa: S311
    parts = []
    while size > 0:
        n = rng.randrange(8)
        if rng.random() < 0.1:
            traces = [TRACE.format(rank=f"[rank{k}]: ", line=k, n=n).splitlines(True) for k in range(rng.randrange(3))]
            part = "".join(line for lines in zip(*traces, strict=True) for line in lines) or TRACE.format(
                rank="", line=3, n=n
            )
        else:
            part = rng.choice(PARTS).format(n=n)
        parts.append(part)
        size -= len(part)
    return "".join(parts)


def read(text, size, **options):
    """Return the events of a text that comes in blocks of a size, as JSON."""
    log = Reader(BUILTIN, **options)
    events = [event for at in range(0, len(text), size) for event in log.feed(text[at : at + size])]
    return [*events, *log.close()]


def shown(text, events):
    """Return all that is known of the events, pieces too."""
    return [repr(event) for event in sorted(events, key=lambda event: int(event.id[1:]))]


@pytest.fixture
def narrow(monkeypatch):
    """Make windows and buffers so small that a short log fills many of them."""
    monkeypatch.setattr(window_module, "WINDOW", 3000)
    monkeypatch.setattr(reader_module, "CLOSELY", 20)
    monkeypatch.setattr(reader_module, "_MOST_LINES", 40)
    monkeypatch.setattr(stream_module, "AHEAD", 30)


@pytest.mark.parametrize("seed", range(6))
def test_blocks_do_not_matter(seed, narrow):
    """Blocks of 1, 7 and 4096 characters and the whole give the same events, to the last detail."""
    text = make(seed, 40_000)
    whole = shown(text, read(text, len(text)))
    assert len(whole) > 5
    for size in (1, 7, 4096):
        assert shown(text, read(text, size)) == whole


@pytest.mark.parametrize("seed", range(3))
def test_blocks_do_not_matter_at_full_size(seed):
    """The same with windows as they are."""
    text = make(seed, 700_000)
    whole = shown(text, read(text, len(text)))
    assert shown(text, read(text, 1009)) == whole


@pytest.mark.parametrize("seed", range(6))
def test_windows_do_not_matter(seed, narrow):
    """Where windows and buffers end leaves no trace: the messages are those of the log read in one."""
    text = make(seed, 20_000)
    small = parse(Text.of(text), BUILTIN)
    with pytest.MonkeyPatch.context() as patch:
        patch.undo()
    small_events = parse_json(Text.of(text), small)["events"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(window_module, "WINDOW", 1 << 18)
        patch.setattr(reader_module, "_MOST_LINES", 1 << 20)
        patch.setattr(stream_module, "AHEAD", 512)
        assert parse_json(Text.of(text), parse(Text.of(text), BUILTIN))["events"] == small_events


def test_another_search():
    """With hints found by another search, the events are the same."""
    text = make(1, 400_000)

    def search(block):
        return [match.start() for match in re.finditer(hints, block)]

    hints = "|".join(re.escape(hint) for hint in leading_hints(BUILTIN))
    found = read(text, 5000, find_hints=search)
    assert [(e.cls, e.message) for e in found] == [(e.cls, e.message) for e in read(text, 5000)]


def test_events_that_leave():
    """Events beyond the first tables leave while the log is read, with ids that go on and repeats counted."""
    log = Reader(BUILTIN)
    text = "".join(f"ValueError: number {n}\n" for n in range(3 * MOST_EVENTS)) + "x\n" * 300_000
    left = log.feed(text)
    rest = log.close()
    assert [event.message for event in rest[:2]] == ["number 0", "number 1"]
    assert [event.id for event in rest[:MOST_EVENTS]] == [f"e{n + 1}" for n in range(MOST_EVENTS)]
    ids = [event.id for event in (*left, *rest)]
    assert len(ids) == len(set(ids)) == 3 * MOST_EVENTS
    assert left
    assert left[0].message == f"number {MOST_EVENTS}"


def test_roles_of_what_left():
    """What follows from an error is noise also where the error was read long ago."""
    head = "ValueError: bad\n" + "".join(f"OSError: {n}\n" for n in range(MOST_EVENTS))
    log = Reader(BUILTIN)
    log.feed(head + "KeyboardInterrupt\n")
    assert [event.role for event in log.close() if event.cls == "KeyboardInterrupt"] == ["noise"]
    assert read("KeyboardInterrupt\n", 1)[0].role == "cause"


@pytest.mark.parametrize(
    "unit",
    [
        'File "a.py", line 1, in f\n',
        "ERROR: x\n",
        "[rank0]: Traceback (most recent call last):\n",
        "x" * 5000 + "\n",
        "error ",
        "E   x\n",
    ],
)
def test_held_lines_are_bounded(unit):
    """Whatever never ends: only so many lines and characters are held."""
    log = Reader(BUILTIN)
    for _ in range(2):
        log.feed(unit * (300_000 // len(unit)))
        held = [line for stream in log._streams.values() for line in stream.lines]
        assert len(held) < 2 * stream_module._LONGEST + reader_module._MOST_LINES
        assert sum(len(line.text) for line in held) < 3 * reader_module._MOST_HELD
    log.close()


def test_many_processes():
    """Of very many processes in one stretch, those read first are closed; nothing is lost."""
    text = "".join(f"(W pid={n}) ValueError: v{n}\n" for n in range(1000))
    assert len(read(text, 100)) == 1000


class CountedLine(Line):
    """A line that counts how often it is asked whether others printed it too."""

    asked = 0

    @property
    def repeated(self):
        """Return how often others printed it, and count."""
        type(self).asked += 1
        return 2

    @repeated.setter
    def repeated(self, value):
        pass


def test_a_block_of_many_events_takes_linear_time():
    """Its lines are gone over once, not once for each event, and each event gets what they say."""
    texts = [f"Caused by: java.lang.X: {n}" for n in range(400)]
    given = []
    stream = stream_module.Stream(lambda _line: BUILTIN, lambda events, _processes, _lines: given.extend(events))
    stream.lines = [CountedLine(text, n + 1, 40 * n, 40 * n, 40 * n + len(text)) for n, text in enumerate(texts)]
    stream.read(last=True)
    assert len(given) == len(texts)
    assert {event.occurrences for event in given} == {3}
    assert CountedLine.asked <= 2 * len(texts)
