# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["composer", "php"]
# memory = 65536
# ///
"""A package that wants a PHP of the future."""

import json
import os
import subprocess
import sys
from pathlib import Path


def package(folder, **fields):
    Path(folder).mkdir(parents=True, exist_ok=True)
    Path(folder, "composer.json").write_text(json.dumps(fields))


def update(wanted):
    package("old", name="acme/lib", version="0.9.0", require={"php": ">=7.4"})
    package("new", name="acme/lib", version="1.0.0", require={"php": ">=99.0"})
    nearby = [{"type": "path", "url": str(Path(folder).absolute())} for folder in ("old", "new")]
    package("app", repositories=[{"packagist": False}, *nearby], require={"acme/lib": wanted})
    environment = os.environ | {"COMPOSER_ALLOW_SUPERUSER": "1"}
    command = ["composer", "update", "--no-interaction", "--no-ansi", "--working-dir", "app"]
    sys.exit(subprocess.run(command, env=environment).returncode)


def trigger():
    update("^1.0")


def fixed():
    update("^0.9")
