"""Python tracebacks of every kind: whole, chained, cut, mangled, newest first, with messages of several lines."""

import pytest

HEADER = "Traceback (most recent call last):\n"
FRAMES = '  File "/app/main.py", line 3, in <module>\n    run()\n  File "/app/run.py", line 9, in run\n    raise x\n'


def places(event):
    """Return the frames in short."""
    return [(frame.file.rpartition("/")[2], frame.line, frame.function) for frame in event.frames]


def test_plain(event):
    """Class, message, frames from the outermost to the raising one, and their source lines."""
    found = event(HEADER + FRAMES + "app.errors.BadError: no: such thing\n")
    assert (found.cls, found.message, found.language, found.role) == (
        "app.errors.BadError",
        "no: such thing",
        "python",
        "cause",
    )
    assert places(found) == [("main.py", 3, "<module>"), ("run.py", 9, "run")]
    assert [frame.code for frame in found.frames] == ["run()", "raise x"]
    assert (found.line_start, found.line_end) == (1, 6)


@pytest.mark.parametrize(
    ("last", "cls", "message"),
    [
        ("KeyError: 'a'", "KeyError", "'a'"),
        ("AssertionError", "AssertionError", ""),
        (
            "socket.gaierror: [Errno -2] Name or service not known",
            "socket.gaierror",
            "[Errno -2] Name or service not known",
        ),
        ("__main__.f.<locals>.Oops: x", "__main__.f.<locals>.Oops", "x"),
        ("queue.Empty", "queue.Empty", ""),
        ("Oops: x", "Oops", "x"),
        ("error: [Errno 111] refused", "error", "[Errno 111] refused"),
        ("ray.exceptions.RayTaskError(ValueError): ray::f()", "ray.exceptions.RayTaskError(ValueError)", "ray::f()"),
        ("ValueError: ", "ValueError", ""),
        ("ValueError:", "ValueError", ""),
    ],
)
def test_class_lines(event, last, cls, message):
    """The last line names the class, with or without a module, with or without a message."""
    found = event(HEADER + FRAMES + last)
    assert (found.cls, found.message) == (cls, message)


@pytest.mark.parametrize(
    ("message", "behind"),
    [
        (
            "Error(s) in loading state_dict for Net:\n\tsize mismatch for fc: a\n\tsize mismatch for gc: b",
            "\n\nThanks!",
        ),
        ("CUDA error: bad\nFor debugging consider passing X=1\nCompile with `Y` to enable.", "\n\nuser@host:~$ ls"),
        ("Input X contains NaN.\nNet does not accept NaN. You might want an imputer.", "\n```\nmy prose"),
        (
            'refused\n\tIs the server running on "a"?\ncould not connect\n\tIs it?',
            "\n\n\nThe above exception was the dir",
        ),
        ("(x) failed\n\n(Background on this error at: https://sqlalche.me/e/14/e3q8)", "\n\nWhat now?"),
        ("2 validation errors for S\nhost\n  Field required [type=missing]\nport\n  Field required", "\nINFO: next"),
        ("inner\nfirst note\nnote: with colon", ""),
        ("Failed to import x because of the following error:\nModuleNotFoundError: No module named 'y'", "\n$ ls"),
        ("\n\nIMPORTANT: PLEASE READ THIS\n\n* Python version is wrong", "\n\nTraceback (most recent call last):"),
        (
            "'x' is required\n\nFailed validating 'required' in schema:\n    {'a': 1}\n\nOn instance:\n    {}",
            "",
        ),
    ],
)
def test_messages_of_several_lines(events, message, behind):
    """A message goes on until a line that starts something new, over blank lines where it reads on."""
    found = events(f"{HEADER}{FRAMES}RuntimeError: {message}{behind}")
    assert found[0].message == message


@pytest.mark.parametrize(
    "behind",
    [
        HEADER + FRAMES + "KeyError: 'b'",
        "KeyError: 'b'",
        "2024-01-01 10:00:00 INFO next record",
        "[rank0]: other",
        "Exception ignored in: <function f>",
        "Process finished with exit code 1",
        "(venv) user@host:~/x$ python y.py",
        ">>> x",
        "PS C:\\work> dir",
        "```",
        "frame #0: c10::Error::Error",
        "    at Object.<anonymous> (/app/x.js:1:2)",
        "==========================",
        "make: *** [all] Error 1",
    ],
)
def test_what_ends_a_message(events, behind):
    """Another traceback, a log record, a prompt, a fence or a rule is not part of the message."""
    assert events(f"{HEADER}{FRAMES}ValueError: a\n{behind}\n")[0].message == "a"


