# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["webpack@5.103.0", "webpack-cli@6.0.1"]
# memory = 65536
# captures = {reason = "Unexpected token (1:0)"}
# ///
"""A picture without a rule."""

import subprocess
import sys
from pathlib import Path

SHARED_SRC_INDEX_JS = """\
import logo from './logo.svg';
console.log(logo);
"""
SHARED_SRC_LOGO_SVG = """\
<svg/>
"""
BEFORE = """\
module.exports = {};
"""
AFTER = r"""
module.exports = { module: { rules: [{ test: /\.svg$/, type: 'asset/resource' }] } };
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run(
        {**{"src/index.js": SHARED_SRC_INDEX_JS, "src/logo.svg": SHARED_SRC_LOGO_SVG}, **{"webpack.config.js": BEFORE}},
        "node",
        "node_modules/webpack/bin/webpack.js",
        "--mode",
        "development",
        "--no-color",
    )


def fixed():
    run(
        {**{"src/index.js": SHARED_SRC_INDEX_JS, "src/logo.svg": SHARED_SRC_LOGO_SVG}, **{"webpack.config.js": AFTER}},
        "node",
        "node_modules/webpack/bin/webpack.js",
        "--mode",
        "development",
        "--no-color",
    )
