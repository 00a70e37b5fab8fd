# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["mongoose@8.20.1"]
# memory = 65536
# captures = {kind = "ObjectId"}
# ///
"""An id that is none."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const mongoose = require('mongoose');
const User = mongoose.model('User', new mongoose.Schema({ name: String }));
User.findById('favicon.ico').exec();
"""
AFTER = """\
const mongoose = require('mongoose');
const id = 'favicon.ico';
console.log(mongoose.isValidObjectId(id) ? 'look it up' : 'no such user');
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
