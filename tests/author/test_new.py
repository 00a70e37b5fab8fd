"""Skeletons: from what is known to files, and what lint says of them."""

import json

import pytest

from errkb.author import new_record
from errkb.errors import UsageError
from errkb.lint.run import lint_paths
from errkb.model.text import Text
from errkb.parse import BUILTIN

LINE = "shop.errors.OrderError: order 4711 has no address"


@pytest.fixture
def new(tmp_path):
    """Return a function that makes a skeleton in a folder of its own."""

    def make(text=None, **options):
        known = dict.fromkeys(("template", "repo", "checkout", "at", "default_repo"))
        return new_record(
            tmp_path / "records", text=None if text is None else Text.of(text), parsers=BUILTIN, **(known | options)
        )

    return make


def test_skeleton_of_a_paste(new):
    """Everything computed is there, the line captures what it should; only what people write is missing."""
    made = new(LINE, repo="example/shop", template="order {order_id} has no address", at="shop/orders.py:12")
    record, evidence = (json.loads(path.read_text()) for path in (made.path, made.evidence))
    assert record["messagePattern"] == "order (.+?) has no address"
    assert (record["lineNumber"], record["sourceCodeStart"]) == (12, 1)
    assert evidence["positive"] == [{"text": LINE, "captures": {"order_id": "4711"}}]
    assert [field for field, _ in made.left] == [
        "documentation",
        "triggerScenarios",
        "commonSituations",
        "solutions",
        "tags",
        "analyzedSha",
        "positive",
        "negative",
    ]
    assert "`order_id`" in made.left[0][1]
    assert {finding.rule for finding in lint_paths([made.path])} == {"unfinished-text", "too-few-lines"}


def test_a_finished_skeleton_is_clean(new):
    """With the texts, the commit and the lines written lint is silent."""
    made = new(LINE, repo="example/shop", template="order {order_id} has no address", at="shop/orders.py:12")
    record, evidence = (json.loads(path.read_text()) for path in (made.path, made.evidence))
    record |= {
        "documentation": "The carrier's label is printed from the address of the order, so an order without one cannot"
        " be shipped; {order_id} is that order.",
        "triggerScenarios": "Calling ship() for an order whose address step was skipped.",
        "commonSituations": "Orders imported from the old system, where no address was asked for.",
        "solutions": ["Set the address first: order.address = Address(...)."],
        "tags": ["validation"],
        "analyzedSha": "0123456789abcdef0123456789abcdef01234567",
    }
    evidence["positive"].append({"text": "ERROR shop: order 12 has no address", "captures": {"order_id": "12"}})
    evidence["negative"].append({"text": "order 12 has a new address", "reason": "a healthy line"})
    made.path.write_text(json.dumps(record))
    made.evidence.write_text(json.dumps(evidence))
    from errkb.lint.fix import fix_paths

    fix_paths([made.path.parents[2]])
    assert lint_paths([made.path.parents[2]]) == []


def test_template_alone(new):
    """A message and a project suffice; place and lines are left to write."""
    made = new(template="order {order_id} has no address", repo="example/shop")
    assert {"filePath", "analyzedSha", "positive"} <= {field for field, _ in made.left}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"text": LINE, "template": "quite another {thing} here", "repo": "example/shop"}, "does not fit"),
        ({"text": "ValueError: order 4711 has no address"}, "which project"),
        ({"repo": "example/shop"}, "not known"),
        ({"template": "order {id} is late", "repo": "example/shop", "at": "orders.py"}, "not a place"),
        ({"text": "all is well", "repo": "example/shop"}, "no error"),
    ],
)
def test_too_little_is_known(new, arguments, words):
    """Each says what is missing; nothing is written."""
    with pytest.raises(UsageError, match=words):
        new(arguments.pop("text", None), **arguments)


def test_never_twice(new):
    """A record that is there is not overwritten."""
    options = {"template": "order {order_id} has no address", "repo": "example/shop"}
    first = new(**options).path.read_text()
    with pytest.raises(UsageError, match="already"):
        new(**options)
    assert new(**options | {"repo": "example/other"}).path.read_text() != first


def test_two_of_one_slug(new):
    """The second message with the same beginning gets six characters of its id."""
    one = new(template="the thing that is this long has the same fifty letters at its start, {a}", repo="example/shop")
    two = new(template="the thing that is this long has the same fifty letters at its start; {b}", repo="example/shop")
    assert two.path.stem.startswith(one.path.stem + "-")
