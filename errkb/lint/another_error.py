"""Prose that speaks of another error: an explanation of `KeyError` beside a `ValueError`, a handler for another class.

Looked at are sentences that say what "this" error is, and the `except` clauses of `tryCatchPattern`. A clause may name
a base class, a library's own spelling of the class, or several classes of which one fits; builtins are compared by
their real inheritance.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence

from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.report import Entry

__all__ = ["RULE"]

_SUBJECT = re.compile(
    r"\b(?:[Tt]his|[Tt]his is an?|[Tt]hat is an?) `?([A-Z]\w*(?:Error|Exception|Warning))`?"
    r" (?:is (?:raised|thrown)|means|occurs|happens|says|appears|comes)"
)


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for located in entries:
        record, own = located.entry.record, _classes(located.entry)
        if not own:
            continue
        for field in ("documentation", "triggerScenarios", "commonSituations"):
            for found in _SUBJECT.finditer(record[field]):
                if not _fits(found[1], own):
                    message = f"speaks of {found[1]}, the record is about {' or '.join(sorted(own))}"
                    yield Finding(RULE.name, message, located.path, f"/{field}")
        caught = _caught(record["tryCatchPattern"] or "")
        if caught and not any(_fits(name, own) for name in caught):
            message = f"catches {', '.join(sorted(caught))}, the record is about {' or '.join(sorted(own))}"
            yield Finding(RULE.name, message, located.path, "/tryCatchPattern")


def _classes(entry: Entry) -> set[str]:
    aliases = (entry.evidence or {}).get("aliases", ())
    named = [entry.record["errorClass"], *(alias["errorClass"] for alias in aliases)]
    return {name.rpartition(".")[2] for name in named if name}


def _caught(code: str) -> set[str]:
    """Return the last parts of the names in `except` clauses, empty if there is none or it catches everything."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            if node.type is None:
                return set()
            listed = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            names |= {ast.unparse(one).rpartition(".")[2] for one in listed}
    return names


def _fits(name: str, own: set[str]) -> bool:
    """Say whether `name` is one of the classes or may be a base of one."""
    if name in own:
        return True
    found = getattr(builtins, name, None)
    if not isinstance(found, type):
        return True  # a library's class: whether it is a base cannot be told from here
    bases = [getattr(builtins, cls, None) for cls in own]
    return any(not isinstance(cls, type) or issubclass(cls, found) for cls in bases)


RULE = Rule("another-error", "record", _check)
