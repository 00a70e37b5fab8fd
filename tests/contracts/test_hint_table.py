"""The table of hints says what the modules of the parsers say."""

import pytest

from errkb.parse.builtin import BUILTIN, ORDER
from errkb.parse.deferred import Deferred, load
from errkb.parse.hint_table import TABLE


@pytest.mark.parametrize("place", ORDER)
def test_hint_table_is_current(place):
    """Name and hints are those of the module; if not, run `scripts/write_hint_table.py`."""
    parser = load(place)
    nearby = getattr(parser, "nearby", None)
    assert nearby is not None, "without `nearby` a parser is asked at every line where any other one is"
    hints = tuple(dict.fromkeys(parser.hints)), tuple(dict.fromkeys(nearby))
    assert TABLE.get(place) == (parser.name, *hints), "run scripts/write_hint_table.py"


def test_no_parser_is_imported_at_start():
    """All but the last parser wait for one of their hints; the table knows no others."""
    assert list(TABLE) == list(ORDER)
    assert [type(parser) for parser in BUILTIN[:-1]] == [Deferred] * len(ORDER)
