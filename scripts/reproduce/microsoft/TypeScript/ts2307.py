# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["typescript@5.9.3"]
# memory = 65536
# captures = {module = "@/util"}
# ///
"""An alias that only the bundler knows."""

import subprocess
import sys
from pathlib import Path

SHARED_TSCONFIG_JSON = """\
{
  "compilerOptions": {
    "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler",
    "types": []
  },
  "files": ["src.ts"]
}
"""
SHARED_SRC_TS = """\
import { add } from '@/util';
export const three = add(1, 2);
"""
SHARED_LIB_UTIL_TS = """\
export const add = (a: number, b: number) => a + b;
"""
BEFORE = """\
{
  "compilerOptions": {
    "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler",
    "types": []
  },
  "files": ["src.ts"]
}
"""
AFTER = """\
{
  "compilerOptions": {
    "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler",
    "types": [], "paths": {"@/*": ["./lib/*"]}
  },
  "files": ["src.ts"]
}
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run(
        {
            **{"tsconfig.json": SHARED_TSCONFIG_JSON, "src.ts": SHARED_SRC_TS, "lib/util.ts": SHARED_LIB_UTIL_TS},
            **{"tsconfig.json": BEFORE},
        },
        "node",
        "node_modules/typescript/bin/tsc",
    )


def fixed():
    run(
        {
            **{"tsconfig.json": SHARED_TSCONFIG_JSON, "src.ts": SHARED_SRC_TS, "lib/util.ts": SHARED_LIB_UTIL_TS},
            **{"tsconfig.json": AFTER},
        },
        "node",
        "node_modules/typescript/bin/tsc",
    )
