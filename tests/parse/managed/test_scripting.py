"""Ruby, Elixir, Erlang, Perl and Lua in short texts, and what holds for all managed languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "cls", "message", "language"),
    [
        ("a.rb:1:in `f': undefined method `g' (NoMethodError)", "NoMethodError", "undefined method `g'", "ruby"),
        ("a.rb:1:in 'A#f': x (A::B::Error)\n\tfrom a.rb:9:in '<main>'\n", "A::B::Error", "x", "ruby"),
        ("a.rb:1:in `f': two (E)\nlines\n\tfrom a.rb:2:in `g'\n", "E", "two\nlines", "ruby"),
        ("NameError: no x\n/srv/a.rb:3:in `f'\n/srv/b.rb:4:in `g'\n", "NameError", "no x", "ruby"),
        ("-e:1:in `<main>': x (RuntimeError)", "RuntimeError", "x", "ruby"),
        ("** (RuntimeError) oops\n    a.exs:1: (file)\n", "RuntimeError", "oops", "elixir"),
        ("** (CompileError) a.exs:1: undefined x", "CompileError", "undefined x", "elixir"),
        (
            "** exception error: no match of right hand side value 2",
            "error",
            "no match of right hand side value 2",
            "erlang",
        ),
        ("bad thing at a.pl line 3.\n\tmain::f(1) called at a.pl line 9\n", None, "bad thing", "perl"),
        ("lua: a.lua:1: boom\nstack traceback:\n\ta.lua:1: in main chunk\n", None, "boom", "lua"),
    ],
)
def test_errors(event, text, cls, message, language):
    """Class, message and language of what the interpreters print."""
    found = event(text)
    assert (found.cls, found.message, found.language) == (cls, message, language)


def test_gem(event):
    """Gems name their package; the frames run from the outermost to the raising one."""
    found = event(
        "/b/gems/activerecord-7.0.8/lib/x.rb:3:in `f': x (E)\n\tfrom /b/gems/own_gem-1.2/y.rb:4:in `g'\n"
        "\tfrom a.rb:1:in `m'\n"
    )
    assert [(frame.package, frame.repo) for frame in found.frames] == [
        (None, None),
        ("own_gem", None),
        ("activerecord", "rails/rails"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a.rb:3: warning: method redefined\n",
        "a.rb:3:in `f'\na.rb:4:in `g'\n",
        "** not an error **\n",
        "see a.pl line 3\n",
        "lua: fine\n",
    ],
)
def test_no_error(events, text):
    """Warnings, lone places and prose are no errors."""
    assert [event for event in events(text) if event.role == "cause"] == []


PARTS = st.sampled_from(
    [
        *("a.rb:1:in `f': x (E)", "\tfrom a.rb:2:in `g'", "\t ... 12 levels...", "more", "E: x", "a.rb:1:in `f'", ""),
        *(
            "[abcdef-12] E (x):",
            "Caused by:",
            "** (E) x",
            "    ** (F) y",
            "    a.exs:1: (file)",
            "    (ex 1.0) a.ex:1: f/1",
        ),
        *(
            "Last message: x",
            "x at a.pl line 3.",
            "\tmain::f(1) called at a.pl line 9",
            "lua: a.lua:1: x",
            "stack traceback:",
        ),
        *(
            "\ta.lua:1: in main chunk",
            "exception error: x",
            "     in function  a:b/1 (a.erl, line 3)",
            "a.rb:2: syntax error, x",
        ),
    ]
)


@given(st.lists(PARTS, max_size=40))
def test_any_mixture_is_read(read, parts):
    """However the parts are mixed: no exception, references hold, pieces map back."""
    read("\n".join(parts))


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "Error: x",
            "    at f (/a.js:1:2)",
            "    at f (/a.js:1:2) {",
            "  [cause]: Error: x",
            "Error: x\n    at f (/a.js:1:2)",
        ),
        *(
            "java.io.IOException: x",
            "\tat a.B.c(B.java:1)",
            "Caused by: a.BException: x",
            "\t... 3 more",
            "* What went wrong:",
        ),
        *(
            "Driver stacktrace:",
            "[ERROR] Failed to execute goal x",
            "A.java:3: error: x",
            "# A fatal error has been detected",
        ),
        *(
            "panic: x",
            "goroutine 1 [running]:",
            "goroutine 1 [running]:\nmain.f()\n\t/a.go:1",
            "--- FAIL: TestA (0.00s)",
        ),
        *("    a_test.go:3: x", "a.go:3:4: x", "\tpanic: x", "System.Exception: a", " ---> System.Exception: b"),
        *("   at Shop.A.B(String s)", "---> (Inner Exception #0) System.Exception: c", "a.rb:1:in `f': x (E)", "E: x"),
        *("PHP Fatal error:  Uncaught A: x", "Next A: x in /a.php:3", "#0 /a.php(3): f()", "** (E) x", "    ** (E) x"),
        *(
            "  ● a",
            "ERROR in ./a.js 3:1",
            "  3:5  error  x",
            "npm ERR! x",
            "x at a.pl line 3.",
            "[Recovery] panic recovered:",
        ),
    ],
)
def test_lines_are_looked_at_a_bounded_number_of_times(looks, unit):
    """Eight times the lines are at most about eight times the looks, for every shape repeated without end."""
    assert looks(unit, 1600) <= looks(unit, 200) * 8 * 1.5 + 2000


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "Error: ",
            "at f (",
            "a.b.C",
            "---> A.b",
            "Caused by: ",
            "[cause]: ",
            "x@http://a:1:",
            "(a) ",
            "at a.b(",
            "E: ",
        ),
        *(
            "panic: ",
            "open a: ",
            "dial tcp a: ",
            ' err="',
            "PHP Fatal error:  ",
            " in /a.php",
            "Uncaught ",
            "#0 /a.php(",
            "a.rb:1:in ",
        ),
        *(
            "** (E) ",
            " at a.pl line ",
            "error CS0103: ",
            " {",
            "error TS1: ",
            "  error  x",
            "FAIL  a.ts > ",
            "ERROR in ./a",
        ),
    ],
)
def test_hostile_lines_come_to_an_end(read, unit):
    """One line of 300,000 characters is no harder than as many lines (a quadratic rule would hang here)."""
    read(unit * (300_000 // len(unit)))
