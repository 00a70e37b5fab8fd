"""What Java, Kotlin and Scala share: what is logged, checks that throw, which names are those of exceptions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives, literal
from errkb.harvest.syntax.language import Rule, Site, Style

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = [
    "CHECKS",
    "EXCEPTIONAL",
    "FORMATS",
    "LOGS",
    "REPORTS",
    "TELLING",
    "created",
    "reported",
    "telling_only",
]

EXCEPTIONAL = re.compile(r"[\w.]*(?:Exception|Error|Throwable|Fault|Failure)$")
_LOG = r"(?:.*\.)?(?i:\w*log(?:ger)?|log\(\)|slf4jlogger)\."
LOGS = (
    Rule(_LOG + r"(?:error|fatal|severe)f?", "log", at=None, style="braces"),
    Rule(r"\.(?:error|fatal|severe)f?", "log", at=None, style="braces"),
    Rule(r"System\.err\.print(?:ln)?|Console\.err\.println", "log"),
    Rule(r"System\.err\.(?:printf|format)", "log", style="printf"),
)
CHECKS = (
    Rule(r"(?:\w+\.)*requireNonNull", at=1, cls="NullPointerException"),
    Rule(r"(?:Preconditions\.)?checkNotNull", at=1, style="printf", cls="NullPointerException"),
    Rule(r"(?:Preconditions\.)?checkArgument", at=1, style="printf", cls="IllegalArgumentException"),
    Rule(r"(?:Preconditions\.)?checkState", at=1, style="printf", cls="IllegalStateException"),
    Rule(r"(?:Preconditions\.)?check(?:Element|Position)Index", at=2, cls="IndexOutOfBoundsException"),
    Rule(r"Validate\.notNull", at=1, style="printf", cls="NullPointerException"),
    Rule(r"Validate\.validState", at=1, style="printf", cls="IllegalStateException"),
    Rule(r"Validate\.(?:isTrue|not\w+|inclusiveBetween)", at=None, style="printf", cls="IllegalArgumentException"),
    Rule(r"Assert\.state", at=1, cls="IllegalStateException"),
    Rule(r"(?:Assert|Assertions|Args|Asserts)\.\w+", at=None, style="printf", cls="IllegalArgumentException"),
    Rule(r"Exit\.(?:exit|halt)|Utils\.croak|(?:\w+\.)*printUsageAndExit", "exit", at=None),
)
_REPORT = (
    r"(?:report|raise|throw|handle(?:Bad|Invalid|Missing|Unexpected|Unknown|Unresolved|Weird)|fail(?:ed|With)?|"
    r"bad|invalid|unexpected|illegal|unsupported|(?:add|on|log|print|make|new|create|emit|to|with)?"
    r"(?:Error|Exception|Failure|Violation)|(?:new|for|as)Fail(?:ure|ed))(?:[A-Z]\w*)?"
)
REPORTS = (Rule(rf"(?:.*\.)?(?:{_REPORT}|error|failure)", at=None, style="printf"),)
"""Methods that raise or hand on the text they are given, by the usual names."""
FORMATS: dict[str, Style] = {
    r"(?:java\.text\.)?MessageFormat\.format|MessageFormatter\.\w+|ParameterizedMessage": "braces",
    r"(?:\w+\.)*String\.format|(?:\w+\.)*(?:lenientFormat|format)": "printf",
    r"String\.valueOf|(?:\w+\.)*(?:nullToEmpty|requireNonNull)": "plain",
    r"String\.join": "joined",
}
TELLING = (
    r"\bthrow\b|(?:Exception|Error|Throwable|Fault|Failure)\(|\.(?:error|fatal|severe)f?\(|\bSystem\.err\.print"
    r"|\brequireNonNull\(|\bcheck(?:NotNull|Argument|State|ElementIndex|PositionIndex)\(|\bValidate\.\w+\("
    r"|\bAssert(?:ions)?\.\w+\(|\bArgs\.\w+\(|\bExit\.(?:exit|halt)\(|printUsageAndExit\(|\bcroak\("
    r"|\b(?:report|raise|throw|fail|bad|invalid|unexpected|illegal|unsupported)[A-Z]\w*\(|\bfail\("
    r"|\bhandle(?:Bad|Invalid|Missing|Unexpected|Unknown|Unresolved|Weird)\w+\(|(?:Error|Exception|Failure)[A-Z]\w*\("
    r"|\.(?:failure|forFailure|newFailure|failed)\("
)
_WORDS = 6
"""Letters a text needs that is not itself what the constructor is given."""


def created(reader: Reader, node: Node, cls: str, args: list[Node], kind: str = "raise") -> Site:
    """Return the site of an exception that is constructed: its arguments, or the text handed to what makes one."""
    values = reader.constructed(args)
    if not any(literal(text).strip() for texts in values for text in texts):
        inner = _handed(reader, args)
        values = (inner,) if inner else values
    cls = re.sub(r"<.*", "", "".join(cls.split()))
    return Site(kind, reader.line(node), cls, args=values)


def _handed(reader: Reader, args: list[Node]) -> Alternatives:
    """Return the text given to the calls among some arguments, `()` if there is none."""
    for arg in args[:8]:
        inner = reader.arguments(arg) if arg.type in reader.language.calls else []
        for one in inner[:8]:
            texts = reader.texts.known(one) or ()
            if any(sum(map(str.isalpha, literal(text))) >= _WORDS and " " in literal(text) for text in texts):
                return texts
    return ()


def reported(reader: Reader, path: list[Node]) -> Iterator[Site]:
    """Return what a call prints by the rules; methods known by their name alone only where the text is a sentence.

    Within the construction of an exception such a method only makes its text.
    """
    yield from telling_only(reader.by_rule(path), inside=any(node.type in _CREATIONS for node in path[-6:-1]))


def telling_only(sites: Iterable[Site], *, inside: bool) -> Iterator[Site]:
    """Return the sites with text; of those without a class, `inside` a construction none, else only sentences."""
    for site in sites:
        if site.cls is None and site.kind == "raise" and (inside or not _sentence(site.texts)):
            continue
        if site.texts:
            yield site


def _sentence(texts: Alternatives) -> bool:
    return any(" " in literal(text).strip() and sum(map(str.isalpha, literal(text))) >= _WORDS for text in texts)


_CREATIONS = frozenset({"throw_statement", "object_creation_expression", "throw_expression", "instance_expression"})
