"""Redaction of a whole report: no planted value is left in any format, and what joins reports stays."""

import gzip
import json
import random
import re
import string
from contextlib import closing
from dataclasses import replace

import duckdb
import pyarrow.parquet
import pytest

from errkb.export.triage import FORMATS
from errkb.index import Index
from errkb.model.triage import Occurrence, Place, Sample
from errkb.normalize import template_of
from errkb.parse import BUILTIN
from errkb.redact import Redactor
from errkb.redact.minimal import minimal
from errkb.redact.report import redacted
from errkb.redact.templates import shared as shared_template
from errkb.reports import Privacy, TriageReport
from errkb.source.logs import open_logs
from errkb.triage import Knowledge, triage

LETTERS, DIGITS, HEX = string.ascii_letters, string.digits, "0123456789abcdef"
PICK = random.Random(11)  # noqa: S311 - test data


def some(size, alphabet=LETTERS + DIGITS):
    return "".join(PICK.choice(alphabet) for _ in range(size - 1)) + "7"


def word():
    return "".join(PICK.choice(string.ascii_lowercase) for _ in range(9))


KINDS = {
    "github": (lambda: "ghp_" + some(36), "fatal: could not read from remote with {}"),
    "gitlab": (lambda: "glpat-" + some(20), "HTTP 403 for {}"),
    "huggingface": (lambda: "hf_" + some(34), "401 Client Error: {} may not read the model"),
    "openai": (lambda: "sk-proj-" + some(48), "Incorrect API key provided: {}"),
    "aws-id": (lambda: "AKIA" + some(16, string.ascii_uppercase + DIGITS), "InvalidAccessKeyId: {}"),
    "aws-secret": (lambda: some(40), "aws_secret_access_key = {}"),
    "slack": (lambda: "xoxb-" + some(12, DIGITS) + "-" + some(24), "invalid_auth: {}"),
    "jwt": (lambda: f"eyJ{some(20)}.{some(40)}.{some(30)}", "token {} has expired"),
    "bearer": (lambda: some(32), "> Authorization: Bearer {}"),
    "password": (lambda: some(12), "psycopg2.OperationalError: password='{}' was refused"),
    "env": (lambda: some(14), "export DB_PASSWORD={}"),
    "url": (lambda: f"{word()}:{some(10)}", "fatal: repository 'https://{}@git.example.org/o/r.git' not found"),
    "private-key": (
        lambda: (
            "-----BEGIN RSA PRIVATE KEY-----\n"
            + "\n".join(some(64) for _ in range(3))
            + "\n-----END RSA PRIVATE KEY-----"
        ),
        "could not load key {}",
    ),
    "cookie": (lambda: f"session={some(32)}", "Set-Cookie: {}; Path=/"),
    "email": (lambda: f"{word()}.{word()}@{word()}.io", "no such user {}"),
    "ipv4": (lambda: ".".join(str(PICK.randint(11, 250)) for _ in range(4)), "connect to {}:5432 timed out"),
    "ipv6": (lambda: f"2001:db8:{some(4, HEX)}::{some(3, HEX)}", "connect to [{}]:443 timed out"),
    "mac": (lambda: ":".join(some(2, HEX) for _ in range(6)), "link of {} is down"),
    "host": (lambda: f"{word()}-01.{word()}.internal", "Name or service not known: {}"),
    "home": (word, "FileNotFoundError: /home/{}/data/train.csv"),
}


@pytest.fixture(scope="module")
def planted():
    """Ten values of each of twenty kinds."""
    return {kind: [make() for _ in range(10)] for kind, (make, _) in KINDS.items()}


