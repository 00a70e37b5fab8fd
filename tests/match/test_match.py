"""Matching: the right record first, nothing claimed when nothing fits, and a reason for everything."""

import pytest

from errkb.index import Index
from errkb.match import match
from errkb.model.event import ErrorEvent, Frame, Line, ParseResult, Piece
from errkb.model.text import Text
from errkb.parse import parse


def event(message, cls=None, *, frames=(), number=1, **fields):
    """Return an event as the reader makes it from a text that is just its message."""
    return ErrorEvent(
        id=f"e{number}",
        message=message,
        start=0,
        end=len(message),
        line_start=number,
        line_end=number,
        cls=cls,
        frames=list(frames),
        pieces=[Piece(0, 0, len(message))],
        **fields,
    )


def answer(entries, *events, lines=(), **options):
    """Match events against entries."""
    text = Text.of(events[0].message if events else "\n".join(line.text for line in lines))
    return match(ParseResult(list(events), [], list(lines)), text, [Index.of(entries)], **options)


def first(ranking):
    """Return the id of the first answer, or None."""
    return ranking.matches[0].record_id if ranking.matches else None


def test_values_are_captured_by_name(make_entry):
    """Captures carry the placeholder's name, the value and its place in the text."""
    entry = make_entry(errorMessage="Target vocab_size={target}. Draft vocab_size={draft}. They must be the same.")
    ranking = answer(
        [entry], event("Target vocab_size=151936. Draft vocab_size=32000. They must be the same.", "ValueError")
    )
    captures = [(c.name, c.value, c.start, c.end) for c in ranking.matches[0].captures]
    assert captures == [("target", "151936", 18, 24), ("draft", "32000", 43, 48)]
    assert ranking.matches[0].level == "confident"


def test_trailing_placeholder_runs_to_the_end_of_the_message(make_entry):
    """The last value is whole, over line ends too."""
    entry = make_entry(errorMessage="Got unsupported ScalarType {dtype}", errorClass="TypeError")
    ranking = answer([entry], event("Got unsupported ScalarType BFloat16\nin layer 3", "TypeError"))
    assert ranking.matches[0].captures[0].value == "BFloat16\nin layer 3"


def test_line_ends_tabs_and_quotes_do_not_matter(make_entry):
    """A message that was wrapped, indented or requoted is the same message."""
    entry = make_entry(errorMessage="could not connect to '{host}':\n\tIs the server running on port {port}?")
    ranking = answer([entry], event("could not connect to ‘db’: Is the server\n      running on port 5432?"))
    assert [c.value for c in ranking.matches[0].captures] == ["db", "5432"]


def test_same_sentence_in_two_repos_is_told_apart_by_the_frame(make_entry):
    """Frames decide between records with one wording."""
    one = make_entry(repo="owner/one", evidence={"importName": "one"})
    two = make_entry(repo="owner/two", evidence={"importName": "two"})
    frame = Frame("/env/site-packages/two/core/engine.py", 9, "start", package="two", repo="owner/two")
    ranking = answer([one, two], event("the pump went wrong in a way nobody expected", "ValueError", frames=[frame]))
    assert first(ranking) == two.record["id"]
    assert ranking.matches[0].tie == []


def test_same_sentence_in_two_repos_without_frames_is_a_tie(make_entry):
    """What the evidence cannot tell apart is said to be a tie, once."""
    one, two = make_entry(repo="owner/one"), make_entry(repo="owner/two")
    ranking = answer([one, two], event("the pump went wrong in a way nobody expected", "ValueError"))
    assert len(ranking.matches) == 1
    assert {first(ranking), *ranking.matches[0].tie} == {one.record["id"], two.record["id"]}


def test_a_package_the_reader_does_not_know_is_known_from_the_record(make_entry):
    """The evidence file's import name ties frames to the repo."""
    entry = make_entry(
        repo="owner/two", evidence={"importName": "twolib"}, errorMessage="bad {x}", errorClass="TwoError"
    )
    frame = Frame("/env/site-packages/twolib/a.py", 9, "f", package="twolib")
    ranking = answer([entry], event("bad thing", "TwoError", frames=[frame]))
    evidence = (ranking.matches or ranking.nearest)[0].evidence
    assert any(item.kind == "raised-in" and item.weight > 0 for item in evidence)


