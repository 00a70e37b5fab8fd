"""The report as one HTML file: it asks no network, runs its own small script and nothing else, and stays readable.

Explanations are in the page, closed, so that it can be searched and printed without a script. Thousands of them would
be too much for a phone, so the size is bounded: the rarer errors are told in a line each, the rarest only counted.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from errkb.model.triage import KnownError, TriageReport
from errkb.normalize import printable
from errkb.render.prose import count, cut, one_line
from errkb.render.table import size
from errkb.render.triage.clusters import STATES, Cluster, clusters, doubled, faults, left_out, named, outcomes, period
from errkb.render.triage.html import page

__all__ = ["MOST_BYTES", "chunks"]

MOST_BYTES = 6_000_000
"""Size of the errors in the page; a third of it may be short ones."""
MOST_WHOLE, MOST_SHORT = 400, 4_000
"""Errors with their explanation, and all that are in the page."""
FIRST_UNITS = 10
"""Verdicts that are seen at once; the others are folded in."""
MOST_NAMES = 300
"""Files or units to choose from."""
MOST_FILES = 200
_HERE = Path(__file__).parent
_CODE = re.compile(r"`([^`\n]+)`")


def chunks(report: TriageReport) -> Iterator[str]:
    """Yield the page."""
    found = clusters(report)
    drawn = page.plot(report, found)
    files, units = page.names(found, "files"), page.names(found, "units")
    numbers = {cluster.key: number for number, cluster in enumerate(found)}
    noun = page.UNITS[report.unit]
    about: dict[str, Any] = {"report": report, "plot": drawn, "files": files, "units": units, "numbers": numbers}
    about |= {"titles": named(found), "noun": noun, "folder": page.folder(report)}
    blocks = list(_blocks(found, about))
    shown, quiet, more_units = page.units(report)
    template = _templates().get_template("report.html")
    yield from template.generate(
        **about,
        clusters=found,
        blocks=blocks,
        listed=len(blocks),
        headline=page.headline(report),
        verdicts=shown,
        quiet=quiet,
        more_units=more_units,
        broken=faults(report),
        doubled=doubled(report),
        first_units=FIRST_UNITS,
        most_names=MOST_NAMES,
        most_files=MOST_FILES,
        left_out=left_out(report),
        outcomes=outcomes(report),
        counts={name: sum(one.bucket == name for one in found) for name in ("known", "unknown")},
        new=sum(_is_new(one) for one in found),
        style=Markup(_asset("report.css")),  # noqa: S704 - our own
        script=Markup(_asset("report.js")),  # noqa: S704 - our own
        policy=_policy(),
    )


def _blocks(found: list[Cluster], about: dict[str, Any]) -> Iterator[Markup]:
    """Yield the errors as HTML until the page is full."""
    template = _templates().get_template("cluster.html")
    room = MOST_BYTES
    for number, cluster in enumerate(found[:MOST_SHORT]):
        whole = number < MOST_WHOLE and room > MOST_BYTES // 3
        block = template.render(**about, cluster=cluster, number=number, whole=whole, new=_is_new(cluster))
        room -= len(block.encode("utf-8", "backslashreplace"))
        if room < 0:
            return
        yield Markup(block)  # noqa: S704 - made by a template that escapes


def _is_new(cluster: Cluster) -> bool:
    return cluster.change is not None and cluster.change.state == "new"


@cache
def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _policy() -> str:
    """Return what the page may do: run its one script, have its one style, and nothing else."""
    script, style = (b64encode(sha256(_asset(name).encode()).digest()).decode() for name in ("report.js", "report.css"))
    return (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: value if isinstance(value, Markup) or not isinstance(value, str) else printable(value),
    )
    environment.filters |= {
        "count": count,
        "cut": cut,
        "one_line": one_line,
        "prose": _prose,
        "size": size,
        "template": _template,
    }
    environment.globals |= {
        "STATES": STATES,
        "explanation": page.explanation,
        "is_known": lambda error: isinstance(error, KnownError),
        "period": period,
        "sample_lines": page.sample_lines,
        "spark": page.spark,
    }
    return environment


def _prose(text: str) -> Markup:
    """Return running text: a paragraph for each line, what is in backticks as code."""
    paragraphs = [line.strip() for line in printable(text).split("\n") if line.strip()]
    return Markup("").join(Markup("<p>{}</p>").format(_inline(line)) for line in paragraphs)


def _inline(text: str) -> Markup:
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped


def _template(text: str) -> Markup:
    """Return a message with its placeholders set apart."""
    shown = str(escape(printable(text)))
    return Markup(re.sub(r"\{[^{}\n]{1,80}\}|&lt;[a-z]{2,12}&gt;", r"<var>\g<0></var>", shown))  # noqa: S704 - escaped
