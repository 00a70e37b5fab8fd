"""The match index: written and opened again, nothing lost, damage noticed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.errors import KnowledgeBaseError
from errkb.index import Index, Site, fold, open_index, write
from errkb.index.anchored import LOOKED_UP
from errkb.index.anchors import anchor, is_weak
from errkb.match.fold import Folded
from errkb.match.verify import verify
from errkb.model.pattern import split_template


def test_written_index_opens_to_the_same_templates(make_entry, tmp_path):
    """What is written is what is opened, aliases and sites included."""
    evidence = {
        "aliases": [{"errorMessage": "an older wording of the fault", "errorClass": "OldError", "versions": "<2"}],
        "sites": [{"filePath": "project/other.py", "lineNumber": 3, "function": "g"}],
    }
    entries = [
        make_entry(),
        make_entry(errorMessage="{key}", errorClass="KeyError"),
        make_entry(evidence, errorCode="E42", tags=["wrapper", "builtin"]),
    ]
    write(tmp_path, entries)
    index = open_index(tmp_path)
    own, placeholder, coded, alias = index
    assert [template.id for template in index] == [entry.record["id"] for entry in [*entries, entries[2]]]
    assert (own.message, own.parts) == (
        "the {thing} went wrong in a way nobody expected",
        ("the ", None, " went wrong in a way nobody expected"),
    )
    assert (own.names, own.literal, own.anchored, own.cls, own.code) == (["thing"], 40, True, "ValueError", None)
    assert (own.severity, own.error_type, own.package, own.alias) == ("error", "exception", "project", None)
    assert own.sites == [Site("project/core/engine.py", "start")]
    assert (placeholder.parts, placeholder.anchored) == ((None,), False)
    assert (coded.code, coded.wrapper, coded.builtin) == ("E42", True, True)
    assert coded.sites[1:] == [Site("project/other.py", "g")]
    assert (alias.cls, alias.alias) == ("OldError", "an older wording of the fault")
    assert index.repo_of_package == {"project": "owner/project"}
    assert index.repos == ["owner/project"]


def test_an_empty_index_answers_nothing(tmp_path):
    """No records, no templates, no candidates."""
    write(tmp_path, [])
    index = open_index(tmp_path)
    assert len(index) == 0
    assert index.scan("anything at all, however long it may be") == []
    assert list(index.by_word("anything")) == []


@pytest.mark.parametrize("size", [0, 1, 40, 200, -1, -8, -200])
def test_torn_index_is_a_clear_error(make_entry, tmp_path, size):
    """A file that was cut anywhere says so instead of answering."""
    write(tmp_path, [make_entry()])
    path = tmp_path / "index.bin"
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(KnowledgeBaseError, match="match index cannot be read") as raised:
        open_index(tmp_path)
    assert raised.value.where == str(path)


def test_index_of_another_format_is_a_clear_error(make_entry, tmp_path):
    """An index that another version of errkb wrote is refused."""
    write(tmp_path, [make_entry()])
    path = tmp_path / "index.bin"
    data = bytearray(path.read_bytes())
    data[16] ^= 0x40
    path.write_bytes(data)
    with pytest.raises(KnowledgeBaseError, match="format"):
        open_index(tmp_path)


def test_missing_index_is_a_clear_error(tmp_path):
    """A segment without index cannot be opened."""
    with pytest.raises(KnowledgeBaseError):
        open_index(tmp_path)


_MUCH = " " * LOOKED_UP
"""Text for which the anchors are loaded compiled."""


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"torn" * 99)])
def test_damaged_anchors_are_compiled_again(make_entry, tmp_path, damage):
    """The compiled anchors of another machine, or torn ones, cost time but no answer, and only once."""
    write(tmp_path, [make_entry()])
    (compiled,) = tmp_path.glob("strong.*")
    good = compiled.read_bytes()
    damage(compiled)
    assert open_index(tmp_path).scan("x the a went wrong in a way nobody expected" + _MUCH) == [0]
    assert compiled.read_bytes() == good


TEMPLATES = st.lists(
    st.one_of(st.just("{x}"), st.text(alphabet="abc. :\n\t'(“é", min_size=1, max_size=8)), min_size=1, max_size=6
).map("".join)


@given(TEMPLATES, st.data())
def test_scan_loses_nothing_the_verifier_would_accept(make_record_once, template, data):
    """The property that matters most: a filled template in any surroundings survives the scan."""
    index = Index.of([make_record_once(errorMessage=template)])
    filled = "".join(data.draw(st.text(min_size=1, max_size=9)) if p is None else p for p in split_template(template))
    text = Folded(data.draw(st.text(max_size=9)) + filled + data.draw(st.text(max_size=9))).text
    if index.template(0).anchored and verify(index.parts(0), text) is not None:
        assert index.scan(text) + index.scan_weak(text) == [0]


def test_scan_tries_every_template(make_entry):
    """Nothing is skipped however many templates there are."""
    entries = [make_entry(errorMessage=f"the number {n} is not one we {{verb}} here") for n in range(500)]
    text = fold(" ".join(f"the number {n} is not one we like here" for n in range(500)))
    assert sorted(Index.of(entries).scan(text)) == list(range(500))


def test_one_wording_of_many_records_is_found_for_each(make_entry):
    """Records that share a sentence share its anchor, and know how many repositories have it."""
    entries = [make_entry(repo=f"owner/p{n}", filePath=f"p{n}.py") for n in range(3)]
    index = Index.of(entries)
    assert index.scan("the x went wrong in a way nobody expected") == [0, 1, 2]
    assert [template.sharers for template in index] == [3, 3, 3]


def test_wording_without_text_has_no_anchor(make_entry):
    """A template with fewer than six literal characters is found by class and frame only."""
    index = Index.of([make_entry(errorMessage="{key}", errorClass="errors.MissingKey")])
    assert not index.template(0).anchored
    assert list(index.by_class("MissingKey")) == [0]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("a longest run", None, "short"), b"a longest run"),
        (("two\nlines here",), b"lines here"),
        (("wide   gap in",), b"gap in"),
        (("a “quoted word” there",), b"quoted word"),
        (("nul\0inside it",), b"inside it"),
        ((None, "  "), b""),
        (("é" * 5,), ("é" * 5).encode()),
    ],
)
def test_anchor_is_the_longest_run_that_folding_leaves_alone(parts, expected):
    """It can be looked for in raw text and in folded text."""
    assert anchor(parts) == expected


@pytest.mark.parametrize(
    ("text", "weak"), [(b"must be", True), (b"unexpected_eof", True), (b"is not a list", False), (b"x" * 16, False)]
)
def test_short_anchors_and_words_are_weak(text, weak):
    """They stand in so much text that they are looked for only where nothing else explains it."""
    assert is_weak(text) is weak


def test_names_lead_to_templates(make_entry):
    """Codes, functions, words and repositories find their templates; codes and classes as they are written."""
    index = Index.of([make_entry({"function": "Engine.start"}, errorCode="ERR_X")])
    assert list(index.by_code("ERR_X")) == [0]
    assert list(index.by_code("err_x")) == []
    assert list(index.by_function("start")) == [0]
    assert list(index.by_word("nobody")) == [0]
    assert list(index.by_repo("Owner/Project")) == [0]
    assert {(kind, name) for kind, name, _ in index.names_with("err")} == {("c", "err_x"), ("k", "valueerror")}


def test_beginnings_lead_to_templates(make_entry):
    """A message of which only the start is left finds the templates that begin so, also after a leading value."""
    index = Index.of([make_entry(errorMessage="{path}: there is no such setting here, look elsewhere")])
    assert index.scan_heads("a/b: there is no such") == [0]
    assert index.scan_heads("nothing of the kind") == []


def test_pattern_of_an_older_derivation_wins(make_entry):
    """A record derived by older rules keeps `%r` as text; its template is read as its pattern says."""
    entry = make_entry(errorMessage="bad thing %r in here")
    entry.record["messagePattern"] = "bad thing %r in here"
    assert Index.of([entry]).template(0).parts == ("bad thing %r in here",)


def test_regex_of_a_foreign_record_is_kept(make_entry):
    """A pattern that is no template is a regular expression of its own."""
    entry = make_entry(errorMessage="bad thing {x} in here")
    entry.record["messagePattern"] = r"bad thing \d+ in (here|there)"
    assert Index.of([entry]).template(0).regex == r"bad thing \d+ in (here|there)"


def test_facts_are_json(make_entry, tmp_path):
    """What the directory of the file holds can be read by anybody."""
    write(tmp_path, [make_entry()])
    data = (tmp_path / "index.bin").read_bytes()
    start = data.rindex(b'{"sections"')
    assert json.loads(data[start:])["facts"]["repo_of_package"] == {"project": "owner/project"}


def test_records_are_counted_once_for_each_repository(make_entry):
    """Aliases are wordings of a record, no records."""
    aliases = [{"errorMessage": "the {thing} failed altogether", "errorClass": None, "versions": "<2.0"}]
    entries = [make_entry({"aliases": aliases}), make_entry(filePath="b.py"), make_entry(repo="a/b")]
    assert Index.of(entries).records_by_repo() == {"owner/project": 2, "a/b": 1}