@pytest.fixture
def report(make_report, planted):
    """A report in which each value stands where a log would put it, and where nothing but the value stands."""
    report = make_report()
    lines = [(value, KINDS[kind][1].format(value)) for kind, values in planted.items() for value in values]
    places = [Place("/home/x/night.log", number, "night", "p", "s") for number in range(1, len(lines) + 1)]
    unknown = []
    for number, ((value, line), place) in enumerate(zip(lines, places, strict=True)):
        error = report.unknown[number % 3]
        sample = Sample(place, tuple(line.split("\n")), (line, f"retry {value}"), tuple(value.split("\n")))
        template = f"{line} again" if number % 2 else value
        unknown.append(
            replace(error, key=f"unknown:{number:012x}", fingerprint=f"{number:012x}", template=template, sample=sample)
        )
    occurrences = [
        Occurrence(
            f"{number:016x}",
            unknown[number].key,
            places[number],
            line if number % 2 else value,
            line,
            (("value", value),),
        )
        for number, (value, line) in enumerate(lines)
    ]
    report.known[0].captures = [({"thing": value, "password": line}, 1) for value, line in lines]
    report.verdicts[0].cause = replace(report.verdicts[0].cause, text=lines[3][1], why=lines[14][1])
    report.verdicts[1].unit = lines[195][1]
    report.files.append(replace(report.files[0], name=lines[196][1], reason=lines[15][1]))
    report.changes.append(replace(report.changes[3], acknowledged=lines[140][1]))
    return TriageReport.of(replace(report, unknown=unknown, occurrences=occurrences))


