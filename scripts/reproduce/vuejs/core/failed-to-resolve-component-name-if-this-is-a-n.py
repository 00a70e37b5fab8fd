# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["vue@3.5.25"]
# memory = 65536
# captures = {name = "user-card"}
# ///
"""A component that is not registered."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const { createSSRApp, h } = require('vue');
const { renderToString } = require('vue/server-renderer');
const app = createSSRApp({ template: '<user-card />' });
renderToString(app).then(console.log);
"""
AFTER = """\
const { createSSRApp, h } = require('vue');
const { renderToString } = require('vue/server-renderer');
const UserCard = { render: () => h('p', 'card') };
const app = createSSRApp({ components: { UserCard }, template: '<user-card />' });
renderToString(app).then(console.log);
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run({"app.js": BEFORE}, "node", "app.js")


def fixed():
    run({"app.js": AFTER}, "node", "app.js")
