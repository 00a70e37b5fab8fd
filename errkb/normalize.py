"""Text-to-text functions: take control sequences off, make text safe to show, mask what changes from run to run.

All of them are linear in the length of the text, whatever it holds.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import groupby
from sys import maxsize

__all__ = ["Clean", "has_controls", "mask", "printable", "strip_controls", "template_of", "template_without"]

# Patterns stay text until they are needed (`re` keeps what it compiled): compiling all of them would double the time
# to an answer.
#
# ECMA-48. An unterminated string (OSC, DCS …) loses only its introducer: the text behind it may be the message.
_CSI = r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
_STRING = r"(?:\x1b[]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90-\x9f\n]*(?:\x07|\x1b\\|\x9c)"
_SHORT = r"\x1b(?:[ -/]+[0-~]|[0-~]?)"
_LONE = r"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]"
_SEQUENCE = f"{_CSI}|{_STRING}|{_SHORT}|{_LONE}"
# What is left of a colour code when the escape character was lost or made visible on the way through a terminal,
# a browser or a JSON writer.
_STAND_IN = r"(?:\\x1b|\\033|\\e|\\u001b|\^\[|[←␛?\ufffd])\[[0-9;]{0,16}[mK]"
_BARE = r"\[(?:\d{1,3}(?:;\d{1,3}){0,5}m|m(?![A-Za-z]))"
_VISIBLE = f"{_SEQUENCE}|{_STAND_IN}"
_VISIBLE_BARE = f"{_SEQUENCE}|{_STAND_IN}|{_BARE}"
# `[3m 20s]` and `rate(x[5m])` are text: bare codes are taken only where a reset code shows that colours were there.
_BARE_RESET = r"(?<!\x1b)\[(?:0|0;0|22|39|49)m(?!\])"
_C0 = bytes(byte for byte in range(32) if byte not in b"\t\n\r") + b"\x7f"
_C1 = r"[\x80-\x9f]"
_CODE = re.compile(r"\[[0-9;]{0,16}[mK](?![a-z])")

_UNSAFE = (
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\ud800-\udfff\U000e0000-\U000e007f]"
)

_VOLATILE = (
    r"(?P<url>\bhttps?://[^\s'\"<>)]+)"
    r"|(?P<uuid>\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b)"
    r"|(?P<time>\b(?:\d{4}-\d\d-\d\d[T ,]{1,2})?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)"
    r"|(?P<address>\b0x[0-9a-fA-F]+\b)"
    r"|(?P<ip>\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b)"
    r"|(?P<path>(?:\b[A-Za-z]:)?(?:[\\/][\w.@+~-]+){2,}[\\/]?)"
    r"|(?P<hex>\b(?=[a-f]*\d)[0-9a-f]{12,}\b)"
    r"|(?P<number>(?<![\w.])\d[\d_,]*(?:\.\d+)?(?:[eE][-+]?\d+)?)"
)

LONGEST_TEMPLATE = 300
_Cell = tuple[str, bool]
"""Of a character: the placeholder of the private value it is a part of, and whether no mask has taken it."""
_QUOTED = r"'[^'\n]{1,200}'(?!\w)|\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`"
# Words with a digit in them: request ids, hosts, shards.
_NAMED = r"\b(?=[\w-]{0,80}\d)[A-Za-z_][\w-]{2,80}\b(?!>)"
_VALUE = r"\b(?P<named>[A-Za-z_][\w.]{0,40}=)(?!<)[^\s,;)\]}<]{1,200}"
_LIST = r"(?:<\w+>|\w+)(?:, ?(?:<\w+>|\w+)){3,}"
# What makes a template, one after the other.
_STEPS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\s+", " "),
    (r"\A | \Z", ""),
    (_QUOTED, "<quoted>"),
    (_VOLATILE, lambda found: f"<{found.lastgroup}>"),
    (_VALUE, r"\g<named><value>"),
    (_NAMED, "<name>"),
    (_LIST, "<list>"),
)


class Clean:
    """Text with its control sequences taken off.

    `runs` are (position in `value`, position in the source) pairs in ascending order; each run goes up to the next.
    """

    __slots__ = ("runs", "value")

    def __init__(self, value: str, runs: tuple[tuple[int, int], ...]) -> None:
        self.value = value
        self.runs = runs

    def source(self, at: int) -> int:
        """Return where character `at` of `value` stands in the source."""
        here, there = self.runs[bisect_right(self.runs, (at, maxsize)) - 1]
        return there + at - here


def has_controls(text: str) -> bool:
    """Say whether `strip_controls` may find something to take off."""
    data = text.encode("utf-8", "surrogatepass")  # three fast passes instead of one slow one
    if len(data.translate(None, _C0)) != len(data) or _CODE.search(text):
        return True
    return len(data) != len(text) and re.search(_C1, text) is not None


def strip_controls(text: str) -> Clean:
    """Take off terminal sequences, stray control characters and the visible remains of colour codes.

    Tabs and line ends stay. Remains are `?[32m`, `←[1;36m`, `^[[0m`, `\\u001b[31m`, and `[31m` where a reset code
    such as `[0m` shows that it was one.
    """
    if not has_controls(text):
        return Clean(text, ((0, 0),))
    pattern = _VISIBLE_BARE if re.search(_BARE_RESET, text) else _VISIBLE
    parts: list[str] = []
    runs: list[tuple[int, int]] = []
    here = size = 0
    for match in re.finditer(pattern, text):
        if match.start() > here:
            parts.append(text[here : match.start()])
            runs.append((size, here))
            size += match.start() - here
        here = match.end()
    parts.append(text[here:])
    runs.append((size, here))
    return Clean("".join(parts), tuple(runs))


def printable(text: str) -> str:
    """Return the text without anything that could steer a terminal or reorder what is read.

    Complete terminal sequences go; every other control, bidirectional or invisible format character and lone surrogate
    is shown as an escape (`\\u202e`). Line feeds and tabs stay.
    """
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return re.sub(_UNSAFE, _escape, re.sub(_SEQUENCE, "", text.replace("\r\n", "\n")))


def mask(text: str) -> str:
    """Replace what changes from run to run by its kind: `<number>`, `<address>`, `<uuid>`, `<time>`, `<path>` …."""
    return re.sub(_VOLATILE, lambda match: f"<{match.lastgroup}>", text)


def template_of(message: str) -> str:
    """Return a message with what changes from run to run replaced by its kind."""
    text = message[: 4 * LONGEST_TEMPLATE]
    for pattern, shown in _STEPS:
        text = re.sub(pattern, shown, text)
    return text[:LONGEST_TEMPLATE]


def template_without(message: str, private: Iterable[tuple[int, int, str]], longest: int = LONGEST_TEMPLATE) -> str:
    """Return the first characters of a message's template, in which no part of its private values is left.

    `private` are begin, end and placeholder of values in the message. A value that masks cover is a mask; of one that
    they leave any part of, the placeholder stands for all. So the template differs only where it would tell something.
    """
    text = message[: 4 * LONGEST_TEMPLATE]
    cells = [("", True)] * len(text)
    for start, end, placeholder in private:
        for at in range(max(start, 0), min(end, len(text))):
            cells[at] = placeholder, True
    for pattern, shown in _STEPS:
        text, cells = _followed(pattern, shown, text, cells)
    parts: list[str] = []
    for placeholder, group in groupby(zip(text[:longest], cells, strict=False), key=lambda one: one[1][0]):
        chars = [(char, is_left) for char, (_, is_left) in group]
        is_told = placeholder and any(is_left for _, is_left in chars)
        parts.append(placeholder if is_told else "".join(char for char, _ in chars))
    return "".join(parts)


def _followed(
    pattern: str, shown: str | Callable[[re.Match[str]], str], text: str, cells: list[_Cell]
) -> tuple[str, list[_Cell]]:
    """Return what `re.sub` returns, and for each character whose value it is of."""
    parts: list[str] = []
    kept: list[_Cell] = []
    at = 0
    for found in re.finditer(pattern, text):
        new = found.expand(shown) if isinstance(shown, str) else shown(found)
        same = found.end("named") if "named" in found.re.groupindex else found.start()
        owners = {placeholder for placeholder, _ in cells[same : found.end()]}
        owner = owners.pop() if len(owners) == 1 else ""
        parts += text[at : found.start()], new
        kept += cells[at:same] + [(owner, False)] * (len(new) - same + found.start())
        at = found.end()
    return "".join([*parts, text[at:]]), kept + cells[at:]


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"
