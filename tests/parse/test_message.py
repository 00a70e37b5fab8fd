"""Single messages, with and without a class, of many programs; and lines that only look like one."""

import pytest


@pytest.mark.parametrize(
    ("text", "cls", "code", "message"),
    [
        ("ValueError: bad", "ValueError", None, "bad"),
        ("torch.OutOfMemoryError: CUDA out of memory.", "torch.OutOfMemoryError", None, "CUDA out of memory."),
        ("KeyError: 'user_id'", "KeyError", None, "'user_id'"),
        ("AssertionError", "AssertionError", None, ""),
        ("TypeError [ERR_INVALID_ARG_TYPE]: The path", "TypeError", "ERR_INVALID_ARG_TYPE", "The path"),
        ("error:TypeError [ERR_X_Y]: a", "TypeError", "ERR_X_Y", "a"),
        ("Uncaught TypeError: x is not a function", "TypeError", None, "x is not a function"),
        ("Error: connect ECONNREFUSED 127.0.0.1:1", "Error", "ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1"),
        ("Error: ENOENT: no such file", "Error", "ENOENT", "ENOENT: no such file"),
        ("Error: Cannot find module 'x'", "Error", None, "Cannot find module 'x'"),
        ("Caused by: a.b.FooException: gone", "a.b.FooException", None, "gone"),
        ('Exception in thread "main" java.lang.NullPointerException: x', "java.lang.NullPointerException", None, "x"),
        ("java.lang.NullPointerException", "java.lang.NullPointerException", None, ""),
        ("Unhandled exception. System.IO.IOException: gone", "System.IO.IOException", None, "gone"),
        ("PHP Fatal error:  Uncaught TypeError: x", "TypeError", None, "x"),
        ("subprocess.TimeoutExpired: Command 'x'", "subprocess.TimeoutExpired", None, "Command 'x'"),
        ("x.rb:3:in `f': undefined method `g' (NoMethodError)", "NoMethodError", None, "undefined method `g'"),
        ("error[E0308]: mismatched types", None, "E0308", "mismatched types"),
        ("src/a.ts(3,5): error TS2322: not assignable", None, "TS2322", "not assignable"),
        ("LINK : fatal error LNK1181: cannot open", None, "LNK1181", "cannot open"),
        ("panic: runtime error: index out of range", "panic", None, "runtime error: index out of range"),
        ("thread 'main' panicked at 'it is', src/a.rs:1:2", "panic", None, "it is"),
        ("thread 'main' panicked at src/a.rs:1:2:\nit is\nnote: run with `X`", "panic", None, "it is"),
        ("terminate called after throwing an instance of 'a::B'\n  what():  no x\n", "a::B", None, "no x"),
        ("Failed with something: x.y.BadError: no", "x.y.BadError", None, "no"),
    ],
)
def test_with_class_or_code(event, text, cls, code, message):
    """Class, error code and message of what other languages and tools print."""
    found = event(text)
    assert (found.cls, found.code, found.message, found.role) == (cls, code, message, "cause")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ERROR: No matching distribution found", "No matching distribution found"),
        ("error: failed to solve: x", "failed to solve: x"),
        ("fatal: not a git repository", "not a git repository"),
        ("2024-01-01 10:00:00 ERROR something is wrong", "something is wrong"),
        ("CRITICAL:app.core:gone", "gone"),
        ("FATAL:  password authentication failed", "password authentication failed"),
        ("##[error]The runner is gone", "The runner is gone"),
        ("docker: Error response from daemon: no driver", "no driver"),
        ("bash: foo: command not found", "bash: foo: command not found"),
        ("curl: (7) Failed to connect", "curl: (7) Failed to connect"),
        ("E: Unable to locate package x", "Unable to locate package x"),
        ("Failed to build x", "Failed to build x"),
        ("worker-a[2022-05-19 13:35:26,740: ERROR/MainProcess] no route", "no route"),
        ("myapp 13:35:26 thread-1 <FATAL> no route", "no route"),
        ("gyp ERR! build error\ngyp ERR! stack Error: not found: make", "build error\nstack Error: not found: make"),
        ("Killed", "Killed"),
        ("Segmentation fault (core dumped)", "Segmentation fault (core dumped)"),
        ("  × No solution found:\n  ╰─▶ Because there is none", "No solution found:\nBecause there is none"),
        ("npm ERR! code E404\nnpm ERR! 404 Not Found\nnpm ERR! at x", "404 Not Found\nat x"),
        ("│ Error occurred\n│ \n│ because\n╵", "Error occurred\n\nbecause"),
        ("The prompt (length 71) is longer than the maximum", "The prompt (length 71) is longer than the maximum"),
    ],
)
def test_without_class(event, text, message):
    """Lines at level ERROR, complaints of tools and bare sentences are inferred events."""
    found = event(text)
    assert (found.cls, found.message, found.inferred) == (None, message, True)


def test_pip_reference(event):
    """The reference above pip's box is the code of the message in it."""
    found = event(
        "error: subprocess-exited-with-error\n\n× Getting requirements did not run successfully.\n│ exit code: 1\n"
        "╰─> See above for output.\n\nnote: This is not a problem with pip.\n"
    )
    assert (found.code, found.role) == ("subprocess-exited-with-error", "wrapper")
    assert found.message == "Getting requirements did not run successfully.\nexit code: 1\nSee above for output."
    assert found.line_start == 1


@pytest.mark.parametrize(
    "text",
    [
        "Set the log level to ERROR for x",
        "everything is fine, 0 errors",
        "errors=0 warnings=2",
        "Error rate: 0.0%",
        "Error: 0",
        "error: none",
        "No errors found.",
        "Errors: 0",
        "INFO:     uvicorn.error - started",
        "2024-01-01 10:00:00 INFO uvicorn.error: Application startup complete",
        "2024-01-01 10:00:00 INFO retrying after ConnectionError: gone",
        "GET /error 200",
        "Compiled src/ErrorBoundary.tsx",
        "Error handling middleware loaded",
        "class AppError extends Error {",
        "raise NotImplementedError",
        "except ValueError:",
        "npm warn EBADENGINE Unsupported engine",
        "ERROR_LOG=/var/log/x",
        "100%|██████████| 10/10 [00:01<00:00]",
        "Loading checkpoint shards: 100%",
        "Failed: 0, Passed: 12",
        "    raise ValueError(x)",
        "Process finished with exit code 0",
    ],
)
def test_no_error(events, text):
    """Healthy lines, names and code with the word in them are no events."""
    assert events(text) == []


def test_debug_level_is_noise(event):
    """An exception at level DEBUG is nobody's problem."""
    assert event("2024-01-01 10:00:00 DEBUG a.b.CancelledException: gone").role == "noise"


def test_healthy_log_is_quiet(events, healthy_log):
    """A long healthy log gives no event."""
    assert events(healthy_log(5000)) == []


def test_what_another_parser_reads_ends_a_message(events):
    """A message goes on over plain lines, but not over a line that is an error of its own."""
    text = "ERROR: the job failed\nsee the console\nbash: line 3: foo: command not found\nbye\n"
    assert [found.message for found in events(text)] == [
        "the job failed\nsee the console",
        "bash: line 3: foo: command not found",
    ]
