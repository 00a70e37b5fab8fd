"""Private records: author files become v2 records, and nothing that was made up is shown."""

import pytest

from errkb.dataset import Dataset
from errkb.dataset.check import check
from errkb.dataset.private import NO_COMMIT, read_private
from errkb.dataset.shapes import validate
from errkb.model.record import Record

NOTE = """
[[error]]
message = "order {order_id} has no shipping address"
meaning = "Old orders have none."
fixes = ["Set it in the back office."]
"""


@pytest.fixture
def read(tmp_path):
    """Return a function that puts author files into the `.errkb` folder of a project and reads it."""
    folder = tmp_path / "Shop Floor" / ".errkb"
    folder.mkdir(parents=True)

    def run(*texts):
        for number, text in enumerate(texts):
            (folder / f"notes{number}.toml").write_text(text)
        return read_private(folder)

    return run


def test_the_least(read):
    """Message, meaning and fixes suffice; the record is a valid v2 record all the same."""
    (entry,) = read(NOTE).entries
    assert validate(Record, entry.record)[1] == []
    assert [one for one in check(entry.record, own=True) if one.severity == "error"] == []
    assert entry.record["repo"] == "private/shop-floor"
    assert entry.record["analyzedSha"] == NO_COMMIT


def test_nothing_made_up_is_shown(read):
    """What stands in for the unknown is null where people see it: URL, commit, place, situations."""
    shown = read(NOTE).entries[0].shown
    for key in ("githubUrl", "analyzedSha", "filePath", "triggerScenarios", "commonSituations"):
        assert shown[key] is None
    assert "github.com" not in str(shown)


def test_links_for_any_forge(read):
    """The author's link is shown, filled; one that needs what the record does not have is left out."""
    link = 'link = "https://git.example.com/{repo}/src/{ref}/{path}#L{line}"\nrunbook = "https://wiki.example.com/{slug}"\n'
    place = 'file = "shop/orders.py"\nline = 12\nref = "main"\n'
    with_place, without = read(link + NOTE + place + NOTE.replace("order {", "parcel {")).entries
    assert with_place.shown["githubUrl"].endswith("/private/shop-floor/src/main/shop/orders.py#L12")
    assert without.shown["githubUrl"] is None
    assert without.private["runbook"] == "https://wiki.example.com/parcel-order-id-has-no-shipping-address"


def test_pattern(read):
    """A regular expression becomes a template, with the wordings of what may be missing as aliases."""
    note = NOTE.replace(
        'message = "order {order_id} has no shipping address"', "pattern = 'orders? (?P<id>\\d+) failed twice'"
    )
    (entry,) = read(note).entries
    assert entry.record["errorMessage"] == "order{} {id} failed twice"
    assert [alias["errorMessage"] for alias in entry.evidence["aliases"]] == ["order {id} failed twice"]


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ('severity = "awful"', "severity: expected"),
        ('repo = "shop"', "repo: expected"),
        ('link = "https://git.example.com/{branch}"', "unknown field {branch}"),
        ('link = "javascript:alert(1)"', "not a link"),
        ("pattern = '(a+)+'", "pattern: "),
        ('tags = ["No Tag"]', "tags: expected"),
    ],
)
def test_faults(read, extra, words):
    """A value that cannot be used costs its record; file and line are named, in the author's words."""
    dataset = read(NOTE + extra + "\n" + NOTE.replace("order {", "parcel {"))
    (finding,) = dataset.findings
    assert words in finding.message
    assert (finding.file.name, finding.line) == ("notes0.toml", 2)
    assert len(dataset.entries) == 1


def test_missing_keys_and_doubles(read):
    """What is missing is listed; a message that is there already is named at its second place."""
    dataset = read('[[error]]\nmessage = "lonely words here"\n', NOTE + NOTE)
    assert [(one.file.name, one.line) for one in dataset.findings] == [("notes0.toml", 1), ("notes1.toml", 7)]
    assert "no meaning and no fixes" in dataset.findings[0].message
    assert len(dataset.entries) == 1


def test_records_of_ones_own(read, good, tmp_path):
    """v2 records in `.errkb/records` are read beside the author files; their real permalink is shown."""
    Dataset([good()]).write(tmp_path / "Shop Floor" / ".errkb" / "records")
    entries = read(NOTE).entries
    assert len(entries) == 2
    assert entries[0].shown["githubUrl"] == entries[0].record["githubUrl"]
    assert all(entry.private for entry in entries)
