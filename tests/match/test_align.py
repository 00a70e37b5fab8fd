"""Alignment: which words of a message stand for which of a template."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.match.align import MOST_PAIRS, Wording, _pairs, align

WORDS = st.lists(st.sampled_from(["pump", "not", "of", "'", "_", "valve", "12", "the"]), max_size=25)
PARTS = st.lists(st.one_of(st.none(), WORDS.map(" ".join).filter(str.strip)), min_size=1, max_size=6)


def alike(parts, message, *, cut=False):
    """Align a template, given as its parts, with a message."""
    return align(Wording.of_template(parts), Wording.of_message(message), cut=cut)


def test_words_are_not_looked_for_in_a_value():
    """A value with quotes and words of the template in it takes none of those behind it."""
    parts = ("Found more '", None, "' placeholders in input prompt than actual items.")
    value = "<class 'input.in_prompt'>"
    likeness = alike(parts, f"Found more '{value}' signs in input prompt than actual items.")
    assert (likeness.missing, likeness.extra) == (4.0, 0.0)


def test_a_name_of_several_words_counts_as_one():
    """`tz_localize` in place of `Modulo` is one word for another."""
    one, several = (alike(("modulo by zero",), f"{word} by zero") for word in ("division", "tz_localize_all"))
    assert (one.missing, one.extra) == (several.missing, several.extra) == (4.0, 0.0)


def test_a_name_that_differs_inside_counts_too():
    """`hsdp_steps_dim` is not `hsdp_shard_dim`."""
    assert alike(("use hsdp_shard_dim",), "use hsdp_steps_dim").missing == 4.0


def test_the_same_words_in_another_order_are_not_all_matched():
    """Words stand for each other in order only."""
    assert alike(("first the pump then the valve",), "first the valve then the pump").ratio < 0.8


@pytest.mark.parametrize("word", ["not", "never"])
def test_a_negation_in_place_of_a_value_is_none(word):
    """A value may say anything; beside missing words it is no value."""
    assert alike(("state: ", None), f"state: {word} open").extra == 0.0
    assert alike(("the ", None, " went wrong"), f"the pump went {word} wrong").extra > 10


def test_texts_that_repeat_themselves_stay_cheap():
    """Of very many pairs of equal words only those of the rarest are chained."""
    own, message = (Wording.of_message("the pump " * 40 + last) for last in ("valve", "big valve"))
    pairs = _pairs(own, message)
    assert len(pairs) <= MOST_PAIRS
    assert (80, 81) in pairs


@given(PARTS, WORDS.map(" ".join), st.booleans())
def test_sums_are_never_negative(parts, message, cut):
    """Whatever is compared, ratio lies between 0 and 1 and no sum below 0."""
    likeness = alike(parts, message, cut=cut)
    assert min(likeness.matched, likeness.missing, likeness.extra) >= 0.0
    assert 0.0 <= likeness.ratio <= 1.0


@given(PARTS.filter(lambda parts: None not in parts))
def test_a_template_is_wholly_like_itself(parts):
    """Without a value nothing stands on one side only."""
    likeness = alike(parts, " ".join(parts))
    assert (likeness.missing, likeness.extra) == (0.0, 0.0)
