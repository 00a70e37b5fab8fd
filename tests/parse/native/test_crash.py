"""Crashes: the signal is the code, the stack the frames; signals that only stop a program are nothing."""

import pytest


@pytest.mark.parametrize(
    ("text", "code", "raising"),
    [
        (
            (
                "Program received signal SIGSEGV, Segmentation fault.\n0x0 in f () at a.c:3\n3\t*p = 1;\n(gdb) bt\n"
                "#0  0x0000 in f (p=0x0) at a.c:3\n#1  0x0001 in main (argc=1) at a.c:9\n"
            ),
            "SIGSEGV",
            ("a.c", 3, "f"),
        ),
        (
            "Program terminated with signal SIGABRT, Aborted.\n#0  0x0 in raise () from /lib/libc.so.6\n",
            "SIGABRT",
            ("/lib/libc.so.6", None, "raise"),
        ),
        (
            (
                "*** SIGSEGV (@0x0) received by PID 7 (TID 0x7f) from PID 0; stack trace: ***\n"
                "    @     0x7f01 a::b()\n    @     0x7f02 main\n"
            ),
            "SIGSEGV",
            ("", None, "a::b()"),
        ),
    ],
)
def test_crash(event, text, code, raising):
    """The innermost call of the stack is the raising frame."""
    found = event(text)
    frame = found.frames[-1]
    assert (found.code, found.role, (frame.file, frame.line, frame.function)) == (code, "cause", raising)


@pytest.mark.parametrize("signal", ["SIGINT, Interrupt", "SIGTERM, Terminated", "SIGTRAP, Trace/breakpoint trap"])
def test_signals_that_stop_a_program(events, signal):
    """A debugger stops at them all the time."""
    assert events(f"Program received signal {signal}.\n") == []


@pytest.mark.parametrize(
    "unit", ["Program received signal SIGSEGV, x.", "#0  0x0 in f (p=0x0) at a.c:3", "    @  0x7f f"]
)
def test_lines_are_looked_at_a_bounded_number_of_times(looks, unit):
    """Eight times the lines are at most about eight times the looks."""
    assert looks(unit, 1600) <= looks(unit, 200) * 8 * 1.5 + 2000
