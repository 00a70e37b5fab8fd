# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["vite@7.2.4"]
# memory = 65536
# captures = {host = "web"}
# ///
"""A request by a name that is not allowed."""

import subprocess
import sys
from pathlib import Path

SHARED_PACKAGE_JSON = """\
{"type": "module"}
"""
SHARED_INDEX_HTML = """\
<p>hello</p>
"""
SHARED_APP_JS = """\
import http from 'node:http';
import { createServer } from 'vite';

const server = await (await createServer({ server: { host: '127.0.0.1', port: 5173 } })).listen();
http.get({ host: '127.0.0.1', port: 5173, headers: { host: 'web' } }, async (answer) => {
  for await (const part of answer) process.stdout.write(part);
  process.exit();
});
"""
BEFORE = """\
export default {};
"""
AFTER = """\
export default { server: { allowedHosts: ['web'] } };
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
            **{"package.json": SHARED_PACKAGE_JSON, "index.html": SHARED_INDEX_HTML, "app.js": SHARED_APP_JS},
            **{"vite.config.js": BEFORE},
        },
        "node",
        "app.js",
    )


def fixed():
    run(
        {
            **{"package.json": SHARED_PACKAGE_JSON, "index.html": SHARED_INDEX_HTML, "app.js": SHARED_APP_JS},
            **{"vite.config.js": AFTER},
        },
        "node",
        "app.js",
    )
