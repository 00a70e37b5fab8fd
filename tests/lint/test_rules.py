"""Each rule catches its own fault and nothing else; a good record passes all."""

import pytest

from errkb.dataset import Dataset
from errkb.dataset.folder import place
from errkb.lint.run import lint_paths

LINE = "ValueError: the pump went wrong in a way nobody expected"
GOOD = {
    "positive": [{"text": LINE, "captures": {"thing": "pump"}}],
    "negative": [{"text": "ValueError: the pump went right", "reason": "another outcome"}],
}


@pytest.fixture
def folder(tmp_path, make_entry):
    """Return a function that writes entries into a records folder, by default one good record."""

    def write(*entries):
        Dataset([*entries] or [make_entry(GOOD)]).write(tmp_path)
        return tmp_path

    return write


def faults(path):
    """Return the names of the rules that found something."""
    return {finding.rule for finding in lint_paths([path])}


def test_good_record_passes_all_rules(folder):
    """Silence is the answer to a good record."""
    assert lint_paths([folder()]) == []


def test_not_canonical(folder, make_entry):
    """Another indent, another key order: the same data, not the same bytes."""
    root = folder()
    path = root / place(make_entry(GOOD).record)
    path.write_text(path.read_text().replace("\n  ", "\n    "))
    assert faults(root) == {"not-canonical"}


def test_too_little_text(folder, make_entry):
    """A message without text, class and function can never be found."""
    entry = make_entry({"function": None}, errorMessage="{key}", errorClass="KeyError")
    assert faults(folder(entry)) == {"too-little-text"}


def test_value_only_message_with_a_place_is_fine(folder, make_entry):
    """The same message with class and function can."""
    assert faults(folder(make_entry(errorMessage="{key}", errorClass="KeyError"))) == set()


def test_duplicate_pattern(folder, make_entry):
    """Two records of one repo with one wording cannot be told apart."""
    assert "duplicate-pattern" in faults(
        folder(make_entry(), make_entry(filePath="project/other.py", errorMessage=DIFFERENT))
    )


DIFFERENT = "the {part} went wrong in a way nobody expected"


@pytest.mark.parametrize(
    "evidence",
    [
        {"positive": [{"text": "ValueError: the reactor is hot", "captures": {}}]},
        {"positive": [{"text": LINE, "captures": {"thing": "valve"}}]},
        {"negative": [{"text": LINE, "reason": "wrongly thought to be another"}]},
    ],
    ids=["leads nowhere", "wrong capture", "negative matches"],
)
def test_evidence_fails(folder, make_entry, evidence):
    """Lines are run through the real matcher; what they promise must hold."""
    assert faults(folder(make_entry(evidence))) == {"evidence-fails"}


def test_evidence_leads_to_another_record(folder, make_entry):
    """A positive line that another record wins is a fault."""
    general = make_entry(
        {"positive": [{"text": "KeyError: the pump stopped with code 7 at noon", "captures": {}}]},
        errorMessage="the {thing} stopped with {rest}",
        errorClass="ValueError",
    )
    special = make_entry(errorMessage="the {thing} stopped with code {n} at noon", errorClass="KeyError")
    assert faults(folder(general, special)) == {"evidence-fails"}


def test_own_message_missed(folder, make_entry):
    """A pattern that does not find its own filled template is caught (here by hand-made parts)."""
    from errkb.lint import own_message_missed
    from errkb.lint.rule import Located

    entry = make_entry()
    entry.record["messagePattern"] = "quite another sentence (.+?)"
    found = list(own_message_missed.RULE.check([Located(entry, folder() / place(entry.record))]))
    assert [finding.rule for finding in found] == ["own-message-missed"]


def test_findings_of_reading_are_part_of_linting(folder, make_entry):
    """A shape or derived field that is wrong is a finding of lint too, and the rest is still looked at."""
    root = folder()
    path = root / place(make_entry(GOOD).record)
    path.write_text(path.read_text().replace('"severity": "error"', '"severity": "fatal"'))
    assert lint_paths([root])


def test_part_of_a_folder(folder, make_entry):
    """One file or one repo can be linted alone; findings elsewhere stay out."""
    bad = make_entry({"function": None}, errorMessage="{key}", errorClass="KeyError", repo="owner/bad")
    root = folder(make_entry(GOOD), bad)
    assert faults(root / "owner" / "project") == set()
    assert faults(root / place(make_entry(GOOD).record)) == set()
    assert faults(root / "owner" / "bad") == {"too-little-text"}
    assert faults(root / "owner") == {"too-little-text"}
    assert faults(root / place(bad.record)) == {"too-little-text"}
