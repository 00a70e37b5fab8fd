"""Advice that fits any error: "check your configuration", "make sure everything is installed correctly".

A sentence with such a phrase passes if it also names something to look at: a command, an option, a file, a function, a
value. What it must not be is the phrase alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from errkb.lint.prose import passages
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]

_THING = (
    r"(?:configuration|config|settings|setup|environment|input|inputs|code|data|logs|network|connection|credentials"
    r"|installation|system|parameters|arguments|values|dependencies)"
)
_PHRASE = re.compile(
    rf"(?i)\b(?:(?:check|verify|review|validate|double-check|inspect|examine) (?:that )?(?:your|the|all) {_THING}\b"
    rf"|(?:make sure|ensure)(?: that)? (?:everything|all|your {_THING}|the {_THING})\b"
    r"|is (?:properly|correctly) (?:configured|installed|set up)"
    r"|contact (?:the |your )?(?:support|administrator|vendor|maintainers?)"
    r"|(?:try|run it) again(?: later)?\b"
    r"|(?:consult|read|see|refer to) the (?:official )?(?:documentation|docs|manual)\b"
    r"|(?:update|upgrade) to the latest version\b"
    r"|(?:reinstall|restart) (?:the|your) (?:package|library|application|program|computer|machine|system)\b"
    r"|something (?:went|is) wrong"
    r"|handle (?:the )?(?:error|errors|exception|exceptions) (?:gracefully|properly|appropriately)"
    r"|(?:follow|use) best practices"
    r"|for more (?:information|details)\b"
    r"|various (?:reasons|causes|factors))"
)
_CONCRETE = re.compile(
    r"[`=\"'_/\\(){}\[\]<>$*]|--?\w|\d|\w\.\w|\b[A-Z]+[a-z]+[A-Z]\w*|\b[A-Z]{2,}\b|(?<=[a-z,;:] )[A-Z][a-z]+"
)
"""A sign that the sentence names something: code, an option, a number, a path, a proper name."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        for pointer, text in passages(located.entry.record):
            for sentence in _SENTENCE.split(text):
                found = _PHRASE.search(sentence)
                if found and not _CONCRETE.search(sentence):
                    yield Finding(
                        RULE.name,
                        f"this fits any error: {found[0]!r}",
                        located.path,
                        pointer,
                        hint="name the command, option, file or value to look at",
                    )


RULE = Rule("generic-text", "record", _check)
