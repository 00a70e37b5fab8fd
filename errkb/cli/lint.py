"""`errkb lint`: the rules of the dataset."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import complain, write, write_json
from errkb.errors import UsageError
from errkb.model.catalog import Finding

app = command_app()


class FindingsFormat(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


@app.command(cls=Command)
def lint(
    context: typer.Context,
    *,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATHS", help="Records or folders of records; by default those that are shipped."),
    ] = None,
    form: Annotated[
        FindingsFormat, typer.Option("--format", "-f", help="Text, JSON, SARIF 2.1.0 or GitHub annotations.")
    ] = FindingsFormat.TEXT,
    rule: Annotated[
        list[str] | None, typer.Option("--rule", metavar="RULE", help="Run only this rule; may be given again.")
    ] = None,
    checkout: Annotated[
        list[str] | None,
        typer.Option("--checkout", metavar="OWNER/NAME=DIR", help="Check paths and lines against a project's source."),
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="First write what can be computed, in canonical form.")] = False,
    explain: Annotated[str | None, typer.Option("--explain", metavar="RULE", help="Say what a rule is about.")] = None,
) -> None:
    """Check records against the rules of the dataset.

    Exit status: 0 clean, 1 findings, 2 an error.
    """
    if explain is not None:
        from errkb.lint.run import explain_rule

        write(explain_rule(explain) + "\n")
        raise typer.Exit
    checkouts = dict(_checkout(text) for text in checkout or [])
    with open_kb(context) as kb:
        for path in kb.fix(paths or []) if fix else ():
            complain(f"fixed {path}")
        findings = kb.lint(paths or [], rules=rule or [], checkouts=checkouts)
    _write(findings, form)
    raise typer.Exit(1 if findings else 0)


def _write(findings: list[Finding], form: FindingsFormat) -> None:
    from errkb.render import findings as forms

    here = Path.cwd()
    if form is FindingsFormat.TEXT:
        from errkb.render.reports import render_findings

        write(render_findings(findings, screen(), here))
    elif form is FindingsFormat.GITHUB:
        write(forms.findings_github(findings, here))
    elif form is FindingsFormat.JSON:
        write_json(forms.findings_json(findings, here))
    else:
        from errkb import __version__
        from errkb.lint.run import explanations

        write_json(forms.findings_sarif(findings, here, version=__version__, rules=explanations()))


def _checkout(text: str) -> tuple[str, Path]:
    repo, sign, folder = text.partition("=")
    if not sign or repo.count("/") != 1 or not folder:
        raise UsageError(f"not a checkout: {text[:80]!r}", hint="--checkout owner/name=folder")
    path = Path(folder).expanduser()
    if not path.is_dir():
        raise UsageError(f"no such folder: {folder}", hint="give a working tree or a bare git repository")
    return repo, path
