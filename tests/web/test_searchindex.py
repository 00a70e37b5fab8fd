"""The index of a static site's search, read back as the script reads it."""

import json

from hypothesis import given
from hypothesis import strategies as st

from errkb.model.pattern import split_template
from errkb.web.searchindex import _DIGITS, SearchIndex, _hash, _packed, _pieces, words_of


def decoded(text: str) -> list[tuple[int, int]]:
    """Return numbers and shares of a list."""
    found, number, at = [], -1, 0
    while at < len(text):
        distance = shift = 0
        while (digit := _DIGITS.index(text[at])) >= 32:
            distance, shift, at = distance + ((digit - 32) << shift), shift + 5, at + 1
        number += distance + (digit << shift) + 1
        found.append((number, _DIGITS.index(text[at + 1])))
        at += 2
    return found


@given(st.lists(st.tuples(st.integers(0, 400_000), st.booleans()), unique_by=lambda pair: pair[0]))
def test_lists_are_read_back(pairs):
    """Numbers come back in order; the share is 0 exactly where the word is not of the message."""
    from array import array

    ordered = sorted(pairs)
    own = array("I", (2 * number + inside for number, inside in ordered))
    weights = dict.fromkeys((number for number, _ in ordered), 7.0)
    found = decoded(_packed(own, 2.0, weights))
    assert [(number, share > 0) for number, share in found] == ordered


def test_pieces_alternate():
    """Literals stand at even places and are those of the template; placeholders keep their names."""
    for message in ("{a}b{c}", "Cannot find '{module}'", "%s: %d of {x}{y} left", "plain", "{only}", ""):
        pieces = _pieces(message, None)
        assert "".join(pieces) == message
        literals = [part for part in split_template(message) if part]
        assert [piece for piece in pieces[::2] if piece] == literals
    assert _pieces("a {b} c", "a (.+?) d") == ["a ", "…", " d"]


def test_words():
    """Letters and digits, each once, in lower case; numbers alone and single letters are none."""
    assert words_of("KeyError: 'user_id' x 42 x86 KEYERROR é ärger") == ["keyerror", "user", "id", "x86", "ärger"]


def test_every_word_leads_to_its_record(make_entry, tmp_path):
    """A word of the message, the class or the repository is in its shard, and leads to the row of its record."""
    messages = ("first trouble with a {thing}", "second trouble", "third thing raised here")
    entries = [
        make_entry({"aliases": [{"errorMessage": f"old {m}", "errorClass": None, "versions": None}]}, errorMessage=m)
        for m in messages
    ]
    index = SearchIndex(tmp_path / "search")
    for entry in entries:
        index.add(entry)
    index.finish()
    meta = json.loads((tmp_path / "search/meta.json").read_bytes())
    assert meta["wordings"] == 6
    for entry in entries:
        for word in words_of(f"{entry.record['errorMessage']} {entry.record['errorClass']} {entry.record['repo']}"):
            shard = json.loads((tmp_path / f"search/w/{(_hash(word) >> 16) % meta['shards']}.json").read_bytes())
            numbers = [number for number, _ in decoded(shard[word])]
            rows = [
                json.loads((tmp_path / f"search/r/0/{number // 16}.json").read_bytes())[number % 16]
                for number in numbers
            ]
            assert entry.record["id"] in {row[0] for row in rows}
    table = (tmp_path / "search/df.bin").read_bytes()
    assert len(table) == meta["slots"] // 2
    slot = _hash("trouble") % meta["slots"]
    assert table[slot >> 1] >> 4 * (slot & 1) & 15 == 3  # four wordings
