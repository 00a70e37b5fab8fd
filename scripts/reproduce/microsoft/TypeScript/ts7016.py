# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["typescript@5.9.3"]
# memory = 65536
# captures = {module = "./math.js"}
# ///
"""Plain JavaScript without declarations."""

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
SHARED_MATH_JS = """\
export const add = (a, b) => a + b;
"""
BEFORE = """\
import { add } from './math.js';
export const three: number = add(1, 2);
"""
AFTER_SRC_TS = """\
import { add } from './math.js';
export const three: number = add(1, 2);
"""
AFTER_MATH_D_TS = """\
export function add(a: number, b: number): number;
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run(
        {**{"tsconfig.json": SHARED_TSCONFIG_JSON, "math.js": SHARED_MATH_JS}, **{"src.ts": BEFORE}},
        "node",
        "node_modules/typescript/bin/tsc",
    )


def fixed():
    run(
        {
            **{"tsconfig.json": SHARED_TSCONFIG_JSON, "math.js": SHARED_MATH_JS},
            **{"src.ts": AFTER_SRC_TS, "math.d.ts": AFTER_MATH_D_TS},
        },
        "node",
        "node_modules/typescript/bin/tsc",
    )
