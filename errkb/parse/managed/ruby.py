"""Ruby: uncaught exceptions with their causes, backtraces below a class line, Rails logs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.chain import name
from errkb.parse.hints import SEVERE
from errkb.parse.lazy import Lazy
from errkb.parse.stacked import MOST_FRAMES, frames_below, message_above, own

__all__ = ["REPOS", "RubyParser"]

REPOS: dict[str, str] = {
    "actioncable": "rails/rails",
    "actionmailer": "rails/rails",
    "actionpack": "rails/rails",
    "actionview": "rails/rails",
    "activejob": "rails/rails",
    "activemodel": "rails/rails",
    "activerecord": "rails/rails",
    "activestorage": "rails/rails",
    "activesupport": "rails/rails",
    "bootsnap": "Shopify/bootsnap",
    "bundler": "rubygems/rubygems",
    "capistrano": "capistrano/capistrano",
    "devise": "heartcombo/devise",
    "faraday": "lostisland/faraday",
    "fastlane": "fastlane/fastlane",
    "jekyll": "jekyll/jekyll",
    "json": "ruby/json",
    "mysql2": "brianmario/mysql2",
    "net-http": "ruby/net-http",
    "nokogiri": "sparklemotion/nokogiri",
    "pg": "ged/ruby-pg",
    "psych": "ruby/psych",
    "puma": "puma/puma",
    "rack": "rack/rack",
    "railties": "rails/rails",
    "rake": "ruby/rake",
    "redis": "redis/redis-rb",
    "redis-client": "redis-rb/redis-client",
    "rspec-core": "rspec/rspec",
    "rubocop": "rubocop/rubocop",
    "sidekiq": "sidekiq/sidekiq",
    "sinatra": "sinatra/sinatra",
    "sprockets": "rails/sprockets",
    "thor": "rails/thor",
    "unicorn": "defunkt/unicorn",
    "webpacker": "rails/webpacker",
    "zeitwerk": "fxn/zeitwerk",
}
_CLASS = r"[A-Z]\w{0,80}(?:::[A-Z]\w{0,80}){0,8}"
_PATH = (
    r"(?:[^\s:\[][^\s:]{0,500}\.(?:rb|erb|rake|haml|slim|ru|jbuilder|gemspec)"
    r"|(?:[^\s:]{0,400}/)?(?:Rakefile|Gemfile|(?:s?bin|exe)/[\w.-]{1,60})"
    r"|<internal:[\w:/. -]{1,200}>|-e|\(irb\)|\(eval[^)\n]{0,200}\))"
)
_PLACES = (
    *(".rb:", ".erb:", ".rake:", ".haml:", ".slim:", ".ru:", ".jbuilder:", ".gemspec:", "file:", "bin/", "exe/"),
    *("<internal:", "-e:", "(irb):", "(eval"),
)
"""One of these stands on every line that names a place."""
_PLACE = rf"(?P<file>{_PATH}):(?P<line>\d{{1,7}})"
_IN = r"(?::in [`'](?P<function>.{1,300}?)')"
_TAGS = r"(?:\[[\w.:-]{6,60}\] ?){0,3}"
"""Request ids and the like, which Rails puts in front of every line."""
_TAGS_ALONE = Lazy(rf"[ \t]*{_TAGS}[ \t]*$")
_FRAME = Lazy(rf"{_TAGS}(?:from |\d{{1,5}}: from |=> )?{_PLACE}{_IN}?$")
_LEVELS = Lazy(r"\.\.\. \d{1,7} levels\.\.\.$")
_HEADER = Lazy(rf"[ \t]*{_PLACE}{_IN}: (?P<message>.*?)(?: \((?P<cls>{_CLASS})\))?$")
_SYNTAX = Lazy(rf"[ \t]*{_PLACE}: (?P<message>(?:syntax error|warning: |[a-z].{{0,40}}(?:unexpected|expected)).*)")
_RAILS = Lazy(rf"(?:\[[\w-]{{8,40}}\] ){{0,3}}(?P<cls>{_CLASS}) \((?P<message>.*?)(?:\):?|$)")
_CLASSED = Lazy(rf"(?:.{{0,200}}?[\s>])??(?P<cls>{_CLASS}): (?P<message>\S.*)")
_CAUSES = Lazy(r"[ \t]*(?:Causes?|Caused by):$")
_GEM = Lazy(r".*/(?:gems|bundler/gems)/(?P<gem>[A-Za-z][\w-]*?)-(?:\d[\w.]*|[\da-f]{12})(?:-[\w-]+)?/")
_CORE = Lazy(r"(?:<internal:|.*/lib/ruby/\d[\d.]*/)")
_NESTED_ERB = Lazy(r"[ \t]*\d{1,5}: ")


class RubyParser:
    """Reads an exception whose place stands in front of it, or whose backtrace stands below."""

    name = "ruby"
    hints: tuple[str, ...] = (".rb:", "(eval", "<internal:", "-e:1:in ", "Error (")
    nearby: tuple[str, ...] = (".erb:", ".rake:", "Rakefile:", "rror", "xception", "::", "ERROR")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of an exception with its causes."""
        text = lines[at].text[:4000].rstrip()
        if lines[at].level in SEVERE and _TAGS_ALONE.match(text):
            return Block(next=at + 1)  # Rails logs the exception on the lines below this one
        if not any(map(text.__contains__, _PLACES)):
            return _classed(lines, at, text) if frames_below(lines, at) else None
        match = _HEADER.match(text)
        if match and (match["cls"] or _uncaught(lines, at)):
            return _printed(lines, at)
        syntax = _SYNTAX.match(text)
        if syntax and not syntax["message"].startswith("warning: "):
            return _syntax(lines, at, syntax)
        return None if is_frame(text) else _classed(lines, at, text)


