#!/usr/bin/env python3
"""Write schema/*.schema.json from the models; files of shapes that are gone are removed.

usage: export_schemas.py [FOLDER]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from errkb.dataset.atomic import write_text
from errkb.dataset.schemas import export


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "schema"
    schemas = export()
    for name, schema in schemas.items():
        write_text(folder / name, json.dumps(schema, ensure_ascii=False, indent=2) + "\n")
    for stale in folder.glob("*.schema.json"):
        if stale.name not in schemas:
            stale.unlink()
    print(f"{len(schemas)} schemas in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
