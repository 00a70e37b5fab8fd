"""The kernel: the out-of-memory killer and faults, whole and cut; quiet boots stay quiet."""

import pytest

KILLED = "Out of memory: Killed process 7 (python) total-vm:1kB"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (KILLED, (1, 1)),
        (f"python invoked oom-killer: gfp_mask=0x1\nMem-Info:\n{KILLED}\noom_reaper: reaped process 7", (1, 4)),
        (f"oom-kill:constraint=CONSTRAINT_NONE,task=python\n{KILLED}\n", (1, 2)),
        (f"[ 12.345678] python invoked oom-killer: x\n[ 12.345679] {KILLED}\n", (1, 2)),
        (f"Mar  7 02:10:44 n kernel: [ 12.345678] {KILLED}\n", (1, 1)),
    ],
)
def test_kill(event, text, lines):
    """A kill is one event that says which process it hit."""
    found = event(text)
    assert (found.message, found.language, (found.line_start, found.line_end)) == (KILLED, "kernel", lines)


def test_kill_that_is_cut_off(event):
    """Without its last line the kill is told by its first."""
    assert event("python invoked oom-killer: gfp_mask=0x1\n").message.startswith("python invoked oom-killer")


def test_fault(event):
    """The call trace is the frames; guesses of the unwinder (`?`) are left out."""
    text = (
        "BUG: unable to handle page fault for address: 0\nRIP: 0010:f+0x1/0x9 [m]\nCall Trace:\n <TASK>\n"
        " ? guess+0x1/0x9\n g+0x1/0x9\n </TASK>\n---[ end trace 0 ]---\nnext line\n"
    )
    found = event(text)
    assert [(f.file, f.function) for f in found.frames] == [("vmlinux", "g"), ("m", "f")]
    assert found.line_end == 8


@pytest.mark.parametrize(
    "unit", ["python invoked oom-killer: x", KILLED, "BUG: unable to x", " g+0x1/0x9", "oom-kill:constraint"]
)
def test_lines_are_looked_at_a_bounded_number_of_times(looks, unit):
    """Eight times the lines are at most about eight times the looks."""
    assert looks(unit, 1600) <= looks(unit, 200) * 8 * 1.5 + 2000
