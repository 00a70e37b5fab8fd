"""The README is true: its screen is what errkb prints, its commands run, its links lead somewhere."""

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ERRKB = Path(sys.executable).with_name("errkb")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Return the environment of a fresh user, colours off."""
    home = tmp_path_factory.mktemp("home")
    return os.environ | {"ERRKB_HOME": str(home), "COLUMNS": "80", "NO_COLOR": "1"}


def commands():
    """Return the `errkb` commands of the shell blocks, comments taken off, no other program needed."""
    lines = [line for language, block in BLOCKS if language == "bash" for line in block.splitlines()]
    found = [line.split("  #")[0].strip() for line in lines if line.startswith("errkb ")]
    return [line for line in found if "--clipboard" not in line]


def test_screen_is_the_real_one(environment):
    """What the first block shows is what the command prints today (scripts/update_readme.py renews it)."""
    spec = importlib.util.spec_from_file_location("update_readme", ROOT / "scripts" / "update_readme.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    command = module.SCREEN.search(README)[1]
    run = subprocess.run(
        [ERRKB, *shlex.split(command)[1:]], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert f"$ {command}\n{run.stdout.rstrip()}\n```" in README


def test_every_command_runs(environment, tmp_path, good):
    """Each command works as written, in the order written, in a folder that holds the files it speaks of.

    The shipped records stay as they are: what is shown to everybody must not change the checkout.
    """
    from errkb.dataset import Dataset
    from errkb.dataset.segments import fingerprint

    before = fingerprint(ROOT / "records")
    (tmp_path / "build.log").write_text("ValueError: nothing that anybody knows\n")
    Dataset([good()]).write(tmp_path / "my-records")
    assert len(commands()) > 8
    for command in commands():
        run = subprocess.run(
            [ERRKB, *shlex.split(command)[1:]], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        expected = 1 if "build.log" in command else 0  # what that log says is not known, and that is the right answer
        assert run.returncode == expected, f"{command}: {run.stderr}"
        assert fingerprint(ROOT / "records") == before, f"{command} changed the records"


def test_record_example_is_a_good_record(environment, tmp_path):
    """The draft of records/README.md becomes a record that lint has nothing to say about."""
    text = (ROOT / "records" / "README.md").read_text(encoding="utf-8")
    draft = re.search(r"```json\n(.*?)```", text, re.DOTALL)[1]
    (tmp_path / "draft.json").write_text(draft)
    add = [
        sys.executable,
        ROOT / "scripts" / "add_record.py",
        "--records",
        tmp_path / "my-records",
        tmp_path / "draft.json",
    ]
    subprocess.run(add, check=True, stdout=subprocess.DEVNULL)
    run = subprocess.run([ERRKB, "lint", tmp_path / "my-records"], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_ten_minutes(environment, tmp_path):
    """The commands of records/README.md run as written: the skeleton is made, and lint names what is left."""
    text = (ROOT / "records" / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^   ```bash\n(.*?)^   ```", text, re.DOTALL | re.MULTILINE)
    found = [line.strip() for block in blocks for line in block.splitlines()]
    assert [command.split()[1] for command in found] == ["new", "lint", "lint", "lint"]
    outcomes = []
    for command in found:
        run = subprocess.run(
            [ERRKB, *shlex.split(command)[1:]], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        outcomes.append(run.returncode)
    assert outcomes == [0, 1, 0, 1]
    assert "unfinished-text" in run.stdout


def test_python_example_runs(environment):
    """The Python block runs and prints what it says."""
    code = next(block for language, block in BLOCKS if language == "python")
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "'target_vocab_size': '151936'" in run.stdout


def test_setup_commands_are_marked_for_ci():
    """CI takes the two commands from the README; both are there."""
    for name in ("explain", "test"):
        assert re.search(rf"<!-- command: {name} -->\n```bash\n[^`]+```", README)


@pytest.mark.parametrize(
    "path", sorted((ROOT).glob("*.md")) + sorted((ROOT / "docs").rglob("*.md")), ids=lambda p: p.name
)
def test_links_lead_somewhere(path):
    """Every relative link of the documentation names a file that is there."""
    for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
        assert "://" in target or (path.parent / target).exists(), target
