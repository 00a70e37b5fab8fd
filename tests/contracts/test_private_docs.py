"""docs/private-records.md is true: the example is a good author file, commands run, the keys are those there are."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from errkb.dataset.authorfile import KEYS

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "private-records.md").read_text(encoding="utf-8")
ERRKB = Path(sys.executable).with_name("errkb")


def test_example_and_commands(tmp_path):
    """The example answers the line of the first command, and lint has nothing to say about it."""
    (tmp_path / ".errkb").mkdir()
    (tmp_path / ".errkb" / "errors.toml").write_text(re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)[1])
    environment = os.environ | {"ERRKB_HOME": str(tmp_path / "home"), "COLUMNS": "80"}
    commands = re.search(r"```bash\n(.*?)```", TEXT, re.DOTALL)[1].splitlines()
    assert len(commands) == 2
    for command in commands:
        run = subprocess.run(
            [ERRKB, *shlex.split(command)[1:]], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert run.returncode == 0, run.stdout + run.stderr
        assert run.stderr == ""


def test_keys():
    """The table of keys lists every key, and no other."""
    table = TEXT.partition("## Keys")[2].partition("In `runbook`")[0]
    listed = {
        name
        for row in table.splitlines()
        for name in re.findall(r"`([\w-]+)`", row.split("|")[1] if "|" in row else "")
    }
    assert listed == set(KEYS)
