"""Redaction: no private value is left whole, the same value is the same placeholder, and errors stay readable."""

import random
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.redact import Redactor
from errkb.redact.rules import RULES

LETTERS, DIGITS = string.ascii_letters, string.digits
PICK = random.Random(7)  # noqa: S311 - test data


def some(size, alphabet=LETTERS + DIGITS):
    """Return so many characters, digits among them."""
    return "".join(PICK.choice(alphabet) for _ in range(size - 1)) + "7"


def word():
    return some(8, string.ascii_lowercase)


KINDS = {
    "github": (lambda: "ghp_" + some(36), "remote: {} is not valid"),
    "huggingface": (lambda: "hf_" + some(34), "401 for token {} at /api/models"),
    "openai": (lambda: "sk-proj-" + some(48), "Incorrect API key provided: {}. You can find yours"),
    "aws-id": (lambda: "AKIA" + some(16, string.ascii_uppercase + DIGITS), "credential {} was refused"),
    "aws-secret": (lambda: some(40), "aws_secret_access_key={} region=eu"),
    "slack": (lambda: "xoxb-" + some(12, DIGITS) + "-" + some(24), "posting with {} failed"),
    "jwt": (lambda: f"eyJ{some(20)}.{some(40)}.{some(30)}", "token {} has expired"),
    "bearer": (lambda: some(32), "Authorization: Bearer {}"),
    "password": (lambda: some(12), "connect(host='db', password='{}') failed"),
    "env": (lambda: some(14), "DB_PASSWORD={}"),
    "json": (lambda: some(24), '{{"api_key": "{}", "model": "x"}}'),
    "url": (lambda: f"{word()}:{some(10)}", "could not clone https://{}@github.com/o/r.git"),
    "private-key": (
        lambda: f"-----BEGIN RSA PRIVATE KEY-----\n{some(64)}\n{some(64)}\n-----END RSA PRIVATE KEY-----",
        "could not load {}",
    ),
    "cookie": (lambda: f"session={some(32)}", "Cookie: {}"),
    "email": (lambda: f"{word()}.{word()}@{word()}.io", "no account for {} was found"),
    "ipv4": (lambda: ".".join(str(PICK.randint(2, 250)) for _ in range(4)), "connect to {}:5432 timed out"),
    "ipv6": (lambda: f"2001:db8:{some(4, '0123456789abcdef')}::{some(3, '0123456789abcdef')}", "connect to [{}]:80"),
    "mac": (lambda: ":".join(some(2, "0123456789abcdef") for _ in range(6)), "interface {} is down"),
    "host": (lambda: f"{word()}-01.{word()}.internal", "Name or service not known: {}"),
    "url-host": (lambda: f"{word()}.{word()}.de", "GET https://{}/health failed"),
    "home": (word, 'File "/home/{}/app/main.py", line 3, in <module>'),
    "windows": (word, r'File "C:\Users\{}\app\main.py", line 3, in <module>'),
}


@pytest.mark.parametrize("kind", KINDS)
def test_planted_values_are_gone(kind):
    """Ten values of each kind, each in a line of its own: none is left whole, and every line keeps its words."""
    make, line = KINDS[kind]
    values = [make() for _ in range(10)]
    text = "\n".join(f"2026-01-01 ERROR {line.format(value)}" for value in values)
    shared = Redactor().text(text)
    assert [value for value in values if value in shared] == []
    assert shared.count("ERROR") == 10
    if kind not in ("private-key", "cookie"):
        assert shared.count("\n") == 9


