"""A command run with its output passed through untouched, as if it were run by itself.

It stays in the process group, so that the keys of the terminal reach it as usual; other signals are passed on. Where
standard output is a terminal the command gets a terminal of its own (raw, of the same size), so that it still shows
colours and progress; where standard output and standard error are the same, it gets one for both and their order stays.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from errkb.errors import UsageError
from errkb.live.backlog import Backlog
from errkb.live.relay import Relay

__all__ = ["Command", "die_like"]

_FORWARDED = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM")
_KERNEL = 128
"""`si_code` of a signal that the kernel sent, for a key or a terminal that hung up: the command has got it, too."""
_OUT, _ERR = 1, 2
LINGERS_AFTER = 2.0
"""Seconds after which it is said that something the command started still writes."""


class Command:
    """A command that runs. Raises `UsageError` if it cannot be started."""

    def __init__(self, arguments: Sequence[str], backlog: Backlog) -> None:
        if not hasattr(os, "posix_spawn"):
            raise UsageError("`errkb run` needs a POSIX system", hint="COMMAND 2>&1 | errkb watch")
        self._signals = {getattr(signal, name) for name in _FORWARDED if hasattr(signal, name)}
        self._status: int | None = None
        self._mask = signal.pthread_sigmask(signal.SIG_BLOCK, self._signals)
        self._terminals: list[int] = []
        ours, theirs = self._channels()
        self._resize()
        self.process = self._spawn(arguments, theirs)
        for descriptor in {*theirs.values()}:
            os.close(descriptor)
        self.relays = [
            Relay("stdout" if target == _OUT else "stderr", source, target, backlog, wait=False)
            for target, source in ours.items()
        ]
        for relay in self.relays:
            relay.start()
        Thread(target=self._forward, daemon=True).start()
        if self._terminals:
            signal.signal(signal.SIGWINCH, lambda *_: self._resized())

    @property
    def in_line(self) -> bool:
        """Tell whether what was passed on last ends within a line."""
        return any(relay.in_line for relay in self.relays)

    def wait(self, lingers: Callable[[], None]) -> int:
        """Return the exit status when everything is passed on, -N if signal N ended it.

        `lingers` is called when it has ended, but something it started goes on writing.
        """
        _, ended = os.waitpid(self.process, 0)
        self._status = status = os.waitstatus_to_exitcode(ended)
        for relay in self.relays:
            relay.join(LINGERS_AFTER)
        if any(relay.is_alive() for relay in self.relays):
            lingers()
            for relay in self.relays:
                relay.join()
        return status

    def _channels(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return by descriptor the end that is read here, and the end that the command writes to."""
        ours: dict[int, int] = {}
        theirs: dict[int, int] = {}
        for target in (_OUT, _ERR):
            if target == _ERR and _same(_OUT, _ERR):
                theirs[_ERR] = theirs[_OUT]
                continue
            ours[target], theirs[target] = self._terminal() if os.isatty(target) else os.pipe()
        return ours, theirs

    def _terminal(self) -> tuple[int, int]:
        """Return a terminal; a plain pipe where the system gives none."""
        import tty

        try:
            ours, theirs = os.openpty()
        except OSError as error:
            sys.stderr.write(f"errkb: no terminal for the command ({error.strerror}): it may print without colours\n")
            return os.pipe()
        tty.setraw(theirs)  # the terminal outside does what is to be done with line ends
        self._terminals.append(ours)
        return ours, theirs

    def _resize(self) -> None:
        """Give the terminals the size of the one outside."""
        import fcntl
        import termios

        outside = next((one for one in (_OUT, _ERR) if os.isatty(one)), None)
        for terminal in self._terminals if outside is not None else ():
            with suppress(OSError):
                size = fcntl.ioctl(outside or 0, termios.TIOCGWINSZ, bytes(8))
                fcntl.ioctl(terminal, termios.TIOCSWINSZ, size)

    def _resized(self) -> None:
        self._resize()
        with suppress(OSError):
            os.kill(self.process, signal.SIGWINCH)

    def _spawn(self, arguments: Sequence[str], theirs: dict[int, int]) -> int:
        actions = [(os.POSIX_SPAWN_DUP2, source, target) for target, source in theirs.items()]
        try:
            return os.posix_spawnp(
                arguments[0],
                list(arguments),
                os.environ,
                file_actions=actions,
                setsigmask=self._mask,
                setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],
            )
        except OSError as error:
            raise NotStartedError(arguments[0], error) from error

    def _forward(self) -> None:
        """Pass signals on to the command, but for those it has got itself; when it has ended, they end this process."""
        while True:
            number, from_kernel = _next_signal(self._signals)
            if self._status is not None:
                os._exit(self._status if self._status >= 0 else 128 - self._status)
            if not from_kernel:
                with suppress(OSError):
                    os.kill(self.process, number)


class NotStartedError(UsageError):
    """A command could not be started; `status` is what a shell answers then."""

    def __init__(self, name: str, error: OSError) -> None:
        missing = isinstance(error, FileNotFoundError)
        message = "there is no such command" if missing else f"cannot be run: {error.strerror or error}"
        super().__init__(message, where=name, hint="check the name and the PATH" if missing else "check its rights")
        self.status = 127 if missing else 126


def die_like(status: int) -> int:
    """Return an exit status, or end this process by the signal that ended the command."""
    if status >= 0:
        return status
    import resource

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the core that matters is the command's
    number = -status
    with suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    os.kill(os.getpid(), number)
    return 128 + number


def _same(one: int, other: int) -> bool:
    """Tell whether two descriptors lead to the same place."""
    try:
        return os.path.sameopenfile(one, other)
    except OSError:
        return False


def _next_signal(signals: set[int]) -> tuple[int, bool]:
    """Return the next signal, and whether it came from a key of the terminal, which all of the group have got."""
    if hasattr(signal, "sigwaitinfo"):
        info = signal.sigwaitinfo(signals)
        return info.si_signo, info.si_code == _KERNEL
    number = signal.sigwait(signals)
    return number, number in (signal.SIGINT, signal.SIGQUIT) and _in_foreground()


def _in_foreground() -> bool:
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False
