"""Each rule catches its own fault and nothing else; a good record passes all."""

import json
import subprocess
from pathlib import Path

import pytest

from errkb.dataset.folder import place
from errkb.errors import InputError
from errkb.lint import RULES
from errkb.lint.run import explain_rule, explanations, lint_paths

DIFFERENT = "the {thing} went wrong in a way nobody expected"
LONG = "the {thing} of this engine went wrong in a way that nobody here expected at all"
FENCE = "```"
PROSE = "The engine refuses the `thing`, and the reason is that an earlier release made it for itself and nobody else."


def faults(path, **options):
    """Return the names of the rules that found something."""
    return {finding.rule for finding in lint_paths([path], **options)}


def test_good_record_passes_all_rules(folder):
    """Silence is the answer to a good record."""
    assert lint_paths([folder()]) == []


BAD = {
    "unfinished-text": ({}, {"documentation": "TODO: what it means, what `thing` is, and why the engine raises it."}),
    "thin-text": ({}, {"triggerScenarios": "Calling start(thing)."}),
    "generic-text": ({}, {"solutions": ["Check your configuration and try again."]}),
    "solution-repeats-message": ({}, {"solutions": ["The way it went wrong must be expected."]}),
    "another-error": ({}, {"tryCatchPattern": "try:\n    start(thing)\nexcept KeyError:\n    raise"}),
    "unexplained-placeholder": ({}, {"errorMessage": "the {gadget} went wrong in a way nobody expected"}),
    "fix-changes-nothing": ({}, {"exampleFix": "# before\nstart(old)\n# after\nstart(old)  # works now"}),
    "unparsable-python": ({}, {"validationCode": "if thing = old:\n    raise ValueError"}),
    "unbalanced-fence": ({}, {"preventionTips": [f"Write it down: {FENCE}python start()"]}),
    "unknown-tag": ({}, {"tags": ["validation", "sorcery"]}),
    "family-without-article": ({}, {"backgroundTag": "haunted-engine"}),
    "too-few-lines": ({"negative": []}, {}),
    "evidence-fails": ({"negative": [{"text": "ValueError: the pump went wrong in a way nobody expected",
                                      "reason": "wrongly thought to be another"}]}, {}),
}  # fmt: skip
"""Rule -> (evidence, fields) of a record that this rule alone objects to."""


FRAME = 'Traceback (most recent call last):\n  File "/srv/project/core/engine.py", line {}, in {}\n    raise it\n'


def printed(text, function="start", **captures):
    """Return two positive lines: a message under two tracebacks."""
    return [{"text": FRAME.format(line, function) + text, "captures": captures} for line in (120, 121)]


@pytest.mark.parametrize("rule", BAD)
def test_a_bad_record_is_caught_by_its_rule_alone(rule, folder, good):
    """One deliberate fault, one rule."""
    evidence, fields = BAD[rule]
    if rule == "unexplained-placeholder":
        evidence = {"positive": printed("ValueError: the pump went wrong in a way nobody expected", gadget="pump")}
    assert faults(folder(good(evidence, **fields))) == {rule}


def test_too_little_text(folder, good):
    """A message without text, class and function can never be found; with them it can."""
    fields = {"errorMessage": "{thing}", "errorClass": "KeyError"}
    lines = {"positive": printed("KeyError: 'pump'", thing="'pump'")}
    assert "too-little-text" in faults(folder(good(lines | {"function": None}, **fields)))
    assert faults(folder(good(lines, **fields))) == set()


def test_not_canonical(folder, good):
    """Another indent, another key order: the same data, not the same bytes."""
    root = folder()
    path = root / place(good().record)
    path.write_text(path.read_text().replace("\n  ", "\n    "))
    assert faults(root) == {"not-canonical"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("documentation", PROSE + " This KeyError is raised for a thing that is too old."),
        ("commonSituations", PROSE + " This is a `TypeError` means that nothing fits."),
        ("tryCatchPattern", "try:\n    start()\nexcept (KeyError, TypeError):\n    raise"),
    ],
)
def test_another_error(field, value, folder, good):
    """An explanation or a handler of another class."""
    found = lint_paths([folder(good(**{field: value}))])
    assert [(one.rule, one.pointer) for one in found] == [("another-error", f"/{field}")]


