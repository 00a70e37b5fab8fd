"""The fast path proves nothing that the rules refuse, writes the same text, and proves what is usual."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errkb.dataset.incoming.checking import Checker
from errkb.dataset.incoming.fastpath import FastPath
from errkb.model.record import Record
from tests.dataset.incoming.test_roundtrip import ANY, TEXT, records

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT, lambda one: st.lists(one, max_size=3)
)
LIKELY = st.sampled_from(
    [
        *(
            "",
            " ",
            "a",
            "A",
            "-",
            "a-b",
            "../a",
            "/a",
            "a\\b",
            "a/b",
            "a/../b",
            ".",
            "..",
            "a/..",
            "_a/b",
            ".a/b",
            "a/b\n",
        ),
        *(0, 1, 2, 2.0, 3, True, -1, 99, 100, 600, 2**31 - 1, 2**31, 2**63, 2**64, 10**30, [], ["a", ""], ["a"], ["A"]),
        *("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.5Z", "2026-02-30T00:00:00Z", "9999-01-01T00:00:00Z", "a\nb"),
        *("exception", "critical", "retry", "(.+?)", "(a+)+", "[", "a%rb", "a{b}cdefgh", "f" * 40, "0" * 16, "error"),
    ]
)


class NothingProven:
    """Leaves everything to the rules."""

    def proven(self, _):
        """Say nothing."""


def agree(text):
    """Assert that the fast path and the rules agree about a text; return whether it was proven."""
    one = FastPath().proven(text)
    checker = Checker({}, ignore_unknown=False)
    checker._fast = NothingProven()
    found = checker.rows([text])
    if one is not None:
        assert found.faults == []
        assert found.texts == one.text + b"\n"
        assert (one.id, one.repo, one.slug) == tuple(json.loads(one.text)[key] for key in ("id", "repo", "slug"))
    return one is not None


FORMS = st.sampled_from(
    [
        json.dumps,
        lambda record: json.dumps(record, ensure_ascii=False),
        lambda record: json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\r\n",
        lambda record: json.dumps(record, separators=(" , ", " : "), indent=1),
        lambda record: json.dumps(dict(reversed(record.items()))),
    ]
)


@settings(max_examples=60, deadline=None)
@given(record=records(), form=FORMS, drop=st.booleans())
def test_a_sound_record(record, form, drop):
    """Whatever its layout, it is what the rules make of it."""
    if drop and record["backgroundTag"] is None:
        del record["backgroundTag"]
    agree(form(record).encode())


@settings(max_examples=120, deadline=None)
@given(record=records(), form=FORMS, data=st.data())
def test_a_record_with_another_value(record, form, data):
    """One or two fields hold something else: of another type, of another form, of another record, or next to right."""
    for key in data.draw(st.lists(st.sampled_from(list(Record.model_fields)), min_size=1, max_size=2)):
        value = record[key]
        near = [st.just(value + " "), st.just(value[:-1]), st.just(value.upper())] if isinstance(value, str) else []
        near += [st.just(value + 1), st.just(value - 1), st.just(float(value))] if isinstance(value, int) else []
        record[key] = data.draw(st.one_of(LIKELY, JSON, *near))
    agree(form(record).encode())


@settings(max_examples=80, deadline=None)
@given(record=records(), data=st.data())
def test_a_text_with_another_byte(record, data):
    """A byte is changed, left out or put in: no JSON any more, another key, or another text."""
    text = bytearray(json.dumps(record, ensure_ascii=data.draw(st.booleans())).encode()[:3000])
    at, length = data.draw(st.integers(0, len(text) - 1)), data.draw(st.integers(0, 1))
    text[at : at + length] = data.draw(st.sampled_from([b"", b'"', b"\\", b"\xff", b" ", b"\x00", b",", b"}", b"0"]))
    agree(bytes(text))


@pytest.mark.parametrize("key", ["severity", "tags", "httpStatus", "id", "backgroundTag"])
@pytest.mark.parametrize("before", ["", " ", "\t"])
@pytest.mark.parametrize("hidden", ["", "\\u003a", "\\u0022", ":", '\\":'])
@pytest.mark.parametrize("missing", [False, True])
def test_a_key_that_stands_twice_is_never_proven(make_record, key, before, hidden, missing):
    """However it is written, and whatever its texts hold that might make up for it."""
    record = make_record() | {"documentation": "x@@"}
    if missing:
        del record["backgroundTag"]
    text = json.dumps(record)[:-1].replace("@@", hidden)
    text += f',"{key}"{before}:{json.dumps(make_record()[key])}}}'
    if missing and key == "backgroundTag":
        assert agree(text.encode()) == (hidden != "\\u003a")
    else:
        assert not agree(text.encode())


@given(text=st.text(ANY))
def test_any_text(text):
    """What is no record is not proven."""
    assert not agree(text.encode())


def test_what_is_usual_is_proven(make_record):
    """Records of the contract, older ones without `backgroundTag`, second records of a slug, texts with any sign."""
    usual = [make_record(), make_record(documentation='say "id": twice, \\":" and \\'), make_record(lineNumber=None)]
    second = make_record()
    usual.append(second | {"slug": f"{second['slug']}-{second['id'][:6]}"})
    for record in usual:
        assert agree(json.dumps(record).encode())
        assert agree(json.dumps({key: record[key] for key in record if key != "backgroundTag"}).encode())


def test_the_records_of_errkb_are_proven():
    """All of those that come with it: what takes the long way would make every import slow."""
    from errkb.dataset import Dataset
    from errkb.dataset.sources import shipped_records

    entries = Dataset.read(shipped_records()).entries
    fast = FastPath()
    assert sum(fast.proven(json.dumps(entry.record).encode()) is None for entry in entries) <= len(entries) // 50
