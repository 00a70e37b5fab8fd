"""JavaScript and TypeScript: one row for each construct."""

from __future__ import annotations

import pytest

CONSTRUCTS = {
    "throw new": ("throw new TypeError('not a thing');", "raise", "TypeError", "not a thing"),
    "template": ("throw new Error(`no ${kind} at ${at.line}`);", "raise", "Error", "no ${kind} at ${at.line}"),
    "concatenation": ("throw new Error('no ' + kind + ' here');", "raise", "Error", "no ${kind} here"),
    "without new": ("throw RangeError('too far');", "raise", "RangeError", "too far"),
    "any class that is thrown": ("throw new Redirect('elsewhere');", "raise", "Redirect", "elsewhere"),
    "no message": ("throw new NotYetImplemented();", "raise", "NotYetImplemented", ""),
    "given to a callback": ("return done(new Error('no such host'));", "raise", "Error", "no such host"),
    "rejected": ("return Promise.reject(new Error('it timed out'));", "raise", "Error", "it timed out"),
    "rejected text": ("return reject('it timed out');", "raise", None, "it timed out"),
    "thrown text": ("throw 'plain text';", "raise", None, "plain text"),
    "qualified": ("throw new errors.ParseError('bad input');", "raise", "ParseError", "bad input"),
    "format": ("throw new Error(util.format('no %s at %d', kind, 3));", "raise", "Error", "no %s at 3"),
    "join": ("throw new Error(['two', 'lines'].join('\\n'));", "raise", "Error", "two\nlines"),
    "concat": ("throw new Error('no '.concat(kind, ' here'));", "raise", "Error", "no ${kind} here"),
    "options": ("throw new ApiError({ message: 'bad key', retry: true });", "raise", "ApiError", "bad key"),
    "several errors": ("throw new AggregateError(all, 'all failed');", "raise", "AggregateError", "all failed"),
    "console": ("console.error('cannot open', path);", "log", None, "cannot open ${path}"),
    "colours": ("console.error(chalk.red.bold(`cannot open ${p}`));", "log", None, "cannot open ${p}"),
    "logger": ("this.logger.error('lost the connection');", "log", None, "lost the connection"),
    "invariant": ("invariant(ok, 'must have %s', name);", "assert", None, "must have %s"),
    "assert": ("assert(x > 0, 'x must be positive');", "assert", "AssertionError", "x must be positive"),
    "assert.equal": ("assert.equal(a, b, 'a must be b');", "assert", "AssertionError", "a must be b"),
    "deprecate": ("f = util.deprecate(() => 1, 'f is old', 'DEP_F');", "warn", "DeprecationWarning", "f is old"),
    "factory": ("throw createError(404, 'no such page');", "raise", None, "no such page"),
    "method": ("this.raise(pos, 'Unexpected token');", "fail", None, "Unexpected token"),
    "error object": ("cb({ code: 'ERR_LATE', message: 'too late' });", "raise", None, "too late"),
}


@pytest.mark.parametrize("suffix", [".js", ".ts", ".tsx"])
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, suffix: str, located) -> None:
    """Each construct is found once, with its kind, class and message, by every grammar."""
    source, kind, cls, message = CONSTRUCTS[name]
    found = located(suffix, f"class Server extends Base {{\n  run() {{\n    {source}\n  }}\n}}\n")
    assert [(one.line, one.kind, one.cls, one.message, one.function) for one in found] == [
        (3, kind, cls, message, "Server.run")
    ]


CODES = {
    "option": ("throw new Error('x failed', { code: 'ERR_X' });", "ERR_X", None),
    "assigned": ("const e = new Error('x failed');\n e.name = 'X';\n e.code = 'ENOENT';\n throw e;", "ENOENT", None),
    "constant": ("throw new AxiosError('x failed', AxiosError.ERR_NETWORK);", "ERR_NETWORK", None),
    "Object.assign": ("throw Object.assign(new Error('x failed'), { code: 'ERR_X', statusCode: 404 });", "ERR_X", 404),
    "status": ("throw new HttpError(503, 'x failed');", None, 503),
    "none": ("throw new Error('x failed', { cause: 'ERR' });", None, None),
}


