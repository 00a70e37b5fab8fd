# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["jest@30.2.0", "babel-jest@30.2.0", "@babel/preset-env@7.28.5", "@babel/core@7.28.5"]
# memory = 65536
# ///
"""Tests with import and no Babel configuration."""

import subprocess
import sys
from pathlib import Path

SHARED_SUM_JS = """\
export default (a, b) => a + b;
"""
SHARED_SUM_TEST_JS = """\
import sum from './sum';
test('adds', () => expect(sum(1, 2)).toBe(3));
"""
SHARED_PACKAGE_JSON = """\
{}
"""
BEFORE = """\
{}
"""
AFTER_JEST_CONFIG_JSON = """\
{}
"""
AFTER_BABEL_CONFIG_JS = """\
module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] };
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
            **{"sum.js": SHARED_SUM_JS, "sum.test.js": SHARED_SUM_TEST_JS, "package.json": SHARED_PACKAGE_JSON},
            **{"jest.config.json": BEFORE},
        },
        "node",
        "node_modules/jest/bin/jest.js",
        "--no-cache",
        "--ci",
    )


def fixed():
    run(
        {
            **{"sum.js": SHARED_SUM_JS, "sum.test.js": SHARED_SUM_TEST_JS, "package.json": SHARED_PACKAGE_JSON},
            **{"jest.config.json": AFTER_JEST_CONFIG_JSON, "babel.config.js": AFTER_BABEL_CONFIG_JS},
        },
        "node",
        "node_modules/jest/bin/jest.js",
        "--no-cache",
        "--ci",
    )
