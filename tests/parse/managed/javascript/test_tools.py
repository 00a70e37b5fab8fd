"""npm, Yarn, pnpm, bundlers, compilers and test runners in short texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "code", "role", "message"),
    [
        ("npm ERR! code E404\nnpm ERR! 404 Not Found\n", "E404", "cause", "404 Not Found"),
        ('npm error Missing script: "x"\n', None, "cause", 'Missing script: "x"'),
        ("npm error code ENOENT\nnpm error path /x\nnpm error enoent gone\n", "ENOENT", "cause", "enoent gone"),
        ("npm error Lifecycle script `build` failed with error:\nnpm error code 1\n", "1", "wrapper", None),
        (
            " ERR_PNPM_OUTDATED  Cannot install\nbecause of x\n",
            "ERR_PNPM_OUTDATED",
            "cause",
            "Cannot install\nbecause of x",
        ),
        ("➤ YN0001: │ Error: something is off", "YN0001", "cause", None),
        ("src/a.ts(3,5): error TS2345: no", "TS2345", "cause", "no"),
        ("src/a.ts:3:5 - error TS2345: no\n\n3   f(1)\n      ~\n", "TS2345", "cause", "no"),
        (
            "ERROR in ./a.js 3:0-29\nModule not found: Error: Can't x\n",
            None,
            "cause",
            "Module not found: Error: Can't x",
        ),
        ("/app/a.js\n  3:5  error  'x' is not defined  no-undef\n", "no-undef", "cause", "'x' is not defined"),
        (
            '✘ [ERROR] Could not resolve "x"\n\n    src/a.js:1:7:\n      1 │ import\n',
            None,
            "cause",
            'Could not resolve "x"',
        ),
    ],
)
def test_tools(event, text, code, role, message):
    """Code, role and message of what the tools print."""
    found = event(text)
    assert (found.code, found.role) == (code, role)
    assert message is None or found.message == message


def test_two_runs_of_npm(events):
    """A second code begins another error."""
    first, second = events("npm error code E404\nnpm error 404 a\nnpm error code E401\nnpm error 401 b\n")
    assert (first.code, second.code) == ("E404", "E401")


def test_jest_suite_failed(event):
    """A suite that could not run: class, message and frames are those of the error in it."""
    found = event(
        "  ● Test suite failed to run\n\n    SyntaxError: Unexpected token\n\n      1 | import x\n        | ^\n\n"
        "      at run (node_modules/jest-runtime/build/index.js:10:3)\n"
    )
    assert (found.cls, found.message, found.frames[0].repo) == ("SyntaxError", "Unexpected token", "jestjs/jest")


@pytest.mark.parametrize(
    "text",
    [
        "npm warn deprecated x@1.0.0: no\n",
        "➤ YN0000: Done in 3s\n",
        "webpack 5.88.2 compiled successfully in 812 ms\n",
        "Found 0 errors. Watching for file changes.\n",
        "  3:5  warning  x  no-console\n",
        "  ● Console\n\n    console.log\n      hello\n\n      at log (src/a.js:3:11)\n",
        "✓ src/a.test.ts > adds up\n",
    ],
)
def test_no_error(events, text):
    """Warnings, counts of zero and what tests print are no errors."""
    assert events(text) == []


PARTS = st.sampled_from(
    [
        *(
            "npm ERR! code E1",
            "npm ERR! x",
            "npm ERR! gyp ERR! stack Error: y",
            "npm WARN x",
            "ERROR in ./a.js 3:1",
            "",
        ),
        *(
            "Module not found: Error: x",
            "[vite] Internal server error: x",
            "  File: /a/b.ts:3:4",
            "✘ [ERROR] x",
            "at x",
        ),
        *(
            "    src/a.js:1:2:",
            "a.ts(3,5): error TS1: x",
            "  3:5  error  x  no-y",
            "/app/a.js",
            "✖ 1 problem (1 error)",
        ),
        *(
            "  ● a › b",
            "    TypeError: x",
            "      at f (/a.js:1:2)",
            " FAIL  a.test.ts > b",
            " ❯ a.ts:1:2",
            "  > 3 | x",
        ),
        *(
            " ERR_PNPM_X  y",
            " ELIFECYCLE  Command failed",
            "➤ YN0001: │ x",
            "Test Suites: 1 failed",
            "3   x",
            "    ~~~",
        ),
    ]
)


@given(st.lists(PARTS, max_size=40))
def test_any_mixture_is_read(read, parts):
    """However the parts are mixed: no exception, references hold, pieces map back."""
    read("\n".join(parts))
