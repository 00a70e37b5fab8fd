"""One file -> its sites and exception classes, as JSON data.

Telling words -> the nodes around them -> the language's handlers -> sites; calls of the file's own helpers (a function
that puts a parameter into a message) -> further sites.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives, expressions, literal, substitute, unmarked
from errkb.harvest.syntax.language import Language, Made, Site
from errkb.harvest.syntax.reader import Reader
from errkb.model.located import Facts, UnreadableError

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["read"]

MAX_HITS = 20_000
"""A file with more telling words is a table a program has written, or hostile."""
MAX_CLIMB = 8
"""How far from a telling word the node may be that is a site."""
HELPER_ROUNDS = 2
_TELLING = 4
"""A helper whose own text is shorter is nothing without its callers."""


@dataclass(slots=True)
class _Helper:
    """A site that shows parameters of the function around it."""

    params: list[str]
    site: Site
    node: Node
    called: bool = False


def read(language: Language, path: str, text: str) -> Facts:
    """Return what a file says, `{}` if it raises nothing. Raises `UnreadableError`."""
    data = unmarked(text).encode("utf-8", "replace")
    hits = [found.start() for found in _telling(language.telling).finditer(data)]
    if not hits:
        return {}
    if language.check is not None:
        language.check(text)
    if len(hits) > MAX_HITS:
        raise UnreadableError(f"more than {MAX_HITS:,} places that may be errors: data")
    suffix = next((one for one in language.grammars if path.endswith(one)), next(iter(language.grammars)))
    reader = Reader(language, language.grammars[suffix], path, data)
    sites, classes, helpers = _first(reader, hits)
    for _ in range(HELPER_ROUNDS):
        new = list(_calls(reader, helpers))
        helpers = {}
        for site, nodes in new:
            sites.append(site)
            _note_helper(reader, site, nodes, helpers)
        if not helpers:
            break
    return _facts(sites, classes)


@cache
def _telling(pattern: str) -> re.Pattern[bytes]:
    """Return the compiled pattern: a scan by re2 takes a fiftieth of one by `re`, which is most of a file's time."""
    import re2  # type: ignore[import-untyped]

    compiled: re.Pattern[bytes] = re2.compile(pattern.encode())
    return compiled


def _first(reader: Reader, hits: Iterable[int]) -> tuple[list[Site], list[Made], dict[str, _Helper]]:
    sites: list[Site] = []
    classes: list[Made] = []
    helpers: dict[str, _Helper] = {}
    for found, nodes in _found(reader, hits):
        if isinstance(found, Made):
            classes.append(found)
            continue
        found.function = found.function or reader.function(nodes)
        sites.append(found)
        _note_helper(reader, found, nodes, helpers)
    return sites, classes, helpers


def _found(reader: Reader, hits: Iterable[int]) -> Iterator[tuple[Site | Made, list[Node]]]:
    """Ask the handlers of the nodes around each telling word, from the innermost outwards, until one answers."""
    seen: set[int] = set()
    language = reader.language
    for hit in hits:
        path = reader.path(hit)
        if path is None or path[-1].type in language.comments:
            continue
        for size in range(len(path), max(1, len(path) - MAX_CLIMB), -1):
            node = path[size - 1]
            handler = language.sites.get(node.type)
            if handler is None and node.type not in language.calls:
                continue
            if node.id in seen:
                break
            seen.add(node.id)
            answer = list(handler(reader, path[:size]) if handler is not None else reader.by_rule(path[:size]))
            yield from ((one, path[:size]) for one in answer)
            if answer:
                break


def _note_helper(reader: Reader, site: Site, nodes: list[Node], helpers: dict[str, _Helper]) -> None:
    texts = [text for texts in (site.texts, *site.args) for text in texts]
    if not any("\ue000" in text for text in texts):
        return
    name = (site.function or "").rpartition(".")[2]
    params = reader.parameters(nodes)
    if (
        name.isidentifier()
        and name not in helpers
        and any(one in params for text in texts for one in expressions(text))
    ):
        helpers[name] = _Helper(params, site, nodes[-1])


def _calls(reader: Reader, helpers: dict[str, _Helper]) -> Iterator[tuple[Site, list[Node]]]:
    """Return a site for each call of a helper that gives it text."""
    if not helpers:
        return
    pattern = re.compile(rb"\b(?:" + b"|".join(re.escape(name.encode()) for name in helpers) + rb")\b")
    for found in pattern.finditer(reader.data):
        path = reader.path(found.start())
        if path is None:
            continue
        for size in range(len(path), max(1, len(path) - 4), -1):
            node = path[size - 1]
            if node.type in reader.language.calls:
                helper = helpers.get(re.split(r"\.|->|::", reader.callee(node))[-1])
                if helper is not None and not node.start_byte <= helper.node.start_byte < node.end_byte:
                    yield from _called(reader, helper, path[:size])
                break


def _called(reader: Reader, helper: _Helper, path: list[Node]) -> Iterator[tuple[Site, list[Node]]]:
    reader.texts.start()
    args = reader.arguments(path[-1])[: len(helper.params)]
    values = {name: reader.texts.any(arg) for name, arg in zip(helper.params, args, strict=False) if name}
    if not any(literal(text).strip() for texts in values.values() for text in texts):
        return
    site = helper.site
    if not any(name in values for texts in (site.texts, *site.args) for text in texts for name in expressions(text)):
        return
    helper.called = True
    raised = ((site.line, site.function), *site.raised)
    called = replace(
        site,
        line=reader.line(path[-1]),
        function=reader.function(path),
        texts=_filled(site.texts, values),
        args=tuple(_filled(texts, values) for texts in site.args),
        raised=raised,
    )
    if (
        max((len(literal(text).strip()) for text in (*site.texts, *(site.args[0] if site.args else ()))), default=0)
        < _TELLING
    ):
        site.kind = ""
    yield called, path


def _filled(texts: Alternatives, values: dict[str, Alternatives]) -> Alternatives:
    return tuple(dict.fromkeys(one for text in texts for one in substitute(text, values)))


def _facts(sites: list[Site], classes: list[Made]) -> Facts:
    """Return facts as JSON data; sites that are nothing without their callers are left out."""
    rows = [list(astuple(site)) for site in sites if site.kind]
    made = [list(astuple(one)) for one in classes]
    return {key: value for key, value in (("sites", rows), ("classes", made)) if value}
