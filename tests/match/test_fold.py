"""Folded text and the way back."""

from hypothesis import given
from hypothesis import strategies as st

from errkb.index import fold
from errkb.match.fold import Folded

TEXT = st.text(alphabet=st.sampled_from("ab'’“ \t\n\xa0\u2003x:"), max_size=60)


@given(TEXT)
def test_origin_leads_back_to_the_same_character(message):
    """Every folded character that is no blank is the (folded) character of the message it came from."""
    folded = Folded(message)
    for at, char in enumerate(folded.text):
        if not char.isspace():
            assert fold(message[folded.origin(at)]).strip() == char


@given(TEXT)
def test_folding_twice_changes_nothing(text):
    """Folding is idempotent, so templates and messages meet in one form."""
    assert fold(fold(text)) == fold(text)


def test_white_space_and_quotes_are_made_plain():
    """Runs of white space are one blank; typographic quotes are plain ones."""
    assert fold("  could\n\tnot “connect”  to ‘x’ ") == " could not \"connect\" to 'x' "
