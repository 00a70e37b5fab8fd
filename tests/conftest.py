"""What tests share: whole records made from a few fields, a triage report, and how often Hypothesis tries.

`pytest --hypothesis-profile thorough` tries much more often.
"""

import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from errkb.dataset.derive import complete
from errkb.model import triage
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


HOSTILE = (
    "<script>alert(1)</script> </script><!-- --> \x1b[31mred\x1b[0m \u202egnp.exe \x00\x07\x9b1m ]]> `ls` ```\n"
    '=HYPERLINK("evil") ::error::told | @everyone ##[add-mask]x %0A \ud800 {"a": 1} &amp; "><img src=x onerror=a()>'
)
"""What a log line may hold to harm who reads a report of it; in no output may it do anything."""


def _place(unit, line, *, step=None, minute=0, process=None):
    time = f"2026-03-01T10:{minute:02}:00Z"
    return triage.Place(f"night/{unit}/output.log", line, unit, process=process, step=step, time=time)


def _spread(count, units, *, first=0, last=30):
    return triage.Spread(
        count,
        f"2026-03-01T10:{first:02}:00Z",
        f"2026-03-01T10:{last:02}:00Z",
        {f"night/{unit}/output.log": max(count // len(units), 1) for unit in units},
        {unit: max(count // len(units), 1) for unit in units},
        {"rank 0": count},
        len(units),
        len(units),
        1,
        1,
        {f"2026-03-01T10:{first:02}:00Z": count - 1, f"2026-03-01T10:{last:02}:00Z": 1},
    )


def _sample(text, unit, line, **place):
    before = ("2026-03-01 10:00:00 INFO starting", "2026-03-01 10:00:01 INFO loading")
    return triage.Sample(_place(unit, line, **place), (text,), before, ("Traceback ends here", "exit code 1"))


def _known(record, text, count, units, **more):
    sample = _sample(text, units[0], 120, step="test", minute=5)
    return triage.KnownError(
        f"record:{record['id']}",
        record,
        "documented",
        _spread(count, units),
        sample,
        [({"thing": "pump"}, count - 1), ({"thing": "valve"}, 1)],
        record["solutions"][0],
        **more,
    )


def _unknown(number, template, count, units, **more):
    fingerprint = f"{number:016x}"
    sample = _sample(template.replace("<number>", "7"), units[0], 40 + number, minute=number % 60)
    rank = float(len(units))
    found = {"cls": "KeyError", "frame": "engine/cache.py:lookup"} | more
    return triage.UnknownError(
        f"unknown:{fingerprint}", fingerprint, template, _spread(count, units), sample, rank=rank, **found
    )


def _verdict(unit, outcome, error=None, **more):
    cause = error and triage.Witness(
        error.key, error.sample.place, error.sample.lines[0], "the first cause in its step"
    )
    return triage.Verdict(unit, outcome, cause, events=3, outcome_line=_place(unit, 200, minute=31), **more)


def _occurrences(report):
    for error in [*report.known, *report.unknown]:
        for number in range(error.spread.count):
            unit = list(error.spread.units)[number % len(error.spread.units)]
            yield triage.Occurrence(
                f"{error.key[-8:]}{number:08x}",
                error.key,
                _place(unit, 100 + number, minute=number % 60),
                error.sample.lines[0],
                "ValueError",
                (("thing", "pump"),) if error.key.startswith("record:") else (),
                error.wrapper,
            )


@pytest.fixture
def make_report(make_record):
    """Return a function that makes a report of a night of jobs by hand; keywords replace its parts.

    Two records (the second a wrapper), three unknown errors (the last one hostile), jobs with every outcome, files of
    every state, a baseline.
    """

    def make(**parts):
        wrapping = make_record(
            errorMessage="worker {rank} died, see above", errorClass="RuntimeError", tags=["wrapper"]
        )
        known = [
            _known(make_record(), "ValueError: the pump went wrong in a way nobody expected", 5, ["build", "gpu"]),
            _known(wrapping, "RuntimeError: worker 3 died, see above", 3, ["gpu"], wrapper=True),
        ]
        nearest = triage.Nearest(known[0].record["id"], known[0].record["errorMessage"], 0.41)
        unknown = [
            _unknown(1, "shard <number> not found", 4, ["lint", "gpu"], nearest=nearest),
            _unknown(2, "quota exceeded", 2, ["lint"], cls=None, frame=None),
            _unknown(3, HOSTILE, 2, ["odd"], cls="Odd<b>Error"),
        ]
        audit = triage.Witness(
            known[1].key, _place("gpu", 130), "RuntimeError: worker 3 died", "it only reports another"
        )
        report = triage.TriageReport(
            "2026-02-01T00:00:00Z",
            "dir",
            triage.Totals(4, 123_456, 2_345, 16, 8, 8, "2026-03-01T10:00:00Z", "2026-03-01T10:31:00Z"),
            [
                triage.FileReport("night/build/output.log", "read", 100_000, 2_000),
                triage.FileReport("night/gpu/output.log.gz", "partial", 23_000, 300, "the end is missing", packed="gz"),
                triage.FileReport("night/core.bin", "skipped", 456, 0, "not text"),
                triage.FileReport("night/whole.log", "duplicate", 0, 45, "stands in night/build/output.log"),
            ],
            known,
            unknown,
            [
                _verdict("build", "failed", known[0]),
                _verdict("gpu", "failed", known[1], by_wrapper=True, runners_up=[audit]),
                _verdict("lint", "passed", in_passing=[unknown[0].key, unknown[1].key]),
                _verdict("odd", "unknown"),
            ],
            [triage.Cascade(known[0].key, known[1].key, 2, 3, 2.0)],
            [
                triage.Change(known[0].key, "grown", 5, 2),
                triage.Change(known[1].key, "newly_recognised", 3, 3),
                triage.Change(unknown[0].key, "new", 4, None),
                triage.Change(unknown[1].key, "new", 2, None, "the quota is raised next week"),
                triage.Change("unknown:00000000000000ff", "gone", None, 9),
            ],
            [],
            60,
            2,
        )
        report = replace(report, **parts)
        return report if "occurrences" in parts else replace(report, occurrences=list(_occurrences(report)))

    return make


FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run")


def missing(what):
    """Skip; where everything has to run (`ERRKB_BROWSER=required`, as in CI), fail."""
    if os.environ.get("ERRKB_BROWSER") == "required":
        pytest.fail(f"{what} is missing")
    pytest.skip(f"{what} is missing")


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium, driven by Playwright, that runs while the tests do; there can be only one in a process."""
    path = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)
    if path is None:
        missing("Chromium (apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        missing("Playwright (pip install playwright)")
    with sync_playwright() as running:
        started = running.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core."""
    path = os.environ.get("ERRKB_AXE", "")
    if not Path(path).is_file():
        missing("axe-core (npm pack axe-core; ERRKB_AXE=…/axe.min.js)")
    return Path(path).read_text(encoding="utf-8")
