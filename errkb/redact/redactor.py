"""`Redactor`: text -> text in which every private value is replaced, consistently within one report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from errkb.redact.rules import EVERYBODY, RULES, Rule

__all__ = ["Redactor"]

SHORTEST_WORD = 3
"""Characters of a name that is looked for in the rest of the text as well."""
MOST_WORDS = 2_000
"""Names that are looked for in the rest of a text."""
_Span = tuple[int, int, str]


class Redactor:
    """Replaces private values by placeholders; the same value gets the same one as long as the redactor lives.

    `deny` are texts of the user's own that must never leave, whatever their case; `own` are values of this machine by
    kind, such as its name and the user's. Nothing is ever written down: `values` tells what stands for what.
    """

    def __init__(self, *, deny: Iterable[str] = (), own: Mapping[str, str] | None = None) -> None:
        self.values: dict[str, str] = {}
        """Placeholder -> value, for who may see both."""
        self._placeholders: dict[tuple[str, str], str] = {}
        self._counts: dict[str, int] = {}
        self._words: dict[str, str] = {}
        for text in sorted({text.strip() for text in deny} - {""}, key=len, reverse=True):
            self._words[text.lower()] = "denied"
        for value, kind in (own or {}).items():
            if len(value) >= SHORTEST_WORD:
                self._words[value.lower()] = kind

    @classmethod
    def of_this_machine(cls, *, deny: Iterable[str] = ()) -> Redactor:
        """Return a redactor that knows the user's name and the machine's."""
        import getpass
        import socket

        own = {socket.gethostname(): "host"}
        with suppress(KeyError, OSError):  # a container's user may have no name
            own[getpass.getuser()] = "user"
        return cls(deny=deny, own={value: kind for value, kind in own.items() if not EVERYBODY.fullmatch(value)})

    def text(self, text: str) -> str:
        """Return the text with placeholders in place of private values. Linear in the length of the text."""
        spans: list[_Span] = []
        for rule, start, end in _found(text):
            spans.append((start, end, rule.kind))
            if rule.within and end - start >= SHORTEST_WORD and len(self._words) < MOST_WORDS:
                self._words.setdefault(text[start:end].lower(), rule.kind)
        spans += self._known(text)
        parts, at = list[str](), 0
        for start, end, kind in _apart(spans):
            parts += text[at:start], self._placeholder(kind, text[start:end])
            at = end
        return "".join([*parts, text[at:]])

    def _known(self, text: str) -> Iterator[_Span]:
        """Yield where the user's own texts stand, and names that other places of the text gave away."""
        if not self._words:
            return
        words = sorted(self._words, key=len, reverse=True)
        denied = [re.escape(word) for word in words if self._words[word] == "denied"]
        names = [re.escape(word) for word in words if self._words[word] != "denied"]
        choices = [*denied, *([rf"(?<![\w])(?:{'|'.join(names)})(?![\w])"] if names else [])]
        for found in re.finditer("|".join(choices), text, re.IGNORECASE):
            yield found.start(), found.end(), self._words.get(found[0].lower(), "denied")

    def _placeholder(self, kind: str, value: str) -> str:
        key = (kind, value.lower() if kind in ("email", "host", "mac", "user", "denied") else value)
        known = self._placeholders.get(key)
        if known is None:
            number = self._counts[kind] = self._counts.get(kind, 0) + 1
            known = self._placeholders[key] = f"<{kind}-{number}>"
            self.values[known] = value
        return known


def _found(text: str) -> Iterator[tuple[Rule, int, int]]:
    for rule in RULES:
        for found in rule.pattern.finditer(text):
            group = _group(found)
            value = found[group]
            if value and rule.is_private(value):
                yield rule, found.start(group), found.end(group)


def _group(found: re.Match[str]) -> int | str:
    groups = found.re.groupindex
    for name in ("v", "quoted"):
        if name in groups and found[name] is not None:
            return name
    return 0


def _apart(spans: list[_Span]) -> Iterator[_Span]:
    """Yield spans that do not meet; of those that do, the longest, and what is left of the others before or behind."""
    spans.sort(key=lambda span: (span[0], -span[1]))
    at = 0
    for start, end, kind in spans:
        low = max(start, at)
        if low < end:
            yield low, end, kind
            at = end
