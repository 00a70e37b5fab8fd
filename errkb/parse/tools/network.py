"""Clients of the network and OpenSSL: curl, wget, the codes of TLS."""

from __future__ import annotations

from errkb.parse.form import Form, FormParser

__all__ = ["FORMS", "PARSER"]

FORMS = (
    Form(
        "curl",
        needs="curl: (",
        pattern=r"(?:[ \t\d.kMGT:-]{20,200})?(?P<message>curl: \((?P<code>\d{1,3})\) .*)$",
        language="shell",
        code="curl {code}",
        hint=True,
        example="curl: (6) Could not resolve host: files.example.org",
        says="curl: (6) Could not resolve host: files.example.org",
        near_miss="curl: (see the manual)",
    ),
    Form(
        "wget",
        needs="wget: ",
        pattern=r"(?P<message>wget: (?:unable to|cannot|can't|bad|server|missing|not) .*)$",
        language="shell",
        hint=True,
        example="wget: unable to resolve host address 'files.example.org'",
        says="wget: unable to resolve host address 'files.example.org'",
        near_miss="wget: done",
    ),
    Form(
        "status of wget",
        needs=(" Not Found.", " Forbidden.", " Unauthorized.", " Server Error.", " Bad Gateway.", " Unavailable."),
        pattern=r"(?:ERROR )?(?P<message>(?P<code>[45]\d\d): [A-Z][A-Za-z ]{2,40}\.)$",
        language="shell",
        code="HTTP {code}",
        example="2024-05-01 10:00:00 ERROR 404: Not Found.",
        says="404: Not Found.",
        near_miss="Page Not Found.",
    ),
    Form(
        "openssl",
        needs=":error:",
        pattern=r"(?:[0-9A-F]{8,16}:)(?P<code>error:[0-9A-F]{8}):(?P<message>[\w ]{2,40}:.*)$",
        language="c",
        example="409748E7CB7F0000:error:0A000086:SSL "
        "routines:tls_post_process_server_certificate:certificate verify failed:"
        "../ssl/statem/statem_clnt.c:1889:",
        says="SSL routines:tls_post_process_server_certificate:certificate verify "
        "failed:../ssl/statem/statem_clnt.c:1889:",
        near_miss="level:error:00:none",
    ),
    Form(
        "openssl, quoted",
        needs="error:",
        pattern=r"(?P<code>error:[0-9A-F]{8}):(?P<message>[\w ]{2,40}:[^\n]*)$",
        language="c",
        example="error:0A000086:SSL routines::certificate verify failed",
        says="SSL routines::certificate verify failed",
        near_miss="error:0: none",
    ),
)

PARSER = FormParser("network", FORMS)