def test_trailing_blanks_inside_a_message_stay(event):
    """Blanks at the end of inner lines belong to the message, those at its end do not."""
    assert event(f'{HEADER}{FRAMES}RuntimeError: keys: \n\tmissing: "a". \n').message == 'keys: \n\tmissing: "a".'


def test_markers_and_long_statements(event):
    """`~~~^^^` markers and statements over several lines are no frames and no message."""
    found = event(
        HEADER
        + '  File "a.py", line 3, in f\n    g(x,\n    ~^^^\n      y)\n      ^^\n  File "b.py", line 4, in g\n    h()\n'
        "ValueError: a\n"
    )
    assert places(found) == [("a.py", 3, "f"), ("b.py", 4, "g")]
    assert found.frames[0].code == "g(x,"


def test_syntax_error(event):
    """A syntax error has a place without a function and no header."""
    found = event('  File "x.py", line 3\n    print "a"\n    ^^^^^^^^^\nSyntaxError: Missing parentheses\n')
    assert (found.cls, found.message, places(found)) == ("SyntaxError", "Missing parentheses", [("x.py", 3, None)])


def test_direct_cause(events):
    """`raise … from`: the first exception is the cause, the later one only reports it."""
    first, later = events(
        HEADER
        + FRAMES
        + "KeyError: 'a'\n\nThe above exception was the direct cause of the following exception:\n\n"
        + HEADER
        + '  File "/app/main.py", line 5, in outer\n    raise E from e\nValueError: outer\n'
    )
    assert (first.role, first.cls, later.role, later.caused_by, later.link) == (
        "cause",
        "KeyError",
        "wrapper",
        first.id,
        "direct",
    )


def test_during_handling_elsewhere(events):
    """An error in code that handles another one somewhere else: the first stays the cause."""
    first, later = events(
        HEADER
        + FRAMES
        + "KeyError: 'a'\n\nDuring handling of the above exception, another exception occurred:\n\n"
        + HEADER
        + '  File "/app/clean.py", line 5, in clean\n    x()\nOSError: gone\n'
    )
    assert (first.role, later.role, later.link, later.caused_by) == ("cause", "wrapper", "context", first.id)


def test_translated_exception(events):
    """An error that the handling function turned into another one: both are causes."""
    first, later = events(
        HEADER
        + '  File "/app/conf.py", line 5, in load\n    x[k]\n  File "/app/map.py", line 2, in __getitem__\n    raise\n'
        "KeyError: 'arm'\n\nDuring handling of the above exception, another exception occurred:\n\n"
        + HEADER
        + '  File "/app/main.py", line 1, in <module>\n    load()\n  File "/app/conf.py", line 7, in load\n    raise\n'
        "ValueError: arm is not known\n"
    )
    assert (first.role, later.role, later.link) == ("cause", "cause", "context")


@pytest.mark.parametrize("separator", ["The above exception was the direct cause", "During handling of the abo"])
def test_cut_separator(event, separator):
    """A separator at the cut end of a text is not part of the message."""
    assert event(f"{HEADER}{FRAMES}KeyError: 'a'\n\n{separator}").message == "'a'"


def test_class_line_before_a_separator(events):
    """Where the first traceback of a chain is cut off up to its class line, the chain still holds."""
    first, later = events(
        "psycopg2.OperationalError: refused\n\nThe above exception was the direct cause of the following exception:\n\n"
        + HEADER
        + FRAMES
        + "django.db.utils.OperationalError: refused\n"
    )
    assert (first.cls, later.caused_by, later.role) == ("psycopg2.OperationalError", first.id, "wrapper")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('File "/a/x.py", line 3, in f\n    g()\n  File "/a/y.py", line 4, in g\n    h()\nOops: a', ["x.py", "y.py"]),
        (
            'Python39\\lib\\enc\\cp1252.py", line 23, in decode\n      return x\n  Oops: a',
            ["Python39\\lib\\enc\\cp1252.py"],
        ),
        (
            '    File "/a/x.py", line 3, in f\n    g()\n    File "/a/y.py", line 4, in f\n    raise x\n    Oops: a',
            ["x.py", "y.py"],
        ),
        ('File "/a/x.py", line 3, in f\ng()\nFile "/a/y.py", line 4, in g\nh()\nOops: a', ["x.py", "y.py"]),
        (HEADER + '  File "/a/x.py", line 3, in f\n    g()\n  File "/a/some\nOops: a', ["x.py"]),
        (
            HEADER + '\n  File "/a/x.py", line 3, in f\n    g()\n    └ <function g>\n\n> File "/a/y.py", line 4, in g\n'
            "\nOopsError: a",
            ["x.py", "y.py"],
        ),
        (HEADER + '  File \\"/a/x.py\\", line 3, in f\n    g()\nOops: a', ["x.py"]),
    ],
)
def test_damaged_tracebacks(event, text, expected):
    """Cut beginnings, lost or uniform indentation, blank lines between and escaped quotes do not hide anything."""
    found = event(text)
    assert (found.cls.removesuffix("Error"), found.message) == ("Oops", "a")
    assert [frame.file.rpartition("/")[2] for frame in found.frames] == expected


