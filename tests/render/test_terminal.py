"""`errkb.render.terminal`: what a person sees."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from errkb.model.event import Banner, ErrorEvent, Piece
from errkb.model.match import Evidence, Match
from errkb.model.pattern import placeholder_names
from errkb.model.report import Explanation
from errkb.model.text import Text
from errkb.render.markdown import render_explanation as markdown_explanation
from errkb.render.prose import fill_in, sentences
from errkb.render.screen import Screen
from errkb.render.terminal import render_explanation

RECORDS = Path(__file__).parents[2] / "records"
FILES = [p for p in sorted(RECORDS.glob("*/*/*.json")) if "." not in p.stem]
WIDE, NARROW, COLOUR = Screen(80), Screen(40), Screen(80, colour=True)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def squash(text: str) -> str:
    return " ".join(text.split())


def bare(text: str) -> str:
    """Return the text without white space: words longer than a line are broken there."""
    return "".join(text.split())


def first_screen(page: str) -> str:
    return squash("\n".join(page.splitlines()[:24]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_first_screen_of_every_record(path, explain):
    """24 lines of 80 hold repo, severity, class, the reader's values, the first sentence and the first fix."""
    record = json.loads(path.read_text(encoding="utf-8"))
    themselves = {name: f"{{{name}}}" for name in placeholder_names(record["errorMessage"])}
    meaning = sentences(fill_in(record["documentation"], themselves, themselves))
    fixes = [fill_in(fix, themselves, themselves) for fix in record["solutions"]]
    page = render_explanation(explain(record, themselves), WIDE)
    top = first_screen(page)
    head = " · ".join(part for part in (record["repo"], record["severity"], record["errorClass"]) if part)
    assert head in top
    for heading in ["What it means", "First fix"]:
        assert heading in top
    for capture in explain(record).matches[0].captures[: 3 if len(head) <= WIDE.width else 2]:
        assert f"{capture.name} = " in squash(top)
    assert bare(meaning[0])[:100] in bare(top)
    assert bare(fixes[0])[:50] in bare(top)
    everything = bare(page)
    for text in (*meaning, *fixes):
        assert bare(text) in everything


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_brief_fits_the_screen(path, explain):
    """`--brief` leaves a line for the prompt on a terminal of 24 rows, whatever the record."""
    record = json.loads(path.read_text(encoding="utf-8"))
    values = {"target": "x" * 500} | {c.name: "y" * 300 for c in explain(record).matches[0].captures}
    for answer in (explain(record), explain(record, values)):
        lines = render_explanation(answer, WIDE, brief=True).splitlines()
        assert len(lines) <= 23
        assert all(len(line) <= 80 for line in lines)


def test_layout(explain, record):
    """The page reads from the top: headline, certainty, message, values, meaning, first fix, then the rest in order."""
    page = render_explanation(explain(record, {"name": "age", "count": "2", "expected": "3"}), WIDE)
    assert page.splitlines() == [
        "example/tables · error · ValueError",
        "confident 0.98 · its message fits",
        "",
        "  column age has 2 values, 3 expected",
        "",
        "Your values",
        "  name     = age",
        "  count    = 2",
        "  expected = 3",
        "",
        "What it means",
        "  A column must have one value per row. The frame checks this before it copies",
        "  anything, e.g. for lists. Nothing was changed. The count is the length of what",
        "  was given.",
        "",
        "First fix",
        "  Make the list after filtering.",
        "",
        "Other fixes, in order",
        "  2. Use an index.",
        "  3. Fill the gaps with None.",
        "",
        "Example fix",
        "# before",
        'frame["a"] = [1, 2]',
        "# after",
        'frame["a"] = [1, 2, 3]',
        "",
        "Source",
        "  Thrown at tables/frame.py:120",
        "  https://github.com/example/tables/blob/0123456789abcdef0123456789abcdef01234567/tables/frame.py#L102-L138",
        "",
        "When it happens",
        "  Assigning a list that is shorter than the frame.",
    ]


