"""Causes that a message quotes become events of their own."""

import pytest

from errkb.parse.quoted import read_call

POOL = "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='a', port=443): Max retries exceeded with url: /"


@pytest.mark.parametrize(
    ("call", "cls", "message"),
    [
        ("ResponseError('too many 500 error responses')", "ResponseError", "too many 500 error responses"),
        ("NewConnectionError('<x at 0x7f>: refused',)", "NewConnectionError", "<x at 0x7f>: refused"),
        ("SSLError(SSLCertVerificationError(1, '[SSL] failed'))", "SSLCertVerificationError", "[SSL] failed"),
        ("ProtocolError('aborted.', RemoteDisconnected('end closed'))", "RemoteDisconnected", "end closed"),
        (
            "ConnectTimeoutError(<x>, 'timed out. (connect timeout=5)')",
            "ConnectTimeoutError",
            "timed out. (connect timeout=5)",
        ),
        ("GoneError(None)", "GoneError", "None"),
        ("CutError('in the mid", "CutError", "in the mid"),
        ('ReadError("it\'s")', "ReadError", "it's"),
    ],
)
def test_calls(call, cls, message):
    """The innermost exception of a repr is the cause, its last string the message."""
    found = read_call(call, 0)
    assert (found.cls, call[found.low : found.high]) == (cls, message)


def test_caused_by(events):
    """`Max retries exceeded` stays a cause beside what it quotes."""
    outer, inner = events(f"{POOL} (Caused by ResponseError('too many 500 error responses'))")
    assert (outer.role, outer.caused_by, outer.link) == ("cause", inner.id, "quoted")
    assert (inner.cls, inner.message, inner.role) == ("ResponseError", "too many 500 error responses", "cause")
    assert inner.start > outer.start


def test_celery(events):
    """A task that raised: the log line only quotes."""
    outer, inner = events(
        "[2021-04-26 10:31:07,142: ERROR/ForkPoolWorker-2] Task a[1] raised unexpected: ValueError('cannot reindex')"
    )
    assert (outer.role, inner.cls, inner.message) == ("wrapper", "ValueError", "cannot reindex")
    assert inner.processes == ["ForkPoolWorker-2"]


def test_validator(events):
    """A validator's own error inside a pydantic error is the cause."""
    outer, first, second = events(
        "pydantic_core._pydantic_core.ValidationError: 2 validation errors for Conf\na\n"
        "  Value error, a (1025) is greater than b [type=value_error, input_value=1]\nb\n"
        "  Assertion failed, c must be d [type=assertion_error, input_value=1]\n"
    )
    assert (outer.role, outer.caused_by) == ("wrapper", first.id)
    assert [(e.cls, e.message) for e in (first, second)] == [
        ("ValueError", "a (1025) is greater than b"),
        ("AssertionError", "c must be d"),
    ]


def test_other_validation_errors_are_causes(event):
    """A pydantic error that quotes nothing is the error itself."""
    assert (
        event("pydantic.ValidationError: 1 validation error for S\nhost\n  Field required [type=missing]\n").role
        == "cause"
    )


def test_nested_exception(events):
    """Of Spring's nested exceptions the last one is the cause."""
    outer, inner = events(
        "a.b.UnsatisfiedException: no x; nested exception is a.c.NoBeanException: No bean of type 'T'"
    )
    assert (outer.role, inner.cls, inner.message) == ("wrapper", "a.c.NoBeanException", "No bean of type 'T'")
