"""Wordings that drifted: words added, dropped, replaced or cut off."""

import pytest

from errkb.index import Index
from errkb.match.fuzzy import similar

TEMPLATE = "the {thing} went wrong in a way nobody expected"


@pytest.fixture
def index(make_entry):
    """An index with one template that is meant and many that share words with it."""
    others = [f"the {{thing}} went {word} in a {word} way" for word in ("up", "down", "missing", "quiet", "backwards")]
    return Index.of([make_entry(errorMessage=message) for message in (TEMPLATE, *others)])


def best(index, message, *, cut=False):
    found = similar(index, message, limit=3, cls=None, cut=cut)
    return (found[0][0], found[0][1]) if found else (None, None)


@pytest.mark.parametrize(
    "message",
    [
        "the pump went badly wrong in a way nobody expected",
        "the pump went wrong in a way nobody foresaw",
        "the pump went wrong in way nobody expected",
        "a pump went wrong in a way nobody expected",
        "THE PUMP WENT WRONG IN A WAY NOBODY EXPECTED",
    ],
)
def test_altered_wordings_are_found(index, message):
    """One word added, replaced, dropped, or another case."""
    number, likeness = best(index, message)
    assert number == 0
    assert likeness.ratio > 0.8


def test_the_own_wording_is_wholly_alike(index):
    """What a placeholder takes counts on neither side."""
    number, likeness = best(index, "the very long value of three words went wrong in a way nobody expected")
    assert number == 0
    assert (likeness.ratio, likeness.missing, likeness.extra) == (1.0, 0.0, 0.0)
    assert likeness.starts
    assert likeness.ends


def test_a_replaced_word_counts_once_however_long(index):
    """`foresaw` for `expected` is one difference, like any other word."""
    short, long = (best(index, f"the pump went wrong in a way nobody {word}")[1] for word in ("saw", "anticipated"))
    assert (short.missing, short.extra) == (long.missing, long.extra)


def test_a_word_cut_off_is_its_beginning(index):
    """A message that ends inside a word is like the template up to there."""
    number, likeness = best(index, "the pump went wrong in a way nob", cut=True)
    assert number == 0
    assert likeness.broken
    assert likeness.ratio > 0.9


def test_a_missing_last_value_is_a_cut(make_entry):
    """Where the template ends with a value and the message before it, the message is cut off."""
    index = Index.of([make_entry(errorMessage="cannot bring the pump to {place}")])
    assert similar(index, "cannot bring the pump to", limit=1, cls=None, cut=True)[0][1].broken


@pytest.mark.parametrize("message", ["", "?!", "words of an altogether different sentence"])
def test_nothing_is_like_nothing(index, message):
    """Without a word in common there is no candidate."""
    assert similar(index, message, limit=3, cls=None, cut=False) == []


def test_only_the_wanted_templates(index):
    """`among` keeps the others out, however alike they are."""
    found = similar(index, "the pump went wrong in a way nobody expected", limit=9, cls=None, cut=False, among=[2, 3])
    assert sorted(number for number, _ in found) == [2, 3]


def test_the_opposite_is_another_message(index):
    """A negation that only one side has weighs more than any other word."""
    plain, opposite = (
        best(index, f"the pump went {word} wrong in a way nobody expected")[1] for word in ("badly", "not")
    )
    assert opposite.ratio < plain.ratio - 0.1
