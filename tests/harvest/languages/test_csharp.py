"""C#: one row for each construct."""

from __future__ import annotations

import pytest

CONSTRUCTS = {
    "thrown": (
        'throw new InvalidOperationException($"bad {x.Y:N2} of {n}");',
        "InvalidOperationException",
        "bad {x.Y} of {n}",
    ),
    "concatenation": ('throw new KeyException("no " + key);', "KeyException", "no {key}"),
    "without a message": ("throw new NotImplementedException();", "NotImplementedException", ""),
    "parameter first": (
        'throw new ArgumentNullException(nameof(n), "n is needed");',
        "ArgumentNullException",
        "n is needed",
    ),
    "parameter alone": ("throw new ArgumentNullException(nameof(n));", "ArgumentNullException", ""),
    "string.Format": ('throw new X(string.Format("bad {0}", n));', "X", "bad {0}"),
    "with a culture": ('throw new X(string.Format(CultureInfo.InvariantCulture, "bad {0}", n));', "X", "bad {0}"),
    "verbatim": ('throw new X(@"in C:\\temp");', "X", "in C:\\temp"),
    "expression": ('var a = b ?? throw new X("b is missing");', "X", "b is missing"),
    "handed on": ('source.SetException(new TimeoutException("too late"));', "TimeoutException", "too late"),
    "logged": ('_logger.LogError(e, "lost {Name}", n);', None, "lost {Name}"),
    "standard error": ('Console.Error.WriteLine("cannot open " + n);', None, "cannot open {n}"),
    "assertion": ('Debug.Assert(n > 0, "n is positive");', None, "n is positive"),
    "helper": ('ThrowHelper.ThrowInvalid("no such token here");', None, "no such token here"),
    "factory": ('throw JsonException.Create(reader, "bad {0}".FormatWith(I, n));', "JsonException", "bad {0}"),
    "member of what may be null": ('throw new X("no " + key?.Name);', "X", "no {key}"),
    "constant": ("throw new X(Gone);", "X", "it is gone"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, located) -> None:
    """Each construct is found once, with its class, message and function."""
    source, cls, message = CONSTRUCTS[name]
    body = f'class Server {{\n  const string Gone = "it is gone";\n  void Run(int n) {{\n{source}\n  }}\n}}\n'
    found = located(".cs", body)
    assert [(one.cls, one.message, one.function) for one in found] == [(cls, message, "Server.Run")]


def test_exception_classes_make_their_message(located) -> None:
    """What a constructor passes to its base, and `Message`, are the message wherever the class is thrown."""
    source = """
    class MissingException : Exception { public MissingException(string what) : base($"no {what} here") {} }
    class GoneException : Exception { public override string Message => "it is gone"; }
    class A { void Run() { throw new MissingException("pear"); } void Stop() { throw new GoneException(); } }
    """
    assert [(one.line, one.cls, one.message) for one in located(".cs", source)] == [
        (4, "MissingException", "no pear here"),
        (4, "GoneException", "it is gone"),
    ]


def test_what_is_no_error(located) -> None:
    """Comments, strings and plain calls say nothing."""
    source = """
    // throw new X("in a comment");
    class A { string s = "throw new X(in a string)"; void Run() { _logger.LogInformation("fine"); throw; } }
    """
    assert located(".cs", source) == []
