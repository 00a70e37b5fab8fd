# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["eslint@9.39.1"]
# memory = 65536
# ///
"""ESLint 9 in a project without a flat configuration."""

import subprocess
import sys
from pathlib import Path

SHARED_SRC_A_JS = """\
console.log(1);
"""
SHARED_PACKAGE_JSON = """\
{}
"""
BEFORE = """\
{"rules": {"no-unused-vars": "error"}}
"""
AFTER = """\
module.exports = [{ rules: { 'no-unused-vars': 'error' } }];
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run(
        {**{"src/a.js": SHARED_SRC_A_JS, "package.json": SHARED_PACKAGE_JSON}, **{".eslintrc.json": BEFORE}},
        "node",
        "node_modules/eslint/bin/eslint.js",
        "src",
    )


def fixed():
    run(
        {**{"src/a.js": SHARED_SRC_A_JS, "package.json": SHARED_PACKAGE_JSON}, **{"eslint.config.js": AFTER}},
        "node",
        "node_modules/eslint/bin/eslint.js",
        "src",
    )
