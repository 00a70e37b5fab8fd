"""Escape sequences of string literals, those common to the C family; what the terminal would act on is dropped."""

from __future__ import annotations

import re

from errkb.harvest.marks import unmarked

__all__ = ["unescaped"]

_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(\n[ \t]*|.))",
    re.DOTALL,
)
_CONTROL = {"n": "\n", "t": "\t", "r": "\r", "a": "", "b": "", "e": "", "f": "", "v": "", "s": " "}


def unescaped(text: str) -> str:
    """Return text with its escape sequences (those common to the C family) replaced."""
    if "\\" not in text:
        return text

    def plain(found: re.Match[str]) -> str:
        code = next((one for one in found.groups()[:4] if one), None)
        if code is not None:
            number = int(code, 16)
            return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""
        if found[5]:
            return chr(int(found[5], 8) % 256) if found[5].strip("0") else ""
        return "" if found[6][0] == "\n" else _CONTROL.get(found[6], found[6])

    return unmarked(_ESCAPE.sub(plain, text))
