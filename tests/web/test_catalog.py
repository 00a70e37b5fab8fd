"""Short lines of all records, and which of them have to do with each other."""

import pytest

from errkb.web.catalog import Catalog


@pytest.fixture
def entries(make_entry):
    """Four records: two of one family in two projects, two of one file, one apart."""
    return [
        make_entry(
            errorMessage="first trouble with a {thing}", backgroundTag="trouble", filePath="a.py", tags=["config"]
        ),
        make_entry(errorMessage="second trouble", repo="other/one", backgroundTag="trouble", filePath="b.py", tags=[]),
        make_entry(errorMessage="third thing raised here", filePath="a.py", tags=["network"]),
        make_entry(errorMessage="fourth thing, far away", repo="other/two", filePath="c.py", tags=[]),
    ]


def test_related_by_family_then_file(entries):
    """The same family goes before the same file; each says why, and nothing is related to everything."""
    catalog = Catalog(entries)
    found = catalog.related(entries[0].record["id"])
    assert [one.summary.message for one in found] == ["second trouble", "third thing raised here"]
    assert [one.reason for one in found] == ["same family: trouble", "raised in the same file"]
    assert catalog.related(entries[3].record["id"]) == []
    assert catalog.related("0" * 16) == []


def test_common_tags_are_no_evidence(make_entry):
    """A tag that most records have relates none of them; a rare one does."""
    many = [
        make_entry(errorMessage=f"trouble number {n} of many", filePath=f"{n}.py", tags=["config"]) for n in range(40)
    ]
    rare = [make_entry(errorMessage=f"rare {n}", filePath=f"r{n}.py", tags=["config", "network"]) for n in range(2)]
    catalog = Catalog([*many, *rare])
    assert catalog.related(many[0].record["id"]) == []
    (only,) = catalog.related(rare[0].record["id"])
    assert (only.summary.id, only.reason) == (rare[1].record["id"], "shares the tag network")


def test_counts(entries):
    """Repositories, families and tags are counted; a family needs no article to be one."""
    catalog = Catalog(entries)
    assert catalog.repos == {"other/one": 1, "other/two": 1, "owner/project": 2}
    assert catalog.families == {"trouble": 2}
    assert catalog.tags == {"config": 1, "network": 1}
    assert len(catalog) == 4


def test_every_shipped_record_has_a_line(catalog):
    """No record is lost, and what is said to be related is never the record itself."""
    assert len(catalog) == sum(catalog.repos.values()) > 300
    for row in catalog.rows[::25]:
        assert row.id not in {found.summary.id for found in catalog.related(row.id)}
