"""`Redactor`: text -> text in which every private value is replaced, consistently within one report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from errkb.redact.names import Names
from errkb.redact.rules import EVERYBODY, RULES, Rule

__all__ = ["Redactor"]

SHORTEST_NAME = 3
"""Characters of a name that is looked for in the rest of the text as well."""
SHORTEST_SECRET = 8
"""Characters of a secret that is looked for where nothing names it as one."""
LONG_SECRET = 20
"""Characters from which on a secret is no word, whatever it is made of."""
MOST_NAMES = 100_000
"""Values that are looked for in the rest of a text."""
MOST_PLAIN = 500_000
"""Texts in which the rules found nothing, kept in mind by their hash (some 60 bytes each)."""
_SECRETS = frozenset({"secret", "token", "jwt", "url-password", "authorization", "cookie", "private-key", "email"})
_ANY_CASE = frozenset({"email", "host", "mac", "user", "denied"})
_PARTS = re.compile(r"[\s:=;]+")
_Span = tuple[int, int, str]


class Redactor:
    """Replaces private values by placeholders; the same value gets the same one as long as the redactor lives.

    `deny` are texts of the user's own that must never leave, whatever their case; `own` are values of this machine by
    kind, such as its name and the user's. Nothing is ever written down: `values` tells what stands for what. A value
    that one text gives away (`password=…`, a home folder) is found in all later ones, whatever stands around it there.
    """

    def __init__(self, *, deny: Iterable[str] = (), own: Mapping[str, str] | None = None) -> None:
        self.values: dict[str, str] = {}
        """Placeholder -> value, for who may see both."""
        self._placeholders: dict[tuple[str, str], str] = {}
        self._counts: dict[str, int] = {}
        self._names = Names()
        self._plain: set[int] = set()
        denied = sorted({text.strip() for text in deny} - {""}, key=len, reverse=True)
        self._denied = re.compile("|".join(map(re.escape, denied)), re.IGNORECASE) if denied else None
        for value, kind in (own or {}).items():
            if len(value) >= SHORTEST_NAME:
                self._names.add(value, kind)

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
        parts, at = list[str](), 0
        for start, end, placeholder in self.spans(text):
            parts += text[at:start], placeholder
            at = end
        return "".join([*parts, text[at:]]) if parts else text

    def spans(self, text: str) -> list[_Span]:
        """Return begin, end and placeholder of each private value in the text, in order and apart."""
        spans = self._found(text)
        spans += self._names.find(text)
        if self._denied is not None:
            spans += [(found.start(), found.end(), "denied") for found in self._denied.finditer(text)]
        return [(start, end, self._placeholder(kind, text[start:end])) for start, end, kind in _apart(spans)]

    def _found(self, text: str) -> list[_Span]:
        """Return what the rules find; a text in which they found nothing is not looked through again."""
        if hash(text) in self._plain:
            return []
        found = list(self._by_rules(text))
        if not found and len(self._plain) < MOST_PLAIN:
            self._plain.add(hash(text))
        return found

    def _by_rules(self, text: str) -> Iterator[_Span]:
        lowered = text.lower()
        for rule in RULES:
            if rule.needles and not any(map(lowered.__contains__, rule.needles)):
                continue
            for found in rule.pattern.finditer(text):
                group = _group(found)
                value = found[group]
                if value and rule.is_private(value):
                    self._learn(rule, value)
                    yield found.start(group), found.end(group), rule.kind

    def _learn(self, rule: Rule, value: str) -> None:
        if len(self._names) >= MOST_NAMES:
            return
        if rule.within and len(value) >= SHORTEST_NAME:
            self._names.add(value, rule.kind)
        if rule.kind in _SECRETS:
            for part in {value, *_PARTS.split(value)}:
                if len(part) >= SHORTEST_SECRET and _is_telling(part):
                    self._names.add(part, rule.kind)

    def _placeholder(self, kind: str, value: str) -> str:
        key = (kind, value.lower() if kind in _ANY_CASE else value)
        known = self._placeholders.get(key)
        if known is None:
            number = self._counts[kind] = self._counts.get(kind, 0) + 1
            known = self._placeholders[key] = f"<{kind}-{number}>"
            self.values[known] = value
        return known


def _is_telling(part: str) -> bool:
    """Say whether a part of a secret is no word that stands anywhere: `HttpOnly` of a cookie, `database`."""
    return "-----" not in part and (any(c.isdigit() for c in part) or "@" in part or len(part) >= LONG_SECRET)


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
