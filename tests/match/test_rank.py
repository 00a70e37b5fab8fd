"""Candidates of one event share the probability, and what is shown together does not compete."""

import math

import pytest

from errkb.index import Index
from errkb.match import match
from errkb.match.candidate import Candidate
from errkb.match.rivals import weigh_rivals
from errkb.match.weights import WEIGHTS
from errkb.model.text import Text
from errkb.parse import parse


def answer(entries, line):
    text = Text.of(line)
    return match(parse(text), text, [Index.of(entries)])


def test_a_score_is_the_share_of_the_probability(make_entry):
    """With odds of 9 and 1 against none at 1 the better candidate has 9 of 11."""
    entries = [make_entry(errorMessage=f"the {{x}} went wrong {word}") for word in ("today", "again")]
    index = Index.of(entries)
    candidates = []
    for number, odds in enumerate((9.0, 1.0)):
        candidate = Candidate(index.template(number), None, "fuzzy")
        candidate.log_odds = math.log(odds)
        candidates.append(candidate)
    weigh_rivals(candidates)
    scores = [1 / (1 + math.exp(-candidate.log_odds)) for candidate in candidates]
    assert scores == pytest.approx([9 / 11, 1 / 11], abs=0.01)


def test_a_record_that_says_more_loses_nothing_to_one_that_says_less(make_entry):
    """A general sentence fits every message of the special one, which is nothing against the latter."""
    general = make_entry(errorMessage="module '{module}' has no attribute '{name}' at all")
    special = make_entry(errorMessage="module 'pumps' has no attribute '{name}' at all")
    ranking = answer([general, special], "ValueError: module 'pumps' has no attribute 'valve' at all")
    best = ranking.matches[0]
    assert best.record_id == special.record["id"]
    assert [item.kind for item in best.evidence if item.kind == "rivals"] == []


def test_the_same_wording_in_two_projects_is_shown_together(make_entry):
    """Two records of one sentence tie; neither takes from the other."""
    entries = [make_entry(repo=f"owner/{name}", filePath=f"{name}/a.py") for name in ("one", "two")]
    ranking = answer(entries, "ValueError: the pump went wrong in a way nobody expected")
    assert ranking.matches[0].tie == [
        entry.record["id"] for entry in entries if entry.record["id"] != ranking.matches[0].record_id
    ]


def test_many_that_a_cut_leaves_equal_are_no_answer(make_entry):
    """Where what tells ten records apart is cut off, none is claimed; of two, both are shown."""
    line = "ValueError: the pump of the northern hall needs another va"
    entries = [make_entry(errorMessage=f"the pump of the northern hall needs another va{n}lve") for n in range(10)]
    assert answer(entries, line).matches == []
    found = answer(entries[:2], line).matches
    assert [len(one.tie) for one in found] == [1]


def test_words_broken_in_the_middle_speak_against_a_template(make_entry):
    """`formats argument must be…` is not what `my_formats argument must be…` says."""
    entry = make_entry(errorMessage="formats argument must be a list of six strings")
    whole, inside = (
        answer([entry], f"ValueError: {word}formats argument must be a list of six strings") for word in ("", "my_")
    )
    assert "broken-word" in {item.kind for item in (*inside.matches, *inside.nearest)[0].evidence}
    assert "broken-word" not in {item.kind for item in whole.matches[0].evidence}


def test_every_weight_has_a_use(make_entry):
    """The table holds no kind of evidence that nothing adds."""
    import inspect

    from errkb.match import evidence, rank, rivals

    source = "".join(map(inspect.getsource, (evidence, rank, rivals)))
    assert [kind for kind in WEIGHTS if f'"{kind}"' not in source] == []


def test_a_message_of_several_lines_behind_prefixes(make_entry):
    """A known message that a logger split over its records takes the place of the events of its lines."""
    entry = make_entry(errorMessage="The pump is no longer supported.\nUse `{valve}` instead, or turn it off.")
    lines = ("The pump is no longer supported.", "Use `v2` instead, or turn it off.", "Shutting down")
    ranking = answer([entry], "".join(f"2026-03-01 10:00:00,000 ERROR [app.pumps] {line}\n" for line in lines))
    assert [found.record_id for found in ranking.matches] == [entry.record["id"]]
    (event,) = [event for event in ranking.events if event.id == ranking.matches[0].event]
    assert (event.line_start, event.line_end) == (1, 2)


def test_a_guess_of_the_interpreter_is_no_part_of_the_message(make_entry):
    """`. Did you mean: 'x'?` behind a short message does not make it a long one."""
    entry = make_entry(errorMessage="{owner} has no pump called {name}", errorClass="AttributeError")
    short, long = (
        answer([entry], f"AttributeError: Hall has no pump called vlave{tail}")
        for tail in ("", ". Did you mean: 'valve'?")
    )
    shares = [
        next(item.weight for item in (*one.matches, *one.nearest)[0].evidence if item.kind == "share")
        for one in (short, long)
    ]
    assert shares[0] == pytest.approx(shares[1], abs=0.15)


def test_an_equal_class_of_another_module_comes_second(make_entry):
    """`psycopg2.OperationalError` is no `django.db.utils.OperationalError`, though both say the same."""
    entries = [
        make_entry(repo=f"owner/{name}", filePath=f"{name}/a.py", errorClass=f"{name}.OperationalError")
        for name in ("django", "psycopg2")
    ]
    ranking = answer(entries, "psycopg2.OperationalError: the pump went wrong in a way nobody expected")
    assert ranking.matches[0].record_id == entries[1].record["id"]
    assert ranking.matches[0].tie == []


@pytest.mark.parametrize(
    ("tags", "line", "claimed"),
    [
        (["builtin"], "TypeError: items.map is not a function", True),
        (["builtin"], "TypeError: this thing here is not a function", False),
        (["builtin"], "TypeError: items.map is not a function of time", False),
        (["builtin"], "KeyError: items.map is not a function", False),
        (["validation"], "TypeError: items.map is not a function", False),
    ],
)
def test_a_saying_of_the_language(make_entry, tags, line, claimed):
    """One word and the short text of a built-in error, under its class, are that error; others may be any."""
    entry = make_entry(errorMessage="{expression} is not a function", errorClass="TypeError", tags=tags)
    assert [one.level for one in answer([entry], line).matches] == (["confident"] if claimed else [])
