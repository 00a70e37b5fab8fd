"""Free-form patterns of foreign records: looked for by what they require, verified by a linear engine."""

import pytest

from errkb.index import Index
from errkb.match import match
from errkb.model.text import Text
from errkb.parse import parse

MESSAGE = "bad valve 17 in the north hall of the building"


@pytest.fixture
def foreign(make_entry):
    """Return an index of one record whose pattern is the given regex."""

    def make(pattern):
        entry = make_entry(errorMessage="bad valve {number} in the {place}")
        entry.record["messagePattern"] = pattern
        return Index.of([entry])

    return make


def answer(index, line):
    text = Text.of(line)
    return match(parse(text), text, [index])


@pytest.mark.parametrize(
    "pattern",
    [
        r"bad valve (\d+) in the (north|south) hall of the building",
        r"(?:bad|broken) valve (\d+) in the (.+) hall of the building",
        r"(?i)BAD VALVE (\d+) IN THE (\w+) HALL OF THE BUILDING",
        r"[a-z]+ [a-z]+ (\d+) [a-z ]+ (north|south) [a-z ]+",
    ],
)
def test_a_regex_is_found_wherever_its_literals_lead(foreign, pattern):
    """With required literals, with alternatives, without case, and without any literal at all."""
    (found,) = answer(foreign(pattern), f"ValueError: {MESSAGE}").matches
    assert [capture.value for capture in found.captures] == ["17", "north"]


def test_what_only_looks_like_it_is_no_match(foreign):
    """The regex decides, not the template."""
    ranking = answer(
        foreign(r"bad valve (\d+) in the (north|south) hall of the building"), "ValueError: bad valve x in the east"
    )
    assert ranking.matches == []


def test_anchors_of_regexes_are_compiled_again(foreign, tmp_path):
    """A damaged automaton is made anew from what the index keeps of each regex."""
    from errkb.index import open_index
    from errkb.index.anchored import LOOKED_UP

    index = foreign(r"(?:bad|broken) valve number (\d+) in the (.+) hall")
    for file in [*index.folder.glob("*.hyperscan"), *index.folder.glob("*.daachorse")]:
        file.unlink()
    again = open_index(index.folder)
    assert again.scan("a broken valve number 3 in the hall" + " " * LOOKED_UP) == [0]


def test_a_hostile_regex_is_linear(foreign):
    """What would take another engine years is answered."""
    assert answer(foreign(r"(a*)*b(valve)"), "ValueError: " + "a" * 50_000 + "c valve").matches == []
