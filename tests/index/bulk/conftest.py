"""Patterns and logs for the bulk scan, and its rules spelled out with `re`."""

from __future__ import annotations

import re

import pytest

from errkb.index import write
from errkb.model.pattern import split_pattern
from errkb.model.report import Entry

PATTERNS = [
    "Cannot connect to host (.+?) on port (.+?)",
    "Cannot connect to host (.+?)",
    r"module '(.+?)' has no attribute '(.+?)'",
    "The operation was aborted by the user\\.",
    "(.+?) is not a valid value for the option (.+?)",
    "Multiple problems were found:\\n  - (.+?)\\nPlease fix (.+?) of them\\.",
    "first line of the message\\n\\nafter an empty one",
    "Ends with a line end after this text\\n",
    "tab\\there and more text than that",
    "(.+?)(.+?) stands twice before this text",
    r"(?i)disk quota exceeded for user [a-z]+",
    r"(?:cannot open the file|unable to read the file): (\S+)( again)?",
    r"retry \d+ of \d+ has failed for good",
    "nul\0byte and then text that is long enough",
    "no (.+?) found",
    "wrap",
    "(.+?) missing",
    "(.+?)\\ndetail: (.+?)",
    "(.+?)\\.",
    r"\d+ (apples|pears)",
    r"look(?=ahead) is refused by the engine",
]
LINES = [
    b"2025-01-01 INFO all is well",
    b"2025-01-01 ERROR Cannot connect to host db on port 5432",
    b"AttributeError: module 'a' has no attribute 'b' and 'c'",
    b"x The operation was aborted by the user. y",
    b"7 is not a valid value for the option port",
    b" is not a valid value for the option port",
    b"E Multiple problems were found:",
    b"  - one thing",
    b"Please fix all of them. Now.",
    b"first line of the message",
    b"",
    b"after an empty one",
    b"Ends with a line end after this text",
    b"a tab\there and more text than that",
    b"ab stands twice before this text",
    b"a stands twice before this text",
    b"Disk Quota EXCEEDED for user root",
    b"cannot open the file: /etc/x again; unable to read the file: y",
    b"retry 3 of 5 has failed for good, retry 4 of 5 has failed for good",
    b"nul\0byte and then text that is long enough",
    b"\xff\xfe Cannot connect to host \xc3\x28 on port \x80",
    b"app.errors.NotThereError: no luck found, no more found",
    b"no luck found",
    b"NoSuchKey: wrap",
    b"AlsoNoSuchKey: wrap",
    b"ValueError: key missing",
    b"ValueError: key",
    b"detail: of it.",
    b"KeyError: 5 pears",
    b"5 pears",
    b"lookahead is refused by the engine",
    b"Cannot connect to host ",
]


@pytest.fixture(params=["hyperscan", "daachorse"])
def backend(request):
    """Return each automaton library in turn."""
    return request.param


@pytest.fixture(scope="session")
def write_segment(make_record_once):
    """Return a function that writes the index of a segment of patterns, numbered as given, and returns its folder."""

    def make(folder, patterns, cls=None, backend=None):
        entries = []
        for pattern in patterns:
            parts = split_pattern(pattern)
            message = pattern if parts is None else "".join("{x}" if part is None else part for part in parts)
            record = make_record_once(errorMessage=message, errorClass=cls).record
            entries.append(Entry(record | {"messagePattern": pattern}))
        folder.mkdir(exist_ok=True)
        write(folder, entries, backend)
        return folder

    return make


def expected(patterns, log, *, everywhere=True):
    """Return (line, pattern) of every match, worked out line by line with `re`. All lines end the same way."""
    from errkb.index.bulk.source import PatternList

    source = PatternList(patterns)
    lines = log.replace(b"\r\n", b"\n").removesuffix(b"\r").split(b"\n")
    found = set()
    for number in range(len(source)):
        regex = source.regex(number)
        if regex is None:
            parts = source.parts(number)
            regex = b"".join(b"(.+?)" if part is None else re.escape(part) for part in parts)
            several = sum(part.count(b"\n") for part in parts if part)
        else:
            several = 0
        try:
            compiled = re.compile(regex)
        except re.error:
            continue
        if b"(?=" in regex:
            continue
        for line in range(len(lines)):
            text = b"\n".join(lines[line : line + several + 1])
            match = compiled.search(text)
            if match and match.start() <= len(lines[line]) and (several or lines[line] is not lines[-1] or lines[line]):
                found.add((line + 1, number))
    return found
