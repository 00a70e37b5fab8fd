"""PHP: errors of the engine, frames, records of Monolog, consoles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "cls", "message", "line"),
    [
        (
            "PHP Parse error:  syntax error, unexpected '}' in /a.php on line 3",
            "Parse error",
            "syntax error, unexpected '}'",
            3,
        ),
        (
            "Fatal error: Uncaught Error: no f() in /a.php:7\nStack trace:\n#0 {main}\n  thrown in /a.php on line 7",
            "Error",
            "no f()",
            7,
        ),
        (
            "PHP Fatal error:  Uncaught exception 'A\\B' with message 'gone' in /a.php:7\nStack trace:\n#0 {main}",
            "A\\B",
            "gone",
            7,
        ),
        (
            '[error] 7#7: *3 FastCGI sent in stderr: "PHP message: PHP Fatal error:  Uncaught Error: x in /a.php:9',
            "Error",
            "x",
            9,
        ),
    ],
)
def test_engine(events, text, cls, message, line):
    """Class, message and place of what the engine prints, with and without a log's prefix."""
    found = events(text)[-1]
    assert (found.cls, found.message, found.language, found.frames[-1].line) == (cls, message, "php", line)


def test_frames(event):
    """A frame says where a function was called, the exception where it was raised in the innermost one."""
    found = event(
        "PHP Fatal error:  Uncaught Error: x in /c.php:3\nStack trace:\n#0 /b.php(2): c()\n"
        "#1 [internal function]: b(Object(A), 'it''s')\n#2 /a.php(1): array_map()\n#3 {main}\n"
    )
    assert [(frame.file, frame.line, frame.function) for frame in found.frames] == [
        ("/a.php", 1, "{main}"),
        ("/b.php", 2, "b"),
        ("/c.php", 3, "c"),
    ]


def test_symfony(event):
    """Symfony quotes the message and names the place on the same line."""
    found = event(
        '[2024-05-03T10:11:12+00:00] request.CRITICAL: Uncaught PHP Exception App\\X: "gone" at /a.php line 12 []\n'
    )
    assert found.cls in ("App\\X", None)
    assert "gone" in found.message


def test_console(event):
    """The box of a console program: message and place."""
    found = event(
        "\nIn Connection.php line 829:\n                    \n  SQLSTATE[42S02]: no table  \n                    \n\n"
    )
    assert (found.message, found.code, found.frames[0].line) == ("SQLSTATE[42S02]: no table", "SQLSTATE 42S02", 829)


@pytest.mark.parametrize(
    "text",
    [
        "Warning: be careful\n",
        "Notice: closed today in the city on line 3 of the tram\n",
        "[x] app.INFO: error {}\n",
        "#0 {main}\n",
    ],
)
def test_no_error(events, text):
    """Words of other programs are no errors."""
    assert [event for event in events(text) if event.role != "noise"] == []


PARTS = st.sampled_from(
    [
        *("PHP Fatal error:  Uncaught A\\B: x", "second in /a.php:3", "Stack trace:", "#0 /a.php(3): f()", "#1 {main}"),
        *(
            "  thrown in /a.php on line 3",
            "Next C: y in /b.php:4",
            "",
            "Warning: w in /a.php on line 2",
            "[stacktrace]",
        ),
        '[2024-05-03 10:11:12] a.ERROR: m {"exception":"[object] (A(code: 0): m at /a.php:1)',
        *("[previous exception] [object] (B(code: 0): n at /b.php:2)", '"} ', "In A.php line 3:", "  box  ", "  - x"),
        "Your requirements could not be resolved to an installable set of packages.",
    ]
)


@given(st.lists(PARTS, max_size=40))
def test_any_mixture_is_read(read, parts):
    """However the parts are mixed: no exception, references hold, pieces map back."""
    read("\n".join(parts))