@pytest.mark.parametrize("caught", ["ValueError", "(KeyError, ValueError)", "Exception", "lib.EngineError"])
def test_handlers_that_fit(caught, folder, good):
    """The class, one of several, a base class, a class of a library."""
    assert faults(folder(good(tryCatchPattern=f"try:\n    start(1)\nexcept {caught}:\n    raise"))) == set()


@pytest.mark.parametrize(
    "example",
    [
        "# before: engine 1.2\nimport engine\n# after: engine 2.0\nimport engine",
        "# before\n# $ pip install engine==1\nimport engine\n# after\n# $ pip install engine==2\nimport engine",
        "# before\n# a: 1\n# after\n# a: 1\n# b: c",
    ],
)
def test_fixes_outside_of_the_code(example, folder, good):
    """The code stays, a version, a command or a commented setting changes: a fix all the same."""
    assert faults(folder(good(exampleFix=example))) == set()


@pytest.mark.parametrize(
    ("fields", "clean"),
    [
        ({"exampleFix": "# before: requirements.txt\nengine==1.0\n# after\nengine>=2.0"}, True),
        ({"exampleFix": "# before\nif x = 1: pass\n# after\nif x == 1: pass", "errorClass": "SyntaxError"}, True),
        ({"exampleFix": "# before\nif x == 1: pass\n# after\nif x = 1: pass", "errorClass": "SyntaxError"}, False),
        ({"typeGuard": "def is_old(thing) -> bool\n    return True"}, False),
        ({"exampleFix": "# before\npip install engine\n# after\npip install -U engine"}, True),
    ],
)
def test_unparsable_python(fields, clean, folder, good):
    """Only what is meant to be Python, and to be right, has to parse."""
    assert faults(folder(good(**fields)), only=["unparsable-python"]) == (set() if clean else {"unparsable-python"})


def test_concrete_advice_with_a_generic_phrase(folder, good):
    """A phrase that names something to look at is no empty phrase."""
    solutions = ["Check your configuration: `engine.things` must name a thing of this release.", "Upgrade the project."]
    assert faults(folder(good(solutions=solutions))) == set()


def test_duplicate_pattern(folder, good):
    """Two records of one repo with one wording cannot be told apart."""
    twin = good(errorMessage=DIFFERENT.replace("thing", "part"), filePath="project/other.py", **OTHER_PROSE)
    twin.evidence["positive"] = [line | {"captures": {}} for line in twin.evidence["positive"]]
    found = faults(folder(good(), twin), only=["duplicate-pattern", "near-duplicate", "repeated-prose"])
    assert found == {"duplicate-pattern"}


OTHER_PROSE = {
    "documentation": "Parts are counted before the start; a `part` that nobody has counted, or a `thing` that is none,"
    " cannot be carried along by any machine of this kind.",
    "triggerScenarios": "An uncounted part handed over by machine.begin() in the morning.",
    "commonSituations": "Counting was switched off to save time, then forgotten by everybody.",
}


def spoken(template, cls="ValueError", **captures):
    """Return evidence for a message: two positive lines with its values filled in."""
    text = template.format(**captures)
    lines = [f"{cls}: {text}", f"2026-01-02 03:04:05 ERROR engine: {cls}: {text}"]
    return {"positive": [{"text": line, "captures": captures} for line in lines]}


def test_near_duplicate(folder, good):
    """Two long wordings that differ in one word, and nothing else that could be said against them."""
    twin = LONG.replace("engine", "motor")
    one = good(spoken(LONG, thing="pump"), errorMessage=LONG)
    two = good(spoken(twin, thing="pump"), errorMessage=twin, filePath="project/other.py", **OTHER_PROSE)
    assert faults(folder(one, two)) == {"near-duplicate"}


def test_repeated_prose(folder, good):
    """Two errors, one explanation; with an explanation of its own the second one is fine."""
    heavy = "the {thing} is too heavy for this small boat"
    options = {"errorMessage": heavy, "filePath": "project/boat.py"}
    assert faults(folder(good(), good(spoken(heavy, thing="pump"), **options))) == {"repeated-prose"}
    assert faults(folder(good(), good(spoken(heavy, thing="pump"), **options, **OTHER_PROSE))) == set()