@pytest.mark.parametrize(
    ("file", "function", "found"),
    [
        ("/env/site-packages/project/core/engine.py", "start", True),
        ("C:\\env\\Lib\\site-packages\\project\\core\\engine.py", "Engine.start", True),
        ("/env/site-packages/project/core/engine.py", "stop", False),
        ("/env/site-packages/project/core/motor.py", "start", False),
        ("/home/user/app.py", "start", False),
    ],
)
def test_value_only_message_is_found_by_class_file_and_function(make_entry, file, function, found):
    """`KeyError: 'user_id'` says nothing by its text: the place decides, and only the whole place."""
    entry = make_entry(errorMessage="{key}", errorClass="KeyError")
    frame = Frame(file, 9, function, package="project" if "project" in file else None)
    ranking = answer([entry], event("'user_id'", "KeyError", frames=[frame]))
    assert (first(ranking) == entry.record["id"]) is found
    if found:
        assert [(c.name, c.value) for c in ranking.matches[0].captures] == [("key", "'user_id'")]


@pytest.mark.parametrize("message", ["'user_id'", "", "   "])
def test_a_built_in_class_alone_is_never_an_answer(make_entry, message):
    """Without frames a `KeyError` is just a `KeyError`."""
    entry = make_entry(errorMessage="{key}", errorClass="KeyError")
    assert answer([entry], event(message, "KeyError")).matches == []


def test_nothing_is_claimed_when_nothing_fits(make_entry):
    """An unknown error has no match, whatever its class."""
    ranking = answer([make_entry()], event("the reactor melted because of unobtainium", "ValueError"))
    assert ranking.matches == []


def test_drifted_wording_is_nearest_or_better(make_entry):
    """A sentence that changed a little between releases is still offered."""
    entry = make_entry(errorMessage="cannot reindex on an axis with duplicate labels")
    ranking = answer([entry], event("cannot reindex from an axis with duplicated labels", "ValueError"))
    shown = ranking.matches + ranking.nearest
    assert shown[0].record_id == entry.record["id"]
    assert shown[0].method == "fuzzy"


def test_alias_is_matched_like_the_record(make_entry):
    """The wording of another release leads to the record and is named."""
    alias = {"errorMessage": "cannot reindex from a duplicate axis", "errorClass": None, "versions": "<1.5"}
    entry = make_entry(errorMessage="cannot reindex on an axis with duplicate labels", evidence={"aliases": [alias]})
    found = answer([entry], event("cannot reindex from a duplicate axis", "ValueError")).matches[0]
    assert found.record_id == entry.record["id"]
    assert found.via_alias == alias["errorMessage"]


def test_code_ties_a_record_even_when_the_wording_changed(make_entry):
    """An exact error code with the class is enough."""
    entry = make_entry(
        errorCode="ERR_INVALID_ARG_TYPE", errorClass="TypeError", errorMessage="The {name} must be {type}"
    )
    ranking = answer([entry], event("quite another sentence", "TypeError", code="ERR_INVALID_ARG_TYPE"))
    assert first(ranking) == entry.record["id"]
    assert ranking.matches[0].method == "code"


def test_a_code_alone_is_no_answer(make_entry):
    """`ECONNREFUSED` somewhere in a sentence of another program claims nothing."""
    entry = make_entry(errorCode="ECONNREFUSED", errorClass="Error", errorMessage="connect ECONNREFUSED {address}")
    assert answer([entry], event("retrying after ECONNREFUSED, all fine")).matches == []


def test_cut_message_is_found(make_entry):
    """A message that the paste cuts off is found by what is there."""
    entry = make_entry(errorMessage="CUDA error: device-side assert triggered", errorClass="AcceleratorError")
    cut = event("CUDA error: device-side assert tri", "torch.AcceleratorError", cut=True)
    assert first(answer([entry], cut)) == entry.record["id"]


