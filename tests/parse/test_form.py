"""The tables of one-line forms: every entry reads its own example and leaves its near miss alone."""

import pytest

from errkb.parse.builtin import ORDER
from errkb.parse.deferred import load
from errkb.parse.form import Form, FormParser

TABLES = [parser for parser in map(load, ORDER) if isinstance(parser, FormParser)]
FORMS = [pytest.param(form, id=f"{table.name}: {form.name}") for table in TABLES for form in table.forms]


@pytest.mark.parametrize("form", FORMS)
def test_example(event, form):
    """The example alone is one event with the message, the language and the role the form says."""
    found = event(form.example + "\n")
    assert (found.message, found.language, found.role) == (form.says, form.language, form.role)
    assert found.line_end == 1 + form.example.count("\n")


@pytest.mark.parametrize("form", FORMS)
def test_near_miss(form):
    """What only looks like the form does not match it."""
    assert form.near_miss is None or form.match(form.near_miss) is None


@pytest.mark.parametrize("form", FORMS)
def test_hints_lead_to_it(events, form, healthy_log):
    """In a long log, where only some lines are read closely, the example is found too, if need be near an error."""
    above = "ERROR: above\n$ next\n" if form.hint == "nearby" else ""
    text = healthy_log(4000) + above + form.example + "\n" + healthy_log(50)
    assert form.says in [event.message for event in events(text)]


def test_names_are_unique():
    """No two forms of one table have the same name."""
    for table in TABLES:
        names = [form.name for form in table.forms]
        assert len(names) == len(set(names))


def test_code_and_place(events):
    """Groups of the pattern become the code and the frame."""
    form = Form(
        "x",
        needs="boom",
        pattern=r"(?P<file>\w+):(?P<line>\d+) (?P<code>\d+) (?P<message>boom)$",
        code="X {code}",
        example="a:3 7 boom",
        says="boom",
    )
    from errkb.model.text import Text
    from errkb.parse.lines import lines_of

    block = FormParser("t", (form,)).parse(lines_of(Text.of("a:3 7 boom\n")), 0)
    assert block is not None
    found = block.events[0]
    assert (found.code, found.frames[0].file, found.frames[0].line) == ("X 7", "a", 3)


@pytest.mark.parametrize("form", FORMS)
def test_hostile_line(form):
    """A line of repeated pieces of the example is no harder than as many lines (a quadratic pattern would hang)."""
    for unit in (form.example[: len(form.example) // 2], form.example[-1:], form.needs[0], " ", "a: ", "/a"):
        form.match((unit * 40_000)[:40_000] + form.needs[0])