def test_articles(folder, good, make_article):
    """A good article passes; one without records, with other figures, too thin, or with an open fence is found."""
    entry = good(backgroundTag="haunted-engine")
    article = make_article(entry)
    assert faults(folder(entry, articles=[article])) == set()
    for fields, rule in (
        ({"errorCount": 2}, "stale-article"),
        ({"background": "Too short."}, "article-text"),
        ({"fixes": ["One only."]}, "article-text"),
        ({"background": article["background"] + FENCE}, "unbalanced-fence"),
    ):
        assert faults(folder(entry, articles=[article | fields])) == {rule}
    lonely = good()
    assert faults(folder(lonely, articles=[article | {"errorIds": [], "errorCount": 0, "repoCount": 0}])) == {
        "article-without-records"
    }


def test_dead_permalink(folder, good, tmp_path_factory):
    """With a checkout at hand, file and line have to be there; without one nobody asks."""
    tree = tmp_path_factory.mktemp("tree")
    root = folder()
    assert faults(root) == set()
    assert faults(root, checkouts={"owner/project": tree}) == {"dead-permalink"}
    file = tree / "project" / "core" / "engine.py"
    file.parent.mkdir(parents=True)
    file.write_text("x\n" * 200)
    assert faults(root, checkouts={"owner/project": tree}) == set()
    file.write_text("x\n" * 20)
    assert [one.pointer for one in lint_paths([root], checkouts={"owner/project": tree})] == [
        "/lineNumber",
        "/sourceCodeEnd",
    ]


def test_dead_permalink_reads_the_commit(folder, good, tmp_path_factory):
    """In a git repository the commit of the record counts, not what lies in the folder."""
    tree = tmp_path_factory.mktemp("tree")
    file = tree / "project" / "core" / "engine.py"
    file.parent.mkdir(parents=True)
    file.write_text("x\n" * 200)
    git = ["git", "-C", tree, "-c", "user.name=n", "-c", "user.email=n@example.com"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "engine"]):
        subprocess.run([*git, *command], check=True, capture_output=True)
    sha = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    file.unlink()
    assert faults(folder(good(analyzedSha=sha)), checkouts={"owner/project": tree}) == set()


@pytest.mark.parametrize(
    "evidence",
    [
        {"positive": [{"text": "ValueError: the reactor is hot", "captures": {"thing": "x"}}] * 2},
        {"positive": [{"text": "ValueError: the pump went wrong in a way nobody expected",
                       "captures": {"thing": "valve"}}] * 2},
    ],
    ids=["leads nowhere", "wrong capture"],
)  # fmt: skip
def test_evidence_fails(folder, good, evidence):
    """Lines are run through the real matcher; what they promise must hold."""
    assert faults(folder(good(evidence)), only=["evidence-fails"]) == {"evidence-fails"}


def test_evidence_leads_to_another_record(folder, make_entry):
    """A positive line that another record wins is a fault."""
    general = make_entry(
        {"positive": [{"text": "KeyError: the pump stopped with code 7 at noon", "captures": {}}]},
        errorMessage="the {thing} stopped with {rest}",
        errorClass="ValueError",
    )
    special = make_entry(errorMessage="the {thing} stopped with code {n} at noon", errorClass="KeyError")
    assert faults(folder(general, special), only=["evidence-fails"]) == {"evidence-fails"}


def test_evidence_is_asked_beside_other_records(folder, good, make_entry):
    """The records that are asked together with these take part: one of them may win the line."""
    from errkb.index import Index

    rival = make_entry(errorMessage="the pump went wrong in a way nobody expected", errorClass="ValueError")
    beside = [Index.of([rival])]
    assert faults(folder(), beside=lambda _: beside) == {"evidence-fails"}


@pytest.mark.parametrize(
    ("evidence", "clean"),
    [
        ({"positive": [{"text": "ValueError: the pump went wrong in a way nobody expected", "captures": {}}]}, False),
        (
            {"positive": [{"text": "ValueError: the pump went wrong in a way nobody expected", "captures": {}}] * 2},
            False,
        ),
        ({}, True),
    ],
)
def test_too_few_lines(evidence, clean, folder, good):
    """Two different positive lines and a near miss; where the message has values, a line that says what they are."""
    assert faults(folder(good(evidence))) == (set() if clean else {"too-few-lines"})


def test_no_evidence_file(folder, good):
    """A record without evidence has no lines at all."""
    entry = good()
    entry.evidence = None
    assert faults(folder(entry)) == {"too-few-lines"}


