"""Models and JSON Schemas accept the same documents, apart from a closed list of differences."""

import copy
import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

from errkb.dataset.schemas import DIFFERENCES, SHAPES, export

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 700),
    st.integers(),
    st.sampled_from([2**31, 2**63, 2**64, 10**40, -(10**40)]),
    st.integers(-2, 600).map(float),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.text(st.characters(categories=["Zs", "Zl", "Zp", "Cc", "Cf", "Nd"]), min_size=1, max_size=4),
    st.sampled_from(["", " ", "x" * 5000, "\n", "\ud800", "a\udfffb", "0" * 16, "0" * 40, "a/b", "a-b", "A", "2"]),
)
JUNK = st.recursive(
    SCALARS,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=8), part, max_size=3),
    max_leaves=4,
)


def places(value, path=()):
    """Yield the path of every value within a document."""
    yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*path, key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from places(part, (*path, at))


@st.composite
def mutated(draw, document):
    """Change a document at one to three places."""
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(document))))
        if not path:
            continue
        *way, last = path
        parent = document
        for key in way:
            parent = parent[key]
        change(draw, parent, last)
    return document


def change(draw, parent, key):
    """Drop, replace, bend or double the value of a key."""
    value = parent[key]
    kind = draw(st.sampled_from(["drop", "junk", "add", "bend"]))
    if kind == "drop":
        del parent[key]
    elif kind == "junk":
        parent[key] = draw(JUNK)
    elif kind == "add" and isinstance(parent, dict):
        parent[draw(st.text(max_size=8) | st.sampled_from(["Id", "class_", "cls", "class", "id "]))] = draw(JUNK)
    elif kind == "add":
        parent.append(draw(JUNK | st.just(value)))
    elif isinstance(value, str):
        affix = draw(
            st.sampled_from(["\n", " ", "\t", "\r\n", "\x00", "\x1c", "\u3000", "\ufeff", "٣", "é", "/", "-", "."])
        )
        parent[key] = draw(
            st.sampled_from([value + affix, affix + value, value.upper(), value[1:], value[:-1], value * 2])
        )
    elif isinstance(value, (int, float)):
        parent[key] = draw(st.sampled_from([-value, float(value), value + 0.5, value + 10**9, str(value), bool(value)]))


@cache
def judges(name):
    """Return the model and the schema of a shape."""
    schemas = export()
    return TypeAdapter(SHAPES[name][1]), Draft202012Validator(schemas[f"{name}.schema.json"])


def verdicts(name, document):
    """Return whether the model and whether the schema accepts a document."""
    model, schema = judges(name)
    text = json.dumps(document)
    try:
        model.validate_json(text)
    except ValidationError:
        return False, schema.is_valid(document)
    return True, schema.is_valid(document)


def leaves(value):
    """Yield every scalar and every key of a document."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from leaves(part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part)
    else:
        yield value


SIGNS = {
    "integral-float": lambda leaf: isinstance(leaf, float) and leaf.is_integer(),
    "final-newline": lambda leaf: isinstance(leaf, str) and leaf.endswith("\n"),
    "lone-surrogate": lambda leaf: isinstance(leaf, str) and any("\ud800" <= char <= "\udfff" for char in leaf),
}


def test_every_valid_document_is_accepted_by_both(documents):
    """Each shape accepts a document with every optional part filled, in the model and in the schema."""
    assert set(documents) == set(SHAPES)
    for name, document in documents.items():
        assert verdicts(name, document) == (True, True), name


@pytest.mark.parametrize("name", SHAPES)
@given(data=st.data())
def test_model_and_schema_agree_on_mutations(documents, name, data):
    """A document that is changed at will is accepted by both or refused by both, but for the listed differences."""
    document = data.draw(mutated(documents[name]))
    model, schema = verdicts(name, document)
    if model != schema:
        assert schema, "the schema refuses what the model accepts"
        assert any(sign(leaf) for leaf in leaves(document) for sign in SIGNS.values())


@pytest.mark.parametrize(
    ("difference", "key", "value"),
    [
        ("integral-float", "lineNumber", 120.0),
        ("final-newline", "slug", "a-b\n"),
        ("lone-surrogate", "exampleFix", "\ud800"),
    ],
)
def test_each_listed_difference_is_real(documents, difference, key, value):
    """A difference that is no longer one fails here, so that the list stays closed and true."""
    assert set(SIGNS) == set(DIFFERENCES)
    assert verdicts("record", documents["record"] | {key: value}) == (False, True), difference


def test_differences_are_documented():
    """docs/contract-notes.md names every difference."""
    notes = (Path(__file__).parents[2] / "docs" / "contract-notes.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in notes for name in DIFFERENCES)
