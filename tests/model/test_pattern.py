"""Templates and the patterns derived from them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.model import pattern

TEMPLATES = st.lists(
    st.one_of(
        st.text(max_size=20),
        st.sampled_from(
            ["{name}", "{}", "{0}", "${name}", "%s", "%d", "%(name)s", "{name!r:>10}", "%5.2f", "%r", "%x"]
        ),
        st.sampled_from(["{{", "}}", "\\", "(.+?)", "[a]", "%%", "100%", "%20", "$", "^", "\n", "\t"]),
    ),
    max_size=8,
).map("".join)


@pytest.mark.parametrize(
    "placeholder",
    ["${name}", "%(name)s", "%(name)d", "%s", "%d", "%i", "%f", "%j", "%v", "{}", "{0}", "{name}", "{name!r:>10}"],
)
def test_placeholders_the_contract_names(placeholder):
    """Each kind of placeholder the contract names gives `(.+?)`."""
    assert pattern.derive(f"cannot open {placeholder} now") == "cannot open (.+?) now"


@pytest.mark.parametrize(
    "placeholder", ["{a.b[0]}", "%5.2f", "%r", "%x", "%-10s", "%*d", "%zu", "%lld", "%q", "%T", "%(count)03d"]
)
def test_placeholders_older_records_left_literal(placeholder):
    """The other forms of Python, C and Go give `(.+?)` as well."""
    assert pattern.derive(f"cannot open {placeholder} now") == "cannot open (.+?) now"


@pytest.mark.parametrize(
    "text", ["100%", "%%", "a%20b", "%2F", "%3A", "%2c", "%E2%80%99", "50% of", "%-", "{a\nb}", "{", "}"]
)
def test_what_is_no_placeholder_stays_literal(text):
    """Percent signs, percent-encoded URLs, single braces and braces over several lines are text."""
    assert pattern.split_template(f"before it {text} after") == [f"before it {text} after"]


def test_literal_characters_are_escaped_and_no_others():
    """Exactly the fourteen characters of the contract get a backslash."""
    assert pattern.derive("a.b*c+d?e^f$ {g}(h)|[i]\\ j-k/l#m&n~o'p\"q") == (
        "a\\.b\\*c\\+d\\?e\\^f\\$ (.+?)\\(h\\)\\|\\[i\\]\\\\ j-k/l#m&n~o'p\"q"
    )


@pytest.mark.parametrize(
    ("template", "derived"),
    [
        ("{key}", r"\{key\}"),
        ("%s: %s", "%s: %s"),
        ("{a} is {b}", r"\{a\} is \{b\}"),
        ("  {a}12345  ", r"  \{a\}12345  "),
        ("{a}123456", "(.+?)123456"),
        ("", ""),
    ],
)
def test_too_little_text_makes_the_whole_message_literal(template, derived):
    """Fewer than six literal characters, trimmed, and the placeholders are escaped instead (rule 4)."""
    assert pattern.derive(template) == derived


def test_legacy_leaves_later_forms_literal():
    """Older records took `%s %d %i %f %j %v` and `%(name)s` for placeholders and nothing else with a percent sign."""
    template = "took %5.2f of %r at %x by %s and %(a)s and %(b)d and {c}"
    assert pattern.derive_legacy(template) == r"took %5\.2f of %r at %x by (.+?) and (.+?) and %\(b\)d and (.+?)"
    assert pattern.derive(template) == "took (.+?) of (.+?) at (.+?) by (.+?) and (.+?) and (.+?) and (.+?)"


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("{target_vocab_size} and {draft}", ["target_vocab_size", "draft"]),
        ("{user.name!r} {x:>10} {y=}", ["user.name", "x", "y"]),
        ("%s then {} then {0} then %d", ["value1", "value2", "value3", "value4"]),
        ("%(host)s:%(port)d", ["host", "port"]),
        ("${name} ${ name }", ["name", "name#2"]),
        ("{a} {a} {a}", ["a", "a#2", "a#3"]),
        ("no placeholder", []),
    ],
)
def test_placeholders_have_unique_names(template, names):
    """A name is what stands in the braces without conversion and format; nameless ones are counted by position."""
    assert pattern.placeholder_names(template) == names


@given(TEMPLATES)
def test_names_are_unique_and_as_many_as_placeholders(template):
    """However odd the template, there is one name per placeholder and no name twice."""
    names = pattern.placeholder_names(template)
    assert len(names) == len(set(names)) == pattern.split_template(template).count(None)


@given(TEMPLATES)
def test_split_template_loses_nothing(template):
    """The literals are the template without its placeholders, in order, none empty."""
    literals = [part for part in pattern.split_template(template) if part is not None]
    assert all(literals)
    at = 0
    for literal in literals:
        at = template.index(literal, at) + len(literal)


@given(TEMPLATES)
def test_split_pattern_is_the_inverse_of_derive(template):
    """The literals of a derived pattern are those of the template, or the whole template under rule 4."""
    for derived in (pattern.derive(template), pattern.derive_legacy(template)):
        parts = pattern.split_pattern(derived)
        assert parts is not None
        groups = parts.count(None)
        if groups:
            assert groups == derived.count(pattern.GROUP)
        else:
            assert "".join(part for part in parts if part) == template
    if pattern.literal_length(pattern.split_template(template)) >= pattern.MIN_LITERAL:
        assert pattern.split_pattern(pattern.derive(template)) == pattern.split_template(template)


@given(
    TEMPLATES, st.lists(st.text(st.characters(exclude_characters="\n"), min_size=1, max_size=5), min_size=9, max_size=9)
)
def test_a_derived_pattern_finds_its_filled_template(template, values):
    """A regular expression engine agrees: the pattern compiles and finds the template with its values filled in."""
    if pattern.literal_length(pattern.split_template(template)) < pattern.MIN_LITERAL:
        return
    names = pattern.placeholder_names(template)
    filled = pattern.fill(template, dict(zip(names, values * len(names), strict=False)))
    assert re.search(pattern.derive(template), filled)


@pytest.mark.parametrize(
    "free", [r"\d+ items", "a|b and more", "[abc] is", r"a\b", "(.*) failed", "x{2} y", "a+", "(.+?", "^abc"]
)
def test_a_free_form_regex_has_no_parts(free):
    """What is more than literals and groups is not taken apart."""
    assert pattern.split_pattern(free) is None


def test_escaped_control_characters_are_read_back():
    """Patterns that others wrote with `\\n` and `\\t` mean the characters."""
    assert pattern.split_pattern(r"a\n\tb(.+?)\.") == ["a\n\tb", None, "."]


def test_fill_puts_values_by_name_and_marks_missing_ones():
    """A placeholder without a value shows its name."""
    assert pattern.fill("{a} is not {b}", {"a": "1"}) == "1 is not <b>"


def test_literal_braces_of_an_f_string():
    """`{{` is not unescaped: the template is the text as printed, so doubled braces are doubled in print."""
    assert pattern.split_template("set {{x}} to {y}") == ["set {", None, "} to ", None]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("no {name} here", ["no ", None, " here"]),
        ("{}, {0!r:>10}, ${x.y[0]}, {0,number,#.##}, {:?}", [None, ", ", None, ", ", None, ", ", None, ", ", None]),
        ("expected '{' but got '}'", ["expected '{' but got '}'"]),
        ('body {"code": 5} and {a b}', ['body {"code": 5} and {a b}']),
        ("expected { at %d", ["expected { at ", None]),
    ],
)
def test_braces_of_source_text_are_placeholders_where_they_look_like_fields(text, parts):
    """What a formatter may fill is a hole, what it never would is text."""
    assert pattern.split_source(text) == parts
