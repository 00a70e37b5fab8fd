"""The rules between the fields of a record."""

import pytest

from errkb.dataset.check import check
from errkb.model import ids

LINES = "\n".join(f"line {number}" for number in range(102, 139))


def faults(record, *, own=False, **more):
    return [(finding.rule, finding.pointer) for finding in check(record, own=own, **more)]


def test_a_completed_record_has_no_fault(make_record):
    """What `complete` computes passes, by the rules for any record and by those for our own."""
    assert faults(make_record(), own=True) == faults(make_record()) == []
    assert faults(make_record() | {"sourceCode": LINES}, own=True) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"id": "0" * 16}, ("id", "/id")),
        ({"slug": "something-else"}, ("slug", "/slug")),
        ({"slug": "the-thing-went-wrong-in-a-way-nobody-expected-000000"}, ("slug", "/slug")),
        ({"messagePattern": "(a+)+"}, ("pattern", "/messagePattern")),
        ({"messagePattern": "("}, ("pattern", "/messagePattern")),
        ({"lineNumber": 139}, ("window", "/lineNumber")),
        ({"lineNumber": 101}, ("window", "/lineNumber")),
        ({"sourceCode": "too\nshort"}, ("source", "/sourceCode")),
        ({"githubUrl": "https://github.com/owner/project"}, ("url", "/githubUrl")),
        ({"analyzedAt": "2026-13-01T00:00:00Z"}, ("timestamp", "/analyzedAt")),
    ],
)
def test_each_rule_names_its_field(make_record, change, fault):
    """A field that does not fit the others is named, for any record as for our own."""
    assert faults(make_record() | change) == faults(make_record() | change, own=True) == [fault]


def at(make_record, start, end, **change):
    """Return a record whose window and URL agree."""
    record = make_record() | {"sourceCodeStart": start, "sourceCodeEnd": end} | change
    first = record["lineNumber"] if start is None else start
    return record | {"githubUrl": ids.permalink(record["repo"], record["analyzedSha"], record["filePath"], first, end)}


@pytest.mark.parametrize(
    ("start", "end", "change", "fault"),
    [
        (120, 120, {}, []),
        (100, 139, {}, []),
        (100, 140, {}, [("window", "/sourceCodeEnd")]),
        (130, 120, {}, [("window", "/sourceCodeEnd")]),
        (120, None, {}, [("window", "/sourceCodeEnd")]),
        (None, None, {}, []),
        (None, None, {"lineNumber": None}, []),
        (None, None, {"sourceCode": "x"}, [("source", "/sourceCodeStart")]),
        (120, 121, {"sourceCode": "a\nb"}, []),
        (120, 121, {"sourceCode": "a\nb\n"}, []),
        (120, 121, {"sourceCode": "a\n"}, []),
        (120, 121, {"sourceCode": "a\n\n\n"}, [("source", "/sourceCode")]),
        (None, None, {"lineNumber": 2**31}, [("window", "/lineNumber")]),
    ],
)
def test_window_source_and_line(make_record, start, end, change, fault):
    """The window is closed, ordered, at most 40 lines, holds the line, and has as many lines as the source text."""
    assert faults(at(make_record, start, end, **change)) == fault


def test_slug_may_carry_the_id_of_then_or_now(make_record):
    """A slug with six characters of the id is right; of a former id only if the record had it."""
    record = make_record()
    plain = record["slug"]
    assert faults(record | {"slug": f"{plain}-{record['id'][:6]}"}, own=True) == []
    assert faults(record | {"slug": f"{plain}-abcdef"}) == [("slug", "/slug")]
    assert faults(record | {"slug": f"{plain}-abcdef"}, former_ids=["abcdef0123456789"]) == []


@pytest.mark.parametrize(
    ("pattern", "foreign", "severity"),
    [
        (r"took %5\.2f of (.+?)", [], None),
        (r"took \d+ of (.+?)", [("pattern-foreign", "/messagePattern")], "warning"),
        ("something else entirely", [("pattern-foreign", "/messagePattern")], "warning"),
        (r"took (?=\d)", [("pattern", "/messagePattern")], "error"),
    ],
)
def test_patterns_of_others(make_record, pattern, foreign, severity):
    """The older derivation passes, another harmless regex is a warning, one the contract forbids an error; not ours."""
    record = make_record(errorMessage="took %5.2f of %s") | {"messagePattern": pattern}
    assert faults(record) == foreign
    assert {finding.severity for finding in check(record, own=False)} == ({severity} if severity else set())
    assert faults(record, own=True) == [("pattern", "/messagePattern")]


def test_urls_of_others_may_quote_differently(make_record):
    """`@` quoted or a letter not: the same address. In our own records it is exactly the derived one."""
    record = make_record(filePath="packages/@scope/ä.js")
    other = record | {"githubUrl": record["githubUrl"].replace("@", "%40").replace("%C3%A4", "ä")}
    assert faults(other) == []
    assert faults(other, own=True) == [("url", "/githubUrl")]


@pytest.mark.parametrize("path", ["/etc/passwd", "a/../../b", "..", "a\\b", "a\nb", "a\x1bb"])
def test_a_path_stays_within_the_repository(make_record, path):
    """Absolute paths, parent folders, backslashes and control characters are no paths within a repository."""
    assert ("path", "/filePath") in faults(make_record(filePath=path))


@pytest.mark.parametrize("repo", ["../x", "x/..", "x/.", "_info/x", ".git/x", "x\\y/z"])
def test_a_repository_can_be_a_folder(make_record, repo):
    """A repository whose records would be written somewhere else is refused."""
    assert ("path", "/repo") in faults(make_record(repo=repo))


def test_blank_texts_are_refused_in_our_own(make_record):
    """A text of blanks says nothing; the contract lets others do it."""
    record = make_record(solutions=["one", " \t"], documentation="\n")
    assert faults(record) == []
    assert faults(record, own=True) == [("blank", "/documentation"), ("blank", "/solutions/1")]


def test_error_code_decides_id_and_slug(make_record):
    """With a code, id and slug follow from it."""
    assert faults(make_record(errorCode="ERR_X", errorType="error_code"), own=True) == []
