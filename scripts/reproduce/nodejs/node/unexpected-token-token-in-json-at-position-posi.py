# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# ///
"""An HTML page is parsed as JSON."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const page = '<!DOCTYPE html>';
console.log(JSON.parse(page));
"""
AFTER = """\
async function load(res) {
  const text = await res.text();
  if (!res.headers.get('content-type')?.includes('json')) return `not JSON: ${text.slice(0, 80)}`;
  return JSON.parse(text);
}
load(new Response('<!DOCTYPE html>', { headers: { 'content-type': 'text/html' } })).then(console.log);
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run({"app.js": BEFORE}, "node", "app.js")


def fixed():
    run({"app.js": AFTER}, "node", "app.js")
