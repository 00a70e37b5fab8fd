# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["typescript@5.9.3"]
# memory = 65536
# captures = {property = "error"}
# ///
"""A union that was not narrowed."""

import subprocess
import sys
from pathlib import Path

SHARED = """\
{
  "compilerOptions": {
    "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler",
    "types": []
  },
  "files": ["src.ts"]
}
"""
BEFORE = """\
type Result = { value: number } | { error: string };
const show = (result: Result) => result.error;
export { show };
"""
AFTER = """\
type Result = { value: number } | { error: string };
const show = (result: Result) => ('error' in result ? result.error : result.value);
export { show };
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
