# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {address = "127.0.0.1:3000"}
# ///
"""A second server on the same port."""

import subprocess
import sys
from pathlib import Path


def node(program, *options, name="app.js"):
    Path(name).write_text(program)
    sys.exit(subprocess.run(["node", *options, name]).returncode)


BEFORE = """\
const http = require('node:http');
http.createServer().listen(3000, '127.0.0.1', () => http.createServer().listen(3000, '127.0.0.1'));
"""
AFTER = """\
const http = require('node:http');
const server = http.createServer((req, res) => res.end('ok'));
server.on('error', (err) => {
  if (err.code !== 'EADDRINUSE') throw err;
  server.listen(0, () => { console.log('port', server.address().port); process.exit(); });
});
http.createServer().listen(3000, () => server.listen(3000));
"""


def trigger():
    node(BEFORE)


def fixed():
    node(AFTER)