def test_the_same_value_is_the_same_placeholder():
    """Over several texts, and in another case where case means nothing."""
    redactor = Redactor()
    first = redactor.text("10.1.2.3 refused 10.1.2.4; mail Some.One@corp.io")
    second = redactor.text("10.1.2.4 again, some.one@corp.io")
    assert first == "<ip-1> refused <ip-2>; mail <email-1>"
    assert second == "<ip-2> again, <email-1>"
    assert redactor.values == {"<ip-1>": "10.1.2.3", "<ip-2>": "10.1.2.4", "<email-1>": "Some.One@corp.io"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("postgres://svc:s3cr3t@db01.internal.corp.net:5432/x", "postgres://<url-password-1>@<host-1>:5432/x"),
        ("ssh://svcuser@db01.corp.net/x", "ssh://<user-1>@<host-1>/x"),
        ("ftp://root@db01.corp.net/x", "ftp://root@<host-1>/x"),
        ("https://svc:s3cr3t@github.com/o/r", "https://<url-password-1>@github.com/o/r"),
        ("https://x.corp.io,some.one@corp.io", "https://<host-1>,<email-1>"),
        ("mailto:some.one@corp.io", "mailto:<email-1>"),
        ("at https://x.corp.io?to=some.one@corp.io", "at https://<host-1>?to=<email-1>"),
    ],
)
def test_login_and_host_of_an_address_are_no_mailbox(text, expected):
    """What stands before the @ of an address is a login, what stands behind it the host, known by one placeholder."""
    redactor = Redactor()
    assert redactor.text(text) == expected
    if "<host-1>" in expected:
        assert redactor.text(f"no route to {redactor.values['<host-1>']}") == "no route to <host-1>"


def test_a_name_is_found_everywhere_once_a_path_gave_it_away():
    """The user of a home folder is not named elsewhere either; words that only hold it are left."""
    shared = Redactor().text("/home/carolx/x.py: job of carolx on node-7; carolxes")
    assert shared == "/home/<user-1>/x.py: job of <user-1> on node-7; carolxes"


def test_what_the_user_denies_is_gone_in_any_case():
    """Also inside other words: a product's name in a path."""
    redactor = Redactor(deny=["Bluebird"])
    assert redactor.text("import bluebird_core # BLUEBIRD") == "import <denied-1>_core # <denied-1>"


@pytest.mark.parametrize(
    "text",
    [
        "ValueError: torch.nn.functional.cross_entropy got version 2.10.0.1 of 10.0.19041.1",
        "ImportError: cannot import name 'x' from 'a.b.c' (/usr/lib/python3.11/site-packages/a/b/c.py)",
        "tokenizer.pad_token = tokenizer.eos_token; max_new_tokens=512; token: None",
        "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
        "Error: listen EADDRINUSE: address already in use 127.0.0.1:3000 (::1:3000, 0.0.0.0)",
        "see https://pytorch.org/docs and https://github.com/o/r/issues/1; react@18.3.1; git@github.com:o/r.git",
        "FATAL:  password authentication failed for user",
        "KeyError: 'password'; TypeError: login() missing 1 required positional argument: 'password'",
        'File "/root/app.py", line 1; /home/runner/work/x; localhost:8080; 12:30:45.123 00:00:01',
        "std::vector<int>::operator[] Foo::Bar::baz a::b::c 0x7f1108cecad0",
    ],
)
def test_errors_stay_readable(text):
    """Module paths, versions, times, public places and words that only sound private are left as they are."""
    assert Redactor().text(text) == text


@pytest.mark.parametrize(
    "unit", ["password=", "a@", "://", "-----BEGIN PRIVATE KEY-----", "1.1.1.", "a:", "~a/", "eyJ"]
)
def test_hostile_text_is_read_in_linear_time(unit):
    """Twice the text takes about twice the work: counted as calls of the pattern engine cannot be, so only bounded."""
    text = unit * (200_000 // len(unit))
    assert isinstance(Redactor().text(text), str)


def test_every_rule_is_bounded():
    """No pattern repeats without an upper bound: that is what keeps the worst text linear."""
    unbounded = [
        rule.pattern.pattern
        for rule in RULES
        if re.search(r"[*+]|\{\d+,\}", re.sub(r"\\.|\[(?:\\.|[^\]])+\]", "", rule.pattern.pattern))
    ]
    assert unbounded == []


@given(st.text(max_size=300))
def test_any_text_is_taken(text):
    """Whatever is pasted comes back without an error, and nothing new is found in what was redacted."""
    redactor = Redactor()
    once = redactor.text(text)
    assert redactor.text(once) == once
