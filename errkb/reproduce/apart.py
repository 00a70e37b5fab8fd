"""The first process in namespaces of its own: `apart.py COMMAND…` switches the loopback device on and runs the command.

Standard library only, Linux only. It stays as process 1, so that the command is an ordinary process (signals it sends
to itself have their usual effect), and it runs the command as an ordinary user: the rights of the namespace's root,
which reads every file of the user whatever its mode, are not those an error about permissions needs.
"""

import socket
import struct
import subprocess
import sys

__all__ = ["main"]

SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 0x1, 0x40
USER = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]


def main() -> int:
    """Return the exit status of the command, 128 + the signal that ended it."""
    import fcntl  # not on Windows, where this is never run

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP | IFF_RUNNING))
    status = subprocess.call(USER + sys.argv[1:])
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
