#!/usr/bin/env python3
"""Turn drafts into records: compute every derived field and write record and evidence in canonical form.

usage: add_record.py [--records DIR] DRAFT.json...

A draft is {"record": {authored fields}, "evidence": {evidence sidecar}, "totalLines": length of the raising file}; the
length may be null. A record with the same repo, message (or code) and file is replaced. `errkb new` makes a skeleton to
be filled in instead; both write through `errkb.dataset.adding`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from errkb.dataset.adding import add_record
from errkb.errors import ErrkbError


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=Path, default=Path(__file__).resolve().parent.parent / "records")
    parser.add_argument("drafts", nargs="+", type=Path, metavar="DRAFT.json")
    arguments = parser.parse_args()
    failed = False
    for path in arguments.drafts:
        try:
            draft = json.loads(path.read_text(encoding="utf-8"))
            record, evidence, length = draft["record"], draft["evidence"], draft.get("totalLines")
            print(f"{path}: {add_record(arguments.records, record, evidence, total_lines=length, replace=True)}")
        except (ErrkbError, ValueError, KeyError, TypeError, OSError) as error:
            failed = True
            hint = f" ({error.hint})" if isinstance(error, ErrkbError) and error.hint else ""
            print(f"{path}: {type(error).__name__}: {error}{hint}", file=sys.stderr)
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