def test_prose_speaks_of_the_readers_values(explain, new_record):
    """Where the record's prose names a placeholder, the reader's own value stands by it, if short."""
    record = new_record(
        errorMessage="column {name}: {expected} values needed, {count} given",
        documentation="The column {name} is too short: {expected} are needed, {count} given. Other {braces} stay.",
        solutions=["Give {expected} values."],
    )
    page = render_explanation(explain(record, {"name": "age", "count": "2" * 99, "expected": "3"}), WIDE)
    assert "The column name (age) is too short: expected (3) are needed, count given. Other {braces} stay." in squash(
        page
    )
    assert "Give expected (3) values." in page


def test_full_adds_the_rest(explain, record):
    """`--full` adds situations, guard code, prevention, evidence, and says what was reproduced."""
    answer = explain(record)
    page = render_explanation(answer, WIDE, full=True)
    for text in (
        "Common situations",
        "Strategy: validation",
        "Prevention",
        "+2.50 class",
        "Documented, not reproduced.",
    ):
        assert text in page
    assert "\nassert len(values) == len(frame)\n" in page
    answer.matches[0].verified = {"packages": {"pandas": "2.3.1"}, "python": "3.11"}
    assert "Reproduced with pandas 2.3.1 on Python 3.11." in squash(render_explanation(answer, WIDE, full=True))
    assert "Common situations" not in render_explanation(answer, WIDE)


def test_first_screen_says_reproduced(explain, record):
    """A record a script has reproduced says so at the top, in the terminal and in Markdown."""
    answer = explain(record)
    answer.matches[0].verified = {"packages": {"pandas": "2.3.1", "numpy": "2.3.5"}, "python": "3.11.7"}
    assert "· reproduced with pandas 2.3.1 on Python 3.11\n" in render_explanation(answer, WIDE, brief=True)
    assert "reproduced with pandas 2.3.1 on Python 3.11" in markdown_explanation(answer)
    answer.matches[0].verified = {"packages": {}, "python": "3.11.7"}
    assert "· reproduced on Python 3.11\n" in render_explanation(answer, WIDE, brief=True)


def test_what_was_cut_follows_in_full(explain, new_record):
    """Nothing is lost when the first screen is too small: all values, the whole meaning and all fixes follow below."""
    meaning = " ".join(f"word{n}" for n in range(300)) + "."
    record = new_record(
        errorMessage=" ".join(f"{{v{n}}} and" for n in range(9)) + " that",
        documentation=meaning,
        solutions=[" ".join(f"step{n}" for n in range(200)), "Second."],
    )
    page = render_explanation(explain(record), WIDE)
    assert "v8 = 9999" not in first_screen(page)
    assert "v8 = 9999" in page
    assert squash(meaning) in squash(page)
    assert "1. step0" in page
    assert "step199" in page
    assert "First fix" in first_screen(page)


def test_narrow_terminal(explain, record):
    """At 40 columns every line of prose fits; only addresses and code run over, since they are to be copied."""
    lines = render_explanation(explain(record), NARROW, full=True).splitlines()
    long = [line for line in lines if len(line) > 40]
    assert all("https://" in line for line in long)
    assert "What it means" in lines


def test_colours_change_nothing_but_colours(explain, record):
    """The coloured page is the plain page with escape sequences, and those are styles only."""
    plain = render_explanation(explain(record), WIDE, full=True)
    coloured = render_explanation(explain(record), COLOUR, full=True)
    assert "\x1b[" in coloured
    assert "\x1b" not in plain
    without = ESCAPES.sub("", coloured)
    assert [line.rstrip() for line in without.splitlines()] == plain.splitlines()


@pytest.mark.parametrize("screen", [WIDE, COLOUR])
def test_nothing_foreign_steers_the_terminal(explain, new_record, screen):
    """Control sequences, bidirectional characters and markup of a paste or a record are never obeyed."""
    evil = "\x1b]0;title\x07\x1b[2J\x9b31m\u202eabc[bold red]x[/bold red]:smile:\ud800\r"
    fields = ("documentation", "exampleFix", "triggerScenarios", "commonSituations", "validationCode", "filePath")
    record = new_record(errorMessage="bad {value} here") | dict.fromkeys((*fields, "errorClass", "githubUrl"), evil)
    record |= {"solutions": [evil, evil], "preventionTips": [evil], "errorMessage": f"bad {{value}} here{evil}"}
    answer = explain(record, {"value": evil})
    answer.advice = [evil]
    answer.banners = [Banner(evil, evil, 1)]
    page = render_explanation(answer, screen, full=True, everything=True)
    page.encode("utf-8")
    rest = ESCAPES.sub("", page)
    assert not set(rest) & set("\x1b\x07\x9b\r\u202e\ud800")
    assert "[bold red]x[/bold red]:smile:" in rest
    assert "title" not in rest


