# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# ///
"""A package of ES modules only."""

import subprocess
import sys
from pathlib import Path


def node(program):
    chalk = Path("node_modules/chalk")
    chalk.mkdir(parents=True)
    (chalk / "package.json").write_text('{"name": "chalk", "type": "module", "exports": "./index.js"}')
    (chalk / "index.js").write_text("export default { green: (text) => text };")
    Path("app.js").write_text(program)
    sys.exit(subprocess.run(["node", "--no-experimental-require-module", "app.js"]).returncode)


def trigger():
    node("const chalk = require('chalk');")


def fixed():
    node("import('chalk').then(({ default: chalk }) => console.log(chalk.green('ok')));")