def test_cause_comes_before_its_wrapper(make_entry):
    """The root cause is answered first, the record that only reports it after it."""
    cause = make_entry(errorMessage="no memory left for the cache blocks of the engine")
    wrapper = make_entry(
        errorMessage="Engine start failed. See root cause above.", errorClass="RuntimeError", tags=["wrapper"]
    )
    events = [
        event("no memory left for the cache blocks of the engine", "ValueError", number=1),
        event(
            "Engine start failed. See root cause above.",
            "RuntimeError",
            number=2,
            role="wrapper",
            caused_by="e1",
            link="direct",
        ),
    ]
    ids = [found.record_id for found in answer([wrapper, cause], *events).matches]
    assert ids == [cause.record["id"], wrapper.record["id"]]


def test_error_quoted_in_a_wrapper_is_answered_with_the_wrapper_after_it(make_entry):
    """One message can hold an error and the wrapper around it."""
    inner = make_entry(errorMessage="User-specified length ({n}) is greater than the derived length")
    outer = make_entry(errorMessage="{n} validation error for {title}", errorClass="ValidationError", tags=["wrapper"])
    message = (
        "1 validation error for Config\n  Value error, User-specified length (10) is greater than the derived length"
    )
    ids = [found.record_id for found in answer([outer, inner], event(message, "ValidationError")).matches]
    assert ids == [inner.record["id"], outer.record["id"]]


def test_one_record_is_answered_once(make_entry):
    """The same error in a chain or from several ranks is one answer."""
    message = "the pump went wrong in a way nobody expected"
    events = [event(message, "ValueError", number=1), event(message, "ValueError", number=2)]
    assert len(answer([make_entry()], *events).matches) == 1


def _lines(*texts, level=None):
    lines, at = [], 0
    for number, text in enumerate(texts, 1):
        lines.append(Line(text, number, at, at, at + len(text), level=level))
        at += len(text) + 1
    return lines


def test_known_message_on_a_plain_line_is_an_event(make_entry):
    """A strong known sentence needs no error marker; it becomes an event of its own."""
    entry = make_entry(errorMessage="Worker exceeded {percent}% memory budget. Restarting", errorClass=None)
    ranking = answer([entry], lines=_lines("starting", "Worker exceeded 95% memory budget.  Restarting", "done"))
    assert first(ranking) == entry.record["id"]
    assert [e.message for e in ranking.events] == ["Worker exceeded 95% memory budget.  Restarting"]
    assert ranking.matches[0].captures[0].value == "95"
    assert (ranking.matches[0].captures[0].start, ranking.matches[0].captures[0].end) == (25, 27)


def test_template_of_several_lines_is_found_on_plain_lines(make_entry):
    """A message of several lines is found across them."""
    entry = make_entry(errorMessage="× {step} did not run successfully.\n│ exit code: {code}", errorClass=None)
    lines = _lines("Collecting", "× Getting requirements did not run successfully.", "│ exit code: 1", "done")
    ranking = answer([entry], lines=lines)
    assert first(ranking) == entry.record["id"]
    assert [c.value for c in ranking.matches[0].captures] == ["Getting requirements", "1"]


def test_healthy_lines_claim_nothing(make_entry):
    """Words of a template in another order, or half of it, are not the error."""
    entry = make_entry(errorMessage="Worker exceeded {percent}% memory budget. Restarting", errorClass=None)
    assert (
        answer([entry], lines=_lines("Restarting worker", "memory budget 95% of worker", "Worker exceeded")).matches
        == []
    )


def test_warning_record_on_a_plain_line_is_noise(make_entry):
    """A record of severity warning never makes the text an error."""
    entry = make_entry(
        errorMessage="Some weights of {model} were not initialized from the checkpoint", severity="warning"
    )
    ranking = answer([entry], lines=_lines("Some weights of Net were not initialized from the checkpoint"))
    assert ranking.events[0].role == "noise"