def test_code_can_be_copied(explain, new_record):
    """Code stands at the line start as it is, however long its lines are."""
    code = 'x = "' + "a" * 200 + '"\nif x:\n    print(x)'
    page = render_explanation(explain(new_record(exampleFix=code)), NARROW)
    assert f"\n{code}\n" in page


def test_root_cause_first_wrappers_named(explain, record, new_record):
    """The root cause comes first; what only reports it is listed after it, as such."""
    wrapper = new_record(errorMessage="engine failed, see above", errorClass="RuntimeError", tags=["wrapper"])
    answer = explain(record)
    answer.events.append(ErrorEvent("e2", "engine failed, see above", 60, 90, 2, 2, cls="RuntimeError", role="wrapper"))
    answer.events.append(ErrorEvent("e3", "worker died", 90, 99, 3, 3, cls="OSError", role="wrapper"))
    answer.events.append(ErrorEvent("e4", "", 99, 100, 4, 4, role="wrapper"))
    answer.matches.append(
        Match("e2", wrapper["id"], "documented", "confident", 0.9, "pattern", record=wrapper, wrapper=True)
    )
    page = render_explanation(answer, WIDE)
    assert page.startswith("example/tables · error · ValueError\n")
    after = page[page.index("\nReported by\n") :]
    assert squash(after).startswith("Reported by - RuntimeError: engine failed, see above a wrapper of example/tables")
    assert "- OSError: worker died" in after
    assert page.count("What it means") == 1
    assert render_explanation(answer, WIDE, everything=True).count("What it means") == 2


def test_other_causes_are_answered_too(explain, record, new_record):
    """A second, independent error gets a short answer of its own; one without a record is listed."""
    other = new_record(errorMessage="the disk is full here", repo="example/disk")
    answer = explain(record)
    answer.events.append(ErrorEvent("e2", "the disk is full here", 60, 90, 2, 2, cls="OSError"))
    answer.events.append(ErrorEvent("e3", "no idea", 90, 99, 3, 3, cls="KeyError"))
    answer.matches.append(Match("e2", other["id"], "documented", "confident", 0.9, "pattern", record=other))
    page = render_explanation(answer, WIDE)
    assert page.index("example/tables ·") < page.index("example/disk ·")
    assert page.count("First fix") == 2
    assert page.count("Example fix") == 1
    assert "Also in this text, without a record\n  - KeyError: no idea" in page
    assert "1 more error in this text has an answer" in render_explanation(answer, WIDE, limit=1)


def test_eight_ranks_once(explain, record):
    """An error printed by eight processes is shown once, with the processes named."""
    answer = explain(record)
    answer.events[0].processes = [f"rank {n}" for n in range(8)]
    answer.events[0].occurrences = 8
    page = render_explanation(answer, WIDE)
    assert "8 processes: rank 0, rank 1, rank 2, …, rank 7" in first_screen(page)
    assert page.count("Your values") == 1
    answer.events[0].processes = []
    assert "Printed 8 times." in render_explanation(answer, WIDE)


def test_ties_say_what_would_decide(explain, record, new_record):
    """Records the evidence cannot tell apart are all named, with what would decide between them."""
    other = new_record(repo="example/other", filePath="other/frame.py", errorClass="TypeError")
    answer = explain(record)
    answer.events[0].cls = None
    answer.matches[0].tie, answer.matches[0].tied = [other["id"]], [other]
    page = render_explanation(answer, WIDE)
    assert "1 other record fits equally well: see below." in first_screen(page)
    assert "example/other · error · TypeError" in page
    assert f"errkb show {other['id']}" in page
    decides = squash(page)
    assert "What would decide: the class in front of the message; the stack frame that raises it" in decides
    assert "tables/frame.py or other/frame.py" in decides


