# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.3.5"]
#
# [tool.errkb]
# memory = 16384
# timeout = 120
# ///
"""One process of a job fails."""

import subprocess
import sys
from pathlib import Path

BEFORE = "raise SystemExit(7)\n"
AFTER = "print('trained')\n"


def torchrun(program):
    Path("train.py").write_text(program)
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "1", "train.py"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout[done.stdout.find("Root Cause") :])  # what people paste
    sys.exit(done.returncode)


def trigger():
    torchrun(BEFORE)


def fixed():
    torchrun(AFTER)
