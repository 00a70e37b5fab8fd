"""What tests share: whole records made from a few fields, and how often Hypothesis tries.

`pytest --hypothesis-profile thorough` tries much more often.
"""

import signal

import pytest
from hypothesis import HealthCheck, settings

from errkb.dataset.derive import complete
from errkb.model.report import Entry

# No test asserts a time: a busy machine is no failure.
settings.register_profile(
    "usual",
    max_examples=100,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("thorough", settings.get_profile("usual"), max_examples=5000)
settings.load_profile("usual")

# A shell that starts the tests in the background has Ctrl-C ignored, and so would the programs that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

DRAFT = {
    "repo": "owner/project",
    "errorCode": None,
    "errorMessage": "the {thing} went wrong in a way nobody expected",
    "errorType": "exception",
    "errorClass": "ValueError",
    "httpStatus": None,
    "severity": "error",
    "filePath": "project/core/engine.py",
    "lineNumber": 120,
    "documentation": "The engine looks at every thing before it starts, and refuses one that it cannot carry. `thing`"
    " is the one it stumbled over; the others were not looked at any more.",
    "triggerScenarios": "Calling start(thing) with a thing that was made for the engine of an earlier release.",
    "commonSituations": "A thing kept on disk since an older release; a thing copied from another machine.",
    "solutions": ["Pass another thing: start(thing='new').", "Upgrade the project."],
    "exampleFix": "# before\nstart('old')\n# after\nstart('new')",
    "handlingStrategy": "validation",
    "validationCode": "assert thing != 'old'",
    "typeGuard": None,
    "tryCatchPattern": None,
    "preventionTips": ["Check the thing first."],
    "tags": ["validation"],
    "backgroundTag": None,
    "analyzedSha": "0123456789abcdef0123456789abcdef01234567",
    "analyzedAt": "2026-01-02T03:04:05Z",
}
EVIDENCE = {
    "package": "project",
    "importName": None,
    "ecosystem": "pypi",
    "function": "start",
    "sites": [],
    "aliases": [],
}


@pytest.fixture
def make_record():
    """Return a function that makes a full, valid record; keywords replace authored fields."""
    return lambda **fields: complete(DRAFT | fields)


@pytest.fixture
def make_entry(make_record):
    """Return a function that makes an entry; `evidence` replaces evidence fields."""

    def make(evidence=None, **fields):
        return Entry(make_record(**fields), EVIDENCE | (evidence or {}))

    return make


@pytest.fixture(scope="session")
def make_record_once():
    """Return a function that makes an entry without evidence, for tests that Hypothesis repeats."""
    return lambda **fields: Entry(complete(DRAFT | fields))


LINE = "ValueError: the pump went wrong in a way nobody expected"
GOOD = {
    "positive": [
        {"text": LINE, "captures": {"thing": "pump"}},
        {"text": "2026-01-02 03:04:05 ERROR engine: the valve went wrong in a way nobody expected", "captures": {}},
    ],
    "negative": [{"text": "ValueError: the pump went right", "reason": "another outcome"}],
}


@pytest.fixture
def good(make_entry):
    """Return a function that makes an entry no rule has anything to say about; keywords replace authored fields."""
    return lambda evidence=None, **fields: make_entry(GOOD | (evidence or {}), **fields)
