"""Warnings count only where nothing else is wrong, and only if they say that something failed."""

import pytest

MEMORY = "distributed.nanny - WARNING - Worker exceeded 95% memory budget.  Restarting\n"


def test_warning_that_reports_a_failure(event):
    """A warning that something happened is what the paste is about, if there is nothing else."""
    found = event(MEMORY)
    assert (found.message, found.role, found.inferred) == (
        "Worker exceeded 95% memory budget.  Restarting",
        "cause",
        True,
    )


def test_warning_beside_an_error(event):
    """Beside an error, warnings are no events."""
    assert event(MEMORY + "ValueError: bad\n").cls == "ValueError"


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-01 10:00:00 WARN a save may fail under low memory condition",
        "2024-01-01 10:00:00 WARN retrying: connection refused",
        "WARNING: x is deprecated and will be removed",
        "WARNING: The script foo is not on PATH",
    ],
)
def test_warning_of_what_could_happen(events, text):
    """Possibilities, retries and deprecations are no failures."""
    assert events(text) == []


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("/a/site-packages/torch/x.py:124: UserWarning: CUDA initialization: The driver is too old", "cause"),
        ("/a/site-packages/torch/x.py:124: UserWarning: The default will change", "noise"),
        ("/a/x.py:3: RemovedInPytest4Warning: usage of x failed", "noise"),
        ("/a/x.py:3: DeprecationWarning: x is not found", "noise"),
    ],
)
def test_python_warnings(event, text, role):
    """A Python warning alone in the paste is the cause if it says that something did not work."""
    assert event(text).role == role


def test_several_paragraphs_are_no_bare_message(events):
    """Prose is not an error, whatever words are in it."""
    assert events("I cannot do it.\n" * 12) == []
