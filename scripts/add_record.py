#!/usr/bin/env python3
"""Turn drafts into records: compute every derived field and write record and evidence in canonical form.

usage: add_record.py [--records DIR] DRAFT.json...

A draft is {"record": {authored fields}, "evidence": {evidence sidecar}, "totalLines": length of the raising file}; the
length may be null.
A record with the same repo, message (or code) and file is replaced.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from pydantic import ValidationError

from errkb.dataset.canonical import dumps, write_text
from errkb.dataset.derive import complete
from errkb.errors import ErrkbError
from errkb.model.record import Record
from errkb.model.sidecar import EvidenceFile


def add(draft_path: Path, records: Path) -> Path:
    draft = json.loads(draft_path.read_text(encoding="utf-8"))
    repo = draft["record"]["repo"]
    own = complete(draft["record"], total_lines=draft.get("totalLines"))["id"]
    folder = records / repo
    others = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))["id"]
        for path in folder.glob("*.json")
        if "." not in path.stem
    }
    taken = frozenset(slug for slug, identifier in others.items() if identifier != own)
    record = Record.model_validate(complete(draft["record"], total_lines=draft.get("totalLines"), taken_slugs=taken))
    evidence = EvidenceFile.model_validate(draft["evidence"])
    path = folder / f"{record.slug}.json"
    write_text(path, dumps(record))
    write_text(folder / f"{record.slug}.evidence.json", dumps(evidence))
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=Path, default=Path(__file__).resolve().parent.parent / "records")
    parser.add_argument("drafts", nargs="+", type=Path, metavar="DRAFT.json")
    arguments = parser.parse_args()
    failed = False
    for draft in arguments.drafts:
        try:
            print(f"{draft}: {add(draft, arguments.records)}")
        except ValidationError as error:
            failed = True
            for fault in error.errors(include_url=False):
                print(f"{draft}: {'/'.join(map(str, fault['loc']))}: {fault['msg']}", file=sys.stderr)
        except (ErrkbError, ValueError, KeyError, TypeError, OSError) as error:
            failed = True
            hint = f" ({error.hint})" if isinstance(error, ErrkbError) and error.hint else ""
            print(f"{draft}: {type(error).__name__}: {error}{hint}", file=sys.stderr)
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
