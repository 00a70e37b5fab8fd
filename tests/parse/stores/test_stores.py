"""Databases: what belongs to the message, where codes and places come from, and what is mere information."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

PARTS = [
    *(
        "ERROR:  23505: dup",
        "psql:a.sql:3: ERROR:  x",
        "DETAIL:  d",
        "LINE 1: select",
        "        ^",
        "STATEMENT:  s",
        "\tmore",
    ),
    *(
        "ORA-00942: x",
        'ORA-06512: at "A.B", line 2',
        "ERROR at line 1:",
        "Msg 208, Level 16, State 1, Line 1",
        "text",
        "",
    ),
    *(
        '{"error":{"root_" "cause":[{"type":"a","reason":"b"}]}}',
        '"root_cause" : [',
        '"type" : "a",',
        '"reason" : "b"',
        "{",
    ),
]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ('ERROR:  relation "a" does not exist\n', None, 'relation "a" does not exist'),
        ("ERROR:  42P01: no a\nLOCATION:  f, a.c:1\n", "SQLSTATE 42P01", "no a"),
        ("psql:x.sql:9: ERROR:  no a\n", None, "no a"),
        ("2024-01-01 10:00:00.000 UTC [7] u@d FATAL:  no a\n", None, "no a"),
        ("ERROR:  a\nHINT:  b\nCONTEXT:  c\n", None, "a\nHINT:  b"),
        ("ERROR:  a\nLINE 1: select x\n               ^\nDETAIL:  d\n", None, "a\nDETAIL:  d"),
    ],
)
def test_postgres(event, text, code, message):
    """Primary message, detail and hint are the message; the rest only belongs to the event."""
    found = event(text)
    assert (found.language, found.code, found.message) == ("sql", code, message)
    assert found.line_end == text.count("\n")


def test_other_programs_are_not_postgres(event):
    """A line at level ERROR alone says nothing about a database."""
    assert event("ERROR: cannot open the file\n").language is None


def test_oracle_calls_are_frames(event):
    """The lines that say where it was raised are frames, outermost first."""
    found = event('ORA-01403: no data\nORA-06512: at "A.B", line 2\nORA-06512: at "A.C", line 5\n')
    assert (found.code, [(f.file, f.line) for f in found.frames]) == ("ORA-01403", [("A.C", 5), ("A.B", 2)])


def test_oracle_outer_error(events):
    """A recursive error only reports the one below it."""
    assert [(e.code, e.role) for e in events("ORA-00604: error at level 1\nORA-01031: denied\n")] == [
        ("ORA-00604", "wrapper"),
        ("ORA-01031", "cause"),
    ]


@pytest.mark.parametrize(("level", "count"), [(0, 0), (10, 0), (11, 1), (16, 1)])
def test_sql_server_levels(events, level, count):
    """Levels up to 10 are information."""
    assert len(events(f"Msg 1, Level {level}, State 1, Line 1\nSomething happened.\n")) == count


def test_elasticsearch_chain(events):
    """The deepest `caused_by` is the cause; the repetition in `root_cause` is no event of its own."""
    text = (
        '{"error":{"root_cause":[{"type":"a","reason":"x"}],"type":"a","reason":"x",'
        '"caused_by":{"type":"b","reason":"y"}},"status":400}\n'
    )
    assert [(e.cls, e.message, e.role) for e in events(text)] == [("a", "x", "wrapper"), ("b", "y", "cause")]


@pytest.mark.parametrize("unit", PARTS)
def test_lines_are_looked_at_a_bounded_number_of_times(looks, unit):
    """Eight times the lines are at most about eight times the looks, for every piece repeated without end."""
    assert looks(unit, 1600) <= looks(unit, 200) * 8 * 1.5 + 2000


@given(st.lists(st.sampled_from(PARTS), max_size=25))
def test_any_mixture_is_read(read, parts):
    """However the pieces are mixed: no exception, pieces map back exactly."""
    read("\n".join(parts))
