"""Raises read in Python source."""

import ast
import subprocess

import pytest

from errkb.author.site import _raises, from_source
from errkb.errors import InputError, UsageError


def read(statement, before=""):
    """Return what the reader finds in a function with one statement."""
    lines = [f"    {line}" for line in [*before.splitlines(), *statement.splitlines()]]
    (found,) = _raises(ast.parse("\n".join(["def work(self, order):", *lines])))
    return found


@pytest.mark.parametrize(
    ("statement", "cls", "message"),
    [
        ('raise ValueError("no address")', "ValueError", "no address"),
        ('raise errors.OrderError("no " "address")', "OrderError", "no address"),
        ('raise ValueError(f"order {order} is late")', "ValueError", "order {order} is late"),
        ('raise ValueError(f"order {order.id!r:>10} of {self.owner}")', "ValueError", "order {order_id} of {owner}"),
        (
            'raise ValueError(f"{len(order)} of {type(order).__name__}")',
            "ValueError",
            "{len_order} of {type_order_name}",
        ),
        ("raise ValueError(f\"got {order['state']} and {order[0]}\")", "ValueError", "got {state} and {order}"),
        ('raise ValueError(f"sum {1 + 2}")', "ValueError", "sum {value}"),
        ('raise ValueError("order %s of %d" % (order, 3))', "ValueError", "order %s of %d"),
        ('raise ValueError("order {} of {n}".format(order, n=3))', "ValueError", "order {} of {n}"),
        ('raise ValueError("order " + order.id + " is late")', "ValueError", "order {order_id} is late"),
        ('raise ValueError(_("translated text"))', "ValueError", "translated text"),
        ('raise HTTPException(404, detail="no such order")', "HTTPException", "no such order"),
        ('raise HTTPException(404, "no such order")', "HTTPException", "no such order"),
        ('assert order, f"no {order}"', "AssertionError", "no {order}"),
        ('warnings.warn("old order", DeprecationWarning)', "DeprecationWarning", "old order"),
        ('log.error("order %s is late", order)', None, "order %s is late"),
        ('logging.log(30, "order %s is late", order)', None, "order %s is late"),
    ],
)
def test_messages(statement, cls, message):
    """Each way of writing a message gives its template, values by a readable name."""
    found = read(statement)
    assert (found.cls, found.message, found.function) == (cls, message, "work")


def test_message_in_a_name():
    """A message that is put together above is followed."""
    found = read("raise ValueError(msg)", 'msg = "order %s" % order\nmsg += f" of {self.owner}"\nmsg += "!"')
    assert found.message == "order %s of {owner}!"


@pytest.mark.parametrize(
    "statement", ["raise", "raise error", "raise ValueError", "raise ValueError(error)", "log.close()", "f(1)"]
)
def test_nothing_to_read(statement):
    """A raise without a text of its own gives nothing."""
    assert list(_raises(ast.parse(f"def f():\n    {statement}"))) == []


SOURCE = """def ship(order):
    if not order.address:
        raise OrderError(
            f"order {order} has "
            f"no address"
        )


class Later:
    def again(self, order):
        raise OrderError(f"order {order} has no address")
"""


@pytest.fixture
def checkout(tmp_path):
    """A git checkout with one file."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "orders.py").write_text(SOURCE)
    git = ["git", "-C", tmp_path, "-c", "user.name=n", "-c", "user.email=n@example.com"]
    for command in (
        ["init", "-q"],
        ["remote", "add", "origin", "https://git.example.com/acme/shop.git"],
        ["add", "."],
        ["commit", "-qm", "orders"],
    ):
        subprocess.run([*git, *command], check=True, capture_output=True)
    return tmp_path


@pytest.mark.parametrize("line", [3, 4, 6])
def test_facts(checkout, line):
    """Any line of the raise leads to it: class, message, function, commit, repo, length, and the other places."""
    facts = from_source(checkout, f"shop/orders.py:{line}")
    assert (facts.cls, facts.message, facts.line, facts.function) == (
        "OrderError",
        "order {order} has no address",
        3,
        "ship",
    )
    assert (facts.repo, facts.package, facts.total_lines) == ("acme/shop", "shop", 11)
    assert (
        facts.sha
        == subprocess.run(["git", "-C", checkout, "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
    )
    assert facts.sites == [{"filePath": "shop/orders.py", "lineNumber": 11, "function": "again"}]
    assert facts.notes == []


def test_a_changed_file_is_noted(checkout):
    """A file that differs from the commit may have the raise at another line there."""
    (checkout / "shop" / "orders.py").write_text("\n" + SOURCE)
    (note,) = from_source(checkout, "shop/orders.py:4").notes
    assert "differs" in note


def test_a_folder_without_git(tmp_path):
    """The commit is not known then, and the author is told."""
    (tmp_path / "a.py").write_text('raise ValueError("gone wrong")')
    facts = from_source(tmp_path, "a.py:1")
    assert (facts.sha, facts.repo, len(facts.notes)) == (None, None, 1)


@pytest.mark.parametrize(
    ("place", "error"),
    [
        ("shop/orders.py", UsageError),
        ("shop/orders.py:0", UsageError),
        ("shop/orders.py:x", UsageError),
        ("shop/orders.py:8", UsageError),
        ("shop/none.py:1", InputError),
        ("../outside.py:1", InputError),
        ("/etc/passwd:1", InputError),
        ("broken.py:1", UsageError),
        ("latin.py:1", InputError),
    ],
)
def test_places_that_are_none(checkout, place, error):
    """Each says what is wrong; nothing outside of the checkout is read."""
    (checkout / "broken.py").write_text("raise ValueError(")
    (checkout / "latin.py").write_bytes('raise ValueError("é")'.encode("latin-1"))
    with pytest.raises(error):
        from_source(checkout, place)
