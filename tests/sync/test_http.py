"""What stands between errkb and a server: proxies, certificates, and what Retry-After means."""

from __future__ import annotations

import datetime
import ssl
from contextlib import closing
from email.utils import format_datetime

import pytest

from errkb.errors import ErrkbError, InputError, UsageError
from errkb.sync import http
from errkb.sync.http import HttpOrigin, is_loopback
from errkb.sync.origin import Validators
from errkb.sync.source import SyncRequest

from .conftest import V1


def reached(address):
    """Say whether the manifest at an address can be read."""
    with closing(HttpOrigin(address)) as origin:
        return origin.manifest(Validators(), 10_000) is not None


def test_a_proxy_is_asked(kb, publish, web, monkeypatch):
    """With HTTP_PROXY the proxy is asked for the whole address, with its login; NO_PROXY goes past it."""
    publish(V1, "pump")
    port = web.server.server_port
    seen = []

    def proxy(handler, _):
        seen.append((handler.path, handler.headers["Proxy-Authorization"]))
        handler.path = handler.path.removeprefix("http://errors.example.org")
        handler.well((web.root / handler.path.lstrip("/")).read_bytes())
        return True

    web.misbehave = proxy
    monkeypatch.setenv("http_proxy", f"http://me:se%63ret@127.0.0.1:{port}")
    report = kb.sync(SyncRequest("http://errors.example.org/data/"))
    assert report.outcome == "new"
    assert "not encrypted" in report.warnings[0]
    assert seen[0] == ("http://errors.example.org/data/manifest.json", "Basic bWU6c2VjcmV0")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    web.misbehave = lambda *_: False
    assert reached(web.address)


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:1", "https://127.0.0.1:1"])
def test_a_proxy_that_errkb_cannot_use(web, monkeypatch, proxy):
    """It is said, and nobody is contacted past it."""
    monkeypatch.setenv("http_proxy", proxy)
    with pytest.raises(UsageError, match="cannot use a proxy"):
        reached(web.address)
    assert web.asked == []


@pytest.fixture
def secure(web, tmp_path):
    """Return the file of a certificate that nobody has signed, which the server uses from now on."""
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(1))
        .not_valid_after(now + datetime.timedelta(1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    form, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (tmp_path / "key.pem").write_bytes(key.private_bytes(pem, form, plain))
    (tmp_path / "certificate.pem").write_bytes(certificate.public_bytes(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate.pem", tmp_path / "key.pem")
    web.server.socket = context.wrap_socket(web.server.socket, server_side=True)
    return tmp_path / "certificate.pem"


def test_certificates_are_checked(kb, publish, web, secure, monkeypatch):
    """A certificate that the machine does not trust is refused at once; SSL_CERT_FILE and the others add to that."""
    publish(V1, "pump")
    address = f"https://localhost:{web.server.server_port}/data/"
    with pytest.raises(InputError, match=r"(?i)certificate") as caught:
        kb.sync(SyncRequest(address))
    assert "SSL_CERT_FILE" in caught.value.hint
    assert web.asked == []
    for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        with monkeypatch.context() as patch:
            patch.setenv(name, str(secure))
            assert reached(address)


@pytest.mark.parametrize(
    ("address", "insecure"),
    [
        ("http://errors.example.org/", True),
        ("https://errors.example.org/", False),
        ("http://localhost:8000/", False),
        ("http://127.0.0.1/", False),
        ("http://127.evil.example.org/", True),
        ("http://[::1]:80/", False),
    ],
)
def test_what_is_not_encrypted(address, insecure):
    """Plain HTTP to any other machine is worth a warning."""
    assert HttpOrigin(address).insecure == insecure
    assert not is_loopback("localhost.example.org")


def test_retry_after():
    """It is a number of seconds or a date; anything else says nothing."""
    at = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=100)
    assert 90 < http._after(format_datetime(at, usegmt=True)) <= 100
    past = at - datetime.timedelta(days=1)
    assert http._after(format_datetime(past, usegmt=True)) == 0
    assert [http._after(text) for text in ("7", " 7 ", "", None, "soon", "-3", "٣", "9" * 400)] == [
        7, 7, None, None, None, None, None, 999999999,
    ]  # fmt: skip


@pytest.mark.parametrize("host", ["host.invalid", "a" * 70 + ".invalid", "a..invalid", "\u2024.invalid", "a b"])
def test_a_host_that_is_not_there(host):
    """It is said at once: waiting would not bring it back."""
    with pytest.raises(ErrkbError, match=r"cannot be reached|no such host|not an address"):
        reached(f"http://{host}/")
