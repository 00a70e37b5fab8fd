"""One function of a script as a process under limits: time, memory, output, and, where the system can, no network.

Where user namespaces are allowed (Linux, `unshare`) the process sees a network with nothing but loopback, only its own
processes, and all of them end with it. Elsewhere it runs in a process group of its own, which is killed as a whole.
Files are not shut off: a script is code of this repository that a contributor has read, not code from a record.
"""

from __future__ import annotations

import functools
import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from errkb.dataset.script import Script

__all__ = ["MOST_OUTPUT", "Run", "isolation", "run"]

MOST_OUTPUT = 4 << 20
"""Bytes a script may print; more ends it."""
GRACE = 2.0
"""Seconds in which what still holds the output must let go of it."""
_HERE = Path(__file__).parent
_APART = ["unshare", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
_TOOL_HOMES = {"RUSTUP_HOME": ".rustup", "CARGO_HOME": ".cargo"}
"""Programs that need their own folder in the user's home."""
_PASSED_ON = ("JAVA_HOME", "SYSTEMROOT")


@dataclass(slots=True, frozen=True)
class Run:
    """What a process printed (output and errors in one) and how it ended; `stopped` says why it was killed."""

    output: str
    status: int
    stopped: str = ""


@functools.cache
def isolation() -> str:
    """Return what keeps a script apart from this machine, in words."""
    return "no network, own processes" if _namespaces() else "own process group; the network is not shut off here"


def run(script: Script, function: str, python: Path, folder: Path, stop: Event) -> Run:
    """Run a function of a copy of the script in an empty folder below `folder`; set `stop` to end it early.

    The output of both streams is in the order it was printed. Raises `OSError` if it cannot be started.
    """
    work, home = folder / function, folder / "home"
    for path in (work, home, folder / "tmp"):
        path.mkdir(exist_ok=True)
    main = folder / "main.py"
    shutil.copyfile(script.path, main)
    command = [str(python), str(_HERE / "entry.py"), str(main), function, str(script.timeout), str(script.memory)]
    if _namespaces():
        command = [*_APART, sys.executable, "-I", "-S", str(_HERE / "apart.py"), *command]
    with subprocess.Popen(
        command,
        cwd=work,
        env=_environment(python, folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            output, stopped = _read(process, script.timeout, stop)
        finally:
            _kill(process)
    return Run(output.decode("utf-8", "replace"), process.returncode, stopped)


def _read(process: subprocess.Popen[bytes], seconds: int, stop: Event) -> tuple[bytes, str]:
    """Return the output and why the process has to be killed, if it has."""
    assert process.stdout is not None  # noqa: S101 (asked for above)
    parts: list[bytes] = []
    deadline, size, ended = time.monotonic() + seconds, 0, 0.0
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            now = time.monotonic()
            if stop.is_set():
                return b"".join(parts), "the run was interrupted"
            if now > deadline:
                return b"".join(parts), f"still running after {seconds} seconds"
            if process.poll() is not None:
                ended = ended or now
                if now > ended + GRACE:  # a child in the background holds the output
                    return b"".join(parts), ""
            if not selector.select(timeout=0.2):
                continue
            part = os.read(process.stdout.fileno(), 1 << 16)
            if not part:
                break
            parts.append(part)
            size += len(part)
            if size > MOST_OUTPUT:
                return b"".join(parts), f"printed more than {MOST_OUTPUT >> 20} MiB"
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return b"".join(parts), f"still running after {seconds} seconds"
    return b"".join(parts), ""


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End whatever is left of the process group."""
    if sys.platform == "win32":
        process.kill()
        process.wait()
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # gone, or (macOS) nothing left but a zombie
        process.kill()
    process.wait()


def _environment(python: Path, folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(python.parent), os.environ.get("PATH", os.defpath)])
    found = {
        "PATH": path,
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "PYTHONNOUSERSITE": "1",
    }
    for name, below in _TOOL_HOMES.items():
        place = os.environ.get(name) or str(Path.home() / below)
        if Path(place).is_dir():
            found[name] = place
    return found | {name: os.environ[name] for name in _PASSED_ON if name in os.environ}


@functools.cache
def _namespaces() -> bool:
    """Return whether namespaces can be made here, by making some."""
    if sys.platform != "linux" or not shutil.which("unshare"):
        return False
    probe = [*_APART, sys.executable, "-I", "-S", str(_HERE / "apart.py"), "true"]
    try:
        return subprocess.run(probe, capture_output=True, timeout=20, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
