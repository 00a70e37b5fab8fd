"""The verifier finds what `re` finds, in linear time."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.match.verify import MIN_CUT_LITERAL, verify, verify_cut

LITERALS = st.text(alphabet="ab :.(", min_size=1, max_size=6)
PARTS = st.lists(st.one_of(st.none(), LITERALS), min_size=1, max_size=6).filter(any)


def _pattern(parts):
    return "".join("(.+?)" if part is None else re.escape(part) for part in parts)


def _merge(parts):
    """Adjacent literals are one literal, as a split pattern never holds two in a row."""
    merged = []
    for part in parts:
        if part is not None and merged and merged[-1] is not None:
            merged[-1] += part
        else:
            merged.append(part)
    return merged


@given(PARTS.map(_merge), st.text(alphabet="ab :.(xyz", max_size=40))
def test_agrees_with_re_on_one_line(parts, text):
    """Whatever `re` accepts the verifier accepts, with the same spans; only a trailing group runs to the end."""
    expected = re.search(_pattern(parts), text)
    found = verify(parts, text)
    assert (found is None) == (expected is None)
    if found is None:
        return
    assert found.start == expected.start()
    spans = [expected.span(n + 1) for n in range(parts.count(None))]
    if parts[-1] is None:
        assert found.end == len(text)
        assert found.groups[-1] == (spans[-1][0], len(text))
        assert found.groups[:-1] == spans[:-1]
    else:
        assert found.groups == spans
        assert found.end == expected.end()


@given(PARTS.map(_merge), st.data())
def test_filled_template_is_found_wherever_it_stands(parts, data):
    """A template filled with any values, between any surroundings, is found."""
    values = st.text(alphabet="xyz019 '", min_size=1, max_size=8)
    filled = "".join(data.draw(values) if part is None else part for part in parts)
    around = st.text(alphabet="qrs \n", max_size=10)
    assert verify(parts, data.draw(around) + filled + data.draw(around)) is not None


def test_each_group_takes_at_least_one_character():
    """An empty value does not match, as in the contract's `(.+?)`."""
    assert verify(["got '", None, "'"], "got ''") is None
    assert verify(["size ", None], "size ") is None


def test_trailing_group_runs_to_the_end_of_the_text():
    """`(.+?)` at the end takes the whole value, not one character."""
    found = verify(["Got unsupported ", None], "Got unsupported ScalarType BFloat16")
    assert found.groups == [(16, 35)]


@pytest.mark.parametrize(
    ("message", "literal", "groups"),
    [
        ("CUDA error: device-side assert tri", 34, []),
        ("CUDA error: device-side assert triggered", None, None),
        ("CUDA", None, None),
        ("CUDA error: illegal memory access", None, None),
    ],
)
def test_cut_in_a_literal(message, literal, groups):
    """A message that breaks off inside the template's text is found once enough of it is there."""
    found = verify_cut(["CUDA error: device-side assert triggered now"], message)
    if message.endswith("triggered"):
        assert found is not None
        assert found.literal == len(message)
    elif literal is None:
        assert found is None
    else:
        assert found.literal == literal
        assert found.groups == groups


def test_cut_in_a_value():
    """A message that breaks off inside a placeholder's value is found, the value as far as it goes."""
    parts = ["User-specified max_model_len (", None, ") is greater than the derived max_model_len (", None, ")."]
    text = "User-specified max_model_len (1025) is greater than the derived max_model_len (max_pos"
    found = verify_cut(parts, text)
    assert [text[start:end] for start, end in found.groups] == ["1025", "max_pos"]


def test_cut_needs_all_earlier_literals():
    """A different sentence that merely begins alike is not a cut message."""
    parts = ["Target and draft model should have the same size. Target vocab_size=", None, ". Draft ", None]
    assert verify_cut(parts, "Target and draft model should have the same shape") is None


@given(PARTS.map(_merge), st.text(alphabet="ab :.(xyz", max_size=40))
def test_cut_never_claims_little_text(parts, text):
    """Whatever the template, a cut match holds at least the minimum of literal text."""
    found = verify_cut(parts, text)
    assert found is None or found.literal >= MIN_CUT_LITERAL


@pytest.mark.parametrize("size", [1_000, 100_000, 1_000_000])
def test_worst_input_is_answered(size):
    """Input on which a backtracking engine explodes is just scanned."""
    assert verify(["a", None, "a", None, "a", None, "b"], "a" * size) is None
    assert verify_cut(["a", None, "a", None, "a", None, "b"], "a" * size) is None
