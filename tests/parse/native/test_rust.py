"""Rust: panics of both forms, backtraces, error chains, compiler and cargo messages, and what only looks like them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

PARTS = [
    *("thread 'main' panicked at src/a.rs:1:2:", "thread 'm' (7) panicked at 'x', a.rs:3:4", "panicked at ", "text"),
    *("stack backtrace:", "   0: a::b", "             at ./a.rs:1:2", "note: run with `RUST_BACKTRACE=1`", "Error: a"),
    *(
        "Error: ",
        "",
        "Caused by:",
        "    0: b",
        "    b",
        "Location:",
        "   src/a.rs:3",
        "error: linking with `cc` failed",
    ),
    *("error[E0382]: x", " --> a.rs:1:2", "  |", "1 | x", "  | ^", "error: failed to select a version for `x`."),
    *("  b", "error: could not compile `x`", "The application panicked (crashed).", "Message:  m", "Location: a.rs:1"),
    *("  = note: ld: x", 'called `Result::unwrap()` on an `Err` value: Os { code: 2, kind: A, message: "b" }'),
]


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("thread 'main' panicked at src/a.rs:1:2:\nboom\n", "boom", ("src/a.rs", 1)),
        ("thread 'main' (42) panicked at src/a.rs:1:2:\nboom\n", "boom", ("src/a.rs", 1)),
        ("thread '<unnamed>' panicked at 'boom', C:\\src\\a.rs:7:2\n", "boom", ("C:\\src\\a.rs", 7)),
        ("thread 'm' panicked at 'a\nb', src/a.rs:3:4\n", "a\nb", ("src/a.rs", 3)),
        ("panicked at src/lib.rs:10:5:\nno window\n", "no window", ("src/lib.rs", 10)),
        ("thread 'm' panicked at a.rs:1:2:\none\ntwo\n\nnote: run with `X`\n", "one\ntwo", ("a.rs", 1)),
        ("thread 'm' panicked at a.rs:1:2:\none\nGET / 200\n", "one", ("a.rs", 1)),
        ("thread 'm' panicked at 'cut off in the mid", "cut off in the mid", None),
        ("The application panicked (crashed).\nMessage:  boom\nLocation: src/a.rs:5\n", "boom", ("src/a.rs", 5)),
    ],
)
def test_panic(event, text, message, place):
    """The message of a panic is the text alone, the place is the raising frame."""
    found = event(text)
    assert (found.cls, found.language, found.message) == ("panic", "rust", message)
    assert [(frame.file, frame.line) for frame in found.frames] == ([place] if place else [])


@pytest.mark.parametrize(
    ("value", "inner", "code"),
    [
        ('Os { code: 13, kind: PermissionDenied, message: "Permission denied" }', "Permission denied", "os error 13"),
        ("ParseIntError { kind: InvalidDigit }", "ParseIntError { kind: InvalidDigit }", None),
    ],
)
def test_quoted_error(events, value, inner, code):
    """The error in `unwrap` on an `Err` is an event of its own that the panic is caused by."""
    panic, error = events(f"thread 'm' panicked at a.rs:1:2:\ncalled `Result::unwrap()` on an `Err` value: {value}\n")
    assert (panic.role, panic.caused_by, panic.link) == ("cause", error.id, "quoted")
    assert (error.message, error.code) == (inner, code)


def test_backtrace_stops_where_it_was_raised(event):
    """What the runtime does to report the panic is left out, and hashes are taken off names."""
    text = (
        "thread 'm' panicked at src/a.rs:1:2:\nboom\nstack backtrace:\n"
        "   0:     0x55d0 - std::panicking::begin_panic_handler::h0123456789abcdef\n"
        "                       at /rustc/abcdef0123/library/std/src/panicking.rs:5:1\n"
        "   1:     0x55d1 - a::g::h0123456789abcdef\n                       at /x/src/a.rs:1:2\n"
        "   2:     0x55d2 - main\n"
    )
    assert [(frame.file, frame.function) for frame in event(text).frames] == [("", "main"), ("/x/src/a.rs", "a::g")]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("error[E0308]: mismatched types\n --> a.rs:1:2\n  |\n1 | x\n  | ^ y\n", "E0308", "mismatched types"),
        (
            "src/a.rs:1:28: error[E0308]: mismatched types: expected `i32`\n",
            "E0308",
            "mismatched types: expected `i32`",
        ),
        ("error[clippy::all]: this loop\n --> a.rs:1:2\n", "clippy::all", "this loop"),
        ("error: a\n       b\n --> a.rs:1:2\n  |\n", None, "a\nb"),
    ],
)
def test_diagnostic(event, text, code, message):
    """A diagnostic is one event with its code and place, whatever is printed below it."""
    found = event(text)
    assert (found.code, found.message, found.language, found.frames[0].line) == (code, message, "rust", 1)


@pytest.mark.parametrize(
    "text",
    [
        "error: could not compile `a` (lib) due to 2 previous errors\n",
        "error: aborting due to 1 previous error\n",
        "error: linking with `cc` failed: exit status: 1\n",
        "error: failed to run custom build command for `a v1.0.0`\n",
    ],
)
def test_wrapper(event, text):
    """What only says that a step failed is a wrapper."""
    assert event(text).role == "wrapper"


@pytest.mark.parametrize(
    "text", ["test a ... ok\n", "warning: unused\n --> a.rs:1:2\n  |\n1 | x\n", "fn panicked_at()\n"]
)
def test_healthy(events, text):
    """Passing tests, warnings and code are no errors."""
    assert events(text) == []


@pytest.mark.parametrize("unit", PARTS)
def test_lines_are_looked_at_a_bounded_number_of_times(looks, unit):
    """Eight times the lines are at most about eight times the looks, for every piece repeated without end."""
    assert looks(unit, 1600) <= looks(unit, 200) * 8 * 1.5 + 2000


@given(st.lists(st.sampled_from(PARTS), max_size=30))
def test_any_mixture_is_read(read, parts):
    """However the pieces are mixed: no exception, pieces map back exactly."""
    read("\n".join(parts))
