"""Lines: carriers, quoting and colour codes come off, positions stay exact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.model.text import Text
from errkb.parse import parse
from errkb.parse.lines import lines_of


def texts(value):
    """Return the texts of the lines."""
    return [line.text for line in lines_of(Text.of(value))]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a\nb\n", [(1, "a"), (2, "b")]),
        ("a\r\nb\r\n", [(1, "a"), (2, "b")]),
        ("a\rb", [(1, "a"), (2, "b")]),
        ("10%\r20%\ndone", [(1, "10%"), (1, "20%"), (2, "done")]),
        ("a\n\n \nb", [(1, "a"), (2, ""), (3, ""), (4, "b")]),
        ("a\u2028b\x0cc\n", [(1, "a\u2028bc")]),
        ("", []),
    ],
)
def test_line_ends(value, expected):
    """LF, CRLF and, where there is nothing else, CR end lines; a lone CR redraws one; nothing else does."""
    assert [(line.number, line.text) for line in lines_of(Text.of(value))] == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("```python\nx\n```", ["```", "x", "```"]),
        ("~~~\nx\n~~~", ["```", "x", "```"]),
        ("'''\nx", ["```", "x"]),
        ("```[2022-11-07, 08:12:40 UTC] {a.py:1} ERROR - boom", ["boom"]),
        ("boom```", ["boom"]),
        ("`ValueError: bad thing`", ["ValueError: bad thing"]),
        ("`first line\nlast line`", ["first line", "last line"]),
        ("`x` must be `y`", ["`x` must be `y`"]),
        ("`x` must be int", ["`x` must be int"]),
        ("**`ValueError: bad thing`**", ["ValueError: bad thing"]),
        ("“ValueError: bad”", ["ValueError: bad"]),
        ('"OSError: no\nfile."', ["OSError: no", "file."]),
        ('"a" is not "b"', ['"a" is not "b"']),
        ("'charmap' codec can't decode", ["'charmap' codec can't decode"]),
        ("    a\n      b\n    c", ["a", "  b", "c"]),
        ("> a\n>\n>Traceback (most", ["a", "", "Traceback (most"]),
        ("\x1b[31mERROR:\x1b[0m boom", ["boom"]),
    ],
)
def test_what_people_put_around(value, expected):
    """Fences, quoting, bold, back-ticks, common indentation and colour codes come off; quotes of the message stay."""
    assert texts(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('{"level":"error","message":"a\\nb \\"c\\" \\u00e9"}', ["a", 'b "c" é']),
        (
            '{"log":"Traceback (most recent call last):\\n","stream":"stderr"}',
            ["Traceback (most recent call last):"],
        ),
        ('{\n  "message": "connect refused",\n', ["{", "connect refused"]),
        ('time="x" level=ERROR msg="no \\"route\\"" err=EOF', ['no "route"', "EOF"]),
        ('Traceback (most recent call last):\\n  File \\"a.py\\", line 1\\nX: y', None),
    ],
)
def test_messages_inside_structure(value, expected):
    """Values of JSON and logfmt are unescaped; escaped line ends give lines."""
    expected = expected or ["Traceback (most recent call last):", '  File "a.py", line 1', "X: y"]
    assert texts(value) == expected


def test_collapsed_traceback_with_labels():
    """A traceback on one line, with the labels of a launcher in it, comes apart at these."""
    value = 'File "a.py", line 1, in f 10: g() 10: x.BadError: no 10: more 10: text'
    assert texts(value) == ['File "a.py", line 1, in f', "g()", "x.BadError: no", "more", "text"]


def test_collapsed_traceback_without_labels():
    """A traceback on one line comes apart at header, frames and class."""
    value = 'Traceback (most recent call last): File "a.py", line 1, in f g() File "b.py", line 2, in g ValueError: no'
    assert texts(value) == [
        "Traceback (most recent call last):",
        'File "a.py", line 1, in f',
        "g()",
        'File "b.py", line 2, in g',
        "ValueError: no",
    ]


def test_level_inside_structure():
    """The level of a structured record is that of its first line."""
    lines = lines_of(Text.of('{"severity":"CRITICAL","msg":"gone"}'))
    assert (lines[0].level, lines[0].text) == ("CRITICAL", "gone")
    assert lines_of(Text.of('{"level":50,"msg":"gone"}'))[0].level == "ERROR"
    assert lines_of(Text.of('{"error": {"message": "no such model"}}'))[0].level == "ERROR"


def test_long_logs_keep_carriers_far_from_anything(healthy_log):
    """In a long log only lines near something of interest are read closely; those are read as in a short text."""
    value = healthy_log(5000) + "2024-01-01 10:00:00 ERROR app: boom\n  detail\n" + healthy_log(5000)
    lines = parse(Text.of(value)).lines
    assert [line.number for line in lines] == list(range(1, 10003))
    assert (lines[5000].text, lines[5000].level) == ("app: boom", "ERROR")
    assert lines[100].text.startswith("2024-01-01")
    assert sum(line.level is not None for line in lines) < 50
    assert all(value.startswith(line.text, line.start) for line in lines)


PIECES = st.sampled_from(
    [
        *(
            '{"message": "',
            '"}',
            "\\n",
            '\\"',
            "\x1b[31m",
            "\x1b[0m",
            "[0m",
            "\r",
            "\r\n",
            "\n",
            "`",
            '"',
            "**",
            "```",
            "> ",
        ),
        *("[rank0]: ", "(W pid=1) ", "web_1  | ", "10: ", "ERROR: ", "2024-01-01 10:00:00 ", "E   ", " │ ", "×"),
        *(
            'File "a.py", line 3, in f',
            "Traceback (most recent call last):",
            "ValueError: x",
            " 10: ",
            "level=error msg=a",
        ),
        *("text", " ", "\t", "\0", "é", "\u202e", "\ud800", "🛒"),
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_positions_are_exact(value):
    """Whatever the text, every line stands where it says, character by character."""
    for line in lines_of(Text.of(value)):
        assert 0 <= line.at <= line.end <= len(value)
        if line.pieces is not None:
            for piece in line.pieces:
                assert line.text[piece.at : piece.at + piece.length] == value[piece.start : piece.start + piece.length]
        elif line.text != "```":
            assert value[line.start : line.start + len(line.text)] == line.text
