"""Hostile strings in every field of a record, of an article and in pastes: text, never markup."""

import json
import re
from html.parser import HTMLParser

import pytest

from errkb.model.report import Entry
from errkb.web.answer import answer_page
from errkb.web.catalog import Catalog
from errkb.web.listing import SearchPage, Wanted, cards, family_page, home_page, repo_lines, repo_page, tag_page
from errkb.web.rendering import Renderer, Site

HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</code></pre><iframe src=javascript:alert(1)>",
    "{{ 7 * 7 }}{% raise %}",
    "`<b>`",
    "]]><!--<svg/onload=alert(1)>",
    "\u202egnp.exe\u2066\x00\x1b[31m",
    "javascript:alert(1)",
    "\u2028\u2029&lt;i&gt;&amp;",
]
ALLOWED = {
    "html", "head", "meta", "title", "link", "script", "body", "a", "header", "nav", "form", "input", "button", "main",
    "article", "p", "span", "h1", "h2", "h3", "section", "figure", "pre", "code", "ol", "ul", "li", "b", "mark", "var",
    "footer", "time", "table", "caption", "thead", "tbody", "tr", "th", "td", "label", "select", "option", "div", "dl",
    "dt", "dd", "textarea", "kbd", "noscript",
}  # fmt: skip


class Strict(HTMLParser):
    """Fails on any element, attribute or address that no template has."""

    def handle_starttag(self, tag, attrs):  # noqa: D102
        assert tag in ALLOWED, tag
        for name, value in attrs:
            assert not name.startswith("on"), name
            assert name != "style"
            if name in ("href", "src", "action"):
                assert not re.match(r"\s*(?:javascript|data|vbscript):", value or "", re.IGNORECASE), value
        if tag == "script":
            assert dict(attrs).get("type") == "application/ld+json" or dict(attrs)["src"].split("static/")[1], attrs
        if tag == "img":
            raise AssertionError


def check(html: str) -> None:
    parser = Strict()
    parser.feed(html)
    parser.close()
    assert "\u202e" not in html
    assert "\x00" not in html
    for data in re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL):
        json.loads(data)


@pytest.fixture(params=HOSTILE)
def hostile(request, make_record):
    """A record every text of which is hostile."""
    evil = request.param
    record = make_record()
    texts = {key: evil for key, value in record.items() if isinstance(value, str) or value is None}
    record |= texts | {
        "id": "0123456789abcdef",
        "repo": f"{evil.replace('/', '')}/x",
        "severity": "error",
        "errorType": "exception",
        "solutions": [evil, evil],
        "preventionTips": [evil],
        "tags": [evil],
        "lineNumber": 3,
        "sourceCodeStart": 2,
        "httpStatus": None,
        "analyzedAt": "2026-01-02T03:04:05Z",
        "analyzedSha": evil,
        "backgroundTag": evil,
        "schemaVersion": 2,
    }
    verified = {"packages": {evil: evil}, "python": evil, "verifiedAt": evil}
    article = {"slug": evil, "title": evil, "summary": evil, "background": evil, "fixes": [evil]}
    article["commonCauses"] = [{"cause": evil, "detail": evil}]
    entry = Entry(record, {}, verified)
    about = {"repo": record["repo"], "description": evil}
    catalog = Catalog(
        [entry, Entry(record | {"id": "f" * 16, "slug": "two"})], [article], [about], "2026-01-01T00:00:00Z"
    )
    return evil, entry, catalog


@pytest.mark.parametrize("static", [False, True])
def test_no_page_obeys_a_record(hostile, static):
    """Every page that shows any of it shows text."""
    evil, entry, catalog = hostile
    renderer = Renderer(Site(catalog.version, "https://errors.example.org/sub/", static), catalog)
    check(renderer.record(entry))
    repo = entry.record["repo"]
    for template, at, page in (
        ("home.html", "home", home_page(catalog)),
        ("repos.html", "repos", {"repos": repo_lines(catalog)}),
        ("families.html", "families", {"families": cards(catalog)}),
        ("family.html", "families", family_page(catalog, evil)),
        ("tag.html", "tags", tag_page(catalog, evil)),
        ("repo.html", "repos", repo_page(catalog, repo)),
        ("repo.html", "repos", repo_page(catalog, repo, Wanted(evil, evil, evil))),
        ("search.html", "search", SearchPage(evil, None, catalog.rows)),
        ("search.html", "search", SearchPage(evil, evil, catalog.rows, problem=evil)),
        ("missing.html", "missing", {"rows": catalog.rows}),
        ("failed.html", "failed", {"title": evil, "hint": evil}),
    ):
        check(renderer.draw(template, "x/", at=at, page=page))


@pytest.mark.parametrize("evil", HOSTILE)
def test_no_page_obeys_a_paste(web_home, catalog, message, evil):
    """The answer to a paste repeats values of it, as text."""
    from errkb.kb import KnowledgeBase
    from errkb.settings import Settings

    text = f"{evil}\n{message.replace('151936', evil)}\n{evil}"
    with KnowledgeBase.open(Settings(web_home)) as kb:
        found = kb.explain(text, at_hand=False)
    html = Renderer(Site(catalog.version), catalog).draw(
        "answer.html", None, at="answer", page=answer_page(found, catalog, text)
    )
    check(html)


def test_prose_is_linear(catalog):
    """Thousands of backticks and a megabyte cost nothing that grows faster than they do, and are cut."""
    from errkb.web.rendering import _environment

    prose = _environment().filters["prose"]
    assert len(prose("`" * 1_000_000)) < 200_000
    assert str(prose("a `b` c `d")) == "<p>a <code>b</code> c `d</p>"
