"""What the Python runtime says around tracebacks."""

TRACE = (
    'Traceback (most recent call last):\n  File "C:\\Python310\\lib\\asyncio\\x.py", line 5, in _check\n    raise x\n'
)


def test_exception_ignored(event):
    """Exceptions in destructors are noise."""
    found = event(f"Exception ignored in: <function T.__del__ at 0x01>\n{TRACE}RuntimeError: Event loop is closed\n")
    assert (found.cls, found.message, found.role) == ("RuntimeError", "Event loop is closed", "noise")


def test_the_same_exception_outside_a_destructor(event):
    """The same error printed for itself too is a cause."""
    found = event(f"{TRACE}RuntimeError: closed\nException ignored in: <f>\n{TRACE}RuntimeError: closed\n")
    assert (found.role, found.occurrences) == ("cause", 2)


def test_never_retrieved_with_a_cut_traceback(events):
    """The repr of the task says what the missing last line would."""
    announcement, found = events(
        "Task exception was never retrieved\n"
        "future: <Task finished coro=<f() done> exception=DisconnectedError('gone away')>\n" + TRACE
    )
    assert (announcement.role, announcement.caused_by) == ("wrapper", found.id)
    assert (found.cls, found.message, found.role, len(found.frames)) == ("DisconnectedError", "gone away", "cause", 1)


def test_never_retrieved_with_a_traceback(events):
    """A complete traceback says it itself."""
    announcement, found = events(
        f"Task exception was never retrieved\nfuture: <Task exception=KeyError('a')>\n{TRACE}KeyError: 'a'\n"
    )
    assert (announcement.role, found.cls, found.message) == ("wrapper", "KeyError", "'a'")


def test_never_retrieved_alone(events):
    """Without a traceback the repr is all there is."""
    announcement, found = events("Task exception was never retrieved\nfuture: <Task exception=GoneError(None)>\n")
    assert (announcement.role, found.cls, found.message) == ("wrapper", "GoneError", "None")


def test_unclosed_session(event):
    """Resource warnings at exit are noise, with the object they show."""
    found = event("Unclosed client session\nclient_session: <aiohttp.client.ClientSession object at 0x7f>\n")
    assert (found.role, found.line_end) == ("noise", 2)
