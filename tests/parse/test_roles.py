"""Roles: what is the error, what only reports it, what is noise."""

import re

import pytest

from errkb.parse import roles


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Exception: WorkerProc failed. See stack trace for root cause.", "wrapper"),
        ("RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}", "wrapper"),
        ("vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue.", "wrapper"),
        ("torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ", "wrapper"),
        ("subprocess.CalledProcessError: Command 'x' returned non-zero exit status 1.", "wrapper"),
        ("ERROR: Failed building wheel for x", "wrapper"),
        ("ERROR: x failed (exitcode: 1) local_rank: 0", "wrapper"),
        ("ERROR: x failed (exitcode: -9) local_rank: 0", "cause"),
        ("##[error]Process completed with exit code 1.", "wrapper"),
        ("##[error]The operation was canceled.", "noise"),
        ("ERROR: resource_tracker: There appear to be 1 leaked semaphore objects", "noise"),
        ("Received sigquit from a child process. It usually means the child failed.", "wrapper"),
        ("ValueError: plain", "cause"),
        ("KeyboardInterrupt", "cause"),
    ],
)
def test_wording_and_class(event, text, role):
    """What only points elsewhere is a wrapper; what follows from an end is noise."""
    assert event(text).role == role


def test_consequences_beside_a_cause(events):
    """An interrupt is noise beside the error that led to it."""
    assert [e.role for e in events("ValueError: bad\nKeyboardInterrupt\n")] == ["cause", "noise"]


def test_incomplete_traceback_beside_a_cause(events):
    """A traceback without its end beside a complete error only shows that something was reported."""
    found = events('ValueError: bad\n\nTraceback (most recent call last):\n  File "/a.py", line 3, in f\n    g()\n')
    assert [e.role for e in found] == ["cause", "wrapper"]


@pytest.mark.parametrize("table", [roles.WRAPPERS, roles.WRAPPER_CLASSES, roles.NOISE])
def test_every_entry_has_its_reason(table):
    """Each wording compiles and says why it is not the cause."""
    for wording, reason in table.items():
        re.compile(wording)
        assert len(reason.split()) >= 3