@pytest.mark.parametrize("name", CODES)
def test_codes_and_statuses(name: str, located) -> None:
    """A code is read wherever it is given; what only looks like one is none."""
    source, code, status = CODES[name]
    found = located(".js", f"function f() {{ {source} }}")
    assert [(one.message, one.code, one.status) for one in found] == [("x failed", code, status)]


def test_conditional_messages_and_variables(located) -> None:
    """Each way a message can go is a message, through variables and nested templates."""
    source = """
    const HELP = 'see the manual';
    export const f = (a) => {
      let message = `bad ${a ? 'key' : 'value'}`;
      if (strict) message += `, ${HELP}`;
      throw new Error(message);
    };
    """
    found = located(".ts", source)
    assert {one.message for one in found} == {
        "bad key",
        "bad value",
        "bad key, see the manual",
        "bad value, see the manual",
    }
    assert {one.function for one in found} == {"f"}


def test_classes_make_their_message_in_other_files(located) -> None:
    """What a constructor passes on is filled with what it is given; name, code and default come from the class."""
    other = """
    export class AppError extends Error {
      code = 'ERR_APP';
      constructor(message = 'it failed') { super(`app: ${message}`); this.name = 'AppFailure'; }
    }
    export class MissingError extends AppError {
      constructor(name, where) { super(`no ${name} in ${where}`); }
    }
    export class NeverError extends AppError { constructor() { super('never made here'); } }
    class Widget extends Base { constructor() { super('no error at all'); } }
    """
    source = """
    throw new MissingError('port', file);
    throw new AppError();
    throw new AppError(null);
    """
    found = located(".ts", source, other=other)
    assert [(one.path, one.line, one.cls, one.message, one.code) for one in found] == [
        ("pkg/a.ts", 2, "MissingError", "app: no port in ${file}", None),
        ("pkg/a.ts", 3, "AppFailure", "app: it failed", "ERR_APP"),
        ("pkg/a.ts", 4, "AppFailure", "app: it failed", "ERR_APP"),
        ("pkg/other.ts", 9, "NeverError", "app: never made here", None),
    ]


def test_tables_of_errors(located) -> None:
    """A row is the class that is thrown by its code, with its arguments."""
    source = """
    E('ERR_ARG', 'The argument %s is bad', TypeError);
    E('ERR_RANGE', (name, value) => `"${name}" is out of range: ${value}`, RangeError);
    function f() { throw new ERR_RANGE('size', n); }
    """
    found = located(".js", source)
    assert [(one.line, one.cls, one.code, one.message) for one in found] == [
        (2, "TypeError", "ERR_ARG", "The argument %s is bad"),
        (4, "RangeError", "ERR_RANGE", '"size" is out of range: ${n}'),
    ]


def test_nothing_is_made_up(located) -> None:
    """Stack captures, re-raised errors, calls of nothing known, text in comments and strings are no sites."""
    source = """
    const stack = new Error().stack;
    // throw new Error('in a comment')
    const text = "throw new Error('in a string')";
    try { f() } catch (e) { throw e; }
    logger.warn('only a warning');
    const map = new Map([['message', 'x']]);
    error(x);
    """
    assert located(".js", source) == []


def test_minified_files_are_refused(located) -> None:
    """What nobody reads is left out with a reason."""
    from errkb.model.located import UnreadableError

    with pytest.raises(UnreadableError, match="minified"):
        located(".js", "var a=1;" * 4_000 + "throw new Error('x');")


def test_functions_of_the_file_make_messages(located) -> None:
    """What a function returns is the message where it is called for one, with its arguments filled in."""
    source = """
    const describe = (what) => (many ? `many of ${what}` : `no ${what}`);
    throw new Error(describe('the port'));
    """
    assert [one.message for one in located(".js", source)] == ["many of the port", "no the port"]
