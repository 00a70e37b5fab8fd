"""Scala: one row for each construct."""

from __future__ import annotations

import pytest

CONSTRUCTS = {
    "thrown": ('throw new IllegalStateException(s"bad ${x.y} of $n")', "IllegalStateException", "bad {x.y} of {n}"),
    "concatenation": ('throw new KeyException("no " + key + "\\tat all")', "KeyException", "no {key}\tat all"),
    "without a message": ("throw new NoSuchElementException", "NoSuchElementException", ""),
    "format": ('throw new X("bad %s".format(a))', "X", "bad %s"),
    "case class": ('throw Missing("no such key")', "Missing", "no such key"),
    "sys.error": ('sys.error("boom")', "RuntimeException", "boom"),
    "require": (
        'require(n > 0, s"must be positive: $n")',
        "IllegalArgumentException",
        "requirement failed: must be positive: {n}",
    ),
    "assert": ('assert(ready, "not ready")', "AssertionError", "assertion failed: not ready"),
    "logged": ('logger.error(s"lost $n", e)', None, "lost {n}"),
    "handed on": ('Left(new TimeoutException("too late"))', "TimeoutException", "too late"),
    "margin from the start": ('throw new X("""|one\n  |two""".stripMargin)', "X", "one\ntwo"),
    "stripMargin": ('throw new X("""one\n  |two""".stripMargin)', "X", "one\ntwo"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, located) -> None:
    """Each construct is found once, with its class, message and function."""
    source, cls, message = CONSTRUCTS[name]
    found = located(".scala", f"object Server {{\n  def run(n: Int): Unit = {{\n{source}\n  }}\n}}\n")
    assert [(one.cls, one.message, one.function) for one in found] == [(cls, message, "Server.run")]


def test_exception_classes_make_their_message(located) -> None:
    """The head of a class tells what it passes to its base."""
    source = """
    class Missing(what: String) extends RuntimeException(s"no $what here")
    object A { def run() = throw new Missing("pear") }
    """
    assert [(one.line, one.cls, one.message) for one in located(".scala", source)] == [(3, "Missing", "no pear here")]


def test_what_is_no_error(located) -> None:
    """Comments, strings and plain calls say nothing."""
    source = """
    // throw new X("in a comment")
    object A { val s = "throw new X(in a string)"; def run() = { log.info("fine"); throw e } }
    """
    assert located(".scala", source) == []
