"""Facts -> the draft of a record and its evidence, and the list of what is left to write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from errkb.author.facts import Facts
from errkb.dataset.derive import complete
from errkb.errors import UsageError
from errkb.index import Index
from errkb.match import match
from errkb.model.pattern import placeholder_names
from errkb.model.report import Entry
from errkb.model.text import Text
from errkb.parse import parse

__all__ = ["NO_COMMIT", "TODO", "Skeleton", "skeleton"]

TODO = "TODO"
"""What a text begins with that is still to be written; lint finds it."""
NO_COMMIT = "0" * 40
_ECOSYSTEMS = {
    ".py": "pypi",
    ".js": "npm",
    ".ts": "npm",
    ".go": "go",
    ".rs": "crates",
    ".java": "maven",
    ".rb": "rubygems",
}


@dataclass(slots=True, frozen=True)
class Skeleton:
    """A draft, its evidence, the length of the raising file, and what is left to write (field, what belongs there)."""

    draft: dict[str, Any]
    evidence: dict[str, Any]
    total_lines: int | None
    left: list[tuple[str, str]]


def skeleton(facts: Facts, *, default_repo: str | None = None) -> Skeleton:
    """Return the skeleton of a record.

    `default_repo` is taken where the facts name none. Raises `UsageError` when there is no message or no repository, or
    when the printed lines do not fit the template.
    """
    if not facts.message:
        raise UsageError("the message is not known", hint='give it as the source holds it: --template "… {name} …"')
    repo = facts.repo or default_repo
    if repo is None:
        raise UsageError("it is not known which project raises this", hint="--repo owner/name")
    names = [name for name in placeholder_names(facts.message) if not name.startswith("value")]
    left = list(_left(facts, names))
    draft = {
        "repo": repo,
        "errorCode": facts.code,
        "errorMessage": facts.message,
        "errorType": facts.kind,
        "errorClass": facts.cls,
        "severity": "error",
        "filePath": facts.path or TODO,
        "lineNumber": facts.line if facts.path else None,
        "documentation": f"{TODO}: {left[0][1]}",
        "triggerScenarios": f"{TODO}: {left[1][1]}",
        "commonSituations": f"{TODO}: {left[2][1]}",
        "solutions": [f"{TODO}: {left[3][1]}"],
        "analyzedSha": facts.sha or NO_COMMIT,
    }
    evidence = {
        "package": facts.package,
        "ecosystem": _ecosystem(facts),
        "function": facts.function,
        "sites": facts.sites,
        "positive": _positive(draft, facts),
        "negative": facts.negative,
    }
    return Skeleton(draft, evidence, facts.total_lines, left)


def _left(facts: Facts, names: list[str]) -> list[tuple[str, str]]:
    mention = (
        f"; say what {', '.join(f'`{name}`' for name in names)} {'is' if len(names) == 1 else 'are'}" if names else ""
    )
    left = [
        ("documentation", f"what it means and why the project raises it{mention}"),
        ("triggerScenarios", "the calls and conditions that raise it"),
        ("commonSituations", "where people meet it in practice"),
        ("solutions", "the fixes, most likely first, each concrete enough to type"),
        ("tags", "from the list in schema/tags.schema.json; a `backgroundTag` if a family fits"),
    ]
    if not facts.path:
        left.append(("filePath", "the file that raises it, and `lineNumber`"))
    if not facts.sha:
        left.append(("analyzedSha", "the commit at which file and line were read"))
    if len(facts.lines) < 2:
        left.append(("positive", f"{2 - len(facts.lines)} more lines as printed (evidence file)"))
    if not facts.negative:
        left.append(("negative", "a near miss that must not lead here, and why (evidence file)"))
    return left


def _ecosystem(facts: Facts) -> str:
    suffix = "." + (facts.path or "").rpartition(".")[2]
    return _ECOSYSTEMS.get(suffix, "none") if facts.package else "none"


def _positive(draft: dict[str, Any], facts: Facts) -> list[dict[str, Any]]:
    """Return the printed lines with what the real matcher captures in them; a template that does not fit is refused."""
    index = Index.of([Entry(complete(draft), {"function": facts.function, "package": facts.package})])
    positive, fits = [], False
    for line in facts.lines:
        source = Text.of(line)
        found = match(parse(source), source, [index])
        captures = {one.name: one.value for best in (found.matches or found.nearest)[:1] for one in best.captures}
        fits = fits or bool(found.matches or found.nearest)
        positive.append({"text": line, "captures": captures})
    if facts.lines and not fits:
        raise UsageError(
            "the template does not fit the text", hint="compare them: literal text must stand there in the same order"
        )
    return positive
