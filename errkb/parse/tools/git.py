"""git and ssh: `fatal:` and `error:` with hints below, rejected pushes, conflicts, what the remote side says.

`failed to push some refs` and `Could not read from remote repository` only report the line above them.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import starts_something

__all__ = ["GitParser"]

_REMOTE = r"(?P<remote>remote: (?:\S{1,20}: )?)?"
_HEAD = Lazy(rf"[ \t]*{_REMOTE}(?P<mark>fatal|error): (?P<message>\S.*)$")
_REJECTED = Lazy(r" ! (?P<message>\[(?:remote )?(?:rejected|failure)\] .*)$")
_CONFLICT = Lazy(r"[ \t]*(?P<message>CONFLICT \([\w/ -]{1,40}\): .*)$")
_MERGE = Lazy(r"[ \t]*(?P<message>Automatic merge failed; .*)$")
_SSH = Lazy(
    r"[ \t]*(?:remote: )?(?P<message>ssh: (?:connect to host|Could not resolve hostname) .*|Host key "
    r"verification failed\.?"
    r"|kex_exchange_identification: .*|(?:[\w.-]{1,60}@[\w.-]{1,200}: )?Permission denied \([\w,-]{3,120}\)\.?"
    r"|ssh_dispatch_run_fatal: .*|Connection (?:closed|reset) by \S{1,100} port \d{1,5}.*|client_loop: send "
    r"disconnect: .*"
    r"|(?:Load key|Unable to negotiate with|Bad owner or permissions on|no mutual signature|Too many "
    r"authentication).{3,400})$"
)
_KNOWN = Lazy(
    r"not a git repository|No configured push|unable to access '|repository '|Repository not found|pathspec '"
    r"|refusing to merge"
    r"|(?:ambiguous argument|bad revision|bad object|bad config|bad default revision|couldn't find remote "
    r"ref) |Not possible to fast"
    r"|The current branch |Exiting because of|Unable to create '.{1,300}\.lock'|Could not read (?:from remote"
    r"|Username|Password)"
    r"|could not read (?:from remote|Username|Password)|Authentication failed for|destination path '|early EOF"
    r"|index-pack failed"
    r"|the remote end hung up|fetch-pack|unable to (?:write|unpack|read|create|open) |loose object|detected "
    r"dubious ownership"
    r"|Pulling is not possible|cannot (?:rebase|pull|lock ref|stash|switch branch|do a )|src refspec |failed "
    r"to push some refs"
    r"|Your local changes|The following untracked|can't open patch|patch failed: |The branch '|RPC failed"
    r"|protocol error"
    r"|No such remote|remote \S{1,100} already exists|bad signature|corrupt |object file|invalid (?:path"
    r"|refspec|object)"
    r"|unknown (?:switch|option)|clone of '|Need to specify|no upstream configured|You have not concluded"
    r"|empty ident name"
    r"|unable to auto-detect email|not something we can merge|bad numeric|could not (?:apply|lock|open|set "
    r"'core)|GH\d{3}: "
    r"|Refusing to fetch|additionally, |Please commit or stash|Terminating|server certificate|gnutls_handshake"
    r"|this exceeds"
    r"|Permission to |insufficient permission|pack has|unresolved deltas|SSL certificate|File .{1,300} is [\d.]+ MB"
)
_ASIDE = Lazy(r"[ \t]*remote: (?!(?:\S{1,20}: )?(?:error|fatal): )|[ \t]*remote: error: (?:Trace: |See )")
"""What the remote side says besides its errors."""
_MORE = Lazy(r"error: (?:(?!failed to push)[a-z]|Please )")
"""A line that goes on with the sentence of the one above."""
_REPORTS = ("failed to push some refs", "Could not read from remote repository", "Exiting because of an unresolved")
_REACH = 40


class GitParser:
    """Reads the errors of git and of the ssh below it."""

    name = "git"
    hints: tuple[str, ...] = ("rejected] ", "CONFLICT (", "ssh: ", "Permission denied (")
    nearby: tuple[str, ...] = (
        "Host key verif",
        "kex_exchange_ident",
        "client_loop: send",
        "Load key",
        "Connection closed",
        "Connection reset",
        "fatal: ",
        "error: ",
        "Automatic merge",
        "Too many auth",
        "ssh_dispatch",
        "Unable to negotiate",
        "Bad owner",
    )

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the errors of one command, the report tied to what it reports."""
        first = _one(lines, at)
        if first is None and not (_ASIDE.match(lines[at].text) and "error" in lines[at].text):
            return None
        events, behind = ([first[0]], first[1]) if first else ([], at + 1)
        while behind < len(lines) and behind - at < _REACH:
            if _is_hint(lines[behind]) or not lines[behind].text.strip():
                behind += 1
                continue
            found = _one(lines, behind)
            if found is None:
                break
            events.append(found[0])
            behind = found[1]
        cause = next((event for event in events if event.role == "cause"), None)
        for event in events:
            if event.role == "wrapper" and cause:
                event.caused_by, event.link = name(cause), "quoted"
        if events and cause is None:
            events[0].role = "cause"
        return Block(events, behind)


def _one(lines: Sequence[Line], at: int) -> tuple[ErrorEvent, int] | None:
    line = lines[at]
    text = line.text[:2000].rstrip()
    head = _HEAD.match(text)
    if head:
        own = head["remote"] or _KNOWN.match(head["message"])
        return _marked(lines, at, head.start("message")) if own and not _ASIDE.match(text) else None
    match = _REJECTED.match(text) or _CONFLICT.match(text) or _SSH.match(text)
    merge = _MERGE.match(text) if match is None and text.lstrip().startswith("Automatic") else None
    if match is None and merge is None:
        return None
    span = Span(line, *(match or merge).span("message"))  # type: ignore[union-attr]
    event = make_event(line, line, [span], language="shell", inferred=True)
    event.role = "wrapper" if merge else "cause"
    return event, at + 1


def _marked(lines: Sequence[Line], at: int, column: int) -> tuple[ErrorEvent, int]:
    """Read `error: …` with the further `error:` lines that go on with its sentence, and files listed below."""
    spans = [rest_of(lines[at], column)]
    behind = at + 1
    while behind < len(lines) and behind - at < _REACH:
        text = lines[behind].text
        if _MORE.match(text):
            spans.append(rest_of(lines[behind], len("error: ")))
        elif text.startswith("\t") and not starts_something(text):
            spans.append(rest_of(lines[behind], 0))
        else:
            break
        behind += 1
    event = make_event(lines[at], lines[behind - 1], spans, language="shell", inferred=True)
    event.role = "wrapper" if event.message.startswith(_REPORTS) else "cause"
    return event, behind


def _is_hint(line: Line) -> bool:
    text = line.text.lstrip()
    if text.startswith("hint:") or _ASIDE.match(text):
        return True
    return text.startswith(("Please make sure you have the correct access", "and the repository exists", "To "))
