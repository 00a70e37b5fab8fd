"""`Canvas`: styled lines, wrapped to the screen. The only module that imports rich.

Everything that is drawn passes through `printable` here, so nothing from a paste or a record can reach the terminal as
a control sequence; markup is never interpreted, since only `Text` is used. The sixteen colours of the terminal's own
palette are used and no background, so that the page is readable on light and dark.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.style import Style
from rich.text import Text

from errkb.normalize import printable
from errkb.render.prose import cut
from errkb.render.screen import Screen

__all__ = ["INDENT", "Canvas", "Line", "clip", "plain"]

Line = Text
"""A line with its styles."""

LONGEST = 20_000
"""Characters of one block that are drawn; a page is for reading, the JSON holds everything."""
MOST_LINES = 500
INDENT = "  "


class Canvas:
    """Lines of styled text, drawn from the top down."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.lines: list[Text] = []
        self._console = Console(
            file=io.StringIO(),
            width=screen.width,
            force_terminal=screen.colour,
            color_system="standard" if screen.colour else None,
            legacy_windows=False,
            markup=False,
            emoji=False,
            highlight=False,
        )

    def wrap(self, text: str | Text, *, indent: str = "", hang: str | None = None, style: str = "") -> list[Text]:
        """Return the text as lines that fit the screen; `hang` is the indent of all lines but the first."""
        hang = indent if hang is None else hang
        width = max(self.screen.width - max(len(indent), len(hang)), 8)
        wrapped: list[Text] = []
        for paragraph in (plain(text) if isinstance(text, str) else text).split(allow_blank=True) or [Text()]:
            wrapped += paragraph.wrap(self._console, width) or [Text()]
        lines = []
        for number, line in enumerate(wrapped):
            line.rstrip()
            line.stylize_before(style)
            lines.append(Text(hang if number else indent).append_text(line) if line.plain else line)
        return lines

    def put(self, *lines: Text) -> None:
        """Add lines as they are."""
        self.lines += lines

    def blank(self) -> None:
        """Add an empty line, unless there is one already."""
        if self.lines and self.lines[-1].plain:
            self.lines.append(Text())

    def title(self, text: str, style: str = "bold cyan") -> None:
        """Start a section."""
        self.blank()
        self.put(*self.wrap(text, style=style))

    def rule(self) -> None:
        """Part two answers."""
        self.blank()
        self.put(Text("─" * min(self.screen.width, 40), "dim"))

    def prose(self, text: str, style: str = "") -> None:
        """Add running text."""
        self.put(*self.wrap(text, indent=INDENT, style=style))

    def items(self, items: Sequence[str], first: int | None = None) -> None:
        """Add a list, numbered from `first` if given."""
        for number, item in enumerate(items, first or 0):
            mark = f"{INDENT}{number}. " if first is not None else f"{INDENT}- "
            self.put(*self.wrap(item, indent=mark, hang=" " * len(mark)))

    def pairs(self, pairs: Iterable[tuple[str, str]], equals: str = "  ", style: str = "") -> list[Text]:
        """Return one line per pair, names padded to a column, values cut at the edge of the screen."""
        rows = [(plain(name).plain, plain(value).plain.replace("\n", " ⏎ ")) for name, value in pairs]
        column = max((len(name) for name, _ in rows if len(name) <= self.screen.width // 3), default=0)
        lines = []
        for name, value in rows:
            line = Text(INDENT).append(name.ljust(column)).append(equals, "dim").append(value, style)
            line.truncate(self.screen.width, overflow="ellipsis")
            lines.append(line)
        return lines

    def word(self, text: str, style: str = "") -> Text:
        """Return a piece of a line."""
        word = plain(text)
        word.stylize(style)
        return word

    def link(self, url: str) -> Text:
        """Return an address on a line of its own, never broken, so that it can be clicked and copied."""
        return Text(INDENT).append_text(self.word(url, "blue"))

    def code(self, code: str, language: str) -> None:
        """Add code as it is: no indent, no frame and no wrapping, so that it can be copied."""
        self.put(*_highlight(plain(code.strip("\n")).plain, language if self.screen.colour else "text"))

    def render(self) -> str:
        """Return everything drawn, with a final newline."""
        if not self.screen.colour:
            return "".join(f"{line.plain.rstrip()}\n" for line in self.lines)
        with self._console.capture() as capture:
            for line in self.lines:
                self._console.print(line, soft_wrap=True)
        return capture.get()


def plain(text: str) -> Text:
    """Return foreign text without anything a terminal would obey."""
    lines = cut(text, LONGEST).split("\n", MOST_LINES)
    whole = "\n".join(lines) if len(lines) <= MOST_LINES else "\n".join([*lines[:MOST_LINES], "…"])
    return Text(printable(whole).expandtabs(4))


def clip(lines: list[Text], rows: int, width: int) -> list[Text]:
    """Return the first rows; the last one ends with an ellipsis when something is missing."""
    if len(lines) <= rows:
        return lines
    kept = [line.copy() for line in lines[:rows]]
    if kept:
        last = kept[-1]
        last.truncate(width - 1)
        if (over := len(last.plain) - len(last.plain.rstrip(" .,;:"))) > 0:
            last.right_crop(over)
        last.append("…")
    return kept


def _highlight(code: str, language: str) -> list[Text]:
    if language == "text":
        return [Text(line) for line in code.split("\n")]
    from pygments.token import (  # type: ignore[import-untyped,unused-ignore]
        Comment,
        Generic,
        Keyword,
        Name,
        Number,
        Operator,
        String,
        Token,
    )
    from rich.syntax import ANSISyntaxTheme, Syntax

    palette = {
        Token: Style(),
        Comment: Style(dim=True, italic=True),
        Keyword: Style(color="blue", bold=True),
        Operator.Word: Style(color="blue", bold=True),
        Name.Decorator: Style(color="magenta"),
        Name.Function: Style(color="magenta"),
        Name.Class: Style(color="magenta"),
        String: Style(color="green"),
        Number: Style(color="cyan"),
        Generic.Deleted: Style(color="red"),
        Generic.Inserted: Style(color="green"),
    }
    syntax = Syntax("", language, theme=ANSISyntaxTheme(palette))
    highlighted = syntax.highlight(code)
    highlighted.rstrip()
    return list(highlighted.split(allow_blank=True))
