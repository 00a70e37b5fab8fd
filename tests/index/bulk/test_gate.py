"""The choice of the gate."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errkb.index.bulk.gate import adapted, choose, joined
from errkb.index.bulk.texts import GRAM, Texts

LITERAL = (
    st.lists(st.sampled_from([b"must be ", b"a valid", b"value", b" of ", b"xyz", b"q"]), min_size=3, max_size=8)
    .map(b"".join)
    .filter(lambda text: len(text) >= 10)
)
LITERALS = st.lists(LITERAL, max_size=20, unique=True)


def check(gate, literals):
    """Assert that each literal holds its gram and has a second window beside it."""
    grams = gate.texts
    assert len(gate.gram) == len(gate.offset) == len(gate.step) == len(literals)
    for literal, gram, offset, step in zip(
        literals, gate.gram.tolist(), gate.offset.tolist(), gate.step.tolist(), strict=True
    ):
        assert literal[offset : offset + GRAM] == grams[gram]
        assert step
        assert 0 <= offset + step <= len(literal) - GRAM


@given(literals=LITERALS)
def test_every_literal_holds_its_gram(literals):
    """The gate is exact: each literal holds the gram that stands for it, where it is said to."""
    gate = choose(Texts.of(literals))
    assert len(set(gate.texts)) == len(gate.texts)
    check(gate, literals)


@given(parts=st.lists(LITERALS, max_size=3))
def test_gates_are_joined(parts):
    """The gate of several lists is exact for all of them, one after the other."""
    check(joined([choose(Texts.of(literals)) for literals in parts]), [text for literals in parts for text in literals])


@given(literals=LITERALS, sample=st.lists(LITERAL, min_size=1, max_size=5))
def test_adapting_keeps_it_exact(literals, sample):
    """Whatever a log is full of, each literal holds the gram that stands for it."""
    gate = choose(Texts.of(literals))
    check(adapted(gate, literals.__getitem__, b"".join(sample) * 9), literals)


def test_what_a_log_is_full_of_is_dropped():
    """Grams that stand all over a log go, and none comes in their place that stands there, too."""
    literals = [b"the connection to %d was lost" % n for n in range(50)] + [b"connection refused"]
    sample = b"INFO the connection to 7 is fine\n" * 4_000
    gate = choose(Texts.of(literals))
    assert any(gram in sample for gram in gate.texts)
    assert not any(gram in sample for gram in adapted(gate, literals.__getitem__, sample).texts)


def test_shared_grams_come_first():
    """Many literals that share words need few grams."""
    literals = [b"argument number %d must be a valid integer" % n for n in range(1000)]
    assert len(choose(Texts.of(literals)).grams) < 5