def test_repo_filter_keeps_other_records_out(make_entry):
    """`repo` asks only records of that repository."""
    one, two = make_entry(repo="owner/one"), make_entry(repo="owner/two")
    ranking = answer([one, two], event("the pump went wrong in a way nobody expected", "ValueError"), repo="Owner/Two")
    assert first(ranking) == two.record["id"]


def test_every_candidate_leaves_a_trace(make_entry):
    """`trace` says what was considered and how its score came about."""
    ranking = answer([make_entry()], event("the pump went wrong in a way nobody expected", "ValueError"), trace=True)
    assert any(step.stage == "candidate" and "class +1.8" in step.detail for step in ranking.trace)


def test_score_is_the_logistic_of_the_evidence(make_entry):
    """The published weights add up to the published score."""
    import math

    found = answer([make_entry()], event("the pump went wrong in a way nobody expected", "ValueError")).matches[0]
    total = sum(item.weight for item in found.evidence)
    assert found.score == pytest.approx(1 / (1 + math.exp(-total)), abs=1e-4)


def test_noise_is_no_answer_beside_an_unexplained_cause(make_entry):
    """A harmless warning that errkb knows must not pass for the explanation of an error it does not know."""
    known = make_entry(
        errorMessage="Unclosed client session of the connection pool", severity="warning", errorClass=None
    )
    events = [event("the reactor melted", "HeatError", number=1)]
    events.append(event("Unclosed client session of the connection pool", number=2, role="noise"))
    ranking = answer([known], *events)
    assert ranking.matches == []
    assert ranking.nearest[0].record_id == known.record["id"]


def test_line_that_is_just_a_code_is_answered(make_entry):
    """`error: subprocess-exited-with-error` says which record it is."""
    entry = make_entry(errorCode="subprocess-exited-with-error", errorClass=None, errorMessage="{cmd} did not run well")
    assert first(answer([entry], event("subprocess-exited-with-error"))) == entry.record["id"]


def test_paste_that_ends_before_the_message_is_answered_by_its_place(make_entry):
    """File and function of the last frame, in the record's repository, stand in for a message that was cut off."""
    entry = make_entry()
    frame = Frame("/env/site-packages/project/core/engine.py", 9, "start", package="project", repo="owner/project")
    assert first(answer([entry], event("", frames=[frame], cut=True))) == entry.record["id"]
    other = Frame("/env/site-packages/project/core/engine.py", 9, "stop", package="project", repo="owner/project")
    assert first(answer([entry], event("", frames=[other], cut=True))) is None


def test_class_before_a_known_message_on_a_plain_line_counts(make_entry):
    """`pkg.OutOfBoundsDatetime: …` is no error class by its look, but the record knows it."""
    entry = make_entry(errorClass="OutOfBoundsDatetime", errorMessage="Out of bounds {unit} timestamp: {value}")
    lines = _lines("pkg.np_datetime.OutOfBoundsDatetime: Out of bounds nanosecond timestamp: 2500-01-01")
    assert first(answer([entry], lines=lines)) == entry.record["id"]


def test_own_wording_comes_before_an_alias(make_entry):
    """Of two records that hold the sentence, the one whose own wording it is comes first."""
    old = "cannot reindex from a duplicate axis"
    alias = {"errorMessage": old, "errorClass": None, "versions": "<1.5"}
    new = make_entry(errorMessage="cannot reindex on an axis with duplicate labels", evidence={"aliases": [alias]})
    own = make_entry(errorMessage=old, filePath="project/core/old.py")
    assert first(answer([new, own], event(old, "ValueError"))) == own.record["id"]


def test_wrapper_that_fits_wholly_is_not_beaten_by_a_weaker_record(make_entry):
    """A second answer to one event is the error a wrapper quotes, never another reading of the same words."""
    wrapper = make_entry(
        errorMessage="Model {names} failed to be inspected. Please check the logs for details.", tags=["wrapper"]
    )
    other = make_entry(repo="owner/other", errorMessage="Model {names} failed to be inspected by the loader of {thing}")
    text = "Model ['A'] failed to be inspected. Please check the logs for details."
    ids = [found.record_id for found in answer([wrapper, other], event(text, "ValueError", cut=True)).matches]
    assert ids == [wrapper.record["id"]]