def test_own_message_missed(folder, good):
    """A pattern that does not find its own filled template is caught (here by hand-made parts)."""
    from errkb.lint import own_message_missed
    from errkb.lint.rule import Context, Located

    entry = good()
    entry.record["messagePattern"] = "quite another sentence (.+?)"
    root = folder()
    found = list(own_message_missed.RULE.check([Located(entry, root / place(entry.record))], Context(root)))
    assert [finding.rule for finding in found] == ["own-message-missed"]


def test_matches_healthy(folder, good):
    """A record that answers to a line of a healthy log; the finding names the line."""
    message = "database system is ready to accept connections"
    lines = {"positive": [{"text": f"LOG:  {message}", "captures": {}}, {"text": message, "captures": {}}]}
    root = folder(good(lines, errorMessage=message, errorClass=None, errorType="console"))
    found = lint_paths([root])
    assert {finding.rule for finding in found} == {"matches-healthy"}
    assert any("postgres-server.log:" in finding.message for finding in found)


def test_findings_of_reading_are_part_of_linting(folder, good):
    """A shape or derived field that is wrong is a finding of lint too, and the rest is still looked at."""
    root = folder()
    path = root / place(good().record)
    path.write_text(path.read_text().replace('"severity": "error"', '"severity": "fatal"'))
    assert [(one.rule, one.line) for one in lint_paths([root])] == [("wrong-value", 11)]


def test_part_of_a_folder(folder, good):
    """One file or one repo can be linted alone; findings elsewhere stay out."""
    text = "the {thing} blew up and took the boat along"
    lines = [
        {"text": f"ValueError: {text.format(thing=name)}", "captures": {"thing": name}} for name in ("pump", "cog")
    ]
    bad = good({"positive": lines}, errorMessage=text, tags=["sorcery"], repo="owner/bad", **OTHER_PROSE)
    root = folder(good(), bad)
    assert faults(root / "owner" / "project") == set()
    assert faults(root / place(good().record)) == set()
    assert faults(root / "owner" / "bad") == {"unknown-tag"}
    assert faults(root / "owner") == {"unknown-tag"}
    assert faults(root / place(bad.record)) == {"unknown-tag"}


def exceptions(root, *entries):
    keys = ("rule", "record", "reason")
    listed = [dict(zip(keys, entry, strict=True)) for entry in entries]
    (root / "_exceptions.json").write_text(json.dumps(listed))


def test_exceptions(folder, good):
    """A listed finding is passed over; an exception that suppresses nothing is a finding, if its rule ran."""
    entry = good(tags=["sorcery"])
    root = folder(entry)
    reference = place(entry.record).with_suffix("").as_posix()
    exceptions(root, ("unknown-tag", reference, "the project's own word"))
    assert faults(root) == set()
    exceptions(root, ("unknown-tag", reference, "own word"), ("thin-text", reference, "short by nature"))
    assert [(one.rule, one.pointer) for one in lint_paths([root])] == [("unneeded-exception", "/1")]
    assert faults(root, only=["unknown-tag"]) == set()
    (root / "_exceptions.json").write_text('[{"rule": "thin-text"}]')
    assert "wrong-value" in faults(root)


def test_rules_are_explained():
    """Every rule has a name like its module and a docstring that says more than the name."""
    for rule in RULES:
        assert rule.check.__module__.rpartition(".")[2].replace("_", "-") == rule.name
        assert len(rule.explanation) > 60
        assert rule.explanation in explain_rule(rule.name)
    assert len(explanations()) == len({*explanations()})


def test_every_rule_has_a_test():
    """A rule that no test of this folder names could be dead."""
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [rule.name for rule in RULES if f'"{rule.name}"' not in text] == []


@pytest.mark.parametrize("place", ["notes.md", "a/b/c.yaml", "record"])
def test_a_file_that_is_no_record_is_refused(tmp_path, place):
    """Linting what cannot be a record is an error that says so, and reads nothing of the folders around it."""
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}")
    with pytest.raises(InputError, match="not the file of a record"):
        lint_paths([path])


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a file near the root")
def test_a_file_near_the_root_is_refused():
    """There need not be three folders above a file."""
    with pytest.raises(InputError, match="not the file of a record"):
        lint_paths([Path("/dev/null")])
