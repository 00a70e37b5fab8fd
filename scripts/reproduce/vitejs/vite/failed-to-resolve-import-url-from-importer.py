# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["vite@7.2.4"]
# memory = 65536
# ///
"""An alias that Vite does not know."""

import subprocess
import sys
from pathlib import Path

SHARED_PACKAGE_JSON = """\
{"type": "module"}
"""
SHARED_INDEX_HTML = """\
<script type="module" src="/src/main.js"></script>
"""
SHARED_SRC_MAIN_JS = """\
import '@/util.js';
"""
SHARED_SRC_UTIL_JS = """\
console.log(1);
"""
BEFORE = """\
export default {};
"""
AFTER = """\
import { fileURLToPath } from 'node:url';
export default { resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } } };
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
            **{
                "package.json": SHARED_PACKAGE_JSON,
                "index.html": SHARED_INDEX_HTML,
                "src/main.js": SHARED_SRC_MAIN_JS,
                "src/util.js": SHARED_SRC_UTIL_JS,
            },
            **{"vite.config.js": BEFORE},
        },
        "node",
        "node_modules/vite/bin/vite.js",
        "build",
    )


def fixed():
    run(
        {
            **{
                "package.json": SHARED_PACKAGE_JSON,
                "index.html": SHARED_INDEX_HTML,
                "src/main.js": SHARED_SRC_MAIN_JS,
                "src/util.js": SHARED_SRC_UTIL_JS,
            },
            **{"vite.config.js": AFTER},
        },
        "node",
        "node_modules/vite/bin/vite.js",
        "build",
    )
