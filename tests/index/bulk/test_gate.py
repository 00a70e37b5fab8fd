"""The choice of the gate."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errkb.index.bulk.gate import GRAM, choose

LITERAL = st.lists(
    st.sampled_from([b"must be ", b"a valid", b"value", b" of ", b"xyz", b"\0", b"q"]), min_size=3, max_size=8
).map(b"".join)


def holds(gram, unit):
    return any(gram in literal for literal in unit)


@given(
    units=st.lists(
        st.lists(LITERAL.filter(lambda t: max(map(len, t.split(b"\0"))) >= GRAM), min_size=1, max_size=3), max_size=20
    )
)
def test_every_unit_holds_a_gram(units):
    """The gate is exact: each unit holds one of its grams, and those it is said to hold."""
    gate = choose(units)
    assert all(len(gram) == GRAM and b"\0" not in gram for gram in gate.grams)
    for number, unit in enumerate(units):
        own = gate.members[gate.offsets[number] : gate.offsets[number + 1]]
        assert own
        assert all(holds(gate.grams[gram], unit) for gram in own)


def test_adapting_keeps_it_exact():
    """Grams a log is full of are dropped, and every unit still holds one of those left or added."""
    units = [[b"the connection to %d was lost" % n] for n in range(50)] + [[b"connection refused"]]
    gate = choose(units)
    hits = [10_000 if gram in b"the connection to " else 0 for gram in gate.grams]
    sample = b"INFO the connection to 7 is fine\n" * 40_000
    adapted = gate.adapted(hits, sample, [unit[0] for unit in units])
    assert all(any(holds(gram, unit) for gram in adapted) for unit in units)
    assert not any(hits[n] and gram in adapted for n, gram in enumerate(gate.grams))
    assert not any(gram in sample for gram in adapted)


def test_shared_grams_come_first():
    """Many patterns that share words need few grams."""
    units = [[b"argument number %d must be a valid integer" % n] for n in range(1000)]
    assert len(choose(units).grams) < 5
