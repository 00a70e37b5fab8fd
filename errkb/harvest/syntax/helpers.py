"""Functions that print one of their parameters (`fail(message)`): each call with text is a place of its own.

Calls in the same file are found by name; for calls elsewhere the helper is handed on to `link`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives, expressions, literal, product, substitute
from errkb.harvest.syntax.language import Call, Helper, Site
from errkb.harvest.syntax.tree import last_name

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["Helpers", "filled", "through", "unknown_call"]

ROUNDS = 2
"""A helper of a helper is followed, no further."""
TELLING = 4
"""Letters below which the text of a helper is nothing without its callers."""
_ELSEWHERE = re.compile(r"(?:\\?[A-Z][\w\\]*(?:\.|::))?[\w$]+[!?]?")
"""A function or what belongs to a class; methods of objects have names that others have as well."""
_ALL = ("$*", "$@")
"""What stands for all arguments of a shell function."""
_OWN = re.compile(r"(?!(?i:.*log|console))(?:[\w$@]+(?:\.|->|::))?[\w$?!]+")
"""A callee that may be of the same file: on nothing, or on one object that is no logger."""


class Helpers:
    """The helpers of one file."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.all: list[Helper] = []
        self.covered: set[int] = set()
        """Ids of sites that say nothing without their callers, which are known."""
        self._new: dict[str, tuple[Helper, Node]] = {}
        self._names: set[str] = set()

    def note(self, site: Site, path: list[Node]) -> None:
        """Remember the function around a site if the site shows one of its parameters."""
        name = last_name(site.function or "")
        texts = [text for texts in (site.texts, *site.args) for text in texts]
        if not name.rstrip("!?").isidentifier() or name in self._names or not any(map(expressions, texts)):
            return
        params = self._reader.parameters(path)
        if any(one in params or one in _ALL for text in texts for one in expressions(text)):
            helper = Helper(name, tuple(params), site)
            self._names.add(name)
            self.all.append(helper)
            self._new[name] = helper, path[-1]

    def called(self) -> Iterator[Site]:
        """Return a site for each call in the file that gives a helper text."""
        for _ in range(ROUNDS):
            helpers, self._new = self._new, {}
            if not helpers:
                return
            for helper, path in self._calls(helpers):
                site = self._called(helper, path)
                if site is not None:
                    yield site
                    self.note(site, path)

    def _calls(self, helpers: Mapping[str, tuple[Helper, Node]]) -> Iterator[tuple[Helper, list[Node]]]:
        reader = self._reader
        pattern = re.compile(rb"\b(?:" + b"|".join(re.escape(name.encode()) for name in helpers) + rb")(?!\w)")
        for found in pattern.finditer(reader.data):
            path = reader.path(found.start())
            size = len(path or ())
            while path is not None and size > max(1, len(path) - 4):
                node = path[size - 1]
                if node.type in reader.language.calls:
                    callee = reader.callee(node)
                    name = last_name(callee) if _OWN.fullmatch(callee) else ""
                    helper, own = helpers.get(name, (None, None))
                    if helper is not None and own is not None and not node.start_byte <= own.start_byte < node.end_byte:
                        yield helper, path[:size]
                    break
                size -= 1

    def _called(self, helper: Helper, path: list[Node]) -> Site | None:
        reader, node = self._reader, path[-1]
        reader.texts.start()
        args = tuple(reader.texts.any(arg) for arg in reader.arguments(node)[: len(helper.params)])
        call = Call(helper.name, reader.line(node), reader.function(path), args)
        site = through(helper, call)
        if site is not None and _poor(helper.site):
            self.covered.add(id(helper.site))
        return site


def unknown_call(reader: Reader, path: list[Node]) -> Call | None:
    """Return the call at the end of a path if it has text and may be one of a helper in another file."""
    node = path[-1]
    callee = reader.callee(node)
    if not _ELSEWHERE.fullmatch(callee):
        return None
    reader.texts.start()
    args = tuple(reader.texts.any(arg) for arg in reader.arguments(node)[:8])
    if max((len(literal(text).strip()) for texts in args for text in texts), default=0) < TELLING:
        return None
    return Call(last_name(callee), reader.line(node), reader.function(path), args)


def through(helper: Helper, call: Call) -> Site | None:
    """Return what a call prints through a helper, `None` if it gives it no text."""
    values = {name: texts for name, texts in zip(helper.params, call.args, strict=False) if name}
    site = helper.site
    everything = product([part for arg in call.args for part in ((" ",), arg)][1:])
    values |= dict.fromkeys(_ALL, everything)
    shown = {name for texts in (site.texts, *site.args) for text in texts for name in expressions(text)}
    if not any(literal(text).strip() for name, texts in values.items() if name in shown for text in texts):
        return None
    return replace(
        site,
        line=call.line,
        function=call.function,
        texts=filled(site.texts, values),
        args=tuple(filled(texts, values) for texts in site.args),
        raised=((site.line, site.function), *site.raised),
    )


def filled(texts: Alternatives, values: Mapping[str, Alternatives]) -> Alternatives:
    """Return texts with the placeholders of known expressions replaced."""
    return tuple(dict.fromkeys(one for text in texts for one in substitute(text, values)))


def _poor(site: Site) -> bool:
    texts = (*site.texts, *(site.args[0] if site.args else ()))
    return max((len(literal(text).strip()) for text in texts), default=0) < TELLING