def is_frame(text: str) -> bool:
    """Say whether a line is a frame of a backtrace."""
    text = text.strip()
    return (":" in text and _FRAME.match(text[:1500]) is not None) or _LEVELS.match(text) is not None


def _uncaught(lines: Sequence[Line], at: int) -> bool:
    """Say whether an exception of several lines begins here: its class ends the first, `from` follows the last."""
    return at + 1 < len(lines) and lines[at + 1].text.lstrip().startswith("from ") and is_frame(lines[at + 1].text)


def _printed(lines: Sequence[Line], at: int) -> Block:
    """Read what the interpreter prints at its end: the exception, then each of its causes in the same way."""
    events: list[ErrorEvent] = []
    index = at
    while index < len(lines):
        text = lines[index].text[:4000].rstrip()
        match = _HEADER.match(text)
        if match is None or not (match["cls"] or _uncaught(lines, index)) or not own(lines[at], lines[index]):
            break
        spans = [Span(lines[index], *match.span("message"))]
        raising = _frame(match)
        first, index = index, index + 1
        found = message_above(lines, first, match.start("message"), is_frame)
        if found and found[1] > index:
            spans += found[0][1:]
            index = found[1]
        frames, index = _frames(lines, first, index)
        event = make_event(
            lines[first], lines[index - 1], spans, cls=match["cls"], language="ruby", frames=[*frames, raising]
        )
        if events:
            events[-1].role = "wrapper"
            events[-1].caused_by, events[-1].link = name(event), "direct"
        events.append(event)
    return Block(events[::-1], index)


def _syntax(lines: Sequence[Line], at: int, match: re.Match[str]) -> Block:
    spans = [rest_of(lines[at], match.start("message"))]
    index = at + 1
    while index < min(at + 20, len(lines)) and lines[index].text.strip() and not is_frame(lines[index].text):
        if not own(lines[at], lines[index]) or lines[index].level != lines[at].level:
            break
        spans.append(rest_of(lines[index], 0))
        index += 1
    frames, index = _frames(lines, at, index)
    frame = Frame(match["file"], int(match["line"]), None, *_origin(match["file"]))
    return Block(
        [make_event(lines[at], lines[index - 1], spans, cls="SyntaxError", language="ruby", frames=[*frames, frame])],
        index,
    )


def _classed(lines: Sequence[Line], at: int, text: str) -> Block | None:
    return _below(lines, at, _RAILS.match(text)) or _below(lines, at, _CLASSED.match(text))


def _below(lines: Sequence[Line], at: int, match: re.Match[str] | None) -> Block | None:
    """Read `Class: message` or Rails' `Class (message):` with the backtrace below it."""
    if match is None:
        return None
    found = message_above(lines, at, match.start("message"), is_frame)
    if found is None:
        return None
    spans, index = found
    if lines[at].text[match.end("cls") : match.end("cls") + 2] == " (":
        spans = [Span(lines[at], *match.span("message")), *(span for span in spans[1:] if not _source(span))]
        spans = [span for span in spans if span.line is lines[at] or not _TAGS_ALONE.match(span.text)]
    frames, behind = _frames(lines, at, index)
    event = make_event(lines[at], lines[behind - 1], spans, cls=match["cls"], language="ruby", frames=frames)
    block = Block([event], behind)
    cause_at = behind
    while cause_at < min(behind + 2, len(lines)) and not lines[cause_at].text.strip():
        cause_at += 1
    if cause_at + 1 < len(lines) and _CAUSES.match(lines[cause_at].text):
        text = lines[cause_at + 1].text[:4000].rstrip()
        cause = _classed(lines, cause_at + 1, text)
        if cause:
            event.role = "wrapper"
            event.caused_by, event.link = name(cause.events[-1]), "direct"
            block = Block([*cause.events, event], cause.next)
    return block


def _source(span: Span) -> bool:
    """Say whether a line shows source of a template, as Rails prints it."""
    return _NESTED_ERB.match(span.text) is not None


def _frames(lines: Sequence[Line], head: int, at: int) -> tuple[list[Frame], int]:
    """Return the frames, outermost first, and the index behind them."""
    frames: list[Frame] = []
    index = at
    while index < len(lines) and own(lines[head], lines[index]):
        text = lines[index].text.strip()[:1500]
        match = _FRAME.match(text) if ":" in text else None
        if match is None and not _LEVELS.match(text):
            if not (text == "" and index + 1 < len(lines) and frames == [] and is_frame(lines[index + 1].text)):
                break
        elif match and len(frames) < MOST_FRAMES:
            frames.append(_frame(match))
        index += 1
    return frames[::-1], index


def _frame(match: re.Match[str]) -> Frame:
    return Frame(match["file"], int(match["line"]), match["function"], *_origin(match["file"]))


def _origin(file: str) -> tuple[str | None, str | None]:
    match = _GEM.match(file)
    if match:
        return match["gem"], REPOS.get(match["gem"])
    return ("ruby", "ruby/ruby") if _CORE.match(file) else (None, None)
