"""The match index: templates from entries, written and opened again, nothing lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.errors import KnowledgeBaseError
from errkb.index import Index, build, fold, open_index, write
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
        make_entry(evidence, errorCode="E42"),
    ]
    write(tmp_path, entries)
    assert open_index(tmp_path).templates == build(entries)
    assert len(open_index(tmp_path)) == 4


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": 0, "templates": []}', '{"format": 1, "templates": [{}]}']
)
def test_damaged_index_is_a_clear_error(tmp_path, content):
    """A torn or foreign index says so instead of answering."""
    (tmp_path / "index.json").write_text(content)
    with pytest.raises(KnowledgeBaseError):
        open_index(tmp_path)


def test_missing_index_is_a_clear_error(tmp_path):
    """A segment without index cannot be opened."""
    with pytest.raises(KnowledgeBaseError):
        open_index(tmp_path)


TEMPLATES = st.lists(
    st.one_of(st.just("{x}"), st.text(alphabet="abc. :\n\t'(", min_size=1, max_size=8)), min_size=1, max_size=6
).map("".join)


@given(TEMPLATES, st.data())
def test_scan_loses_nothing_the_verifier_would_accept(make_record_once, template, data):
    """The property that matters most: a filled template in any surroundings survives the scan."""
    own = build([make_record_once(errorMessage=template)])[0]
    values = st.text(alphabet="xyz01 ", min_size=1, max_size=6)
    around = st.text(alphabet="qrs \n", max_size=6)
    filled = "".join(data.draw(values) if part is None else part for part in split_template(template))
    text = Folded(data.draw(around) + filled + data.draw(around)).text
    if own.anchor and verify(own.parts, text) is not None:
        assert Index([own]).scan(text) == [0]


def test_every_template_is_scanned(make_entry):
    """None is skipped: each of many templates is found in a text that holds them all."""
    entries = [make_entry(errorMessage=f"fault number {n} of the long series happened") for n in range(500)]
    text = fold("\n".join(entry.record["errorMessage"] for entry in entries))
    assert len(Index(build(entries)).scan(text)) == 500


def test_all_placeholder_template_has_no_anchor(make_entry):
    """`{key}` is never looked for by text."""
    assert build([make_entry(errorMessage="{key}")])[0].anchor == ""


def test_pattern_of_an_older_derivation_decides(make_entry):
    """A foreign record whose pattern leaves `%r` literal is matched as its pattern says."""
    entry = make_entry(errorMessage="bad thing %r in here")
    entry.record["messagePattern"] = "bad thing %r in here"
    assert build([entry])[0].parts == ["bad thing %r in here"]


def test_index_is_plain_json(make_entry, tmp_path):
    """The index file can be read by anything."""
    write(tmp_path, [make_entry()])
    assert json.loads((tmp_path / "index.json").read_text())["format"] == 1
