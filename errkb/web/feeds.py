"""What programs ask a site for: robots.txt, sitemaps, llms.txt."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from errkb.normalize import printable
from errkb.render.prose import count, one_line
from errkb.web.catalog import Catalog
from errkb.web.paths import error_path, family_path, repo_path, tag_path
from errkb.web.rendering import Site

__all__ = ["llms_txt", "robots_txt", "sitemaps"]

MOST_PAGES = 40_000
"""Pages of one sitemap; the format allows 50,000."""
SHOWN = 50
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def robots_txt(site: Site) -> str:
    """Return what crawlers may fetch: all pages, no searches."""
    lines = ["User-agent: *", f"Disallow: {site.base}search/", f"Disallow: {site.base}explain/", "Allow: /", ""]
    if site.address:
        lines.append(f"Sitemap: {site.address}sitemap.xml")
    return "\n".join(lines) + "\n"


def sitemaps(site: Site, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Yield name and text of every sitemap: one that names the others, and these."""
    pages = list(_pages(catalog))
    names = []
    for number, start in enumerate(range(0, len(pages), MOST_PAGES), 1):
        name = f"sitemap-{number}.xml"
        names.append(name)
        links = "".join(
            f"<url><loc>{escape(site.address + path)}</loc></url>\n" for path in pages[start : start + MOST_PAGES]
        )
        yield name, f"{_XML}<urlset {_SPACE}>\n{links}</urlset>\n"
    listed = "".join(f"<sitemap><loc>{escape(site.address + name)}</loc></sitemap>\n" for name in names)
    yield "sitemap.xml", f"{_XML}<sitemapindex {_SPACE}>\n{listed}</sitemapindex>\n"


def llms_txt(site: Site, catalog: Catalog) -> str:
    """Return the site in short for programs that read prose (llmstxt.org)."""
    here = site.address or site.base
    api = "api/errors/{id}.json" if site.static else "api/errors/{id}"
    lines = [
        "# errkb",
        "",
        f"> {count(len(catalog), 'error record')} from {count(len(catalog.repos), 'repository')}:",
        "> what an error means, why it is raised, the fixes in order, and the source line.",
        f"> Dataset version {site.version or 'unknown'}.",
        "",
        "Each record has a page and the same as JSON. Messages are templates with placeholders in braces.",
        "",
        "## JSON",
        "",
        f"- [One record]({here}{api}): an envelope with `record` and `datasetVersion`",
    ]
    if not site.static:
        lines += [
            f"- [Search]({here}api/search?q=words): records by words; `repo` and `limit` narrow it down",
            f"- [Explain]({here}api/explain): POST a traceback or a log as text/plain, get the records that explain it",
            f"- [OpenAPI]({here}openapi.json): all of it",
        ]
    lines += [
        f"- [Dataset]({here}data/manifest.json): everything, as files",
        f"- [Schema]({here}schema/record.schema.json): the shape of a record",
        "",
        "## Families",
        "",
    ]
    lines += [
        f"- [{_plain(article['title'])}]({here}{family_path(slug)}): {_plain(article['summary'])}"
        for slug, article in catalog.articles.items()
    ]
    most = sorted(catalog.repos.items(), key=lambda pair: -pair[1])[:SHOWN]
    lines += ["", "## Projects", ""]
    lines += [f"- [{_plain(repo)}]({here}{repo_path(repo)}): {count(number, 'error')}" for repo, number in most]
    return "\n".join(lines) + "\n"


def _pages(catalog: Catalog) -> Iterator[str]:
    yield from ("", "repos/", "families/", "tags/", "about/")
    yield from map(repo_path, catalog.repos)
    yield from map(family_path, catalog.families)
    yield from map(tag_path, catalog.tags)
    for row in catalog.rows:
        yield error_path(row.repo, row.slug)


def _plain(text: str) -> str:
    return printable(one_line(text)).replace("[", "(").replace("]", ")")
