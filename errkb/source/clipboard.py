"""The clipboard: through pyperclip where it is installed, else through what the desktop brings along."""

from __future__ import annotations

import shutil
import subprocess

from errkb.errors import InputError, MissingExtraError
from errkb.model.text import Text
from errkb.source.decode import decode
from errkb.source.paste import check_paste

__all__ = ["read_clipboard"]

_WHERE = "clipboard"
_SECONDS = 10
_COMMANDS = (
    ("pbpaste",),
    ("wl-paste", "--no-newline"),
    ("xclip", "-selection", "clipboard", "-out"),
    ("xsel", "--clipboard", "--output"),
    ("powershell.exe", "-NoProfile", "-Command", "Get-Clipboard -Raw"),
)


def read_clipboard() -> Text:
    """Return the text on the clipboard.

    Raises `MissingExtraError` where neither pyperclip nor a known command is there, and `InputError` where the
    clipboard cannot be read, is empty or is no paste.
    """
    data = _from_pyperclip()
    if data is None:
        data = _from_command()
    check_paste(data, _WHERE)
    text = decode(data)
    if not text.value.strip():
        raise InputError("is empty", where=_WHERE, hint="Copy the error message first.")
    return text


def _from_pyperclip() -> bytes | None:
    try:
        import pyperclip  # type: ignore[import-untyped,import-not-found,unused-ignore]  # the extra `clipboard`
    except ImportError:
        return None
    try:
        return str(pyperclip.paste()).encode("utf-8", "surrogatepass")
    except pyperclip.PyperclipException:  # no mechanism of its own: the commands below may still do
        return None


def _from_command() -> bytes:
    for name, *arguments in _COMMANDS:
        program = shutil.which(name)
        if program is None:
            continue
        try:
            run = subprocess.run([program, *arguments], capture_output=True, timeout=_SECONDS, check=True)  # noqa: S603
        except (OSError, subprocess.SubprocessError) as error:
            raise InputError(f"{name} cannot read it", where=_WHERE, hint="Pipe the error in instead.") from error
        return run.stdout
    raise MissingExtraError(
        "reading the clipboard needs pyperclip",
        hint='Install it with `pip install "errkb[clipboard]"`, or pipe the error in.',
    )
