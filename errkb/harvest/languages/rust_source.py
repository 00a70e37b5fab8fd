"""Source of Rust made readable by its grammar, every byte in its place.

The grammar does not look into macros. So calls of macros that take expressions become calls of functions (`panic!(` ->
`panic_(`), the wrappers of items are blanked (`cfg_rt! { … }`), and so are modules of tests. Strings and comments that
are not closed go to the end.
"""

from __future__ import annotations

import re

__all__ = ["prepared"]

_MACROS = (
    rb"\w*(?:err|bail|ensure|panic|assert|anyhow|eyre|fail|fatal|warn|span_bug)\w*|bug|unreachable|todo|unimplemented|format\w*"
    rb"|e?print|e?println|write|writeln|concat|whatever|miette|delayed\w*"
)
_TOKEN = re.compile(
    rb"\"(?:[^\"\\]|\\.)*\"?|\br(#{0,9})\"(?:[^\"]|\"(?!\1))*(?:\"\1)?|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?|'(?:[^'\\\n]|\\[^\n]{1,9}?)'"
    rb"|\b(?P<macro>" + _MACROS + rb")(?P<mark>!)(?=\()"
    rb"|(?P<item>\b\w+![ \t]*\{)(?=\s*(?://[^\n]*\s*){0,20}(?:#!?\[|pub\b|fn\b|impl\b|mod\b|use\b|struct\b|enum\b|const\b"
    rb"|static\b|unsafe\b|async\b|trait\b|type\b|macro_rules!|\w+!\s*\{))"
    rb"|(?P<test>\#\[cfg\((?:all\(|any\()?test\b[^\]\n]*\]\s*(?:\#\[[^\]\n]*\]\s*){0,8}(?:pub(?:\([^)\n]*\))?\s+)?mod\s+\w+\s*\{)"
    rb"|[{}]",
    re.DOTALL,
)
_TYPED = re.compile(rb"\(\s*(?:\w+::)*\w+\s*(;|:(?!:))\s*[\"f]")
"""`py_err!(PyKeyError; "…")`, `polars_bail!(ComputeError: "…")`"""
_BLANK = re.compile(rb"[^\n]")


def prepared(data: bytes) -> bytes:
    """Return the source with macros as calls, without the wrappers of items and without modules of tests."""
    made = bytearray(data)
    opened: list[tuple[str, int]] = []
    for found in _TOKEN.finditer(data):
        kind = found.lastgroup
        if kind == "mark":
            made[found.start("mark")] = 0x5F
            if (typed := _TYPED.match(data, found.end())) is not None:
                made[typed.start(1)] = 0x2C
        elif kind == "item":
            opened.append(("item", found.start()))
            made[found.start() : found.end()] = b" " * (found.end() - found.start())
        elif kind == "test":
            opened.append(("test", found.start()))
        elif found[0] == b"{":
            opened.append(("", 0))
        elif found[0] == b"}" and opened:
            kind, start = opened.pop()
            if kind == "item":
                made[found.start()] = 0x20
            elif kind == "test":
                made[start : found.end()] = _BLANK.sub(b" ", data[start : found.end()])
    return bytes(made)
