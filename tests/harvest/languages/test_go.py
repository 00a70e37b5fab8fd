"""Go: one row for each construct."""

from __future__ import annotations

import pytest

CONSTRUCTS = {
    "errors.New": ('err := errors.New("no such thing")', "raise", "no such thing"),
    "fmt.Errorf": ('return fmt.Errorf("open %s: %w", name, err)', "raise", "open %s: %w"),
    "a constant in a format": ('return fmt.Errorf("open %s: %d of %d", "file", n, 3)', "raise", "open file: %d of 3"),
    "an unusual verb": ('return fmt.Errorf("at %p of %[1]d", x)', "raise", "at {x} of {x}"),
    "raw string": ('panic(`raw "text"`)', "panic", 'raw "text"'),
    "panic": ('panic(fmt.Sprintf("unreachable: %v", v))', "panic", "unreachable: %v"),
    "concatenation": ('panic("bad kind " + kind + "!")', "panic", "bad kind {kind}!"),
    "errors.Wrap": ('return errors.Wrap(err, "reading the state")', "raise", "reading the state"),
    "errors.Wrapf": ('return errors.Wrapf(err, "reading %s", path)', "raise", "reading %s"),
    "status": ('return status.Errorf(codes.NotFound, "no key %q", key)', "raise", "no key %q"),
    "log.Fatalf": ('log.Fatalf("unable to start: %+v", err)', "exit", "unable to start: %+v"),
    "log.Fatal": ('log.Fatal("unable to start ", err)', "exit", "unable to start  {err}"),
    "chained logger": ('log.WithError(err).Errorf("no pod %s", pod)', "log", "no pod %s"),
    "klog": ('klog.ErrorS(err, "Failed to list", "pod", pod)', "log", "Failed to list"),
    "slog": ('slog.Error("no route", "host", host)', "log", "no route"),
    "standard error": ('fmt.Fprintf(os.Stderr, "usage: %s\\n", name)', "log", "usage: %s"),
    "diagnostic": ('d := &hcl.Diagnostic{Summary: "Bad thing", Subject: x}', "raise", "Bad thing"),
    "error literal": ('return &ParseError{Line: 3, Msg: "missing brace"}', "raise", "missing brace"),
    "field error": ('return field.Required(path, "must name a port")', "raise", "must name a port"),
    "appended text": (
        'diags = diags.Append(fmt.Sprintf("Error selecting it: %s\\n", err))',
        "raise",
        "Error selecting it: %s",
    ),
    "log.Printf of a fault": ('log.Printf("[ERROR] failed to read %s", name)', "log", "[ERROR] failed to read %s"),
    "own constructor": ('return newParseError(pos, "missing brace")', "raise", "missing brace"),
    "own format function": ('return p.errorf("missing %s", what)', "raise", "missing %s"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, located) -> None:
    """Each construct is found once, with its kind, message and function."""
    source, kind, message = CONSTRUCTS[name]
    found = located(".go", f"package a\n\nfunc (s *Server) Run(kind string) {{\n\t{source}\n}}\n")
    assert [(one.line, one.kind, one.message, one.function) for one in found] == [(4, kind, message, "Server.Run")]


def test_declared_errors_are_reached_by_their_name(located) -> None:
    """A sentinel has no function around it; its name leads to it."""
    found = located(".go", 'package a\nvar (\n\tErrGone = errors.New("it is gone")\n)\n')
    assert [(one.line, one.message, one.function, one.triggers) for one in found] == [
        (3, "it is gone", None, ("ErrGone",))
    ]


def test_texts_of_variables_and_constants(located) -> None:
    """Each text a variable may hold is a message; what leaves the function is none."""
    source = """
    package a
    const format = "cannot %s: " + "denied"
    func run(a string) error {
        msg := "first"
        if a == "" {
            msg = "second " + a
        } else if b {
            msg = "third"
            return nil
        }
        msg += " end"
        if c {
            return errors.New(msg)
        }
        return fmt.Errorf(format, a)
    }
    """
    assert [one.message for one in located(".go", source)] == ["first end", "second {a} end", "cannot %s: denied"]


def test_error_method_and_status(located) -> None:
    """The text of an error type is what its method returns; an answer over HTTP has its status."""
    source = """
    package a
    func (e *MyError) Error() string { return fmt.Sprintf("my %s broke", e.Name) }
    func serve() { http.Error(w, "method not allowed", http.StatusMethodNotAllowed) }
    """
    found = located(".go", source)
    assert [(one.message, one.function, one.status) for one in found] == [
        ("my %s broke", "MyError.Error", None),
        ("method not allowed", "serve", 405),
    ]


def test_own_helpers(located) -> None:
    """A function that puts a parameter into its message gives a place for each of its calls, with where it ends."""
    source = """
    package a
    func assert(ok bool, text string) {
        if !ok {
            panic(text)
        }
    }
    func run() {
        assert(path != "", "the path is empty")
    }
    """
    found = located(".go", source)
    assert [(one.line, one.message, one.function, one.raised) for one in found] == [
        (9, "the path is empty", "run", ((5, "assert"),))
    ]


def test_comments_strings_and_values_alone_are_nothing(located) -> None:
    """What stands in a comment or a string is not code; an error that is passed on has no text."""
    source = """
    package a
    // errors.New("in a comment")
    var x = "panic(errors.New(in a string))"
    func run() error { s := err.Error(); return errors.New(s) }
    """
    assert located(".go", source) == []


def test_diagnostics_have_two_texts(located) -> None:
    """Summary and detail are printed apart from each other; a warning is one."""
    source = """
    package a
    func run() {
        diags = diags.Append(tfdiags.Sourceless(
            tfdiags.Error,
            "Invalid option",
            fmt.Sprintf("The option %q is not known.", raw),
        ))
        diags = diags.Append(tfdiags.Sourceless(tfdiags.Warning, "Old option", "It will go away."))
    }
    """
    found = located(".go", source)
    assert [(one.line, one.severity, one.message) for one in found] == [
        (4, "error", "Invalid option"),
        (4, "error", "The option %q is not known."),
        (9, "warning", "Old option"),
        (9, "warning", "It will go away."),
    ]


def test_constants_and_helpers_of_other_files(located) -> None:
    """A message may be a constant, a helper a function of another file of the package."""
    source = """
    package a
    func run() error {
        assert1(ok, "the path must begin with a slash")
        return fmt.Errorf(errLoading, err)
    }
    """
    other = """
    package a
    const errLoading = `Error loading the state: %[1]s`
    func assert1(guard bool, text string) { if !guard { panic(text) } }
    """
    found = located(".go", source, other=other)
    assert [(one.path, one.line, one.kind, one.message) for one in found] == [
        ("pkg/a.go", 4, "panic", "the path must begin with a slash"),
        ("pkg/a.go", 5, "raise", "Error loading the state: %s"),
    ]


def test_functions_of_the_file_make_messages(located) -> None:
    """What a function returns is the message where it is called for one, with its arguments filled in."""
    source = """
    package a
    func run() error { return errors.New(describe("the port", 3)) }
    func describe(what string, n int) string {
        each(func() string { return "not this one" })
        if n > 1 { return "many of " + what }
        return fmt.Sprintf("no %s", what)
    }
    """
    assert [one.message for one in located(".go", source)] == ["many of the port", "no the port"]