def texts(report, tmp_path):
    """Yield every output of a report as text, by its name."""
    for form in FORMATS:
        out = tmp_path / f"out.{form}"
        report.write(out, form)
        if form == "parquet":
            yield form, str(pyarrow.parquet.read_table(out).to_pylist())
        elif form in ("json", "sarif"):
            yield form, " ".join(strings(json.loads(out.read_bytes())))
        else:
            yield form, out.read_text("utf-8")
    report.append_to(tmp_path / "out.duckdb")
    with closing(duckdb.connect(str(tmp_path / "out.duckdb"), read_only=True)) as connection:
        tables = [name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        yield "duckdb", str([connection.execute(f'FROM "{table}"').fetchall() for table in tables])
    yield "pandas", report.to_pandas("events").to_csv()


def strings(value):
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    else:
        yield str(value)


def parts(kind, value):
    """Yield what must not be seen of a value: all of it, and of one that has several, each part that is secret."""
    yield value
    if kind == "private-key":
        yield from value.split("\n")[1:-1]
    elif kind == "cookie":
        yield value.partition("=")[2]
    elif kind == "url":
        yield value.partition(":")[2]


@pytest.mark.parametrize("share", ["redacted", "minimal"])
def test_no_planted_value_is_left(report, planted, tmp_path, share):
    """Two hundred values of twenty kinds, in every format, in the database, in frames."""
    shared = report.redacted(Privacy(share), Redactor())
    assert sum(map(len, planted.values())) == 200
    found = dict(texts(shared, tmp_path))
    assert len(found) == len(FORMATS) + 2
    left = {
        (form, kind, part)
        for form, text in found.items()
        for kind, values in planted.items()
        for value in values
        for part in parts(kind, value)
        if part in text
    }
    assert left == set()


def test_they_were_there(report, planted, tmp_path):
    """Without redaction they are, so that the test above can fail."""
    found = dict(texts(report.redacted(Privacy("all")), tmp_path))
    for form in ("jsonl", "csv", "parquet", "duckdb", "json", "html"):
        whole = [value for values in planted.values() for value in values if value in found[form]]
        assert len(whole) > 150, form


WRAPPED = "postgres://svcuser:s3cr3t@db01.internal.corp.net:5432/x"


@pytest.fixture
def triaged(planted, make_entry, tmp_path):
    """A report of a log in which each planted value stands in unknown errors, some with words around it."""
    made = [KINDS[kind][1].format(value) for kind, values in planted.items() for value in values]
    made += [
        f"cannot connect postgres://{login}@{host}:5432/x, retry {host}"
        for login, host in zip(planted["url"], planted["host"], strict=True)
    ]
    lines = [
        f"2026-01-01 10:00:{number % 60:02} ERROR [job] {kind * (number % 2)} {line}"
        for kind in ("alpha", "beta")
        for number, line in enumerate([*made, f"cannot connect {WRAPPED}"])
    ]
    (tmp_path / "a.log").write_text("\n".join(lines) + "\n")
    entry = make_entry()
    known = Knowledge([Index.of([entry])], BUILTIN, lambda _: entry, "2026-01-01T00:00:00.000Z")
    return TriageReport.of(triage(open_logs([str(tmp_path / "a.log")]), known))


def words(kind, value):
    """Yield the parts of a value of four letters or more that tell whose it is."""
    told = value.partition("=")[2] if kind == "cookie" else value.replace("RSA PRIVATE KEY", "")
    yield from re.findall(r"[A-Za-z]{4,}", told.replace("BEGIN", "").replace("session", "").replace("internal", ""))


@pytest.mark.parametrize("share", ["redacted", "minimal"])
def test_templates_hold_no_part_of_a_value(triaged, planted, share):
    """Masks tear values apart; neither a login nor a label of a host is left of one. Keys stay."""
    shared = triaged.redacted(Privacy(share), Redactor())
    assert [one.key for one in shared.unknown] == [one.key for one in triaged.unknown]
    text = "\n".join(one.template for one in shared.unknown)
    parts = {part for kind, values in planted.items() for value in values for part in (value, *words(kind, value))}
    parts |= {"svcuser", "s3cr3t", "corp.net", "db01"}
    assert len([part for part in parts if part in "\n".join(one.template for one in triaged.unknown)]) > 40
    assert sorted(part for part in parts if re.search(rf"(?<![A-Za-z]){re.escape(part)}(?![A-Za-z])", text)) == []


@pytest.mark.parametrize(
    ("text", "template"),
    [
        (f"ERROR cannot connect {WRAPPED}", "cannot connect postgres://<url-password-1>@<host-1>:<number>/x"),
        ("ERROR no route to 10.1.2.3, attempt 4", "no route to <ip>, attempt <number>"),
        ("Error: connect ECONNREFUSED amqp://svcuser@mq.corp.net", "connect ECONNREFUSED amqp://<user-1>@<host-1>"),
        ("ERROR nothing private in 3 of 4", "nothing private in <number> of <number>"),
    ],
)
def test_a_template_differs_only_where_something_is_left(text, template):
    """A value that the masks cover stays a mask; of one they leave a part of, the placeholder stands for all."""
    message = text.partition(" ")[2]
    assert shared_template(template_of(message), text, Redactor()) == template


def test_a_template_whose_text_is_not_in_the_sample():
    """Every word of what the sample holds privately goes, and no other."""
    text = "app | cannot connect postgres://svcuser:s3cr3t@db01.corp.net/x\napp | within a second"
    template = "cannot connect postgres://svcuser:<name>@<name>.corp.net/x within a second"
    assert shared_template(template, text, Redactor()) == (
        "cannot connect postgres://<url-password-1>:<name>@<name>.<host-1>/x within a second"
    )


def test_keys_stay(report):
    """Keys, fingerprints, ids, times and counts are as they were, so that reports can be joined and compared."""
    shared = report.redacted(redactor=Redactor())
    assert [one.key for one in shared.known] == [one.key for one in report.known]
    assert [(one.key, one.fingerprint) for one in shared.unknown] == [
        (one.key, one.fingerprint) for one in report.unknown
    ]
    assert [one.id for one in shared.occurrences] == [one.id for one in report.occurrences]
    assert shared.totals == report.totals
    assert [one.spread.timeline for one in shared.known] == [one.spread.timeline for one in report.known]
    assert [one.record for one in shared.known] == [one.record for one in report.known]
    assert len(shared.occurrences) == len(report.occurrences)
    assert shared.verdicts[0].cause.key == report.verdicts[0].cause.key


def test_the_same_value_is_the_same_placeholder_everywhere(make_report):
    """In samples, captures, names of files, and occurrences; units of verdicts and of spreads stay the same ones."""
    report = make_report()
    report.known[0].sample = replace(
        report.known[0].sample, lines=("password=hunter22 for /home/carolx",), before=("hunter22",)
    )
    report.known[0].captures = [({"secret": "hunter22", "who": "carolx"}, 2)]
    report.verdicts[0].unit = "/home/carolx/build"
    report.known[0].spread.units = {"/home/carolx/build": 3}
    report = replace(report, occurrences=[replace(report.occurrences[0], text="carolx said hunter22")])
    shared = redacted(report, Redactor())
    assert shared.known[0].sample.lines == ("password=<secret-1> for /home/<user-1>",)
    assert shared.known[0].sample.before == ("<secret-1>",)
    assert shared.known[0].captures == [({"secret": "<secret-1>", "who": "<user-1>"}, 2)]
    assert list(shared.known[0].spread.units) == [shared.verdicts[0].unit] == ["/home/<user-1>/build"]
    assert [one.text for one in shared.occurrences] == ["<user-1> said <secret-1>"]
    assert report.known[0].sample.before == ("hunter22",)


def test_names_that_become_one_keep_their_counts(make_report):
    """Two spellings of one private name are one placeholder, and their counts are added up."""
    report = make_report()
    report.known[0].spread.processes = {"Web@Node-07.corp.internal": 2, "web@node-07.corp.internal": 3, "rank 0": 1}
    shared = redacted(report, Redactor())
    assert sorted(shared.known[0].spread.processes.values()) == [1, 5]


def test_a_capture_is_what_its_name_says(make_report):
    """A value that only its name gives away goes as well."""
    report = make_report()
    report.known[0].captures = [({"password": "letmein", "shape": "(3, 4)"}, 1)]
    assert redacted(report, Redactor()).known[0].captures == [({"password": "<secret-1>", "shape": "(3, 4)"}, 1)]


def test_a_key_that_is_cut_off(make_report):
    """Lines of a key are taken out also where the line above them is not in the window; a checksum is not one."""
    report = make_report()
    body, checksum = some(64), "ab12" * 16
    report.unknown[0].sample = replace(report.unknown[0].sample, before=(body, f"  {body}", checksum))
    before = redacted(report, Redactor()).unknown[0].sample.before
    assert before[0] == "<private-key-1>"
    assert body not in before[1]
    assert before[2] == checksum


def test_private_records_are_redacted(make_report):
    """What a private record says may be private; what the public dataset says is left as it is."""
    report = make_report()
    told = "Ask root@10.1.2.3."
    report.known[0].record["documentation"] = told
    report.known[1].record |= {"documentation": told, "repo": "private/app"}
    shared = redacted(report, Redactor())
    assert shared.known[0].record["documentation"] == told
    assert "10.1.2.3" not in str(shared.known[1].record)


def test_minimal(make_report):
    """Templates, counts, and captures that are allowed: no line, no name of a file or unit, no prose, no reasons."""
    report = make_report()
    report.known[0].captures = [
        ({"count": "17", "dtype": "torch.float16", "expected": "my prompt", "thing": "pump"}, 3)
    ]
    report.unknown[0].template = "prompt 'once upon a time' has <number> tokens"
    least = minimal(report, ["thing"])
    assert least.known[0].captures == [({"count": "17", "dtype": "torch.float16", "thing": "pump"}, 3)]
    assert minimal(report).known[0].captures == [({"count": "17", "dtype": "torch.float16"}, 3)]
    assert least.known[0].record["errorMessage"] == report.known[0].record["errorMessage"]
    assert "documentation" not in least.known[0].record
    assert least.unknown[0].template == "prompt <text> has <number> tokens"
    assert least.known[0].spread.count == 5
    assert list(least.known[0].spread.units) == ["unit-1", "unit-2"]
    assert [one.unit for one in least.verdicts] == ["unit-1", "unit-2", "unit-3", "unit-4"]
    everything = str([least.known, least.unknown, least.verdicts, least.files, least.changes, list(least.occurrences)])
    for text in ("night/", "build", "INFO", "Traceback", "quota is raised", "engine/cache.py", "the first cause"):
        assert text not in everything, text


def test_minimal_of_private_records(make_report):
    """Of a record of one's own nothing is told but its id."""
    report = make_report()
    report.known[0].record["repo"] = "private/app"
    error = minimal(report).known[0]
    assert error.record == {"id": report.known[0].record["id"], "errorMessage": "a record of one's own"}
    assert error.first_fix is None


def test_deny(make_report):
    """A text that the user denies is nowhere, in any case."""
    report = TriageReport.of(make_report()).redacted(Privacy(deny=["PUMP"]), None)
    assert "pump" not in str([report.known[0].sample, report.known[0].captures, list(report.occurrences)])


def test_map_is_apart(report, tmp_path):
    """What stands for what is known to the redactor alone, and in no output."""
    redactor = Redactor()
    report.redacted(redactor=redactor).write(tmp_path / "x.json.gz")
    text = gzip.decompress((tmp_path / "x.json.gz").read_bytes()).decode()
    assert len(redactor.values) >= 200
    assert "<secret-1>" in text
    assert [value for value in redactor.values.values() if len(value) > 8 and value in text] == []
