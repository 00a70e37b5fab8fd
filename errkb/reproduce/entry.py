"""Runs one function of a script under limits: `entry.py SCRIPT FUNCTION SECONDS MEMORY_MIB`.

Started with the interpreter of the script's environment, which may be an old one: standard library only, nothing of
errkb, syntax of Python 3.7. An error of the script ends the process as it would end the user's: with its traceback.
"""

import importlib.util
import os
import sys

__all__ = ["limit", "main"]


def limit(seconds: int, mebibytes: int) -> None:
    """Bound processor time, address space and the size of files, here and in every child; no core dumps."""
    try:
        import resource
    except ImportError:  # Windows
        return
    bounds = {
        "RLIMIT_CPU": seconds,
        "RLIMIT_AS": mebibytes << 20,
        "RLIMIT_FSIZE": 1 << 30,
        "RLIMIT_CORE": 0,
    }
    for name, bound in bounds.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        try:
            hard = resource.getrlimit(kind)[1]
            lowest = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
            resource.setrlimit(kind, (lowest, lowest))
        except (OSError, ValueError):  # a system that knows the limit but not how to set it
            pass


def main() -> None:
    """Import the script as module `reproduction` and call the function."""
    path, name, seconds, mebibytes = sys.argv[1:5]
    sys.argv[:] = [path]
    sys.path[0] = os.getcwd()
    limit(int(seconds), int(mebibytes))
    spec = importlib.util.spec_from_file_location("reproduction", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["reproduction"] = module
    spec.loader.exec_module(module)
    getattr(module, name)()


if __name__ == "__main__":
    main()
