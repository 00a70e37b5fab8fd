""".NET: frames, exceptions with their causes, compilers and NuGet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.parse.managed.dotnet.frames import read_frame

STACK = "   at Shop.Carts.Load(Int32 id) in /src/Carts.cs:line 3\n   at Shop.Program.Main(String[] args)\n"


@pytest.mark.parametrize(
    ("text", "file", "line", "function"),
    [
        ("   at Shop.A.B(String s) in C:\\src\\A.cs:line 12", "C:\\src\\A.cs", 12, "Shop.A.B"),
        ("   at Shop.A..ctor()", "<unknown>", None, "Shop.A..ctor"),
        ("   at Shop.A`1.B[TKey,TValue](TKey key, List`1 l)", "<unknown>", None, "Shop.A`1.B[TKey,TValue]"),
        ("   at Shop.A.<>c__DisplayClass0_0.<Run>b__0()", "<unknown>", None, "Shop.A.<>c__DisplayClass0_0.<Run>b__0"),
        ("   at Shop.A.<RunAsync>d__3.MoveNext()", "<unknown>", None, "Shop.A.<RunAsync>d__3.MoveNext"),
        ("  at Shop.A.B (System.String k) [0x00007] in /src/a.cs:2 ", "/src/a.cs", 2, "Shop.A.B"),
        ("  at Shop.A.B () [0x00000] in <12b418a7818c>:0 ", "<unknown>", None, "Shop.A.B"),
        ("   at lambda_method1(Closure , Object )", None, None, None),
    ],
)
def test_frame(text, file, line, function):
    """The frames of .NET and Mono; without symbols there is no file."""
    frame = read_frame(text)
    assert (frame and (frame.file, frame.line, frame.function)) == (function and (file, line, function))


@pytest.mark.parametrize(
    "text",
    [
        "\tat com.acme.App.main(App.java:12)",
        "\tat com.acme.App.main(Native Method)",
        "\tat com.acme.MainKt.main(Main.kt)",
        "    at f (/srv/a.js:1:2)",
        "    at Array.map (<anonymous>)",
        "at the end (of the day)",
    ],
)
def test_no_frame(text):
    """Frames of other languages and prose are none."""
    found = read_frame(text)
    assert found is None or "Native" in text


@pytest.mark.parametrize(
    ("header", "cls", "code", "message"),
    [
        ("System.Exception: gone", "System.Exception", None, "gone"),
        ("Unhandled exception. System.IO.IOException: gone", "System.IO.IOException", None, "gone"),
        (
            "System.Net.Sockets.SocketException (111): Connection refused",
            "System.Net.Sockets.SocketException",
            "111",
            None,
        ),
        ("Shop.CartException", "Shop.CartException", None, ""),
        ("CartException: bare", "CartException", None, "bare"),
        ("System.Exception: two\nlines", "System.Exception", None, "two\nlines"),
    ],
)
def test_header(event, header, cls, code, message):
    """Class, code and message of an exception with a stack."""
    found = event(f"{header}\n{STACK}")
    assert (found.cls, found.code, found.language, len(found.frames)) == (cls, code, "csharp", 2)
    assert message is None or found.message == message
    assert found.frames[-1].line == 3


def test_members_of_an_aggregate(events):
    """Each member of an aggregate is a cause."""
    found = events(
        f"System.AggregateException: two\n{STACK} ---> (Inner Exception #0) System.Exception: a\n{STACK[:-1]}<---\n\n"
        f" ---> (Inner Exception #1) System.Exception: b\n{STACK[:-1]}<---\n"
    )
    assert [(event.message, event.role) for event in found] == [("two", "wrapper"), ("a", "cause"), ("b", "cause")]
    assert found[0].link == "group"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("A.cs(1,2): error CS0103: no x [/src/A.csproj]", "CS0103", "no x"),
        ("/src/A.csproj : error NU1101: no package", "NU1101", "no package"),
        ("MSBUILD : error MSB1009: Project file does not exist.", "MSB1009", "Project file does not exist."),
        ("error NETSDK1045: The current .NET SDK is old", "NETSDK1045", "The current .NET SDK is old"),
    ],
)
def test_build(event, text, code, message):
    """Diagnostics carry their code; the project at the end is no part of the message."""
    found = event(text)
    assert (found.code, found.message, found.language) == (code, message, "csharp")


PARTS = st.sampled_from(
    [
        *("System.Exception: a", " ---> System.IO.IOException: b", "   at Shop.A.B(String s)", "x ---> y", "<---"),
        *("   --- End of inner exception stack trace ---", "--- End of stack trace from previous location ---", ""),
        *("---> (Inner Exception #0) System.Exception: c", "System.A: a ---> System.B: b ---> System.C: c"),
        *("Unhandled Exception:", "Unhandled exception. System.X: y", "A.cs(1,2): error CS0103: x [/a.csproj]"),
    ]
)


@given(st.lists(PARTS, max_size=40))
def test_any_mixture_is_read(read, parts):
    """However the parts are mixed: no exception, references hold, pieces map back."""
    read("\n".join(parts))
