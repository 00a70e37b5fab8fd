"""The line of a JSON pointer."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.dataset.pointer import line_of

TEXT = """{
  "a": 1,
  "b": {"x/y": [1,
    {"c": "}]"}], "~": null
  },
  "d": [
    "[",
    {"e":
      2}
  ]
}
"""


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("", 1),
        ("/a", 2),
        ("/b", 3),
        ("/b/x~1y/1/c", 4),
        ("/b/~0", 4),
        ("/d/0", 7),
        ("/d/1/e", 9),
        ("/d/7", 6),
        ("/z", 1),
    ],
)
def test_line_of(pointer, line):
    """The line on which the value begins; a pointer that leads nowhere ends at the last place found."""
    assert line_of(TEXT, pointer) == line


@pytest.mark.parametrize("text", ["", "{", '{"a"', '{"a": [1,', "nonsense", '{"a": 1}}}', "[" * 5000])
def test_damaged_text(text):
    """Anything may stand in a file; there is always a line."""
    assert line_of(text, "/a/0") >= 1


VALUES = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(max_size=4), VALUES, min_size=1, max_size=4), st.data())
def test_every_key_of_a_document_is_found(document, data):
    """In a file with one value a line, each key's line is the one that names it."""
    key = data.draw(st.sampled_from(list(document)))
    text = json.dumps(document, indent=2)
    line = text.split("\n")[line_of(text, "/" + key.replace("~", "~0").replace("/", "~1")) - 1]
    assert line.strip().startswith(json.dumps(key))
