# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["jest@30.2.0", "babel-jest@30.2.0", "@babel/preset-env@7.28.5", "@babel/core@7.28.5"]
# memory = 65536
# ///
"""A promise that is not awaited."""

import subprocess
import sys
from pathlib import Path

SHARED = """\
{}
"""
BEFORE = """\
const save = () => new Promise((resolve) => setTimeout(() => { console.log('saved'); resolve(); }, 50));
test('saves', () => { save(); });
"""
AFTER = """\
const save = () => new Promise((resolve) => setTimeout(() => { console.log('saved'); resolve(); }, 50));
test('saves', async () => {
  await save();
});
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run(
        {**{"package.json": SHARED}, **{"save.test.js": BEFORE}},
        "node",
        "node_modules/jest/bin/jest.js",
        "--no-cache",
        "--ci",
    )


def fixed():
    run(
        {**{"package.json": SHARED}, **{"save.test.js": AFTER}},
        "node",
        "node_modules/jest/bin/jest.js",
        "--no-cache",
        "--ci",
    )
