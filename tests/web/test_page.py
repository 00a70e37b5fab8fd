"""A record's page has what the contract says, in its order."""

import re
from html.parser import HTMLParser

import pytest

from errkb.web.catalog import Catalog
from errkb.web.page import record_page
from errkb.web.rendering import Renderer, Site

SECTIONS = [
    "Error message",
    "What it means",
    "Source",
    "Solutions",
    "Example fix",
    "Defensive patterns",
    "Validate before calling",
    "Type guard",
    "Try / catch",
    "Prevention",
    "When it happens",
    "Related errors",
]


class Reader(HTMLParser):
    """Takes the text of a page apart by its headings."""

    def __init__(self) -> None:
        super().__init__()
        self.headings: list[tuple[str, str]] = []
        self.text: list[str] = []
        self._in: str | None = None

    def handle_starttag(self, tag, attrs):  # noqa: ARG002, D102
        if tag in ("h1", "h2", "h3"):
            self._in = tag
            self.headings.append((tag, ""))

    def handle_endtag(self, tag):  # noqa: D102
        if tag == self._in:
            self._in = None

    def handle_data(self, data):  # noqa: D102
        self.text.append(data)
        if self._in:
            self.headings[-1] = (self._in, self.headings[-1][1] + data)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    return reader


@pytest.fixture
def draw():
    """Return the HTML of an entry's page."""

    def drawn(entry, *others, **site):
        catalog = Catalog([entry, *others])
        return Renderer(Site("2026-01-01T00:00:00Z", **site), catalog).record(entry)

    return drawn


def test_sections_in_order(make_entry, draw):
    """A record with everything has every section, in the order of the contract; the heading is that of the message."""
    window = "\n".join(f"line {n}" for n in range(102, 139))
    entry = make_entry(typeGuard="def ok(): ...", tryCatchPattern="try: ...")
    entry.record |= {"sourceCode": window, "sourceCodeStart": 102, "sourceCodeEnd": 138}
    page = read(draw(entry))
    assert page.headings[0] == ("h1", "the {thing} went wrong in a way nobody expected")
    assert [text for _, text in page.headings[1:]] == SECTIONS
    text = re.sub(r"\s+", " ", "".join(page.text))
    for said in (
        "owner/project · error · ValueError",
        "Thrown at project/core/engine.py:120",
        "View on GitHub (pinned to 0123456789)",
        "Strategy: validation",
        "Trigger: Calling start(thing)",
        "Common situations: A thing kept on disk",
        "Analysis of owner/project@0123456789 (2026-01-02).",
        f"Data as JSON: /api/errors/{entry.record['id']}.",
        "Report an issue:",
    ):
        assert said in text


def test_what_is_not_known_is_left_out(make_entry, draw):
    """Empty sections have no heading."""
    entry = make_entry(exampleFix=None, handlingStrategy=None, validationCode=None, preventionTips=[])
    headings = {text for _, text in read(draw(entry)).headings}
    assert not headings & {"Example fix", "Defensive patterns", "Prevention", "Type guard"}


def test_heading_is_the_code(make_entry, draw):
    """An error code is the heading."""
    assert read(draw(make_entry(errorCode="ECONNREFUSED"))).headings[0] == ("h1", "ECONNREFUSED")


def test_raising_line_is_marked(make_entry, draw):
    """In the window the line of the raise stands out, also below empty lines."""
    entry = make_entry()
    entry.record |= {"sourceCode": "\n\nbefore = 1\nraise it\nafter = 2", "sourceCodeStart": 117, "sourceCodeEnd": 121}
    found = re.search(r"<mark>(.*?)</mark>", draw(entry))
    assert re.sub("<.*?>", "", found[1]) == "raise it"


def test_located_and_index_only(make_entry):
    """What nobody has documented says so instead of failing."""
    entry = make_entry()
    entry.record |= dict.fromkeys(
        (
            "documentation",
            "exampleFix",
            "triggerScenarios",
            "commonSituations",
            "analyzedSha",
            "analyzedAt",
            "githubUrl",
        )
    )
    entry.record |= {"solutions": [], "preventionTips": [], "tags": []}
    page = record_page(entry, Catalog([entry]))
    assert page.badge == "located"
    assert "Nobody has documented" in page.meaning
    entry.record["filePath"] = None
    assert "its publisher has the rest" in record_page(entry, Catalog([entry])).meaning


def test_every_shipped_record_is_a_page(web_home, catalog):
    """Each is drawn, in at most 50 KB with all that it loads."""
    from errkb.kb import KnowledgeBase
    from errkb.settings import Settings
    from errkb.web.rendering import STATIC

    assets = sum(path.stat().st_size for path in STATIC.iterdir())
    renderer = Renderer(Site(catalog.version, "https://errors.example.org/"), catalog)
    with KnowledgeBase.open(Settings(web_home)) as kb:
        for entry in kb.records():
            html = renderer.record(entry)
            assert len(html.encode()) + assets <= 50_000, entry.record["slug"]
