"""The scan of blocks: exact whatever the gate, the backend, and the size of the blocks."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.index.bulk import BulkScanner, PatternList, Plan
from errkb.index.bulk.blocks import cut
from tests.index.bulk.conftest import LINES, PATTERNS, expected

HEALTHY = b"".join(
    b"2025-01-01 12:00:00,%03d INFO [app] request %d done in %d ms\n" % (n % 1000, n, n % 77) for n in range(30000)
)


def scanned(scanner, log, size=1 << 20):
    """Return all hits of a log scanned in blocks."""
    view, found, line = memoryview(log), [], 1
    at = 0

    def read(wanted):
        nonlocal at
        at += wanted
        return bytes(view[at - wanted : at])

    for block in cut(read, size=size, context=scanner.context):
        found += scanner.scan(block.data, line, offset=block.offset, core=block.core)
        line += block.data[: block.core].count(b"\n")
    return found


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("final", [True, False])
def test_everywhere_finds_what_re_finds(backend, end, final):
    """With weak patterns looked for on every line the hits are those of `re` on each line, each once."""
    log = end.join(LINES) + end * final
    scanner = BulkScanner.of(PatternList(PATTERNS), everywhere=True, backend=backend)
    hits = scanned(scanner, log)
    assert {(hit.line, hit.pattern) for hit in hits} == expected(PATTERNS, log)
    assert [hit[:2] for hit in hits] == sorted({hit[:2] for hit in hits})


def test_weak_patterns_need_a_class(backend):
    """A weak pattern is found only where a message begins; strong ones are found everywhere, empty ones nowhere."""
    log = b"\n".join(LINES)
    everywhere = {
        (hit.line, hit.pattern) for hit in scanned(BulkScanner.of(PatternList(PATTERNS), everywhere=True), log)
    }
    scanner = BulkScanner.of(PatternList(PATTERNS), classes=[b"NoSuchKey"], backend=backend)
    found = {(hit.line, hit.pattern) for hit in scanned(scanner, log)}
    assert found <= everywhere
    strong = {hit for hit in everywhere if hit[1] < PATTERNS.index("no (.+?) found")}
    weak = {
        (LINES.index(line) + 1, PATTERNS.index(pattern))
        for line, pattern in [
            (b"app.errors.NotThereError: no luck found, no more found", "no (.+?) found"),
            (b"NoSuchKey: wrap", "wrap"),
            (b"ValueError: key missing", "(.+?) missing"),
            (b"ValueError: key", "(.+?)\\ndetail: (.+?)"),
            (b"KeyError: 5 pears", r"\d+ (apples|pears)"),
        ]
    }
    assert found == strong | weak


def test_class_names_of_any_length(backend):
    """A message may begin after a class name of any length from three letters on."""
    names = [b"Abcdefghijklmn"[:size] for size in range(3, 15)]
    for name in names:
        for known in ([name], names):
            scanner = BulkScanner.of(PatternList(["wrap"]), classes=known, backend=backend)
            assert [hit.line for hit in scanner.scan(b"wrap\n1 " + name + b": wrap\nx" + name + b": wrap")] == [2]


def test_spans_are_offsets_in_the_log():
    """Spans count from the beginning of the log, whatever the block; a group that took no part is (-1, -1)."""
    log = (
        HEALTHY[: 1 << 16].rpartition(b"\n")[0]
        + b"\ncannot open the file: /x\nCannot connect to host a b on port 9\r\n"
    )
    for size in (1000, 1 << 20):
        hits = {hit.pattern: hit for hit in scanned(BulkScanner.of(PatternList(PATTERNS)), log, size)}
        regex, template = hits[11], hits[0]
        assert [log[slice(*span)] for span in regex.groups[:1]] == [b"/x"]
        assert regex.groups[1] == (-1, -1)
        assert [log[slice(*span)] for span in template.groups] == [b"a b", b"9"]
        assert log[template.start : template.end] == b"Cannot connect to host a b on port 9"
        assert template.line == log[: template.start].count(b"\n") + 1


def test_hits_do_not_depend_on_blocks(backend):
    """Blocks of any size give the same hits, spans included."""
    log = b"\n".join(LINES * 3)
    scanner = BulkScanner.of(PatternList(PATTERNS), classes=[b"NoSuchKey"], backend=backend)
    whole = scanned(scanner, log)
    assert len(whole) > 30
    for size in (1, 7, 50, 333, 4096):
        assert scanned(scanner, log, size) == whole


def test_hits_do_not_depend_on_the_gate(backend):
    """A gate tuned on a healthy log, on one full of errors, or none: the hits are the same."""
    log = HEALTHY + b"\n".join(LINES) + b"\n" + HEALTHY
    scanner = BulkScanner.of(PatternList(PATTERNS), classes=[b"NoSuchKey"], backend=backend)
    bare = scanned(scanner, log)
    assert len(bare) > 10
    for sample in (HEALTHY, b"\n".join(LINES * 3000), HEALTHY + b"Cannot connect to host a\n" * 9000):
        scanner.tune(sample)
        assert scanned(scanner, log) == bare


def test_the_gate_follows_the_log():
    """Grams that stand on every line of a log are not looked for in it, so the test above tests different gates."""
    scanner = BulkScanner.of(PatternList(PATTERNS))
    for gram in scanner.plan.gate.texts:
        scanner.tune((b"INFO " + gram + b" is all over\n") * 20_000)
        assert gram not in scanner._gate.gate.texts
        scanner.tune(b"")
        assert gram in scanner._gate.gate.texts


def test_empty_input_and_no_patterns(backend):
    """An empty block and a source without patterns give no hits."""
    assert not list(BulkScanner.of(PatternList(PATTERNS), backend=backend).scan(b""))
    assert not list(BulkScanner.of(PatternList([]), backend=backend).scan(b"ValueError: x\n"))


WORDS = st.sampled_from(
    ["value", "must be", "one of", "the file", "x", "a\tb", "é", "'", " ", "\\.", "\\n", "\\r\\n", "\x00"]
)
TEMPLATE = st.lists(WORDS | st.just("(.+?)"), min_size=1, max_size=8).map("".join)
FILLING = st.sampled_from(["1", "the", "value must be", "é", "", "\udcff", "\r", "  "])


@given(
    patterns=st.lists(TEMPLATE, min_size=1, max_size=4, unique=True),
    data=st.data(),
    around=st.lists(FILLING, min_size=2, max_size=2),
)
def test_whatever_the_verifier_accepts_survives_the_scan(patterns, data, around):
    """Filled templates in any surroundings: pairs are those of `re`, and on one line so are the spans."""
    texts = []
    for pattern in patterns:
        filled = re.sub(r"\(\.\+\?\)", lambda _: data.draw(FILLING), pattern)
        texts.append(around[0] + filled.replace("\\r\\n", "\n").replace("\\n", "\n").replace("\\.", ".") + around[1])
    log = "\n".join(texts).encode("utf-8", "surrogateescape")
    patterns = [pattern.replace("\\r\\n", "\\n") for pattern in patterns]
    source = PatternList(patterns)
    hits = list(BulkScanner.of(source, everywhere=True).scan(log))
    assert {(hit.line, hit.pattern) for hit in hits} == expected(patterns, log)
    lines = log.split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for hit in hits:
        parts = source.parts(hit.pattern)
        if not any(part and b"\n" in part for part in parts):
            regex = b"".join(b"(.+?)" if part is None else re.escape(part) for part in parts)
            tail = rb"\Z" if parts[-1] is None else b""
            match = re.search(regex + tail, lines[hit.line - 1].removesuffix(b"\r"))
            start = starts[hit.line - 1]
            assert (hit.start - start, hit.end - start) == match.span()
            assert [(a - start, b - start) for a, b in hit.groups] == [
                match.span(n + 1) for n in range(len(hit.groups))
            ]


def test_what_is_in_no_scan_is_named():
    """Regexes google-re2 does not take, and templates of hardly any text, are listed."""
    plan = Plan.build(PatternList(PATTERNS))
    assert [PATTERNS[n] for n in plan.refused] == [r"look(?=ahead) is refused by the engine"]
    assert [PATTERNS[n] for n in plan.empty] == ["(.+?)\\."]
