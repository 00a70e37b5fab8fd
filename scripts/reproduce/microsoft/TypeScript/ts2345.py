# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["typescript@5.9.3"]
# memory = 65536
# captures = {target = "string"}
# ///
"""A value that may be missing."""

import subprocess
import sys
from pathlib import Path

SHARED = """\
{
  "compilerOptions": {
    "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler",
    "target": "es2022", "types": []
  },
  "files": ["src.ts"]
}
"""
BEFORE = """\
const greet = (name: string) => `hello ${name}`;
const names = ['Ada'];
export const text = greet(names.find((n) => n === 'Bob'));
"""
AFTER = """\
const greet = (name: string) => `hello ${name}`;
const names = ['Ada'];
export const text = greet(names.find((n) => n === 'Bob') ?? 'you');
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run({**{"tsconfig.json": SHARED}, **{"src.ts": BEFORE}}, "node", "node_modules/typescript/bin/tsc")


def fixed():
    run({**{"tsconfig.json": SHARED}, **{"src.ts": AFTER}}, "node", "node_modules/typescript/bin/tsc")
