"""The innermost error of a Go program's message: `cannot start: dial tcp …: connect: connection refused`.

Go programs join what each level has to say with colons. Where the last part has the shape of an error of the standard
library, it is what went wrong, and all before it only says on the way to what.
"""

from __future__ import annotations

from errkb.parse.lazy import Lazy

__all__ = ["innermost"]

_CALLS = (
    "open|l?stat|mkdir|mkdirat|remove|rename|unlinkat|(?:fork/)?exec|chdir|chmod|l?chown|readlink|symlink|link|truncate"
    r"|create|(?:dial|read|write|listen|accept) (?:tcp|udp|unix|ip)\w{0,4}|read|write|lookup"
)
# Texts of syscall.Errno on Linux, of net.DNSError and of poll.ErrDeadlineExceeded.
_REASONS = (
    "no such file or directory|permission denied|connection refused|connection reset by peer|no such host|i/o timeout"
    "|address already in use|no space left on device|read-only file system|broken pipe|no route to host|file exists"
    "|network is unreachable|operation not permitted|is a directory|not a directory|too many open files"
    "|device or resource busy|text file busy|cannot allocate memory|exec format error|directory not empty"
    "|server misbehaving|cannot assign requested address|operation timed out"
)
_INNERMOST = Lazy(
    rf"(?<![\w/])(?:(?:{_CALLS}) (?:[^\n: ]|:(?! )| (?!\w{{1,12}}: )){{1,300}}: "
    rf"(?:(?:connect|bind|read|write|socket|sendto|recvfrom|accept4?): )?(?:{_REASONS})\b"
    r"|exec: \"[^\"\n]{1,200}\": executable file not found in \$PATH|x509: [^\n\"]{1,300}"
    r"|strconv\.\w{1,20}: parsing [^\n]{1,200}|json: (?:cannot unmarshal|unknown field|unsupported)[^\n]{1,300})"
)


def innermost(message: str) -> tuple[int, int] | None:
    """Return where in a message the innermost error stands, or `None` where its shape is not known."""
    match = _INNERMOST.search(message) if ": " in message else None
    if match is None or not message[: match.start()].rstrip().endswith(":"):
        return None
    return match.span()
