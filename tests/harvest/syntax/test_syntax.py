"""What all languages read by a grammar have in common: hostile files, missing grammars, escapes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errkb.harvest.languages import LANGUAGES
from errkb.harvest.languages.go import GO
from errkb.harvest.syntax import Grammar, SyntaxHarvester, grammar
from errkb.harvest.syntax.escapes import unescaped
from errkb.model.located import UnreadableError

GOOD = 'package a\n\nfunc f() error {\n\treturn errors.New("no such thing")\n}\n'


def messages(source: str) -> list[str]:
    harvester = SyntaxHarvester(GO)
    return [one.message for one in harvester.link({"a.go": harvester.read("a.go", source)})]


@pytest.mark.parametrize(
    "source",
    [
        GOOD + "var x = " + "(" * 100_000 + 'errors.New("deep")' + ")" * 100_000 + "\n",
        GOOD + "var x = " + "f(" * 60_000 + 'errors.New("deep")\n',
        GOOD + "func g() { " + "if x { " * 20_000 + 'panic("deep") ' + "}" * 20_000 + " }\n",
        GOOD + ") ] } " * 50_000,
        GOOD + "\ufffd\u2028\x01" * 10_000,
    ],
)
def test_nesting_and_noise_hide_nothing_else(source: str) -> None:
    """What is nested too deeply or makes no sense is passed over; the rest of the file is read."""
    assert messages(source) == ["no such thing"]


def test_variables_that_refer_to_each_other_end() -> None:
    """The work for one message is bounded, whatever the variables hold."""
    chain = "".join(f"\tv{n} := v{n + 1} + v{n + 1}\n" for n in range(40, 0, -1))
    loop = '\ta := "loop " + b\n\tb := a\n\treturn errors.New("so " + v1 + a)\n'
    source = f'package a\nfunc f() error {{\n\tv41 := "x"\n{chain}{loop}}}\n'
    assert messages(source + "var E = " + 'errors.New("no such thing")\n') == ["no such thing"]


def test_long_sums_are_cut() -> None:
    """A sum of very many texts is shown by its end; reading it does not take the stack."""
    (message,) = messages("package a\nvar E = errors.New(" + 'x + "y"' + ' + "z"' * 5_000 + ")\n")
    assert message.endswith("zzz")
    assert len(message) < 400


def test_tables_are_refused() -> None:
    """A file that is full of places is data."""
    with pytest.raises(UnreadableError, match="places that may be errors"):
        messages("package a\n" + 'var _ = errors.New("x")\n' * 20_001)


def test_missing_grammar_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason names the extra; the version is another one, so that the files are read once it is installed."""
    missing = Grammar("tree_sitter_nonesuch")
    language = type(GO)(**{name: getattr(GO, name) for name in GO.__slots__} | {"grammars": {".go": missing}})
    harvester = SyntaxHarvester(language)
    assert (harvester.version, SyntaxHarvester(GO).version) == (0, GO.version)
    with pytest.raises(UnreadableError, match=r"tree-sitter-nonesuch is not installed: pip install 'errkb\[harvest\]'"):
        harvester.read("a.go", GOOD)


def test_slow_parsing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large file that takes more steps than source does is refused; the next one is read as ever."""
    monkeypatch.setattr(grammar, "COUNTED", 100)
    monkeypatch.setattr(grammar, "BYTES_PER_CALL", 10_000)
    with pytest.raises(UnreadableError, match="too long"):
        messages(GOOD + "var x = 1\n" * 2_000)
    monkeypatch.undo()
    assert messages(GOOD) == ["no such thing"]


def test_nothing_is_imported_before_a_file_is_read() -> None:
    """Reading Python needs no grammar."""
    code = "import sys, errkb.harvest.run as run; run.form(); print('tree_sitter' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_tables_fit_the_grammar(language) -> None:
    """Every node type and every field a language names is one of its grammar."""
    from tree_sitter import Language

    tables = (
        language.sites,
        language.calls,
        language.conditionals,
        language.functions,
        language.classes,
        language.assignments,
    )
    types = {name for table in tables for name in table} | language.strings | language.interpolations
    types |= set(language.special) | language.names | language.blocks_of_value | language.arrays
    fields: set[str] = set()
    for table in (language.calls, language.conditionals, language.assignments):
        for name in (name for row in table.values() for name in row if not name.lstrip("-").isdigit()):
            kind = types if name[0] in ".*" and name != "*argument" else fields
            kind.add(name.lstrip(".*"))
    known: set[str] = set()
    for one in set(language.grammars.values()):
        made = Language(getattr(__import__(one.module), one.function)())
        known |= {name for name in types if made.id_for_node_kind(name, True) is not None}
        known |= {name for name in fields if made.field_id_for_name(name) is not None}
    assert types | fields == known


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"a\tb\n", "a\tb\n"),
        (r"\"\\\x41\u0042\u{1F600}\101", '"\\AB\U0001f600A'),
        (r"\u{110000}\ud800\0", ""),
        ("a\\\n   b", "ab"),
        ("plain", "plain"),
    ],
)
def test_escapes(source: str, text: str) -> None:
    """Escapes of the C family become characters, those of none disappear."""
    assert unescaped(source) == text


PIECES = st.sampled_from(
    [
        *"()[]{}\"'`;,:=<>\\\n ",
        *("${", "#{", "%s", "%[9]d", "{0}", "<<EOF\n", "->", "::", "\ue000", "é", "x += "),
        *("throw ", "new Error", "raise ", "panic(", "errors.New(", "class A extends Error ", "super(a)"),
        *("function f(a) ", "def f(a)\n", "end\n", "return "),
    ]
)


@pytest.mark.parametrize("suffix", sorted({suffix for one in LANGUAGES for suffix in one.grammars}))
@given(pieces=st.lists(PIECES, max_size=40))
@settings(max_examples=30, deadline=None)
def test_whatever_a_file_holds_is_read_or_refused(suffix: str, pieces: list[str]) -> None:
    """Source that makes no sense gives facts that are JSON data, or a reason; nothing else is raised."""
    harvester = SyntaxHarvester(next(one for one in LANGUAGES if suffix in one.grammars))
    path = f"a{suffix}"
    try:
        facts = json.loads(json.dumps(harvester.read(path, "".join(pieces))))
    except UnreadableError:
        return
    for one in harvester.link({path: facts}):
        assert one.message or one.cls
        assert "\ue000" not in one.message


@pytest.mark.parametrize(
    ("suffix", "source", "pattern"),
    [
        (".go", "package a\nvar E = errors.New(\"expected '{' but got '}'\")\n", r"expected '\{' but got '\}'"),
        (".go", 'package a\nvar E = fmt.Errorf("expected {%s} here", x)\n', r"expected \{(.+?)\} here"),
        (".java", "class A { void f() { log.error(\"expected '{' got '}'\"); } }", r"expected '\{' got '\}'"),
        (".java", 'class A { void f() { log.error("expected {} got {}", a, b); } }', None),
        (".rs", 'fn f() { panic!("expected {{ {x:?} here"); }', None),
        (".js", "throw new Error(`expected '{' got '}' at ${x}`)", r"expected '\{' got '\}' at (.+?)"),
    ],
)
def test_braces_of_the_text_are_no_placeholders(suffix: str, source: str, pattern: str | None) -> None:
    """The pattern of a message takes its own braces literally."""
    harvester = SyntaxHarvester(next(one for one in LANGUAGES if suffix in one.grammars))
    (found,) = harvester.link({f"a{suffix}": harvester.read(f"a{suffix}", source)})
    assert found.pattern == pattern
