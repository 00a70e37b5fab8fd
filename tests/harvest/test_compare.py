"""Two harvests -> added, gone, moved, reworded."""

from __future__ import annotations

import textwrap

from errkb.harvest.compare import compare
from errkb.harvest.entries import entries
from errkb.harvest.python import Python
from errkb.model.located import Project
from errkb.model.report import Entry


def harvested(source: str, path: str = "pkg/a.py") -> list[Entry]:
    python = Python()
    found = python.link({path: python.read(path, textwrap.dedent(source))})
    return list(entries(Project("pkg", "owner/pkg"), found, "2026-01-01T00:00:00Z"))


OLD = """
def f(x):
    raise ValueError("this stays as it is")
def g(x):
    raise ValueError(f"the size {x} is too large for it")
def h(x):
    raise ValueError("this one goes away")
"""
NEW = """
# a line more
def f(x):
    raise ValueError("this stays as it is")
def g(x):
    raise ValueError(f"the size {x} is too large for this")
def new(x):
    raise TypeError("nobody has seen this")
"""


def test_each_kind_of_difference() -> None:
    """Lines that move, words that change, errors that come and go are told apart."""
    changes = compare(harvested(OLD), harvested(NEW))
    told = [
        (change.kind, (change.old or change.new).record["errorMessage"])
        for change in changes
        if change.old or change.new
    ]
    assert told == [
        ("added", "nobody has seen this"),
        ("gone", "this one goes away"),
        ("reworded", "the size {x} is too large for it"),
        ("moved", "this stays as it is"),
    ]


def test_a_file_that_moves_takes_its_errors_along() -> None:
    """The same message in another file has moved, nothing came or went."""
    changes = compare(harvested(OLD), harvested(OLD, "pkg/b.py"))
    assert {change.kind for change in changes} == {"moved"}
    assert len(changes) == 3


def test_one_message_at_several_places_is_one_entry() -> None:
    """Further places of a file are sites; a code that messages share is left out."""
    source = """
    def f(x):
        raise ValueError("the same text")
    def g(x):
        if x:
            raise ValueError("the same text")
        raise ApiError("one thing is wrong", code="bad")
    def h(x):
        if x:
            raise ApiError("another thing is wrong", code="bad")
        raise ApiError("a third thing", code="third")
    """
    found = harvested(source)
    assert [
        (one.record["errorMessage"], one.record["errorCode"], len(one.evidence["sites"]))
        for one in found
        if one.evidence
    ] == [
        ("the same text", None, 1),
        ("one thing is wrong", None, 0),
        ("another thing is wrong", None, 0),
        ("a third thing", "third", 0),
    ]
