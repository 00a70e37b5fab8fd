"""NCCL: warnings are errors, the returns below them are frames, and INFO lines are nothing."""

import pytest

WARN = "n:1:2 [0] misc/socket.cc:484 NCCL WARN no route\n"


@pytest.mark.parametrize(
    "text",
    [
        "n:1:2 [0] NCCL WARN no route\n",
        "[2024-05-01 10:00:00] n:1:2 [0] socket.cc:9 NCCL WARN no route\n",
        "[rank0]: n:1:2 [0] NCCL WARN no route\n",
        "NCCL WARN no route\n",
        "2024-05-01T10:00:00Z n:1:2 [7] enqueue.cc:1 NCCL WARN no route\n",
    ],
)
def test_warning(event, text):
    """The message is what stands behind `NCCL WARN`, whatever stands before."""
    assert (event(text).message, event(text).language) == ("no route", "cpp")


def test_returns_are_frames(event):
    """The lines `file -> code` of the same thread lead from the outermost call to the warning."""
    text = WARN + "n:3:4 [1] NCCL INFO ring\nn:1:2 [0] NCCL INFO a.cc:5 -> 2\nn:1:2 [0] NCCL INFO b.cc:6 -> 2\n"
    frames = event(text).frames
    assert [(f.file, f.line, f.repo) for f in frames] == [
        ("b.cc", 6, "NVIDIA/nccl"),
        ("a.cc", 5, "NVIDIA/nccl"),
        ("misc/socket.cc", 484, "NVIDIA/nccl"),
    ]


def test_other_information_ends_the_returns(event):
    """Once the thread says something else, later returns belong to something else."""
    text = WARN + "n:1:2 [0] NCCL INFO ring\nn:1:2 [0] NCCL INFO a.cc:5 -> 2\n"
    assert len(event(text).frames) == 1


def test_last_error(events):
    """What NCCL said last, quoted by PyTorch, is an event of its own; both are causes."""
    outer, inner = events("RuntimeError: NCCL error\nncclSystemError: call failed.\nLast error:\nno space\n")
    assert (outer.role, outer.caused_by, outer.link) == ("cause", inner.id, "quoted")
    assert (inner.message, inner.code) == ("no space", "ncclSystemError")


@pytest.mark.parametrize("unit", [WARN.strip(), WARN + "n:1:2 [0] NCCL INFO a.cc:5 -> 2", "n:1:2 [0] NCCL INFO x"])
def test_lines_are_looked_at_a_bounded_number_of_times(looks, unit):
    """Eight times the lines are at most about eight times the looks."""
    assert looks(unit, 1600) <= looks(unit, 200) * 8 * 1.5 + 2000
