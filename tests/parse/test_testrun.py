"""What pytest prints about a failure."""

import pytest


def test_short_layout(event):
    """Places above, the message marked `E`, the summary counted as the same error."""
    found = event(
        "tests/test_x.py:5: in test_a\n    helper()\nsrc/helper.py:12: in helper\n    raise ValueError('bad')\n"
        "E   ValueError: bad\n===== short test summary info =====\nFAILED tests/test_x.py::test_a - ValueError: bad\n"
    )
    assert (found.cls, found.message, found.occurrences) == ("ValueError", "bad", 2)
    assert [(f.file, f.line, f.function, f.code) for f in found.frames] == [
        ("tests/test_x.py", 5, "test_a", "helper()"),
        ("src/helper.py", 12, "helper", "raise ValueError('bad')"),
    ]


def test_long_layout(event):
    """The place with the class stands below the message."""
    found = event(
        ">       raise error.with_traceback(tb)\nE       lib.sched.KilledWorker: gone\nE       read the logs\n\n"
        "../env/lib/python3.9/site-packages/distributed/client.py:2232: KilledWorker\n"
    )
    assert (found.cls, found.message) == ("lib.sched.KilledWorker", "gone\nread the logs")
    assert (found.frames[-1].package, found.frames[-1].line) == ("distributed", 2232)


def test_class_only_in_the_place(event):
    """Where the class line is cut off, the place below names the class."""
    found = event(
        "E           (2) second hint\nE           inner error: no\nE           \nE           end\n\na/b.py:9: XError\n"
    )
    assert (found.cls, found.message) == ("XError", "(2) second hint\ninner error: no\n\nend")


def test_assertion(event):
    """An assertion without a class is one."""
    found = event(
        ">       assert 1 == 2\nE       assert 1 == 2\nE        +  where 1 = f()\n\nt/y.py:2: AssertionError\n"
    )
    assert (found.cls, found.message) == ("AssertionError", "assert 1 == 2\n +  where 1 = f()")


@pytest.mark.parametrize(
    "text",
    [
        "tests/test_error.py::test_raises_error PASSED\n",
        "tests/test_x.py:5: in test_a\n    helper()\n",
        "12 passed, 0 errors\n",
    ],
)
def test_passing_tests_are_no_error(events, text):
    """Test names with errors in them and places without a message say nothing."""
    assert events(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "ERROR tests/test_c.py\n!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!\n",
        "ERROR: test_b (test_u.T.test_b)\n" + "-" * 70 + "\n",
        "ERROR: test_b (test_u.T.test_b)\nWhat the test is for.\n" + "-" * 70 + "\n",
    ],
)
def test_headlines_are_no_errors(events, text):
    """Lines that only name a test or a file above or below its failure are no events."""
    assert events(text) == []
