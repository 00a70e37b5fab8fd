"""Regular expressions of authors become templates."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.dataset.templating import PatternError, templates
from errkb.index import fold
from errkb.match.verify import verify
from errkb.model.pattern import split_template


@pytest.mark.parametrize(
    ("pattern", "wordings"),
    [
        (r"no address for order", ["no address for order"]),
        (r"order \d+ failed", ["order {} failed"]),
        (r"^order (?P<id>\d+): (eu|us) failed.*$", ["order {id}: {} failed"]),
        (r"orders? failed at noon", ["order{} failed at noon", "order failed at noon"]),
        (r"(?:order) [a-z]+\d+ failed", ["order {} failed"]),
        (r"it is gone (?P<what>.*)", ["it is gone {what}", "it is gone "]),
        (r"a\.b\{c\} is gone", ["a.b{c} is gone"]),
    ],
)
def test_templates(pattern, wordings):
    """Literal text stays, the rest becomes placeholders; what may be missing makes another wording."""
    assert templates(pattern) == wordings


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (r"\d+", "literal text"),
        (r"order (", "compile"),
        (r"(a+)+ failed today", "quantif|nested|repeat"),
        (r"order (?=x) failed", "looks ahead"),
        (r"the a? b? c? d? e? f? failed", "may be missing"),
    ],
)
def test_refused(pattern, why):
    """What cannot be used is refused with the reason."""
    with pytest.raises(PatternError, match=why):
        templates(pattern)


PIECES = st.sampled_from([r"\d+", "[a-z]+", "(?:x|yy)", "(z)?", r"\w", "word ", "failed ", "no address ", "-"])


@given(st.lists(PIECES, min_size=2, max_size=6).map("".join), st.data())
def test_nothing_is_lost(pattern, data):
    """Whatever the expression matches, one of its wordings finds."""
    try:
        wordings = templates(pattern)
    except PatternError:
        return
    text = data.draw(st.from_regex(re.compile(pattern, re.ASCII), fullmatch=True))
    folded = fold(f"before {text} after")
    parts = [[None if part is None else fold(part) for part in split_template(wording)] for wording in wordings]
    assert any(verify(one, folded) is not None for one in parts)


def test_a_hole_that_goes_on_a_word_stays():
    """An expression that ends with digits after text ends inside a word: what follows is part of it."""
    assert templates(r"gateway (?P<region>\w+) answered 5\d\d") == ["gateway {region} answered 5{}"]
