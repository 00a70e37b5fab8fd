"""Both automata find the same, and say when a dump of theirs cannot be used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.index import Index
from errkb.index.automaton import AutomatonError, available, compile_literals, load_automaton
from errkb.match import match
from errkb.model.text import Text
from errkb.parse import parse

BACKENDS = ["hyperscan", "daachorse"]
LITERALS = st.lists(st.binary(min_size=1, max_size=4).filter(lambda data: b"\0" not in data), min_size=1, unique=True)


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_occurrence_is_found(backend):
    """Overlapping ones and those inside others too, each with the place where it ends."""
    automaton = compile_literals([b"abc", b"bc", b"c d", "é".encode()], backend)
    found = automaton.find("abc déabc".encode())
    assert sorted(found) == [(0, 3), (0, 10), (1, 3), (1, 10), (2, 5), (3, 7)]


@given(LITERALS, st.binary(max_size=60))
def test_both_find_the_same(literals, data):
    """Which library does the work makes no difference to what is found."""
    one, other = (compile_literals(literals, backend) for backend in BACKENDS)
    assert sorted(one.find(data)) == sorted(other.find(data))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("literals", [[], [b"one literal", b"another"]])
def test_a_dump_loads_to_the_same(backend, literals):
    """What was compiled once need not be compiled again."""
    automaton = compile_literals(literals, backend)
    assert load_automaton(automaton.dump(), backend).find(b"one literal") == automaton.find(b"one literal")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d[:20],
        lambda d: d[:-9],
        lambda d: b"x" * len(d),
        lambda d: d[: len(d) // 2] + bytes(len(d) - len(d) // 2),
    ],
)
def test_a_torn_dump_is_refused(backend, damage):
    """A dump that is cut, foreign or overwritten is an error, never another answer."""
    dump = compile_literals([b"one literal", b"another one", b"a third"], backend).dump()
    with pytest.raises(AutomatonError):
        load_automaton(damage(dump), backend)


def test_the_other_one_can_be_asked_for(monkeypatch):
    """The environment chooses daachorse where hyperscan is there as well."""
    available.cache_clear()
    monkeypatch.setenv("ERRKB_AUTOMATON", "daachorse")
    assert available() == "daachorse"
    available.cache_clear()


@pytest.mark.parametrize(
    "line", ["ValueError: the pump went wrong in a way nobody expected", "ValueError: the pump went wro"]
)
def test_answers_do_not_depend_on_it(make_entry, line):
    """The same paste gets the same answer with the same score."""
    text = Text.of(line)
    answers = []
    for backend in BACKENDS:
        index = Index.of([make_entry(), make_entry(errorMessage="the pump {x} in a way {y} expected")], backend)
        ranking = match(parse(text), text, [index])
        answers.append([(found.record_id, found.score, found.level) for found in (*ranking.matches, *ranking.nearest)])
    assert answers[0] == answers[1]
    assert answers[0]
