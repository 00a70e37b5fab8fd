"""The OpenAPI document is held against the server by schemathesis: what is documented is answered, and nothing else."""

import subprocess
import sys


def test_schemathesis(server, tmp_path):
    """Every request it makes up, valid or not, gets an answer that is documented; none is 5xx."""
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.address}openapi.json"),
        *("--checks", "all", "--max-examples", "15", "--seed", "1", "--no-color", "--request-timeout", "60"),
    ]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert "Tested: 7" in run.stdout