@pytest.mark.parametrize(
    "raw",
    [
        "worker exceeded {} of its memory budget",
        "\x1b[33mworker\x1b[0m exceeded {} of its memory budget",
        "worker exceeded \x1b[1m{}\x1b[0m of its memory budget",
        '{{"level": "info", "message": "worker \\u0065xceeded {} of its memory budget"}}',
    ],
)
def test_values_on_a_line_without_an_event_stand_where_they_say(make_entry, raw):
    """What a line loses on its way (colours, escapes) does not move the places of its values."""
    text = Text.of("started\n" + raw.format("ninety") + "\nstopped\n")
    entry = make_entry(errorMessage="worker exceeded {share} of its memory budget", errorClass=None)
    parsed = parse(text)
    assert parsed.events == []
    ranking = match(parsed, text, [Index.of([entry])])
    (capture,) = [*ranking.matches, *ranking.nearest][0].captures
    assert text.value[capture.start : capture.end] == capture.value == "ninety"


@pytest.mark.parametrize(
    ("cls", "message", "level"),
    [
        ("pumps.PumpStalledError", "", "confident"),
        ("pumps.errors.PumpStalledError", "None", "confident"),
        ("PumpStalledError", "", "likely"),
        ("valves.PumpStalledError", "", None),
        ("PumpStalledError", "for another reason", None),
        ("pumpstallederror", "", None),
    ],
)
def test_a_class_that_one_record_has_speaks_for_an_exception_without_a_message(make_entry, cls, message, level):
    """Printed with its module it is the answer; alone it may be another project's; with another message it is none."""
    entry = make_entry(errorMessage="the pump stalled behind {valve}", errorClass="pumps.PumpStalledError")
    ranking = answer([entry, make_entry(errorMessage="another text altogether")], event(message, cls))
    levels = [found.level for found in [*ranking.matches, *ranking.nearest] if found.record_id == entry.record["id"]]
    assert [found for found in levels if found != "nearest"] == ([level] if level else [])


def test_a_class_that_two_records_have_says_nothing(make_entry):
    """Which of them it is, nobody can tell."""
    entries = [
        make_entry(errorMessage=f"the pump stalled {how}", errorClass="pumps.PumpStalledError")
        for how in ("at night", "at noon")
    ]
    assert answer(entries, event("", "pumps.PumpStalledError")).matches == []


def test_a_built_in_class_without_a_message_says_nothing(make_entry):
    """`TimeoutError` is everybody's, even where one record has it."""
    entry = make_entry(errorMessage="the pump did not answer", errorClass="TimeoutError")
    assert answer([entry], event("", "TimeoutError")).matches == []


FIRST_LINES = "Missing garden tool: {name}\n\nTo see the tools there are:\n  run the other tool {again}"


@pytest.mark.parametrize("below", ["", "\n\nTo see the tools there are:"])
@pytest.mark.parametrize("cut", [True, False])
def test_the_first_lines_of_a_message_are_as_good_as_all(make_entry, below, cut):
    """People copy the first line: a message that ends where a line of the template does is not merely cut off."""
    entry = make_entry(errorMessage=FIRST_LINES, errorClass="ToolError")
    ranking = answer([entry], event(f"Missing garden tool: hammer-drill{below}", "ToolError", cut=cut))
    assert [(one.record_id, one.captures[0].value) for one in ranking.matches] == [(entry.record["id"], "hammer-drill")]


def test_a_first_line_with_much_else_in_it_is_no_answer(make_entry):
    """A value that runs to the end of a line can hold anything."""
    entry = make_entry(errorMessage=FIRST_LINES, errorClass="ToolError")
    text = "Missing garden tool: of another kind, in another place of the garden or in none, where nobody looked"
    assert answer([entry], event(text, "OtherError")).matches == []
