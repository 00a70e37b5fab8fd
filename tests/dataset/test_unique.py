"""What may occur once only."""

from errkb.dataset.unique import unique


def test_the_first_record_of_an_id_and_of_a_slug_stays(make_entry):
    """The others are findings that name the file, the pointer and the record that has it."""
    first = make_entry()
    same_id = make_entry()
    same_id.record["slug"] = "other"
    same_slug = make_entry(filePath="b.py")
    other_repo = make_entry(repo="owner/other")
    kept, findings = unique([first, same_id, same_slug, other_repo])
    assert kept == [first, other_repo]
    assert [(finding.rule, finding.file.as_posix(), finding.pointer) for finding in findings] == [
        ("duplicate-id", "owner/project/other.json", "/id"),
        ("duplicate-slug", f"owner/project/{first.record['slug']}.json", "/slug"),
    ]
    assert f"owner/project/{first.record['slug']}.json" in findings[0].message


def test_two_messages_under_one_code_are_explained(make_entry):
    """The id rule gives them one id; the finding says which one keeps it."""
    one, two = (make_entry(errorCode="E1", errorMessage=text) for text in ("the first message", "the second message"))
    two.record["slug"] = "e1-two"
    _, findings = unique([one, two])
    assert "first in line order" in findings[0].hint


def test_a_former_id_belongs_to_one_record(make_entry):
    """A former id that another record has, or had, is a finding; the records stay."""
    one = make_entry(evidence={"formerIds": ["00000000000000aa"]})
    two = make_entry(
        evidence={"formerIds": ["00000000000000aa", one.record["id"]]}, errorMessage="another message here"
    )
    three = make_entry(errorMessage="a third message here")
    three.evidence["formerIds"] = [three.record["id"]]
    kept, findings = unique([one, two, three])
    assert kept == [one, two, three]
    assert [(finding.rule, finding.file.name, finding.pointer) for finding in findings] == [
        ("duplicate-id", "another-message-here.evidence.json", "/formerIds/0"),
        ("duplicate-id", "another-message-here.evidence.json", "/formerIds/1"),
        ("duplicate-id", "a-third-message-here.evidence.json", "/formerIds/0"),
    ]
