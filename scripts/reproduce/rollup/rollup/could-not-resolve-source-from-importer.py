# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["rollup@4.53.3", "@rollup/plugin-node-resolve@16.0.3"]
# memory = 65536
# captures = {source = "./util"}
# ///
"""A folder is imported."""

import subprocess
import sys
from pathlib import Path

SHARED_SRC_INDEX_JS = """\
import './util';
"""
SHARED_SRC_UTIL_INDEX_JS = """\
console.log(1);
"""
BEFORE = """\
export default { input: 'src/index.js', output: { dir: 'out' } };
"""
AFTER = """\
import { nodeResolve } from '@rollup/plugin-node-resolve';
export default { input: 'src/index.js', output: { dir: 'out' }, plugins: [nodeResolve()] };
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
            **{"src/index.js": SHARED_SRC_INDEX_JS, "src/util/index.js": SHARED_SRC_UTIL_INDEX_JS},
            **{"rollup.config.mjs": BEFORE},
        },
        "node",
        "node_modules/rollup/dist/bin/rollup",
        "-c",
    )


def fixed():
    run(
        {
            **{"src/index.js": SHARED_SRC_INDEX_JS, "src/util/index.js": SHARED_SRC_UTIL_INDEX_JS},
            **{"rollup.config.mjs": AFTER},
        },
        "node",
        "node_modules/rollup/dist/bin/rollup",
        "-c",
    )
