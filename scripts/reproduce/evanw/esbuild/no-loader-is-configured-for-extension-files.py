# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["esbuild@0.27.0"]
# memory = 65536
# captures = {extension = ".svg", path = "src/logo.svg"}
# ///
"""A picture is imported."""

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
require('esbuild').buildSync({ entryPoints: ['src/index.js'], bundle: true, outdir: 'out' });
"""
AFTER = """\
require('esbuild').buildSync({ entryPoints: ['src/index.js'], bundle: true, outdir: 'out',
  loader: { '.svg': 'dataurl' } });
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run(
        {**{"src/index.js": SHARED_SRC_INDEX_JS, "src/logo.svg": SHARED_SRC_LOGO_SVG}, **{"build.js": BEFORE}},
        "node",
        "build.js",
    )


def fixed():
    run(
        {**{"src/index.js": SHARED_SRC_INDEX_JS, "src/logo.svg": SHARED_SRC_LOGO_SVG}, **{"build.js": AFTER}},
        "node",
        "build.js",
    )
