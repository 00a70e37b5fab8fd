"""The explanation: status, advice, and what a wrapper alone means."""

import pytest

from errkb.explain import explain
from errkb.match import Ranking
from errkb.model.event import ErrorEvent, ParseResult
from errkb.model.match import Match
from errkb.model.text import Text


def event(number, role, message="it broke", **fields):
    """Return an event on its own line."""
    return ErrorEvent(f"e{number}", message, 0, 1, number, number, cls="SomeError", role=role, **fields)


def answer(make_entry, events, *wrappers):
    """Explain a ranking in which the events with these flags are answered, in order."""
    matches = [
        Match(found.id, "0" * 16, "documented", "confident", 0.9, "pattern", wrapper=wrapper)
        for found, wrapper in zip(events, wrappers, strict=False)
    ]
    return explain(Text.of("x"), ParseResult(), Ranking(list(events), matches), lambda _: make_entry(), "v")


@pytest.mark.parametrize(
    ("roles", "wrappers", "status"),
    [
        (["cause"], [False], "matched"),
        (["wrapper"], [False], "matched"),
        (["wrapper"], [True], "wrapper_only"),
        (["wrapper"], [], "wrapper_only"),
        (["cause"], [], "unknown_error"),
        (["wrapper", "cause"], [], "unknown_error"),
        (["wrapper", "cause"], [True], "wrapper_only"),
        (["noise"], [], "no_error"),
        (["noise", "noise"], [], "no_error"),
        ([], [], "no_error"),
    ],
)
def test_status(make_entry, roles, wrappers, status):
    """The status says what kind of answer this is."""
    found = answer(make_entry, [event(n, role) for n, role in enumerate(roles, 1)], *wrappers)
    assert found.status == status
    assert bool(found.advice) is (status != "matched")


def test_record_is_filled_in(make_entry):
    """A match carries its whole record."""
    found = answer(make_entry, [event(1, "cause")], False)
    assert found.matches[0].record["repo"] == "owner/project"


def test_wrapper_alone_says_what_to_paste(make_entry):
    """When the cause is not there, the advice says where to look for it."""
    found = answer(make_entry, [event(1, "wrapper", "Engine start failed. See root cause above.")], True)
    assert "cause is not in this text" in found.advice[0]
    assert "lines before" in found.advice[1]


def test_unknown_cause_under_a_known_wrapper_is_named(make_entry):
    """Knowing the wrapper does not hide that the cause is unknown."""
    found = answer(make_entry, [event(2, "wrapper"), event(1, "cause", "the reactor melted")], True)
    assert "the reactor melted" in found.advice[0]


def test_missing_frames_and_cut_messages_are_asked_for(make_entry):
    """The advice names what would help with this very paste."""
    found = answer(make_entry, [event(1, "cause", "the reactor melted because...")])
    assert any("traceback" in line for line in found.advice)
    assert any("cut off" in line for line in found.advice)


def test_a_message_is_named_with_its_own_line(make_entry):
    """The line is that of the message, not of the block it belongs to, and a cut name says that it is cut."""
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nAppError: ' + "x" * 400 + "\n"
    from errkb.index import Index
    from errkb.match import match
    from errkb.parse import parse

    source = Text.of(text)
    parsed = parse(source)
    ranking = match(parsed, source, [Index.of([make_entry()])])
    found = explain(source, parsed, ranking, lambda _: None, "")
    assert "(line 4)" in found.advice[0]
    assert "x…`" in found.advice[0]


def test_records_that_are_hardly_ever_meant_are_not_shown(make_entry):
    """A nearest record is a help only if it may well be the one."""
    ranking = Ranking([event(1, "cause")], [])
    ranking.nearest = [
        Match("e1", f"{n:016x}", "documented", "nearest", score, "fuzzy") for n, score in enumerate((0.4, 0.06, 0.01))
    ]
    found = explain(Text.of("x"), ParseResult(), ranking, lambda _: make_entry(), "v")
    assert [match.score for match in found.nearest] == [0.4, 0.06]
