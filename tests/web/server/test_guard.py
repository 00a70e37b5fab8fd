"""What no request gets around, on a real server: limits, time, rates, headers, and that nothing of a paste is kept."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from errkb.web.server.guard import Rate


def raw(port: int, data: bytes, seconds: float = 30) -> bytes:
    """Send bytes as they are, and return all that comes back until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        connection.sendall(data)
        found = b""
        try:
            while chunk := connection.recv(65536):
                found += chunk
        except ConnectionResetError:
            pass
        return found


def test_headers_of_every_answer(server):
    """Pages and problems alike are told to run nothing but the site's own script."""
    for path in ("/", "/nix", "/api/nix", "/api/repos", "/static/errkb.css", "/data/manifest.json"):
        headers = server(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-credentials" not in headers
        assert "server" not in headers


def test_huge_body_is_refused_unread(server):
    """A body that says it is too large is not read; one that does not say so is cut off."""
    head = b"POST /api/explain HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999\r\n\r\n"
    assert raw(server.port, head).startswith(b"HTTP/1.1 413")
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    head = b"POST /api/explain HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
    assert raw(server.port, head + 20 * chunk).startswith(b"HTTP/1.1 413")
    assert server("/api/explain", "POST", b"x" * (256 * 1024 + 1)).status == 413
    assert server("/healthz").status == 200


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: a\r\n b\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET /%00%ff%fe HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /..%2f..%2fetc%2fpasswd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET /errors/a/b/%0d%0aset-cookie:x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n" + b"a: b\r\n" * 20000 + b"\r\n",
        b"NONSENSE\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
        b"GET / HTTP/1.0\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /?q=%ff%fe&q=%00 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET /search/?q=%ED%A0%80%00%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET /api/search?q=%ED%A0%80%00%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    ],
)
def test_odd_requests(server, request_line):
    """Whatever comes is answered below 500 or cut off; no header can be smuggled in."""
    found = raw(server.port, request_line)
    assert b"set-cookie" not in found.partition(b"\r\n\r\n")[0].lower()
    assert not found or found.split(b" ", 2)[1][:1] in b"234"
    assert server("/healthz").status == 200


def test_a_slow_client_blocks_nobody(server, message):
    """While clients send byte by byte or read nothing, others are answered; in the end the slow ones are cut off."""
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
    for number, connection in enumerate(slow):
        text = (
            b"GET / HTTP/1.1\r\nhost"
            if number % 2
            else b"POST /api/explain HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx"
        )
        connection.sendall(text)
    for _ in range(20):
        assert server("/api/explain", "POST", message.encode()).status == 200
    slow[1].settimeout(30)
    assert slow[1].recv(100) == b""
    for connection in slow:
        connection.close()


def test_a_thousand_at_once(server, message, record_id):
    """Many requests at the same time are answered or sent away with 503, and nothing breaks."""

    def one(number: int) -> int:
        if number % 2:
            return server(f"/api/errors/{record_id}").status
        return server("/api/explain", "POST", message.encode()).status

    with ThreadPoolExecutor(100) as pool:
        statuses = list(pool.map(one, range(1000)))
    assert set(statuses) <= {200, 503}
    assert statuses.count(200) > 900
    assert server("/healthz").status == 200


def test_nothing_of_a_paste_is_kept(start, tmp_path):
    """Neither the log nor the home holds what was sent, also where it went wrong."""
    from errkb.kb import KnowledgeBase
    from errkb.settings import Settings

    with KnowledgeBase.open(Settings(tmp_path)) as kb:
        kb.build()
    own = start(ERRKB_HOME=str(tmp_path))
    secret = "hunter2-NeverWriteThisDown"  # noqa: S105  # it opens nothing
    for path in ("/api/explain", "/explain/", f"/search/?q={secret}", f"/{secret}"):
        method = "POST" if "explain" in path else "GET"
        own(path, method, f"ValueError: {secret}".encode() if method == "POST" else None)
    own.process.terminate()
    own.process.wait(30)
    time.sleep(0.2)
    assert secret not in "".join(own.lines)
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or secret.encode() not in file.read_bytes()


def test_rate_of_a_client(start):
    """With a limit, the one request too many is told when to come back; style sheets and health are free."""
    limited = start("--rate-limit", "5")
    statuses = [limited("/api/repos").status for _ in range(7)]
    assert statuses[:5] == [200] * 5
    assert statuses[5:] == [429, 429]
    assert int(limited("/api/repos").headers["retry-after"]) >= 1
    assert limited("/healthz").status == 200
    assert limited("/static/errkb.css").status == 200


def test_buckets():
    """A bucket fills within a minute; clients of one IPv6 network share one; what is kept of clients is bounded."""
    rate = Rate(6)
    assert [rate.wait("1.2.3.4", 0.0) for _ in range(6)] == [0.0] * 6
    assert rate.wait("1.2.3.4", 0.0) == pytest.approx(10.0)
    assert rate.wait("1.2.3.4", 10.0) == 0.0
    for host in range(6):
        rate.wait(f"2001:db8::{host:x}", 0.0)
    assert rate.wait("2001:db8::ffff", 0.0) > 0
    assert rate.wait("2001:db9::1", 0.0) == 0.0
    for number in range(30_000):
        rate.wait(f"host-{number}", 20.0)
    assert len(rate._buckets) == 20_000


def test_own_records_only_by_name(start, tmp_path, good):
    """A source of one's own is served when it is named, and then no page of another site can read it."""
    from errkb.dataset import Dataset
    from errkb.kb import KnowledgeBase
    from errkb.settings import Settings

    entry = good()
    Dataset([entry]).write(tmp_path / "records")
    with KnowledgeBase.open(Settings(tmp_path / "home")) as kb:
        kb.add_source("mine", tmp_path / "records")
    home = {"ERRKB_HOME": str(tmp_path / "home")}
    text = b"ValueError: the pump went wrong in a way nobody expected"
    path = f"/api/errors/{entry.record['id']}"
    without = start(**home)
    assert without(path).status == 404
    assert without("/api/explain", "POST", text).json["matches"] == []
    named = start("--source", "mine", **home)
    assert named(path).status == 200
    assert named("/api/explain", "POST", text).json["matches"]
    assert "access-control-allow-origin" not in named(path).headers
    assert named(path, host="evil.example").status == 421
    assert named(path, host=f"localhost:{named.port}").status == 200


def test_other_hosts_are_warned_about(start):
    """Listening where others can reach it says what that means."""
    found = start("--host", "0.0.0.0")  # noqa: S104  # that is what is warned about
    assert any("no login" in line for line in found.lines)
