"""Running the rules over folders and files.

A records folder is always loaded as a whole: that costs a second or two for one file, and finds what only shows beside
the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from errkb.dataset import Dataset
from errkb.dataset.folder import ARTICLES, PLACES, place
from errkb.dataset.pointer import line_of
from errkb.dataset.private import RECORDS, read_private
from errkb.dataset.sources import shipped_records
from errkb.errors import InputError, UsageError
from errkb.index import Index
from errkb.lint import RULES, Context, Located, Rule, lint
from errkb.lint.exceptions import without_exceptions
from errkb.lint.reading import READING
from errkb.model.catalog import Finding
from errkb.model.report import Entry
from errkb.settings import PROJECT_FOLDER

__all__ = ["Beside", "explain_rule", "explanations", "lint_paths", "records_root", "rule_names", "surroundings"]

Beside = Callable[[Collection[str]], Sequence[Index]]
"""Ids of the records being linted -> the indexes of the other records that are asked together with them."""

HEALTHY = Path("tests", "corpora", "healthy")


def lint_paths(
    paths: Iterable[Path],
    *,
    only: Sequence[str] = (),
    checkouts: Mapping[str, Path] | None = None,
    beside: Beside | None = None,
) -> list[Finding]:
    """Return what is wrong below the paths (default: the shipped records), in the order of files.

    A path is a folder of records (`{owner}/{repo}/{slug}.json` below it), or a part of one: then the whole folder is
    loaded, since records are held against each other, and findings elsewhere are left out. `only` names the rules to
    run. Raises `UsageError` for a rule that does not exist, `InputError` for a path that does not.
    """
    wanted = {_name(name) for name in only}
    rules = [rule for rule in RULES if not wanted or rule.name in wanted]
    findings: list[Finding] = []
    for path in list(paths) or [shipped_records()]:
        if is_private(path):
            findings += _private(path, rules, beside)
            if (path / RECORDS).is_dir():
                findings += lint_paths([path / RECORDS], only=only, checkouts=checkouts, beside=beside)
            continue
        root = records_root(path)
        dataset = Dataset.read(root, own=True)
        context = surroundings(root, dataset, checkouts or {}, beside)
        found = [*dataset.findings, *lint(context, rules)]
        found = without_exceptions(found, root, [rule.name for rule in rules if rule.applies(context)])
        findings += found if path == root else [one for one in found if _belongs(one, path)]
    kept = [_placed(one) for one in findings if not wanted or one.rule in wanted]
    return sorted(kept, key=lambda one: (str(one.file), one.line or 0, one.pointer, one.rule))


def is_private(path: Path) -> bool:
    """Say whether a path is an author file, or a folder of private records."""
    if path.suffix == ".toml" or path.absolute().name == PROJECT_FOLDER:
        return True
    return path.is_dir() and next(path.glob("*.toml"), None) is not None


def _private(path: Path, rules: Sequence[Rule], beside: Beside | None) -> list[Finding]:
    """Return what is wrong in a private folder or one of its author files.

    Notes of one's own may be short, and are read by people who know the context: only their lines are tried.
    """
    if not path.exists():
        raise InputError("no such file or folder", where=str(path))
    folder = path.parent if path.suffix == ".toml" else path
    dataset = read_private(folder)
    others = beside([entry.record["id"] for entry in dataset.entries]) if beside else ()
    entries = [
        Located(entry, _written_at(entry)) for entry in dataset.entries if entry.private and entry.private["place"]
    ]
    context = Context(root=folder, entries=entries, beside=others)
    lines = [rule for rule in rules if rule.name == "evidence-fails"]
    records = folder / RECORDS
    own = [one for one in dataset.findings if one.file is None or not one.file.is_relative_to(records)]
    found = [*own, *lint(context, lines)]  # what is below `records` is linted like any records folder
    return found if path == folder else [one for one in found if one.file is None or one.file == path]


def _written_at(entry: Entry) -> Path:
    return Path(str((entry.private or {})["place"]).rpartition(":")[0])


def surroundings(root: Path, dataset: Dataset, checkouts: Mapping[str, Path], beside: Beside | None = None) -> Context:
    """Return what the rules may look at for the dataset read from `root`."""
    shipped = shipped_records()
    articles = {article["slug"]: article for article in dataset.articles}
    logs = sorted((shipped.parent / HEALTHY).glob("*.log"))
    return Context(
        root=root,
        entries=[Located(entry, root / place(entry.record)) for entry in dataset.entries],
        articles=articles,
        families=frozenset(articles) | {path.stem for path in (shipped / ARTICLES).glob("*.json")},
        checkouts=checkouts,
        healthy=logs,
        beside=beside([entry.record["id"] for entry in dataset.entries]) if beside and root != shipped else (),
    )


def records_root(path: Path) -> Path:
    """Return the records folder a path belongs to: three levels above a file, or the folder that holds owners.

    Raises `InputError` for a path that is not there, and for a file that cannot be one of a record.
    """
    if not path.exists():
        raise InputError("no such file or folder", where=str(path))
    if not path.is_dir():
        above = path.absolute().parents
        depth = 1 if above[0].name == ARTICLES else 2
        if path.suffix != ".json" or len(above) <= depth:
            raise InputError("this is not the file of a record", where=str(path), hint=PLACES)
        return above[depth]
    if path.name == ARTICLES:
        return path.absolute().parent
    depth = next((n for n in range(3) if next(path.glob("/".join(["*"] * (2 - n) + ["*.json"])), None)), 0)
    return path.absolute().parents[depth - 1] if depth else path


def rule_names() -> list[str]:
    """Return the names of all rules and of what is found while reading, in the order they run."""
    return [*READING, *(rule.name for rule in RULES)]


def explanations() -> dict[str, str]:
    """Return what each rule finds, by name."""
    return {**READING, **{rule.name: rule.explanation for rule in RULES}}


def explain_rule(name: str) -> str:
    """Return what a rule finds and why that is a fault. Raises `UsageError` if there is no such rule."""
    name = _name(name)
    rule = next((rule for rule in RULES if rule.name == name), None)
    if rule is None:
        return f"{name} (found while reading)\n\n{READING[name]}"
    fixer = "\n\n`errkb lint --fix` corrects it." if rule.fix else ""
    return f"{name} (one {rule.scope} at a time)\n\n{rule.explanation}{fixer}"


def _name(given: str) -> str:
    name = given.replace("_", "-").lower()
    if name in rule_names():
        return name
    from difflib import get_close_matches

    near = get_close_matches(name, rule_names(), n=3, cutoff=0.4)
    hint = f"did you mean: {', '.join(near)}" if near else f"the rules: {', '.join(rule_names())}"
    raise UsageError(f"there is no rule {given[:80]!r}", hint=hint)


def _belongs(finding: Finding, path: Path) -> bool:
    if finding.file is None:
        return True
    if path.is_dir():
        return finding.file.absolute().is_relative_to(path.absolute())
    own = path.name.split(".")[0]
    return finding.file.parent.absolute() == path.parent.absolute() and finding.file.name.split(".")[0] == own


def _placed(finding: Finding) -> Finding:
    """Return the finding with the line of its pointer."""
    if finding.line is not None or not finding.pointer or finding.file is None:
        return finding
    try:
        text = finding.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return finding
    return replace(finding, line=line_of(text, finding.pointer))
