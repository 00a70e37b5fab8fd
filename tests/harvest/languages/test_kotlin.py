"""Kotlin: one row for each construct."""

from __future__ import annotations

import pytest

CONSTRUCTS = {
    "thrown": ('throw IllegalStateException("bad ${x.y} of $n")', "IllegalStateException", "bad {x.y} of {n}"),
    "concatenation": ('throw KeyException("no " + key)', "KeyException", "no {key}"),
    "without a message": ("throw NoSuchElementException()", "NoSuchElementException", ""),
    "behind an elvis": (
        'val v = x ?: throw NoSuchElementException("none here")',
        "NoSuchElementException",
        "none here",
    ),
    "error": ('error("boom at $n")', "IllegalStateException", "boom at {n}"),
    "require": ('require(n > 0) { "must be positive: $n" }', "IllegalArgumentException", "must be positive: {n}"),
    "check": ('check(ready) { "not ready" }', "IllegalStateException", "not ready"),
    "requireNotNull": ('val a = requireNotNull(b) { "b is missing" }', "IllegalArgumentException", "b is missing"),
    "TODO": ('TODO("not done yet")', "NotImplementedError", "not done yet"),
    "logged": ('logger.error("lost {}", a)', None, "lost {}"),
    "logged lazily": ('log.error(e) { "lost $n" }', None, "lost {n}"),
    "handed on": ('future.completeExceptionally(TimeoutException("too late"))', "TimeoutException", "too late"),
    "if": ('throw X(if (a) "one way" else "the other")', "X", "one way"),
    "variable": ('val m = "no " + a\nthrow X(m)', "X", "no {a}"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, located) -> None:
    """Each construct is found once, with its class, message and function."""
    source, cls, message = CONSTRUCTS[name]
    found = located(".kt", f"class Server {{\n  fun run(n: Int) {{\n{source}\n  }}\n}}\n")
    assert [(one.cls, one.message, one.function) for one in found][:1] == [(cls, message, "Server.run")]
    assert len(found) == (2 if name == "if" else 1)


def test_exception_classes_make_their_message(located) -> None:
    """The head of a class tells what it passes to its base."""
    source = """
    class Missing(val what: String) : RuntimeException("no $what here")
    fun run() { throw Missing("pear") }
    """
    assert [(one.line, one.cls, one.message) for one in located(".kt", source)] == [(3, "Missing", "no pear here")]


def test_the_line_of_a_check_is_where_it_begins(located) -> None:
    """However many lines its condition takes."""
    found = located(".kt", 'fun run() {\n  check(\n    a == null ||\n      b,\n  ) {\n    "not ready"\n  }\n}\n')
    assert [(one.line, one.cls, one.message) for one in found] == [(2, "IllegalStateException", "not ready")]


def test_what_is_no_error(located) -> None:
    """Comments, strings and plain calls say nothing."""
    source = """
    // throw X("in a comment")
    val s = "throw X(in a string)"
    fun run() { log.info("fine"); require(a); throw e }
    """
    assert located(".kt", source) == []
