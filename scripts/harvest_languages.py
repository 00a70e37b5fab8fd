#!/usr/bin/env python3
"""Recall and rightness of harvests of other languages, against files that a reader has gone through.

usage: harvest_languages.py LANGUAGE… --checkouts DIR [--extra]

`tests/corpora/harvest/LANGUAGE.json` names projects at a commit, files of theirs, and each place in them that raises,
logs or prints an error: [line, class, template], written down before any harvest of it was looked at. DIR holds the
checkouts (`DIR/NAME` of `OWNER/NAME`), with that commit. The whole project is harvested, since classes and constants
are defined all over it.

A place is found if the harvest has one within two lines; it is right if its class is the one expected and its template
the one expected, placeholders being equal whatever they show, or a filling of it (a constant that the reader left
open). `--extra` lists what the harvest has beyond the truth, to be judged.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from errkb.harvest.run import Crew, harvest, wanted
from errkb.model.located import Located, Project
from errkb.model.pattern import derive, split_template
from errkb.source.checkout import checkout_of, commit_files

TRUTH = Path(__file__).resolve().parent.parent / "tests" / "corpora" / "harvest"
NEAR = 2
"""Lines between the place a reader names and the one a harvest names: a statement goes over several."""


def shape(template: str) -> str:
    text = "".join("\0" if part is None else part for part in split_template(template))
    return re.sub("\0+", "\0", " ".join(text.split()))


def same(expected: str, found: str) -> bool:
    if shape(expected) == shape(found):
        return True
    pattern = derive(" ".join(expected.split()))
    return "(.+?)" in pattern and re.fullmatch(pattern, " ".join(found.split()), re.DOTALL) is not None


def class_of(name: str | None) -> str:
    return re.split(r"\.|::|\\", name or "")[-1]


def nearness(one: Located, site: list[Any]) -> tuple[bool, bool, bool, int]:
    line, cls, template = site
    exact = shape(template) == shape(one.message)
    return not exact, not same(template, one.message), class_of(one.cls) != class_of(cls), abs(one.line - line)


def judged(
    sites: list[list[Any]], found: list[Located]
) -> tuple[list[tuple[list[Any], Located | None, bool]], list[Located]]:
    left = list(found)
    rows: list[tuple[list[Any], Located | None, bool]] = []
    for site in sites:
        line, cls, template = site
        near = [one for one in left if abs(one.line - line) <= NEAR]
        near.sort(key=lambda one: nearness(one, site))
        one = near[0] if near else None
        right = one is not None and same(template, one.message) and class_of(one.cls) == class_of(cls)
        if one is not None and (right or not any(same(other[2], one.message) for other in sites if other is not site)):
            left.remove(one)
        elif not right:
            one = None
        rows.append((site, one, right))
    return rows, left


def measure(project: dict[str, Any], checkouts: Path) -> tuple[dict[str, list[Located]], int]:
    checkout = checkout_of(checkouts / project["repo"].rpartition("/")[2], project["sha"])
    if checkout is None:
        raise SystemExit(f"no checkout of {project['repo']} in {checkouts}")
    made = Project(project["repo"], project["repo"], commit=project["sha"])
    with Crew() as crew:
        done = harvest(made, commit_files(checkout, wanted), crew)
    by_path: dict[str, list[Located]] = {}
    for one in done.located():
        by_path.setdefault(one.path, []).append(one)
    return by_path, sum(map(len, by_path.values()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="+")
    parser.add_argument("--checkouts", type=Path, required=True)
    parser.add_argument("--extra", action="store_true")
    options = parser.parse_args()
    for language in options.languages:
        total = [0, 0, 0, 0]
        for project in json.loads((TRUTH / f"{language}.json").read_bytes()):
            by_path, everything = measure(project, options.checkouts)
            counts = [0, 0, 0, 0]
            for file in project["files"]:
                rows, extra = judged(file["sites"], by_path.get(file["path"], []))
                counts[0] += len(rows)
                counts[1] += sum(one is not None for _, one, _ in rows)
                counts[2] += sum(right for _, _, right in rows)
                counts[3] += len(extra)
                for site, one, right in rows:
                    if one is None:
                        print(f"MISSED {file['path']}:{site[0]} {site[1]} {site[2]!r}")
                    elif not right:
                        print(f"WRONG {file['path']}:{site[0]} {site[1]} {site[2]!r}\n   is {one.cls} {one.message!r}")
                for one in extra if options.extra else ():
                    print(f"EXTRA {file['path']}:{one.line} {one.cls} {one.message!r}")
            show(f"{project['repo']} {project['sha'][:7]} ({everything} in all)", counts)
            total = [one + other for one, other in zip(total, counts, strict=True)]
        show(language, total)


def show(name: str, counts: list[int]) -> None:
    sites, found, right, extra = counts
    recall, rightness = found / max(sites, 1), right / max(found, 1)
    print(
        f"{name}: found {found} of {sites} ({recall:.1%}), right {right} of {found} ({rightness:.1%}), beyond: {extra}"
    )


if __name__ == "__main__":
    main()
