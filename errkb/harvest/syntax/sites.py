"""One file -> its sites and exception classes, as JSON data.

Telling words -> the nodes around them -> the language's handlers -> sites; calls of the file's own helpers (`helpers`)
-> further sites. What other files of the project may need (helpers, calls of unknown functions with text, constants) is
noted for `link`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from errkb.harvest.marks import unmarked
from errkb.harvest.syntax.helpers import Helpers, unknown_call
from errkb.harvest.syntax.language import Call, Language, Made, Site
from errkb.harvest.syntax.reader import Reader
from errkb.harvest.syntax.tree import held
from errkb.model.located import Facts, UnreadableError

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["read"]

MAX_HITS = 20_000
"""A file with more telling words is a table a program has written, or hostile."""
MAX_CLIMB = 8
"""How far from a telling word the node may be that is a site."""


def read(language: Language, path: str, text: str) -> Facts:
    """Return what a file says, `{}` if it raises nothing. Raises `UnreadableError`."""
    data = unmarked(text).encode("utf-8", "replace")
    hits = [found.start() for found in _telling(language).finditer(data)]
    if not hits:
        return {}
    if language.check is not None:
        language.check(text)
    if len(hits) > MAX_HITS:
        raise UnreadableError(f"more than {MAX_HITS:,} places that may be errors: data")
    if language.worth is not None and not any(language.worth(data, hit) for hit in hits):
        return {}
    if language.prepare is not None:
        data = language.prepare(data)
    suffix = next((one for one in language.grammars if path.endswith(one)), next(iter(language.grammars)))
    reader = Reader(language, language.grammars[suffix], path, data)
    sites: list[Site] = []
    classes: list[Made] = []
    calls: list[Call] = []
    helpers = Helpers(reader)
    for found, nodes in _found(reader, hits):
        if isinstance(found, Made):
            classes.append(found)
        elif isinstance(found, Call):
            calls.append(found)
        else:
            found.function = found.function or reader.function(nodes)
            sites.append(found)
            helpers.note(found, nodes)
    sites += helpers.called()
    own = [one.name for one in helpers.all]
    return _facts(
        sites=[_row(site) for site in sites if id(site) not in helpers.covered],
        classes=[_row(one) for one in classes],
        helpers=[[one.name, one.params, _row(one.site)] for one in helpers.all],
        calls=[_row(call) for call in calls if call.name not in own],
        constants=reader.variables.constants(),
    )


def _row(one: Site | Made | Call) -> list[Any]:
    return [getattr(one, name) for name in one.__slots__]


def _facts(**found: object) -> Facts:
    return {key: value for key, value in found.items() if value}


@cache
def _compiled(pattern: str) -> re.Pattern[bytes]:
    """Return the compiled pattern: a scan by re2 takes a fiftieth of one by `re`, which is most of a file's time."""
    import re2  # type: ignore[import-untyped]

    compiled: re.Pattern[bytes] = re2.compile(pattern.encode())
    return compiled


def _telling(language: Language) -> re.Pattern[bytes]:
    return _compiled(f"{language.telling}|{language.helpers}" if language.helpers else language.telling)


def _found(reader: Reader, hits: Iterable[int]) -> Iterator[tuple[Site | Made | Call, list[Node]]]:
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
            call = _call(reader, path[:size], hit)
            if call is not None:
                yield call, path[:size]
                break


def _call(reader: Reader, path: list[Node], hit: int) -> Call | None:
    """Return the call whose callee a telling word is in."""
    called = held(path[-1], reader.language.calls[path[-1].type][0]) if path[-1].type in reader.language.calls else None
    if called is None or not called.start_byte <= hit < called.end_byte:
        return None
    return unknown_call(reader, path)
