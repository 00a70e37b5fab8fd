"""Traces of the Java machine: headers, chains, frames left out, dumps in which nothing was thrown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

STACK = "\tat com.acme.A.inner(A.java:1)\n\tat com.acme.A.main(A.java:9)\n"


@pytest.mark.parametrize(
    ("header", "cls", "message"),
    [
        ("java.lang.NullPointerException", "java.lang.NullPointerException", ""),
        ("java.io.IOException: gone", "java.io.IOException", "gone"),
        ('Exception in thread "main" java.lang.Error: x', "java.lang.Error", "x"),
        ("Caused by: com.acme.OddThing: x", "com.acme.OddThing", "x"),
        ("java.lang.Throwable: nothing marks me", "java.lang.Throwable", "nothing marks me"),
        ("scala.MatchError: 3 (of class java.lang.Integer)", "scala.MatchError", "3 (of class java.lang.Integer)"),
        ("CustomException: in no package", "CustomException", "in no package"),
        ("com.acme.Outer$InnerException: x", "com.acme.Outer$InnerException", "x"),
        (
            "java.io.IOException: first\n\n  then: more\nand more",
            "java.io.IOException",
            "first\n\n  then: more\nand more",
        ),
        ("[custom] 10:00 >> java.io.IOException: gone", "java.io.IOException", "gone"),
    ],
)
def test_header(events, header, cls, message):
    """Class and message of the first line, whatever was printed in front of them."""
    found = events(f"{header}\n{STACK}")[-1]
    assert (found.cls, found.message, found.language) == (cls, message, "java")
    assert [frame.function for frame in found.frames] == ["main", "inner"]


@pytest.mark.parametrize(
    ("text", "cls", "message"),
    [
        (
            'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space',
            "java.lang.OutOfMemoryError",
            "Java heap space",
        ),
        ("Caused by: java.lang.ClassNotFoundException: com.acme.A", "java.lang.ClassNotFoundException", "com.acme.A"),
        (
            'Exception: java.lang.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread "main"',
            "java.lang.OutOfMemoryError",
            "",
        ),
        (
            "Error: Could not find or load main class com.acme.App",
            None,
            "Could not find or load main class com.acme.App",
        ),
    ],
)
def test_without_stack(event, text, cls, message):
    """What only Java prints needs no stack."""
    found = event(text)
    assert (found.cls, found.message, found.language) == (cls, message, "java")


def test_frames_left_out(events):
    """`... 2 more` stands for the outermost frames of the enclosing trace, through any number of causes."""
    text = "a.b.TopException: t\n\tat x.A.a(A.java:1)\n\tat x.A.b(A.java:2)\n\tat x.A.c(A.java:3)\n"
    text += "Caused by: a.b.MidException: m\n\tat x.B.a(B.java:1)\n\t... 2 more\n"
    text += "Caused by: a.b.LowException: l\n\tat x.C.a(C.java:1)\n\t... 3 more\n"
    found = events(text)
    assert [[frame.file for frame in event.frames] for event in found] == [
        ["x/A.java"] * 3,
        ["x/A.java", "x/A.java", "x/B.java"],
        ["x/A.java", "x/A.java", "x/B.java", "x/C.java"],
    ]
    assert [event.role for event in found] == ["wrapper", "wrapper", "cause"]


def test_frames_left_out_of_a_cut_trace(events):
    """Where the enclosing trace is cut off, nothing is made up."""
    found = events("Caused by: a.b.XException: x\n\tat x.B.a(B.java:1)\n\t... 200 more\n")
    assert [len(event.frames) for event in found] == [1]


def test_lost_indentation(events):
    """A cause below a suppressed exception belongs to the chain where no indentation says otherwise."""
    top, suppressed, cause = events(
        "a.b.TopException: t\nat x.A.a(A.java:1)\nSuppressed: a.b.CloseException: s\nat x.B.a(B.java:1)\n"
        "Caused by: a.b.LowException: l\nat x.C.a(C.java:1)\n"
    )
    assert (top.caused_by, suppressed.role, cause.role) == (cause.id, "noise", "cause")


def test_every_line_prefixed(events):
    """Prefixes of containers on every line do not part a trace."""
    text = "a.b.TopException: t\n\tat x.A.a(A.java:1)\nCaused by: a.b.LowException: l\n\tat x.C.a(C.java:1)"
    for mark in ("2024-05-03T10:11:12.123Z ", "[pod/web-1/app] ", "api-1  | ", "\x1b[31m"):
        top, low = events("".join(f"{mark}{line}\n" for line in text.split("\n")))
        assert (top.cls, top.role, low.message, low.role) == ("a.b.TopException", "wrapper", "l", "cause")


@pytest.mark.parametrize(
    "text",
    [
        '"main" #1 prio=5\n   java.lang.Thread.State: RUNNABLE\n' + STACK,
        "import java.io.IOException;\nimport java.lang.Exception;\n",
        "2024-05-03 10:00:00 INFO com.acme.ErrorHandler: registered java.io.IOException\n",
        "catch (java.io.IOException e) {\n",
    ],
)
def test_no_error(events, text):
    """Thread dumps, source code and healthy log lines are no errors."""
    assert events(text) == []


PARTS = st.sampled_from(
    [
        *("a.b.TopException: t", "Caused by: a.b.LowException: l", "\tSuppressed: a.b.C: s", "Wrapped by: a.b.W: w"),
        *("\tat x.A.a(A.java:1)", "\t\tat x.B.a(B.kt:1)", "\t... 2 more", "\t... 99 common frames omitted", ""),
        *(
            "Driver stacktrace:",
            ": org.apache.spark.SparkException: Job aborted",
            "FATAL EXCEPTION: main",
            "Process: x",
        ),
        *("   java.lang.Thread.State: RUNNABLE", "\t- locked <0x1> (a x)", "\tCaused by: a.b.D: d", "\t[CIRCULAR"),
        "a.b.SparkException: J: most recent failure: Lost task 0.3 in stage 1.0 (TID 4) (h executor 1): a.b.E: e",
    ]
)


@given(st.lists(PARTS, max_size=40))
def test_any_mixture_is_read(read, parts):
    """However the parts are mixed: no exception, references hold, pieces map back."""
    read("\n".join(parts))
