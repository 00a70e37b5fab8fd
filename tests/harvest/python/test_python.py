"""Python source -> located errors: one small module for each way a message is made."""

from __future__ import annotations

import textwrap

import pytest

from errkb.harvest.python import Python
from errkb.model.located import Located, UnreadableError


def harvest(source: str, path: str = "pkg/mod.py", **others: str) -> list[Located]:
    """Harvest a module, with others beside it by path."""
    python = Python()
    files = {path: source} | {name.replace("__", "/") + ".py": text for name, text in others.items()}
    facts = {name: python.read(name, textwrap.dedent(text)) for name, text in files.items()}
    return list(python.link(facts))


def messages(source: str) -> list[tuple[int, str | None, str]]:
    return [(found.line, found.cls, found.message) for found in harvest(source)]


CASES = {
    "f-string": ("raise ValueError(f'no {self.name!r} in {x[0]}')", "no {self.name!r} in {x[0]}"),
    "percent": ("raise ValueError('no %s in %d' % (a, b))", "no %s in %d"),
    "percent by name": ("raise ValueError('no %(a)s' % {'a': 1})", "no %(a)s"),
    "percent sign": ("raise ValueError('over 100%% of %s' % a)", "over 100% of %s"),
    "percent, known value": ("k = 'size'\nraise ValueError('bad %s here' % k)", "bad size here"),
    "format": ("raise ValueError('no {} in {name}'.format(a, name=b))", "no {} in {name}"),
    "format, escaped braces": ("raise ValueError('a {{x}} {0}'.format(a))", "a {x} {0}"),
    "plus": ("raise ValueError('no such ' + kind + ' here')", "no such {kind} here"),
    "implicit": ("raise ValueError('one '\n  'two')", "one two"),
    "dedent": ("raise ValueError(dedent('''\\\n    one\n      two'''))", "one\n  two"),
    "join": ("raise ValueError(', '.join(['one thing', 'other']))", "one thing, other"),
    "join of the unknown": ("raise ValueError('one of ' + ', '.join(names))", "one of {names}"),
    "translated": ("raise ValueError(_('not a number') % {'x': 1})", "not a number"),
    "variable": ("msg = f'bad {x}'\nlog.info(msg)\nraise ValueError(msg)", "bad {x}"),
    "added to": ("msg = 'first part'\nmsg += f' and {x}'\nraise ValueError(msg)", "first part and {x}"),
    "walrus": ("raise ValueError(m := 'some text here')", "some text here"),
    "or": ("raise ValueError(given or 'default text')", "default text"),
    "constructed before": ("error = ValueError('some text')\nfoo()\nraise error", "some text"),
    "from another": ("raise ValueError('some text') from error", "some text"),
    "with traceback": ("raise ValueError('some text').with_traceback(tb)", "some text"),
    "table": ("M = {'a': 'text of a'}\nraise ValueError(M['a'])", "text of a"),
    "list put together": (
        "p = ['first']\np.append(f'second {x}')\nraise ValueError(' - '.join(p))",
        "first - second {x}",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_each_way_of_making_a_message(name: str) -> None:
    """The message of a raise is found however the source puts it together."""
    source, expected = CASES[name]
    body = textwrap.indent(source, "    ")
    found = [one.message for one in harvest(f"def f(x, a, b, kind, names, given, error):\n{body}\n")]
    assert found == [expected]


def test_braces_of_the_text_are_no_placeholders() -> None:
    """The pattern of a message takes its own braces literally; the message itself stays as the source shows it."""
    source = """
    raise ValueError("expected '{' but got '}' here")
    raise ValueError('expected {"a": %s} here' % a)
    raise ValueError("no {name} here")
    """
    found = [(one.message, one.pattern) for one in harvest(textwrap.dedent(source).replace("\nraise", "\nif 1: raise"))]
    assert found == [
        ("expected '{' but got '}' here", r"expected '\{' but got '\}' here"),
        ('expected {"a": %s} here', r'expected \{"a": (.+?)\} here'),
        ("no {name} here", None),
    ]


def test_module_constant_and_function_result() -> None:
    """Constants and functions of the module that give a text are followed, arguments filled in."""
    source = "MSG = 'the constant {}'\ndef _text(n):\n    return f'no more than {n} of them'\n"
    source += "def f(x):\n    if x: raise ValueError(MSG.format(x))\n    raise TypeError(_text(x + 1))\n"
    assert messages(source) == [(5, "ValueError", "the constant {}"), (6, "TypeError", "no more than {x + 1} of them")]


def test_conditional_messages_are_one_site_each() -> None:
    """Every way through the source gives its own message; a way that ended is not joined."""
    source = """
    def f(x):
        if x:
            msg = "it is x"
        elif y:
            msg = "it is y"
        else:
            msg = "never seen"
            return
        raise ValueError(msg)
    def g(x):
        raise KeyError("one way" if x else "the other way")
    """
    assert [text for _, _, text in messages(textwrap.dedent(source))] == [
        "it is x",
        "it is y",
        "one way",
        "the other way",
    ]


def test_helpers_give_a_site_for_each_call() -> None:
    """A message passed to a helper belongs to the call; the raise in the helper is kept as a further place."""
    source = """
    class A:
        def _fail(self, msg, exc=ValueError):
            raise exc(f"{self.name}: {msg}")
        def f(self, x):
            self._fail(f"bad value {x}", TypeError)
    def _check(cond, message):
        if not cond:
            raise RuntimeError(message)
    def g():
        _check(1, "must be so")
    """
    found = {one.message: one for one in harvest(textwrap.dedent(source))}
    assert found["{self.name}: bad value {x}"].cls == "TypeError"
    assert found["must be so"].line == 11
    assert found["must be so"].raised == ((9, "_check"),)


def test_exception_classes_that_make_their_message() -> None:
    """A class with a message of its own gives it to each of its raises, arguments filled in, across modules."""
    errors = """
    class Base(Exception):
        def __init__(self, name, limit=10):
            self.name = name
            super().__init__(f"{name} is over {limit}")
    class Told(Base):
        pass
    class Shown(Exception):
        def __init__(self, a):
            self.a = a
        def __str__(self):
            return "shown for %s" % self.a
    class ApiError(Exception):
        status_code = 418
        default_detail = "I am a teapot."
        default_code = "teapot"
    """
    source = """
    from .errors import Told, Shown, ApiError
    def f(x):
        if x: raise Told("size", x)
        if y: raise Told(x)
        if z: raise Shown(x)
        raise ApiError()
    """
    found = harvest(textwrap.dedent(source), pkg__errors=errors)
    assert [(one.cls, one.message) for one in found] == [
        ("pkg.errors.Told", "size is over {x}"),
        ("pkg.errors.Told", "{x} is over 10"),
        ("pkg.errors.Shown", "shown for {x}"),
        ("pkg.errors.ApiError", "I am a teapot."),
    ]
    assert (found[3].status, found[3].code) == (418, "teapot")


def test_what_counts_besides_raise() -> None:
    """Warnings, logged errors, exits, parser errors, asserts with a message and HTTP errors are found."""
    source = """
    import warnings, sys
    def f(x):
        warnings.warn("this is old", DeprecationWarning, stacklevel=2)
        warnings.warn(f"odd thing {x}")
        logger.error("cannot do %s", x)
        self.log.exception("it broke badly")
        logger.info("all is well here")
        assert x, f"x is {x} here"
        assert x
        parser.error("need one argument")
        raise HTTPException(status_code=404, detail="Item not found")
    def g():
        sys.exit("cannot go on")
    """
    found = harvest(textwrap.dedent(source))
    assert [(one.kind, one.cls, one.message) for one in found] == [
        ("warn", "DeprecationWarning", "this is old"),
        ("warn", "UserWarning", "odd thing {x}"),
        ("log", None, "cannot do %s"),
        ("log", None, "it broke badly"),
        ("assert", "AssertionError", "x is {x} here"),
        ("fail", None, "need one argument"),
        ("raise", "HTTPException", "Item not found"),
        ("exit", "SystemExit", "cannot go on"),
    ]
    assert found[6].status == 404
    assert found[0].severity == "warning"


def test_raises_without_a_message_are_places_of_a_class() -> None:
    """A class alone is a site without a message; re-raises and control flow are none."""
    source = "def f(x):\n    try: g()\n    except E as e: raise e\n    if x: raise\n    raise NotImplementedError\n"
    source += "def g():\n    raise StopIteration\n"
    assert messages(source) == [(5, "NotImplementedError", "")]


def test_public_names_that_lead_to_a_private_function() -> None:
    """Of a private function the public callers in the module are kept, through private ones too."""
    source = "def api():\n    _one()\ndef _one():\n    return _two()\ndef _two():\n    raise ValueError('some text')\n"
    assert harvest(source)[0].triggers == ("pkg.mod.api",)


def test_layout_that_misleads_costs_nothing() -> None:
    """Long strings with unindented lines, one-line functions and odd indentation lead to the same sites."""
    source = '''
def quiet():
    x = """
def raise_(): raise ValueError("not code")
"""
    return x

def f(a,
      b): return a
class A:
  """Text with def x(): in it.

raise nothing
  """
  def g(self):
      t = """
  unindented
"""
      if t: pass
      raise ValueError("real text")
  @property
  def h(self): return 1
'''
    assert messages(source) == [(20, "ValueError", "real text")]


@pytest.mark.parametrize(
    "source", ["raise ValueError(", "print 'raise '\nraise E, 'x'", "x = " + "(" * 5000 + "\nraise x"]
)
def test_unreadable_source_says_why(source: str) -> None:
    """What is no Python of this interpreter is refused with a reason, never with a crash."""
    with pytest.raises(UnreadableError, match=r"not the Python|nested"):
        Python().read("x.py", source)
