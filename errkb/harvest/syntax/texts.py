"""What a string expression says: one marked template for each thing it may be (as for Python, by tables).

Literals, interpolation, concatenation, conditionals, format functions and variables are known; everything else is a
placeholder that shows the expression. The work for one message is bounded, whatever variables refer to each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from errkb.harvest.marks import Alternatives, literal, mark, product, unmarked
from errkb.harvest.syntax.escapes import unescaped
from errkb.harvest.syntax.language import Style
from errkb.harvest.syntax.tree import last_name, several
from errkb.model.pattern import is_field, split_template

if TYPE_CHECKING:
    from tree_sitter import Node

    from errkb.harvest.syntax.reader import Reader

__all__ = ["Texts"]

MAX_STEPS = 600
"""Nodes evaluated for one message."""
MAX_PARTS = 200
MAX_NESTING = 40
MAX_MACRO = 4_000
"""Bytes of source of a macro that may be text."""

_MADE = "\ue000[^\ue002]*\ue002|"
"""A placeholder that is there already."""
_PRINTF = re.compile(
    _MADE + r"%(?:%|[-#0+ ]*(?:\[(\d{1,2})\])?(?:\*|\d+(?:\$[-+0]?\d*)?)?(?:\.(?:\*|\d+)?)?(?:\[(\d{1,2})\])?"
    r"(?:hh|h|ll|l|z|t|j|q(?=[diouxX])|I64)?[a-zA-Z]|[<{]\w{1,60}[>}][a-z]?)"
)
_ORDINAL = re.compile(r"%(\d{1,2})\$")
_BRACES = re.compile(_MADE + r"\{\{|\}\}|\{([^{}\n]{0,200})\}")
_DELIMITED = re.compile(r"[A-Za-z@$#]{0,4}(\"{3}|'{3}|\"|'|`)(.*)\1[a-z]{0,3}", re.DOTALL)
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"', re.DOTALL)
_CONTENT = re.compile(r"(?:^|_)(?:content|fragment|text)$")


class Texts:
    """Evaluates the string expressions of one file."""

    def __init__(self, reader: Reader) -> None:
        self._reader, self._language = reader, reader.language
        self._left = MAX_STEPS
        self._nesting = 0

    def start(self) -> None:
        """Begin a message: it may take the whole of the work that is allowed for one."""
        self._left, self._nesting = MAX_STEPS, 0

    def known(self, node: Node | None) -> Alternatives | None:
        """Return what an expression may say, `None` if it is not seen to be text."""
        if node is None or self._left <= 0 or self._nesting > MAX_NESTING:
            return None
        self._left -= 1
        self._nesting += 1
        try:
            return self._known(node)
        finally:
            self._nesting -= 1

    def any(self, node: Node) -> Alternatives:
        """Return what an expression may say, a placeholder if that is not known."""
        return self.known(node) or (self._reader.placeholder(node),)

    def message(self, args: Sequence[Node], style: Style) -> Alternatives:
        """Return the message that the arguments of a call make; `()` if there are none."""
        if not args:
            return ()
        if style == "each":
            return tuple(dict.fromkeys(text for arg in args for text in self.known(arg) or ()))
        first = self.any(args[0])
        if style == "joined":
            if not any(_PRINTF.search(text) for text in first):
                parts = [first]
                for arg in args[1:]:
                    parts += [(" ",), self.any(arg)]
                return product(parts)
            style = "printf"
        if style == "plain":
            return first
        if style == "glued":
            return product([first, *map(self.any, args[1:])])
        return tuple(dict.fromkeys(one for text in first for one in self.filled(text, args[1:], style)))

    def filled(self, text: str, values: Sequence[Node], style: Style) -> Alternatives:
        """Return a format with the values that are known texts filled in, the others as the source shows them."""
        pattern = _BRACES if style == "braces" else _PRINTF
        parts: list[Alternatives] = []
        end = number = 0
        for found in pattern.finditer(text):
            parts.append((text[end : found.start()],))
            end = found.end()
            if found[0][0] == "\ue000":
                parts.append((found[0],))
                continue
            if found[0] in ("%%", "{{", "}}"):
                parts.append((found[0][0],))
                continue
            if style == "braces" and not is_field(found[0]):
                parts.append((found[0],))
                continue
            number, part = (self._brace if style == "braces" else self._conversion)(found, values, number)
            parts.append(part)
        return product([*parts, (text[end:],)])

    def _conversion(self, found: re.Match[str], values: Sequence[Node], number: int) -> tuple[int, Alternatives]:
        number += found[0].count("*")
        ordinal = _ORDINAL.match(found[0])
        at = found[1] or found[2] or (ordinal[1] if ordinal is not None else None)
        place = int(at) - 1 if at else number
        node = values[place] if 0 <= place < len(values) else None
        if node is not None and self._reader.text(node).isdigit():
            return place + 1, (self._reader.text(node),)
        known = self.known(node) if node is not None and found[0][-1] in "svq" else None
        if known is not None and all(literal(text) for text in known):
            return place + 1, known if found[0][-1] != "q" else tuple(f'"{text}"' for text in known)
        name = self._reader.shown(node) if node is not None else found[0].strip("%<>{}") or "value"
        shown = found[0] if split_template(found[0]) == [None] else f"{{{name}}}"
        return place + 1, (mark(shown, name),)

    def _brace(self, found: re.Match[str], values: Sequence[Node], number: int) -> tuple[int, Alternatives]:
        name = found[1].partition(":")[0].partition(",")[0].strip()
        node = None
        if not name or name.isdigit():
            place = int(name) if name else number
            number += not name
            node = values[place] if place < len(values) else None
        known = self.known(node) if node is not None and name == found[1].strip() else None
        expression = self._reader.shown(node) if node is not None else name or "value"
        return number, known or (mark(found[0], expression),)

    def _known(self, node: Node) -> Alternatives | None:
        kind, language = node.type, self._language
        if kind in language.strings:
            return self._string(node)
        if kind in language.macros:
            return self._macro(node)
        if kind in language.special:
            return language.special[kind](self._reader, node)
        if kind in language.names:
            found = self._reader.variables.known(node)
            if found is None and language.bare_calls:
                found = self._reader.results.known(node, self._reader.text(node))
            return found
        if kind in language.concatenations:
            return self._concatenated(node)
        if kind in language.transparent:
            inner = next((one for one in node.named_children if one.type not in language.comments), None)
            return self.known(inner)
        if kind in language.adjacent:
            parts = [one for one in node.named_children[:MAX_PARTS] if one.type not in language.comments]
            return product([self.any(one) for one in parts]) or None
        if kind in language.blocks_of_value:
            return self.known(
                next((one for one in reversed(node.named_children) if one.type not in language.comments), None)
            )
        if kind in language.conditionals:
            ways = [way for field in language.conditionals[kind] for way in several(node, field)]
            texts = [(way, self.known(way)) for way in ways]
            if not any(found for _, found in texts):
                return None
            return tuple(dict.fromkeys(text for way, found in texts for text in found or self.any(way)))
        return self._call(node) if kind in language.calls else None

    def _string(self, node: Node) -> Alternatives | None:
        language = self._language
        inside = [one for one in node.children[: 4 * MAX_PARTS] if one.is_named]
        gaps = language.gaps and not any(one.type in language.strings for one in inside)
        parts = self._between(node, inside) if gaps else self._pieces(inside)
        if not parts:
            whole = self._reader.text(node)
            found = _DELIMITED.fullmatch(whole)
            parts.append((unmarked(found[2] if found else whole),))
        texts = product(parts)
        if language.clean is not None:
            texts = tuple(language.clean(node.type, text) for text in texts)
        return texts or None

    def _macro(self, node: Node) -> Alternatives | None:
        source = self._reader.text(node) if node.end_byte - node.start_byte < MAX_MACRO else ""
        strings = _LITERAL.findall(source)
        if not strings or _LITERAL.sub("", source).strip("() \t\n\\"):
            return None
        return ("".join(map(unescaped, strings)),)

    def _pieces(self, inside: Sequence[Node]) -> list[Alternatives]:
        parts: list[Alternatives] = []
        continued = False
        for child in inside:
            parts += (tuple(text.lstrip() for text in part) if continued else part for part in self._piece(child))
            continued = self._language.continued and child.text in (b"\\\n", b"\\\r\n")
        return parts

    def content(self, node: Node) -> Alternatives:
        """Return what the parts of a node say that holds text and what is put into it."""
        return product([part for child in node.named_children[:MAX_PARTS] for part in self._piece(child)])

    def _piece(self, child: Node) -> Iterator[Alternatives]:
        language = self._language
        if child.type in language.interpolations:
            inner = next((one for one in child.named_children if one.type not in language.punctuation), child)
            inner = child if child.type in language.names else inner
            yield self.any(inner) if inner is not child or inner.type in language.names else self._bare(child)
        elif child.type == "escape_sequence":
            yield (unescaped(self._reader.text(child)),)
        elif child.type in language.strings:
            yield self.any(child)
        elif _CONTENT.search(child.type):
            yield (unmarked(self._reader.text(child)),)

    def _between(self, node: Node, inside: Sequence[Node]) -> list[Alternatives]:
        """Return the parts of a string whose grammar names only what is between its text."""
        whole = self._reader.text(node)
        found = _DELIMITED.fullmatch(whole)
        start, end = node.start_byte, node.end_byte
        if found is not None:
            start += len(whole[: found.start(2)].encode())
            end -= len(whole[found.end(2) :].encode())
        parts: list[Alternatives] = []
        for child in inside:
            parts.append((self._reader.source(start, child.start_byte),))
            parts += self._piece(child)
            start = child.end_byte
        return [*parts, (self._reader.source(start, end),)]

    def _bare(self, node: Node) -> Alternatives:
        text = self._reader.text(node).lstrip("$#{").rstrip("}").strip()
        return (mark(self._language.placeholder % text, text),)

    def _concatenated(self, node: Node) -> Alternatives | None:
        """Return a chain of `a + b + c`, however long, as far as one side is text."""
        language = self._language
        terms: list[Node] = []
        at: Node | None = node
        while at is not None and at.type in language.concatenations:
            operator = at.child_by_field_name("operator")
            sign = self._reader.text(operator) if operator is not None else ""
            right = at.child_by_field_name("right")
            if sign not in language.plus or right is None or len(terms) >= MAX_PARTS:
                break
            terms.append(right)
            at = at.child_by_field_name("left")
        if not terms or at is None:
            return self._chosen(node)
        terms.append(at)
        terms.reverse()
        head = (self._reader.placeholder(terms[0]),) if len(terms) > MAX_PARTS else self.known(terms[0])
        known = [head, *map(self.known, terms[1:])]
        if not any(known):
            return None
        return product([found or self._added(term) for term, found in zip(terms, known, strict=True)]) or None

    def _added(self, term: Node) -> Alternatives:
        """Return a term of a sum: a number stands for itself."""
        text = self._reader.text(term)
        return (text,) if text.isdigit() else (self._reader.placeholder(term),)

    def _chosen(self, node: Node) -> Alternatives | None:
        """Return what `a || "text"` and `"text %s" % a` may say."""
        operator = self._reader.text(node.child_by_field_name("operator"))
        if operator == "%":
            right = node.child_by_field_name("right")
            texts = self.known(node.child_by_field_name("left"))
            if right is None or texts is None:
                return None
            values = right.named_children if right.type in self._language.arrays else [right]
            return tuple(dict.fromkeys(one for text in texts for one in self.filled(text, values, "printf"))) or None
        if operator not in ("||", "??", "?:", "or"):
            return None
        sides = [side for field in ("left", "right") if (side := node.child_by_field_name(field)) is not None]
        known = [self.known(side) for side in sides]
        if not any(known):
            return None
        either = dict.fromkeys(one for side, found in zip(sides, known, strict=True) for one in found or self.any(side))
        return tuple(text for text in either if text) or ("",)

    def _call(self, node: Node) -> Alternatives | None:
        language, reader = self._language, self._reader
        callee = reader.callee(node)
        for pattern, style in language.wrappers.items():
            if re.fullmatch(pattern, callee):
                args = reader.arguments(node)
                if language.aside is not None and args and re.fullmatch(language.aside, reader.text(args[0])):
                    del args[0]
                return (self.message(args, style) or None) if args else ("",)
        method = last_name(callee)
        if method not in language.methods and method not in language.fills and method not in ("join", "concat"):
            return reader.results.known(node, callee)
        base = reader.receiver(node)
        if method == "join":
            return self._joined(base, reader.arguments(node)) if base is not None else None
        texts = self.known(base)
        if texts is None or method in language.methods:
            return texts
        if method in language.fills:
            return self.message([base, *reader.arguments(node)], language.fills[method]) if base is not None else None
        return product([texts, *map(self.any, reader.arguments(node))]) or None

    def _joined(self, base: Node, args: Sequence[Node]) -> Alternatives | None:
        """Return what `["a", "b"].join(" ")` says."""
        if base.type in self._language.names:
            values = self._reader.variables.values(base)
            base = values[0] if len(values) == 1 else base
        if base.type not in self._language.arrays:
            return None
        items = [one for one in base.named_children[:MAX_PARTS] if one.type not in self._language.comments]
        known = [self.known(item) for item in items]
        separators = (self.known(args[0]) if args else None) or (",",)
        if not any(known):
            return None
        parts: list[Alternatives] = []
        for item, texts in zip(items, known, strict=True):
            parts += [(separators[0],), texts or (self._reader.placeholder(item),)]
        return product(parts[1:]) or None
