"""Page data -> HTML: Jinja with autoescape always on, one set of templates for the server and the static site.

Everything that a template prints passes through `printable`, so that nothing can reorder what is read, and is escaped;
the few filters that return markup build it from escaped pieces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from errkb.model.pattern import split_template
from errkb.model.report import Entry
from errkb.normalize import printable
from errkb.render.prose import count, cut
from errkb.web.catalog import Catalog, Summary
from errkb.web.highlight import highlight
from errkb.web.page import Example, as_json_text, record_page, structured_data
from errkb.web.paths import error_path

__all__ = ["CONTENT_SECURITY_POLICY", "STATIC", "Renderer", "Site", "asset_names"]

STATIC = Path(__file__).parent / "static"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'"
)
LONGEST = 20_000
"""Characters of one text; what a hostile record has beyond that is no help to anybody."""
MOST_MARKS = 32
PASTE_CHARACTERS = 200_000


@dataclass(slots=True, frozen=True)
class Site:
    """What is the same on every page.

    `address` is where the site is on the web, with a slash at the end, empty if nobody has said; `base` the path of
    that; `static` says that a host that knows files only has it.
    """

    version: str
    address: str = ""
    static: bool = False
    report_url: str = ""
    named: tuple[str, ...] = ()
    paste_characters: int = PASTE_CHARACTERS

    @property
    def base(self) -> str:
        """Return the path below which the site is, with a slash at the end."""
        return "/" + self.address.split("://", 1)[-1].partition("/")[2]

    @property
    def licence(self) -> str:
        """Return the licence of the records in short."""
        return "CC BY 4.0"

    @property
    def report_name(self) -> str:
        """Return what the link for mistakes says."""
        return "GitHub" if "://github.com/" in self.report_url else "how to"


class Renderer:
    """Draws pages of one site."""

    def __init__(self, site: Site, catalog: Catalog) -> None:
        self.site = site
        self.catalog = catalog
        self._counts = {
            "errors": count(len(catalog), "error"),
            "repos": count(len(catalog.repos), "project"),
        }

    def record(self, entry: Entry) -> str:
        """Return the page of a record."""
        page = record_page(entry, self.catalog, static=self.site.static)
        structured = Markup(as_json_text(structured_data(page, self.site.address)))  # noqa: S704  # no `<` is left in it
        return self.draw("record.html", page.path, page=page, structured=structured)

    def draw(self, template: str, path: str | None, *, at: str = "", **data: Any) -> str:
        """Return a page as HTML; `path` is its place below the root, `None` for one that may stand anywhere."""
        static_root = "../" * path.count("/") if path else "./"
        root = static_root if self.site.static and path is not None else self.site.base
        return (
            _environment()
            .get_template(template)
            .render(
                site=self.site, counts=self._counts, root=root, path=path, at=at, csp=CONTENT_SECURITY_POLICY, **data
            )
        )


@cache
def asset_names() -> dict[str, str]:
    """Return the files of `static` with a mark of their content, under which they can be kept for ever."""
    return {
        file.name: blake2b(file.read_bytes(), digest_size=4).hexdigest()
        for file in sorted(STATIC.iterdir())
        if file.suffix in (".css", ".js", ".svg")
    }


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("errkb.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=False,
        keep_trailing_newline=True,
        finalize=_finalized,
        auto_reload=False,
    )
    environment.globals["assets"] = asset_names()
    environment.filters |= {
        "prose": _prose,
        "highlighted": _highlighted,
        "marked": _marked,
        "pieces": _pieces,
        "template_text": _template_text,
        "path": _path,
        "cut": cut,
    }
    return environment


def _finalized(value: Any) -> Any:
    return printable(value) if type(value) is str else value  # not Markup, which is a kind of str


def _clean(text: str) -> str:
    return printable(cut(text, LONGEST))


def _prose(text: str, lead: str = "") -> Markup:
    """Return running text as paragraphs, what stands between backticks as code; `lead` goes before, bold."""
    paragraphs = [line for line in _clean(text).split("\n") if line.strip()]
    done = [_inline(paragraph) for paragraph in paragraphs]
    if lead:
        done[:1] = [Markup("<b>{}</b> {}").format(lead, done[0] if done else "")]
    return Markup("\n").join(Markup("<p>{}</p>").format(paragraph) for paragraph in done)


def _inline(text: str) -> Markup:
    pieces = text.split("`")
    if len(pieces) % 2 == 0:  # one backtick too many: it is text
        pieces[-2:] = ["`".join(pieces[-2:])]
    done = [
        Markup("<code>{}</code>").format(piece) if at % 2 and piece else escape(piece)
        for at, piece in enumerate(pieces)
    ]
    return Markup("").join(done)


def _highlighted(example: Example) -> Markup:
    return highlight(cut(example.code, LONGEST), example.language, example.start, example.marked)


def _template_text(message: str) -> Markup:
    """Return a message template with its placeholders as variables."""
    text, done, at = cut(message, LONGEST), [], 0
    for part in split_template(text):
        if part is None:
            continue
        start = text.index(part, at)
        done += [_placeholder(text[at:start]), escape(printable(part))]
        at = start + len(part)
    return Markup("").join([*done, _placeholder(text[at:])])


def _placeholder(text: str) -> Markup:
    return Markup("<var>{}</var>").format(printable(text)) if text else Markup("")


def _pieces(pieces: Sequence[tuple[str, bool]]) -> Markup:
    """Return text of which some pieces are marked."""
    return Markup("").join(
        Markup("<mark>{}</mark>").format(printable(text)) if marked else escape(printable(text))
        for text, marked in pieces
    )


def _marked(text: str, words: Sequence[str] = ()) -> Markup:
    """Return text with every one of the words marked, whatever its case."""
    text = _clean(text)
    wanted = sorted({word.lower() for word in words if word}, key=len, reverse=True)[:MOST_MARKS]
    if not wanted:
        return escape(text)
    found = re.compile("|".join(map(re.escape, wanted)), re.IGNORECASE)
    pieces, at = [], 0
    for match in found.finditer(text):
        pieces += [(text[at : match.start()], False), (match[0], True)]
        at = match.end()
    return _pieces([*pieces, (text[at:], False)])


def _path(row: Summary) -> str:
    return error_path(row.repo, row.slug)