def test_wrapper_only_with_a_record(explain, record):
    """When only a wrapper is there, the page says first that the cause is missing and how to get it."""
    answer = explain(record, status="wrapper_only", advice=["Paste the lines before it."])
    answer.events[0].role = "wrapper"
    top = first_screen(render_explanation(answer, WIDE))
    assert "reports another" not in top
    answer.advice = []
    assert "This error only reports another one" in first_screen(render_explanation(answer, WIDE))
    assert top.index("Paste the lines before it.") < top.index("What it means")


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ("unknown_error", "No record fits.\n"),
        ("wrapper_only", "The cause is missing.\n"),
        ("no_error", "Nothing to explain.\n"),
    ],
)
def test_no_answer(record, status, sentence):
    """Without an answer the page says so, what would help, and marks candidates as no answers."""
    event = ErrorEvent("e1", "user_id", 0, 17, 1, 1, cls="KeyError", pieces=[Piece(0, 10, 7)])
    near = Match("e1", record["id"], "documented", "nearest", 0.31, "fuzzy", record=record)
    near.evidence = [Evidence("similar", 1.0, "wording 61% alike")]
    answer = Explanation(Text.of("KeyError: user_id"), status, "", [event], [], [near], advice=["Paste more."])
    page = render_explanation(answer, WIDE)
    assert page.startswith(sentence)
    assert "\n  Paste more.\n" in page
    nearest = page[page.index("Nearest, not certain") :]
    assert "None of these is claimed to be the answer." in nearest
    assert "wording 61% alike" in nearest
    assert "First fix" not in page
    assert "Nearest" not in render_explanation(answer, WIDE, brief=True)
    answer.events.append(ErrorEvent("e2", "", 0, 17, 1, 1, cls="AssertionError"))
    assert "\n  KeyError: user_id\n\n  AssertionError\n" in render_explanation(answer, WIDE)


def test_a_record_with_gaps(explain, record):
    """A located or indexed record, `null` where nothing is known, is shown with what there is."""
    known = {"id", "repo", "slug", "errorMessage", "messagePattern", "schemaVersion"}
    answer = explain(record)
    answer.matches[0].record = {key: value if key in known else None for key, value in record.items()}
    answer.matches[0].kind = "index"
    page = render_explanation(answer, WIDE, full=True)
    assert "known by its message only" in page
    assert "None" not in page


def test_a_message_that_is_only_a_value(explain, record):
    """A value alone, or nothing, is shown with its class."""
    answer = explain(record)
    answer.matches[0].method, answer.events[0].message = "frame", "'user_id'"
    assert "\n  ValueError: 'user_id'\n" in render_explanation(answer, WIDE)
    answer.events[0].message = ""
    assert "\n  ValueError\n" in render_explanation(answer, WIDE)


def test_nothing_is_certain(explain, record):
    """The score shown is rounded down, and never 1."""
    answer = explain(record)
    for score, shown in (1.0, "0.99"), (0.9999, "0.99"), (0.868, "0.86"):
        answer.matches[0].score = score
        assert f"confident {shown} ·" in render_explanation(answer, WIDE)


@pytest.mark.parametrize("piece", ["x ", "x", "\n", "\t", "\x1b[1m", "漢"])
def test_huge_message(explain, new_record, piece):
    """A message of a million characters, whatever they are, is cut visibly and shown at most a screen long."""
    answer = explain(new_record(errorMessage="too long: {text}"), {"text": "x" + piece * 1_000_000})
    page = render_explanation(answer, WIDE)
    assert len(page) < 10_000
    assert "…" in page


def test_unknown_values_are_cut_at_the_edge(explain, record):
    """A long or multi-line value stays on its line."""
    page = render_explanation(explain(record, {"name": "a\nb", "count": "y" * 500, "expected": "3"}), WIDE)
    assert "  name     = a ⏎ b\n" in page
    assert all(len(line) <= 80 for line in page.splitlines() if "https" not in line)
