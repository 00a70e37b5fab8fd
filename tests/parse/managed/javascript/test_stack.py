"""Errors of JavaScript: headers, properties, causes, and lines that only look like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

STACK = "    at f (/srv/a.js:1:2)\n    at /srv/b.js:3:4\n"


@pytest.mark.parametrize(
    ("header", "cls", "code", "message"),
    [
        ("TypeError: x is not a function", "TypeError", None, "x is not a function"),
        ("TypeError [ERR_INVALID_URL]: Invalid URL", "TypeError", "ERR_INVALID_URL", "Invalid URL"),
        ("Uncaught TypeError: x", "TypeError", None, "x"),
        ("Uncaught (in promise) RangeError: x", "RangeError", None, "x"),
        ("(node:12) UnhandledPromiseRejectionWarning: Error: x", "Error", None, "x"),
        ("Unhandled Rejection at: Promise Error: x", "Error", None, "x"),
        ("⨯ ReferenceError: x is not defined", "ReferenceError", None, "x is not defined"),
        ("[server] Error: listen EADDRINUSE: address already in use :::80", "Error", "EADDRINUSE", None),
        ("ERROR 10:00 MongoServerError: E11000 duplicate key", "MongoServerError", "E11000", "E11000 duplicate key"),
        ("Error", "Error", None, ""),
        ("Timeout: gave up", "Timeout", None, "gave up"),
        ("Error: \n\nall of it\n\nhas blank lines", "Error", None, "\n\nall of it\n\nhas blank lines"),
        ("Failed to start", None, None, "Failed to start"),
    ],
)
def test_header(events, header, cls, code, message):
    """Class, code and message of the first line, whatever was printed in front of them."""
    found = events(f"{header}\n{STACK}")[-1]
    assert (found.cls, found.code, found.language, len(found.frames)) == (cls, code, "javascript", 2)
    assert message is None or found.message == message
    assert found.frames[-1].function == "f"


@pytest.mark.parametrize(
    ("text", "cls", "code", "message"),
    [
        ("Uncaught (in promise) TypeError: Failed to fetch", "TypeError", None, "Failed to fetch"),
        ("[Error: ENOENT: gone] { errno: -2, code: 'ENOENT' }", "Error", "ENOENT", "ENOENT: gone"),
        ("Invariant Violation: no such view", "Invariant Violation", None, "no such view"),
        ("[TypeError: a [b] c]", "TypeError", None, "a [b] c"),
        ("Unhandled promise rejection: Error: x", "Error", None, "x"),
    ],
)
def test_without_stack(event, text, cls, code, message):
    """What only JavaScript prints needs no stack."""
    found = event(text)
    assert (found.cls, found.code, found.message, found.language) == (cls, code, message, "javascript")


def test_causes_to_any_depth(events):
    """Each `[cause]` is an event; only the innermost is the cause."""
    text = "Error: e0\n    at f (/a.js:1:1) {\n"
    for depth in range(1, 8):
        text += "  " * depth + f"[cause]: Error: e{depth}\n" + "  " * depth + "    at f (/a.js:1:1) {\n"
    found = events(text + "  code: 'E_LAST',\n")
    assert [event.message for event in found] == [f"e{depth}" for depth in range(8)]
    assert [event.role for event in found] == ["wrapper"] * 7 + ["cause"]
    assert [event.caused_by for event in found] == [f"e{number}" for number in range(2, 9)] + [None]
    assert found[-1].code == "E_LAST"


@pytest.mark.parametrize(
    ("cause", "message"), [("'text'", "text"), ('"it\'s"', "it's"), ("[Error: no stack]", "no stack")]
)
def test_cause_without_stack(events, cause, message):
    """A cause can be a text, or an error that has no stack."""
    outer, inner = events(f"Error: a\n{STACK[:-1]} {{\n  [cause]: {cause}\n}}\n")
    assert (outer.role, outer.caused_by, inner.message, inner.role) == ("wrapper", inner.id, message, "cause")


def test_reason_of_a_rejection(events):
    """A promise rejected with a text: the text is what went wrong."""
    reason, outer = events(
        'UnhandledPromiseRejection: This error originated. The promise rejected with the reason "gone".\n' + STACK
    )
    assert (reason.message, outer.role, outer.caused_by) == ("gone", "wrapper", reason.id)


@pytest.mark.parametrize(
    "text",
    [
        "Trace: label\n" + STACK,
        "const e = new TypeError('x');",
        "    at the end of the day\n    at 12:30:45\n",
        "class AppError extends Error {\n  constructor() {}\n}\n",
    ],
)
def test_no_error(events, text):
    """`console.trace`, source code and prose are no errors."""
    assert events(text) == []


PARTS = st.sampled_from(
    [
        *("Error: a", "  [cause]: Error: b", "  [errors]: [", "    Error: c", "TypeError [E_X]: d", "  ]", "}", "  }"),
        *("    at f (/a.js:1:2)", "    at f (/a.js:1:2) {", "  code: 'E_Y',", "  a: {", "  b: [", "[Error: z] {", ""),
        *("  [cause]: 'text'", "    ... 5 lines matching cause stack trace ...", "Caused by: Error: q", "at @"),
        *(
            "Emitted 'error' event on X instance at:",
            "f@http://a/b.js:1:2",
            "2024-01-01 10:00:00 INFO x",
            "  x: Error: p",
        ),
    ]
)


@given(st.lists(PARTS, max_size=40))
def test_any_mixture_is_read(read, parts):
    """However frames, braces and causes are mixed: no exception, references hold, pieces map back."""
    read("\n".join(parts))
