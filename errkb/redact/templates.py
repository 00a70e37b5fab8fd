"""Templates of unknown errors without what is private in the text they were made of.

Masks tear values apart (`svcuser:<name>@<name>.corp.net`), so that no rule sees them any more. A template is therefore
made once more from the text of its sample, where every value is whole. Where the text is not found there (a prefix on
each line, a line that was cut), every word of a private value is taken out of the template: a word too many may go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from errkb.normalize import LONGEST_TEMPLATE, template_of, template_without
from errkb.redact.redactor import Redactor

__all__ = ["shared"]

MOST_STARTS = 50
"""Places in a text where a message may begin that are tried."""
_WORD = re.compile(r"<[a-z]{1,20}>|\w{3,}")
_AGAIN = re.compile(r"(<[a-z-]{1,20}-\d{1,9}>)(?:\W?\1){1,100}")
_WORD_BEGINS = re.compile(r"(?<!\S)\S")


def shared(template: str, text: str, redactor: Redactor) -> str:
    """Return the template, made of a message in the text, as it may leave."""
    private = redactor.spans(text)
    if private:
        begin = next((at for at in _begins(template, text) if _is_made_of(template, text[at:])), None)
        if begin is None:
            template = _without_words(template, {text[start:end]: holder for start, end, holder in private})
        else:
            moved = [(start - begin, end - begin, holder) for start, end, holder in private]
            template = template_without(text[begin:], moved, len(template))
    return redactor.text(template)


def _begins(template: str, text: str) -> Iterator[int]:
    """Yield where the message of the template may begin: where its first word stands, any word if that is a mask."""
    head = re.escape(re.split(r"[<\s]", template, maxsplit=1)[0])
    for _, found in zip(range(MOST_STARTS), re.finditer(head or _WORD_BEGINS, text), strict=False):
        yield found.start()


def _is_made_of(template: str, text: str) -> bool:
    made = template_of(text)
    is_whole = len(template) == LONGEST_TEMPLATE or not made[len(template) : len(template) + 1].isalnum()
    return made.startswith(template) and is_whole


def _without_words(template: str, private: dict[str, str]) -> str:
    holders = {word: holder for value, holder in private.items() for word in _WORD.findall(value.lower())}
    return _AGAIN.sub(r"\1", _WORD.sub(lambda found: holders.get(found[0].lower(), found[0]), template))
