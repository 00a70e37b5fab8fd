"""Templates while they are being put together: plain text in which each placeholder is marked.

A mark holds what the placeholder is shown as (`{name!r}`, `%s`) and the expression behind it, so that a message which
passes through variables, helpers and constructors can be completed at every step by plain text replacement. The mark
characters are from the private use area; source that holds them itself loses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from errkb.model.pattern import derive_parts, split_source, split_template

__all__ = [
    "ITEM",
    "MAX_ALTERNATIVES",
    "Alternatives",
    "expressions",
    "literal",
    "mark",
    "pattern",
    "product",
    "render",
    "substitute",
    "unmarked",
]

Alternatives = tuple[str, ...]
"""What a string may be: one marked template for each way through the source."""

OPEN, MIDDLE, CLOSE = "\ue000", "\ue001", "\ue002"
ITEM = "\ue003"
"""Stands between the items of a list of texts."""
MAX_ALTERNATIVES = 12
MAX_LENGTH = 4000

_MARK = re.compile(f"{OPEN}([^{MIDDLE}]*){MIDDLE}([^{CLOSE}]*){CLOSE}")
_OWN = re.compile(f"[{OPEN}-{ITEM}]")


def mark(shown: str, expression: str) -> str:
    """Return the marked placeholder of an expression."""
    return f"{OPEN}{shown}{MIDDLE}{expression}{CLOSE}"


def unmarked(text: str) -> str:
    """Return source text without characters that would be taken for marks."""
    return text if text.isascii() else _OWN.sub("", text)


def render(template: str) -> str:
    """Return the template as a record shows it."""
    return _MARK.sub(lambda found: found[1], template).replace(ITEM, " ") if OPEN in template else template


def literal(template: str) -> str:
    """Return the text of a template without its placeholders."""
    return _MARK.sub("", template) if OPEN in template else template


def pattern(template: str) -> str | None:
    """Return the pattern of a template, `None` if it is the one that follows from the message as it is shown.

    It is another where the text has braces of its own, which look like those of a placeholder.
    """
    shown = render(template)
    if "{" not in shown:
        return None
    parts: list[str | None] = []
    for number, part in enumerate(_MARK.split(template.replace(ITEM, " "))):
        if number % 3 == 0:
            parts += split_source(part)
        elif number % 3 == 1 and part:
            parts.append(None)
    return None if parts == split_template(shown) else derive_parts(parts, shown)


def expressions(template: str) -> list[str]:
    """Return the expressions behind the placeholders, in order."""
    return [found[2] for found in _MARK.finditer(template)] if OPEN in template else []


def substitute(template: str, values: Mapping[str, Alternatives]) -> Alternatives:
    """Return the template with the placeholders of known expressions replaced, one text for each combination."""
    parts: list[Alternatives] = []
    end = 0
    for found in _MARK.finditer(template):
        known = values.get(found[2])
        if known:
            parts += [(template[end : found.start()],), known]
            end = found.end()
    return product([*parts, (template[end:],)]) if parts else (template,)


def product(parts: Iterable[Alternatives]) -> Alternatives:
    """Return every concatenation of one alternative of each part, at most `MAX_ALTERNATIVES` and `MAX_LENGTH` long."""
    texts = [""]
    for part in parts:
        if len(part) == 1:
            texts = [text + part[0] for text in texts]
        else:
            texts = [text + other for other in part for text in texts][:MAX_ALTERNATIVES]
        if len(texts[0]) > MAX_LENGTH:
            return ()
    return tuple(dict.fromkeys(texts))
