"""Opening what people give: a file, standard input, the clipboard. Bytes become a `Text` here and nowhere else."""

from __future__ import annotations

from errkb.source.clipboard import read_clipboard
from errkb.source.decode import decode
from errkb.source.paste import read_paste

__all__ = ["decode", "read_clipboard", "read_paste"]
