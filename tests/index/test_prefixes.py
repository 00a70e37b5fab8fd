"""What is looked up among sorted literals is what an automaton finds."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from errkb.index import Index
from errkb.index.anchored import LOOKED_UP
from errkb.index.automaton import compile_literals
from errkb.index.prefixes import Prefixes, write_prefixes
from errkb.index.sections import Sections, SectionWriter

_SAME = "abcdefgh"  # eight bytes that many literals share
_TAIL = st.text(alphabet="abé\u20ac", max_size=6)
_LITERAL = st.builds(
    lambda head, tail: (head + tail).encode(), st.sampled_from([_SAME, "a" * 8, "abababab", "é" * 4]), _TAIL
)
_TEXT = st.lists(st.sampled_from([_SAME, "a", "b", "é", "\u20ac", "abababab", " "]), max_size=12)


def _open(folder, literals):
    file = SectionWriter(Path(folder) / "sections", 1)
    write_prefixes(file, "own", literals)
    file.close({})
    return Prefixes(Sections(Path(folder) / "sections", 1), "own", literals.__getitem__)


@given(st.lists(_LITERAL, unique=True, max_size=12), _TEXT)
def test_finds_what_the_automaton_finds(literals, pieces):
    """Literals that begin alike, contain each other or repeat themselves: every occurrence, and nothing else."""
    data = "".join(pieces).encode()
    with tempfile.TemporaryDirectory() as folder:
        found = list(_open(folder, literals).find(data))
    assert sorted(found) == sorted(compile_literals(literals).find(data))


def test_one_literal_is_the_beginning_of_another():
    """All that begin at a byte are found, the text itself being the longest of them."""
    with tempfile.TemporaryDirectory() as folder:
        found = _open(folder, [b"the pump ", b"the pump is", b"the pump is off", b"the pump was"]).find(
            b"the pump is off"
        )
        assert sorted(found) == [(0, 9), (1, 11), (2, 15)]


def test_a_text_shorter_than_any_literal_holds_none():
    """Nothing is looked up in less than eight bytes."""
    with tempfile.TemporaryDirectory() as folder:
        assert list(_open(folder, [b"the pump is off"]).find(b"the")) == []


def test_short_texts_need_no_automaton(make_entry):
    """The anchors are loaded compiled only when more has been looked up than that costs, with the same answers."""
    index = Index.of([make_entry(errorMessage="the pump {name} is out of order")])
    text = "ValueError: the pump p1 is out of order"
    assert index.scan(text) == [0]
    assert index.strong._automaton is None
    assert index.scan(text + " " * LOOKED_UP) == [0]
    assert index.strong._automaton is not None
    assert index.scan(text) == [0]
