"""Markdown for people: every record as its page, in one document or one file each with a list of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from errkb.export.packed import is_folder, packed
from errkb.model.content import Content, Item
from errkb.model.report import Entry
from errkb.render.blocks import Block, Headline, Items, Prose, Section
from errkb.render.markdown import render_sections
from errkb.render.record import page

__all__ = ["NAME", "write"]

NAME = "markdown"
CONTENTS = "README.md"
ARTICLES = "_info"


def write(content: Content, out: Path, before: Path | None = None) -> None:  # noqa: ARG001
    """Write one document, or a folder of `{owner}/{repo}/{slug}.md` and a list of them in `README.md`."""
    if not is_folder(out):
        with packed(out) as file:
            for number, (_, text) in enumerate(_pages(content)):
                file.write((("\n---\n\n" if number else "") + text).encode())
        return
    out.mkdir()
    with (out / CONTENTS).open("w", encoding="utf-8", newline="\n") as contents:
        contents.write(f"# Error records\n\nDataset version: {content.dataset_version}\n\n")
        for name, text in _pages(content):
            path = out / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            contents.write(f"- [{name}]({name}.md)\n")


def _pages(content: Content) -> Iterator[tuple[str, str]]:
    """Yield name and text of each page: the records, then the background articles."""
    for item in content.items():
        entry = _entry(item)
        yield f"{entry.record['repo']}/{entry.record['slug']}", render_sections(page(entry))
    for article in sorted(content.articles, key=lambda one: str(one["slug"])):
        yield f"{ARTICLES}/{article['slug']}", render_sections(_article(article))


def _entry(item: Item) -> Entry:
    return Entry(item.record, item.evidence, item.verified, item.source)


def _article(article: dict[str, Any]) -> Iterator[Section]:
    causes = tuple(f"{one['cause']}: {one['detail']}" for one in article["commonCauses"])
    blocks: tuple[Block, ...] = (Headline(("background", article["slug"])),)
    yield Section("", blocks)
    yield Section(article["title"], (Prose(article["summary"]), Prose(article["background"])), level=1)
    yield Section("Common causes", (Items(causes),))
    yield Section("Fixes", (Items(tuple(article["fixes"]), 1),))
