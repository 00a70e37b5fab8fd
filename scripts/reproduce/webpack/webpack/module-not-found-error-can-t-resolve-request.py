# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["webpack@5.103.0", "webpack-cli@6.0.1"]
# memory = 65536
# captures = {request = "./app"}
# ///
"""An import of a TypeScript file without its extension."""

import subprocess
import sys
from pathlib import Path

SHARED_SRC_INDEX_JS = """\
import './app';
"""
SHARED_SRC_APP_TS = """\
console.log("app");
"""
BEFORE = """\
module.exports = {};
"""
AFTER = """\
module.exports = { resolve: { extensions: ['.ts', '.js'] } };
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run(
        {**{"src/index.js": SHARED_SRC_INDEX_JS, "src/app.ts": SHARED_SRC_APP_TS}, **{"webpack.config.js": BEFORE}},
        "node",
        "node_modules/webpack/bin/webpack.js",
        "--mode",
        "development",
        "--no-color",
    )


def fixed():
    run(
        {**{"src/index.js": SHARED_SRC_INDEX_JS, "src/app.ts": SHARED_SRC_APP_TS}, **{"webpack.config.js": AFTER}},
        "node",
        "node_modules/webpack/bin/webpack.js",
        "--mode",
        "development",
        "--no-color",
    )
