"""Which substrings stand on a line."""

from hypothesis import given
from hypothesis import strategies as st

from errkb.parse.needles import Needles

LETTERS = st.text("ab:E \té", max_size=12)
NEEDLES = st.lists(LETTERS.filter(bool), min_size=1, max_size=12, unique=True)


@given(NEEDLES, LETTERS)
def test_same_as_one_search_each(needles, line):
    """What is found is what a search for each substring finds."""
    bits = {needle: 1 << number for number, needle in enumerate(needles)}
    assert Needles(bits)(line) == sum(of for needle, of in bits.items() if needle in line)


def test_beginning_of_the_line():
    """A line feed stands for the beginning of a line."""
    found = Needles({"\nab": 1, "ab": 2, "\n": 4, "b": 8})
    assert [found(line) for line in ("ab", " ab", "b", "")] == [15, 14, 12, 4]
