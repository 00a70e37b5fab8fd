"""Prefixes no carrier knows are learned from the traceback behind them."""

import pytest

TRACE = [
    "Traceback (most recent call last):",
    '  File "/app/serve.py", line 12, in main',
    "    run(config)",
    "",
    "ValueError: bad size 7",
    "  detail",
]
CLOCKS = [f"<<08.13 16:20:{second}>> job#{second} " for second in range(10, 16)]


@pytest.mark.parametrize("prefix", ["node-a: ", "<build> web ", "out| ", "worker-3/main ~ ", "* "])
def test_same_on_every_line(event, prefix):
    """What stands before every line of a traceback is no part of it, and tells processes apart."""
    found = event("\n".join(prefix + line for line in TRACE) + "\nother text\n")
    assert (found.cls, found.message, len(found.frames)) == ("ValueError", "bad size 7\n  detail", 1)
    assert found.stream == prefix.strip()


def test_digits_differ(event):
    """A clock or a counter in it may go on."""
    found = event("\n".join(prefix + line for prefix, line in zip(CLOCKS, TRACE, strict=True)))
    assert (found.message, len(found.frames), found.stream) == ("bad size 7\n  detail", 1, None)


def test_interleaved(events):
    """Two processes with such prefixes come apart."""
    lines = [f"{host}: {line.replace('7', size)}" for line in TRACE for host, size in (("a", "1"), ("b", "2"))]
    lines = [*(f"{host}: {TRACE[0]}\n{host}: {TRACE[1]}" for host in "ab"), *lines[4:]]
    assert [(e.message[:10], len(e.frames)) for e in events("\n".join(lines))] == [("bad size 1", 1), ("bad size 2", 1)]


def test_announcement_is_no_prefix(events):
    """What the lines below do not repeat announces the traceback."""
    found = events("worker failed: " + "\n".join(TRACE))
    assert [(e.role, e.message) for e in found] == [("wrapper", "worker failed:"), ("cause", "bad size 7\n  detail")]
