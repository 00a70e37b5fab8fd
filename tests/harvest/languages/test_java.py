"""Java: one row for each construct."""

from __future__ import annotations

import pytest

CONSTRUCTS = {
    "thrown": (
        'throw new IllegalStateException("no route to " + host);',
        "IllegalStateException",
        "no route to {host}",
    ),
    "with a cause": (
        'throw new IOException("cannot read " + f + ": " + e.getMessage(), e);',
        "IOException",
        "cannot read {f}: {e.getMessage()}",
    ),
    "without a message": ("throw new UnsupportedOperationException();", "UnsupportedOperationException", ""),
    "String.format": ('throw new X(String.format("bad %s of %d", a, n));', "X", "bad %s of %d"),
    "String.format with a locale": ('throw new X(String.format(Locale.ROOT, "bad %s", a));', "X", "bad %s"),
    "formatted": ('throw new X("bad %s".formatted(a));', "X", "bad %s"),
    "MessageFormat": ('throw new X(MessageFormat.format("bad {0}", a));', "X", "bad {0}"),
    "text block": ('throw new X("""\n            two\n              lines""");', "X", "two\n  lines"),
    "in a lambda": ('map.orElseThrow(() -> new KeyException("no key " + k));', "KeyException", "no key {k}"),
    "handed on": ('future.completeExceptionally(new TimeoutException("too late"));', "TimeoutException", "too late"),
    "made for later": ('Problem p = new Problem("bad " + a);\nthrow p;', "Problem", "bad {a}"),
    "text handed to what makes it": (
        'throw new TokenException(Result.failure("no token at hand"));',
        "TokenException",
        "no token at hand",
    ),
    "variable": ('String m = "no " + a;\nthrow new X(m);', "X", "no {a}"),
    "constant": ("throw new X(GONE + name);", "X", "it is gone: {name}"),
    "thrown by a method": ('throw reader.unexpected("no such token: " + t);', None, "no such token: {t}"),
    "reported": ('ctxt.reportWrongToken(type, START, "not a start but %s", t);', None, "not a start but %s"),
    "requireNonNull": (
        'Objects.requireNonNull(key, "key cannot be null");',
        "NullPointerException",
        "key cannot be null",
    ),
    "Preconditions": (
        'checkArgument(n > 0, "must be positive: %s", n);',
        "IllegalArgumentException",
        "must be positive: %s",
    ),
    "Assert.state": ('Assert.state(ok, () -> "not ok: " + x);', "IllegalStateException", "not ok: {x}"),
    "assert": ('assert x > 0 : "x is " + x;', "AssertionError", "x is {x}"),
    "logged": ('log.error("no {} for {}", a, b, e);', None, "no {} for {}"),
    "standard error": ('System.err.println("unable to write " + f);', None, "unable to write {f}"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, located) -> None:
    """Each construct is found once, with its class, message and function."""
    source, cls, message = CONSTRUCTS[name]
    body = f'class A {{\n  static final String GONE = "it is gone: ";\n  void run(int n) {{\n{source}\n  }}\n}}\n'
    found = located(".java", body)
    assert [(one.cls, one.message, one.function) for one in found] == [(cls, message, "A.run")]


def test_exception_classes_make_their_message(located) -> None:
    """What a constructor passes on with text of its own is the message wherever the class is thrown."""
    thrown = 'class A { void run() { throw new Missing("pear", 3); } }'
    missing = """
    class Missing extends RuntimeException {
        Missing(String what, int n) { super("no " + what + " here"); }
    }
    """
    found = located(".java", thrown, Missing=missing)
    assert [(one.cls, one.message, one.path) for one in found] == [("Missing", "no pear here", "pkg/a.java")]


def test_constructors_that_differ_are_places_of_their_own(located) -> None:
    """Where only some constructors add text, what is passed is the message, and the text is a place."""
    source = """
    class Missing extends RuntimeException {
        Missing() { super("nothing at all"); }
        Missing(String text) { super(text); }
    }
    class A { void run() { throw new Missing("no pear"); } }
    """
    assert [(one.line, one.message) for one in located(".java", source)] == [(3, "nothing at all"), (6, "no pear")]


def test_message_methods_and_enums_of_errors(located) -> None:
    """`getMessage` tells the message; constants of an enum of errors are codes."""
    source = """
    class Missing extends RuntimeException {
        @Override public String getMessage() { return "no " + what; }
    }
    enum Errors {
        UNKNOWN(-1, "The server failed.", UnknownException::new),
        NONE(0, null);
    }
    class A { void run() { throw new Missing(); } }
    """
    found = located(".java", source)
    assert [(one.message, one.cls, one.code) for one in found] == [
        ("The server failed.", None, "UNKNOWN"),
        ("no {what}", "Missing", None),
    ]


def test_what_is_no_error(located) -> None:
    """Comments, strings, exceptions passed on and methods that only sound like it say nothing."""
    source = """
    class A {
        // throw new X("in a comment");
        String s = "throw new X(in a string)";
        void run() { throw e; }
        void more() { log.info("fine"); parser.error(1); Objects.requireNonNull(x); failFast("now"); }
    }
    """
    assert located(".java", source) == []
