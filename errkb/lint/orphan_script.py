"""A reproduction script that belongs to no record: a record that was renamed, or a name mistyped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.dataset.script import FOLDER, script_path
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    own = {script_path(context.root, located.entry.record) for located in entries}
    for path in sorted((context.root.absolute().parent / FOLDER).glob("*/*/*.py")):
        if path not in own:
            hint = f"scripts stand in {FOLDER.as_posix()}/{{owner}}/{{repo}}/{{slug}}.py"
            yield Finding(RULE.name, "no record has this script", path, hint=hint)


RULE = Rule("orphan-script", "dataset", _check)