def test_newest_first(event):
    """Where the class line stands right below the header, frames come from the raising one outwards."""
    found = event(
        HEADER + 'AttributeError: a\nx = y.z\nFile "/a/in.py", line 8, in f\nf()\nFile "/a/out.py", line 3, in g\n'
    )
    assert (found.cls, found.message) == ("AttributeError", "a")
    assert places(found) == [("out.py", 3, "g"), ("in.py", 8, "f")]
    assert found.frames[-1].code == "x = y.z"


def test_most_recent_call_first(event):
    """What faulthandler prints: the fatal error above, frames from the inside out."""
    found = event(
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x01 (most recent call first):\n"
        '  File "/a/in.py", line 8 in f\n  File "/a/out.py", line 3 in <module>\n'
    )
    assert found.message == "Fatal Python error: Segmentation fault"
    assert places(found) == [("out.py", 3, "<module>"), ("in.py", 8, "f")]


def test_message_only_in_the_raise_statement(event):
    """Where the end is cut off, class and message come from the source of the raise."""
    found = event(
        HEADER
        + '  File "a.py", line 3, in f\n    raise ValueError("No memory left. "\n                     f"Try {x}.")\n'
    )
    assert (found.cls, found.message) == ("ValueError", "No memory left. Try {x}.")
    assert found.raise_code == 'raise ValueError("No memory left. "\nf"Try {x}.")'
    assert not found.cut


def test_message_without_its_class(event):
    """A message below a raise whose class was lost is still the message."""
    found = event(
        '  File "a.py", line 3, in f\n    raise MaxRetryError(pool, url)\n"HTTPConnectionPool(host=\'a\') gone"\n'
    )
    assert (found.cls, found.message) == ("MaxRetryError", "HTTPConnectionPool(host='a') gone")
    assert found.raise_code is None


@pytest.mark.parametrize(
    "text",
    [
        '  File "a.py", line 3, in f\n    f()\n' * 4,
        HEADER + '  File "a.py", line 3, in f\n    f()\n  [Previous line repeated 996 more times]\n',
    ],
)
def test_recursion_is_seen_in_the_frames(event, text):
    """A traceback cut off in the middle of one repeating frame can only be a recursion."""
    found = event(text)
    assert (found.cls, found.inferred) == ("RecursionError", True)


def test_header_alone(events):
    """A header without anything below says nothing."""
    assert events(HEADER) == []


def test_frames_alone(event):
    """Frames without an end are an event without class and message."""
    found = event(HEADER + '  File "/a/site-packages/django/db/base.py", line 3, in connect\n')
    assert (found.cls, found.message, found.frames[0].package, found.role, found.cut) == (
        None,
        "",
        "django",
        "cause",
        True,
    )


def test_log_line_above(events):
    """The line a logger printed above a complete traceback only reports it."""
    line, error = events(f"2024-01-01 10:00:00 ERROR app: Task failed\n{HEADER}{FRAMES}KeyError: 'a'\n")
    assert (line.message, line.role, line.caused_by, line.link) == ("app: Task failed", "wrapper", error.id, "quoted")
    assert (error.role, error.time) == ("cause", "2024-01-01 10:00:00")


def test_log_line_above_a_cut_traceback(event):
    """Where the traceback is cut, the log line is what is known of the error, and the frames are its own."""
    found = event(f"2024-01-01 10:00:00,1 - app - ERROR - pool of size 5 is used up\n{HEADER}{FRAMES[:-10]}")
    assert (found.message, found.role) == ("pool of size 5 is used up", "cause")
    assert len(found.frames) == 2


def test_text_before_the_header(events):
    """Text on the line of the header is a report, not part of the traceback."""
    line, error = events(f"[2025-09-08 21:40:03 TP0] Scheduler hit an exception: {HEADER}{FRAMES}KeyError: 'a'\n")
    assert (line.message, line.role, line.caused_by) == ("Scheduler hit an exception:", "wrapper", error.id)
    assert error.processes == ["TP0"]


def test_several_tracebacks(events):
    """Tracebacks that do not hang together are events of their own."""
    assert [
        found.cls for found in events((HEADER + FRAMES + "KeyError: 'a'\n\n") + (HEADER + FRAMES + "OSError: b\n"))
    ] == [
        "KeyError",
        "OSError",
    ]
