# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {errno = "13", filename = "app.log"}
# ///
"""A log belongs to someone else."""

from pathlib import Path


def trigger():
    Path("app.log").touch(mode=0o400)
    Path("app.log").write_text("started")


def fixed():
    log = Path.home() / ".local" / "state" / "app" / "app.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("started")
