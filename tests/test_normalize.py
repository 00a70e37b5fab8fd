"""Control sequences come off with exact positions, shown text is safe, volatile values are masked."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.normalize import has_controls, mask, printable, strip_controls

ANYTHING = st.text(st.characters(codec=None), max_size=200)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b1;31mred\x9bm", "red"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x07", "link"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]0;unterminated text", "0;unterminated text"),
        ("\x1bPdevice\x1b\\text", "text"),
        ("\x1b(Btext\x1b7", "text"),
        ("\x1b[2K\x1b[1Gdone", "done"),
        ("a\x00b\x07c\x7fd\x85e", "abcde"),
        ("?[32mINFO?[0m", "INFO"),
        ("←[1;36m(Worker pid=201)←[0;0m INFO", "(Worker pid=201) INFO"),
        ("^[[31mERROR^[[0m", "ERROR"),
        ("\\u001b[31mERROR\\u001b[39m", "ERROR"),
        ("\\x1b[31mERROR\\033[0m", "ERROR"),
        ("[31mERROR[0m text", "ERROR text"),
        ("\x1b", ""),
        ("plain\ttext\n", "plain\ttext\n"),
    ],
)
def test_controls_come_off(text, expected):
    """Real sequences and what copying leaves of them are taken off; tabs and line ends stay."""
    assert strip_controls(text).value == expected


@pytest.mark.parametrize(
    "text", ["took [3m 20s]", "rate(x[5m])", "values[0] = m", "[main] started", "[K] key", "a[1m]"]
)
def test_text_that_looks_like_a_colour_code_stays(text):
    """Brackets with an `m` behind them are text unless a reset code shows that colours were there."""
    assert strip_controls(text).value == text


@given(ANYTHING)
def test_positions_lead_back(text):
    """Every character that is left stands in the source where `source` says."""
    clean = strip_controls(text)
    assert all(text[clean.source(at)] == char for at, char in enumerate(clean.value))


@given(ANYTHING)
def test_nothing_is_taken_off_where_nothing_is_suspected(text):
    """`has_controls` never misses anything that `strip_controls` would take off."""
    if strip_controls(text).value != text:
        assert has_controls(text)


@given(ANYTHING)
def test_printable_text_steers_nothing(text):
    """What is shown holds no control, bidirectional or invisible character and can be encoded."""
    shown = printable(text)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f\ud800-\udfff]", shown)
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("evil\u202egnp.exe", "evil\\u202egnp.exe"),
        ("over\rwritten\r\n", "over\\x0dwritten\n"),
        ("lone \ud800", "lone \\ud800"),
        ("tag \U000e0041", "tag \\U000e0041"),
        ("Müller 漢字 🛒", "Müller 漢字 🛒"),
    ],
)
def test_printable(text, expected):
    """Terminal sequences go, other dangerous characters are shown as escapes, letters of any script stay."""
    assert printable(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at 0x7f2c1b9c8070", "at <address>"),
        ("pod aa89ef7c-bc47-11e7-85ce-901b0edee6b6", "pod <uuid>"),
        ("2024-01-01 10:00:00,123 done", "<time> done"),
        ("in /usr/lib/python3/x.py line 3", "in <path> line <number>"),
        (r"in C:\Users\user\x.py", "in <path>"),
        ("from 10.0.0.14:52100", "from <ip>"),
        ("commit 0123456789abcdef0123", "commit <hex>"),
        ("tried 1,024 of 3.5e10 times", "tried <number> of <number> times"),
        ("see https://example.org/a?b=1", "see <url>"),
        ("utf8 and x86 stay", "utf8 and x86 stay"),
    ],
)
def test_mask(text, expected):
    """Addresses, ids, times, paths and numbers become their kind; names with digits stay."""
    assert mask(text) == expected


@pytest.mark.parametrize("unit", ["\x1b]", "\x1b[1", "[0m[", "/a", "a1", "0x", "\x9d", "1,", "a-", "1:"])
def test_hostile_text_comes_to_an_end(unit):
    """Long runs of what patterns begin with are no harder than any other text (a quadratic rule would hang here)."""
    text = unit * (400_000 // len(unit))
    assert strip_controls(text).source(0) >= 0
    assert mask(text)
    assert printable(text) is not None


def test_brackets_beside_real_codes_are_text():
    """`[main]` keeps its first letters where colours are real sequences."""
    assert strip_controls("\x1b[31m12:00 [main] ERROR x\x1b[0m").value == "12:00 [main] ERROR x"
