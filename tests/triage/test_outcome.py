"""What lines say of how their unit ended."""

from __future__ import annotations

import pytest

from errkb.triage.outcome import ending_of


@pytest.mark.parametrize(
    "line",
    [
        "12 passed, 0 failed in 3.2s",
        "=== 4 passed, 0 failed in 0.1s ===",
        "=== 4 passed, 0 failed, 0 errors in 0.1s ===",
        "test result: ok. 2 passed; 0 failed; 0 ignored",
        "Failed: 0",
        "Passed!  - Failed:     0, Passed:     2, Skipped:     0, Total:     2",
        "0 failures",
        "3 examples, 0 failures",
        "5 runs, 9 assertions, 0 failures, 0 errors, 0 skips",
        "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0",
        "ok | 12 passed | 0 failed (31ms)",
        "Ran 3 tests in 0.001s",
        "Tests:       2 passed, 2 total",
        "Tests:       1 skipped, 2 passed, 3 total",
        "  2 passing (5ms)",
        "  2 passing",
    ],
)
def test_summaries_that_passed(line):
    """A summary of tests that counts no failure says that they passed."""
    ending = ending_of(line)
    assert ending is not None
    assert ending.means == "passed"


@pytest.mark.parametrize(
    "line",
    [
        "1 failed, 9 passed in 0.31s",
        "=== 4 passed, 10 failed in 0.1s ===",
        "=== 4 passed, 0 failed, 1 error in 0.1s ===",
        "test result: FAILED. 1 passed; 1 failed; 0 ignored",
        "Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3",
        "Failed! - Failed: 1",
        "FAILED (errors=1)",
        "FAILED (failures=2, errors=1)",
        "3 examples, 20 failures",
        "5 runs, 9 assertions, 0 failures, 1 errors, 0 skips",
        "Tests run: 3, Failures: 0, Errors: 1, Skipped: 0",
        "FAILED | 12 passed | 2 failed (31ms)",
        "Tests:       1 failed, 2 passed, 3 total",
        "  1 failing",
    ],
)
def test_summaries_that_failed(line):
    """A summary of tests that counts a failure, or an error beside no failure, says that they failed."""
    ending = ending_of(line)
    assert ending is not None
    assert ending.means == "failed"


@pytest.mark.parametrize("line", ["Ran 0 tests in 0.000s", "retried, 0 errors", "checked 10 hosts: 0 failures"])
def test_no_summaries(line):
    """Where nothing was tested nothing has passed."""
    assert ending_of(line) is None
