"""What is not read, and why."""

from __future__ import annotations

import pytest

from errkb.harvest.rules import generated, skipped


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("pkg/tests/test_x.py", "tests"),
        ("pkg/test_x.py", "tests"),
        ("pkg/conftest.py", "tests"),
        ("pip/_vendor/rich/text.py", "vendored"),
        ("pkg/a_pb2.py", "generated"),
        ("docs/conf.py", "documentation"),
        (".venv/lib/x.py", "hidden"),
        ("django/test/client.py", None),
        ("numpy/testing/utils.py", None),
        ("pkg/contest.py", None),
        ("pkg/build/make.py", None),
    ],
)
def test_rules_by_path(path: str, reason: str | None) -> None:
    """Tests, vendored and generated code are left out with a reason; packages of like names are read."""
    assert skipped(path) == reason


def test_generated_files_say_so_at_their_head() -> None:
    """A comment at the head counts, the same words in a string further down do not."""
    assert generated("# This file is auto-generated. Do not edit.\n")
    assert not generated("x = 'do not edit this'\n")


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("pkg/server_test.go", "tests"),
        ("src/app.test.tsx", "tests"),
        ("src/app.spec.mjs", "tests"),
        ("src/__tests__/app.js", "tests"),
        ("core/src/test/java/X.java", "tests"),
        ("src/FooTest.java", "tests"),
        ("spec/models/user.rb", "tests"),
        ("lib/node_modules/x/y.js", "vendored"),
        ("js/app.min.js", "generated"),
        ("api/zz_generated.deepcopy.go", "generated"),
        ("types/index.d.ts", "declarations"),
        ("src/latest.js", None),
        ("src/contest.go", None),
        ("pkg/test/thing.py", None),
    ],
)
def test_rules_of_other_languages(path: str, reason: str | None) -> None:
    """Tests are known by the habits of each language; folders called `test` are tests for all but Python."""
    assert skipped(path) == reason
