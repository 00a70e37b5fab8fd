"""`errkb.reproduce.ledger`: what was finished stays finished."""

from hypothesis import given
from hypothesis import strategies as st

from errkb.reproduce.ledger import Ledger


def test_remembers(tmp_path):
    """What one run added the next one finds."""
    path = tmp_path / "deep" / "ledger.jsonl"
    first = Ledger(path)
    first.add("a")
    first.add("a")
    first.add("b")
    assert "a" in Ledger(path)
    assert "c" not in Ledger(path)


@given(rest=st.binary(max_size=60))
def test_torn_line(tmp_path_factory, rest):
    """Whatever a crash left at the end, the whole lines before and after it count."""
    path = tmp_path_factory.mktemp("ledger") / "ledger.jsonl"
    Ledger(path).add("before")
    with path.open("ab") as file:
        file.write(rest)
    Ledger(path).add("after")
    assert "before" in Ledger(path)
    assert "after" in Ledger(path)
