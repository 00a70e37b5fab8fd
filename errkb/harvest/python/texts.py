"""What a string expression says: one marked template for each thing it may be.

Knows f-strings, `%`, `.format`, `+`, implicit concatenation, `join`, `dedent`, translation functions, conditional
expressions and names whose values the walk has seen. What it cannot know becomes a placeholder that shows the
expression as it stands in the source. `None` means: this is no text at all, as far as one can see.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field

from errkb.harvest.marks import ITEM, MAX_ALTERNATIVES, Alternatives, literal, mark, product, unmarked

__all__ = ["Scope", "Texts", "dotted", "shown"]

MAX_SHOWN = 80
"""Longest expression shown in a placeholder, in characters."""

_TRANSLATIONS = frozenset({"_", "N_", "_N", "gettext", "gettext_lazy", "ugettext", "ugettext_lazy", "gettext_noop"})
_TRANSLATIONS |= {"lazy_gettext", "pgettext", "pgettext_lazy", "trans", "translate", "mark_safe", "escape", "force_str"}
_PLURALS = frozenset({"ngettext", "ngettext_lazy", "ungettext", "npgettext"})
_KEEPING = frozenset({"strip", "lstrip", "rstrip", "capitalize", "title", "lower", "upper", "expandtabs"})
_WRAPPING = frozenset({"fill", "wrap_text", "wrap", "indent", "str", "format_message", "text", "style", "b", "u"})
_FORMAT = re.compile(r"\{\{|\}\}|\{([^{}:!]*)(![rsa])?(:(?:[^{}]|\{[^{}]*\})*)?\}")
_PERCENT = re.compile(r"%(?:%|(\([^()]*\))?[-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?[hlL]?([diouxXeEfFgGcrsa]))")


@dataclass(slots=True)
class Scope:
    """What is known at one place: texts by name, exceptions put into variables, the class around."""

    texts: dict[str, Alternatives] = field(default_factory=dict)
    raised: dict[str, list[int]] = field(default_factory=dict)
    owner: str | None = None

    def copy(self) -> Scope:
        """Return a scope that can go its own way."""
        return Scope(dict(self.texts), dict(self.raised), self.owner)

    def merge(self, other: Scope) -> None:
        """Add what another way through the source knows."""
        for name, texts in other.texts.items():
            own = self.texts.get(name)
            if own is None or own == texts:
                self.texts[name] = texts
            else:
                self.texts[name] = tuple(dict.fromkeys((*own, *texts)))[:MAX_ALTERNATIVES]
        for name, sites in other.raised.items():
            self.raised.setdefault(name, sites)


class Texts:
    """Evaluates string expressions of one module.

    `attribute` gives the texts of `self.name`, `table` those of a subscript, `result` those of a call of the module's
    own functions; each may answer `None`.
    """

    def __init__(
        self,
        attribute: Callable[[str, Scope], Alternatives | None],
        table: Callable[[str, str | None, Scope], Alternatives | None],
        result: Callable[[ast.Call, Scope], Alternatives | None],
    ) -> None:
        self._attribute, self._table, self._result = attribute, table, result

    def known(self, node: ast.expr | None, scope: Scope) -> Alternatives | None:
        """Return what the expression may say, `None` if it is not seen to be text."""
        evaluate = _BY_TYPE.get(type(node))
        return None if evaluate is None else evaluate(self, node, scope)

    def any(self, node: ast.expr, scope: Scope) -> Alternatives:
        """Return what the expression may say, a placeholder if that is not known."""
        found = self.known(node, scope)
        return (placeholder(node),) if found is None else found

    def _constant(self, node: ast.Constant, _: Scope) -> Alternatives | None:
        return (unmarked(node.value),) if isinstance(node.value, str) else None

    def _joined(self, node: ast.JoinedStr, scope: Scope) -> Alternatives | None:
        parts: list[Alternatives] = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append((unmarked(str(value.value)),))
            elif isinstance(value, ast.FormattedValue):
                parts.append(self._formatted(value, scope))
        return product(parts) or None

    def _formatted(self, value: ast.FormattedValue, scope: Scope) -> Alternatives:
        if value.format_spec is None:
            found = self.known(value.value, scope)
            if found is not None and value.conversion in (-1, 115):
                return found
            if found is not None and all(literal(text) for text in found):
                return tuple(f"'{text}'" for text in found)
        expression = shown(value.value)
        conversion = f"!{chr(value.conversion)}" if value.conversion > 0 else ""
        spec = ""
        if isinstance(value.format_spec, ast.JoinedStr):
            known = [str(part.value) for part in value.format_spec.values if isinstance(part, ast.Constant)]
            if len(known) == len(value.format_spec.values):
                spec = ":" + "".join(known)
        return (mark(f"{{{expression}{conversion}{_plain(spec)}}}", expression),)

    def _binary(self, node: ast.BinOp, scope: Scope) -> Alternatives | None:
        if isinstance(node.op, ast.Add):
            left, right = self.known(node.left, scope), self.known(node.right, scope)
            if left is None and right is None:
                return None
            return product([left or (placeholder(node.left),), right or (placeholder(node.right),)]) or None
        left = self.known(node.left, scope) if isinstance(node.op, ast.Mod | ast.Mult) else None
        if left is None:
            return None
        if isinstance(node.op, ast.Mult):
            return (placeholder(node),)
        return tuple(dict.fromkeys(found for text in left for found in self._percent(text, node.right, scope))) or None

    def _percent(self, text: str, values: ast.expr, scope: Scope) -> Alternatives:
        """Fill `%` placeholders with texts that are known; the others stay as the source holds them."""
        by_place = values.elts if isinstance(values, ast.Tuple) else [values]
        by_name = _literal_keys(values) if isinstance(values, ast.Dict) else {}
        parts: list[Alternatives] = []
        end = number = 0
        for found in _PERCENT.finditer(text):
            parts.append((text[end : found.start()],))
            end = found.end()
            if found[2] is None:
                parts.append(("%",))
                continue
            number += found[0].count("*")
            node = by_name.get(found[1][1:-1]) if found[1] else by_place[number] if number < len(by_place) else None
            number += 1
            known = self.known(node, scope) if node is not None and found[2] == "s" else None
            expression = found[1][1:-1] if found[1] else shown(node) if node is not None else found[0]
            parts.append(known or (mark(found[0], expression),))
        return product([*parts, (text[end:],)])

    def _call(self, node: ast.Call, scope: Scope) -> Alternatives | None:
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if isinstance(function, ast.Attribute):
            found = self._method(function, name, node, scope)
            if found is not None:
                return found
        if not node.args:
            return self._result(node, scope)
        if name in _TRANSLATIONS or name in _WRAPPING:
            at = 1 if name.startswith("pgettext") and len(node.args) > 1 else 0
            return self.known(node.args[at], scope)
        if name in _PLURALS:
            both = [self.known(argument, scope) for argument in node.args[:2]]
            return tuple(dict.fromkeys(text for texts in both if texts for text in texts)) or None
        if name in ("dedent", "cleandoc"):
            clean = textwrap.dedent if name == "dedent" else inspect.cleandoc
            texts = self.known(node.args[0], scope)
            return None if texts is None else tuple(clean(text) for text in texts)
        return self._result(node, scope)

    def _method(self, function: ast.Attribute, name: str, node: ast.Call, scope: Scope) -> Alternatives | None:
        """Return what a method of a text gives."""
        if name == "join" and node.args:
            separators = self.known(function.value, scope)
            items = None if separators is None else self.known(node.args[0], scope)
            if separators is None:
                return None
            if items is None:
                return (mark(f"{{{shown(node.args[0])}}}", shown(node.args[0])),)
            return tuple(dict.fromkeys(text.replace(ITEM, sep) for sep in separators for text in items))
        if name not in _KEEPING and name not in ("format", "replace", "removesuffix", "removeprefix"):
            return None
        base = self.known(function.value, scope)
        if base is None:
            return None
        if name == "format":
            return tuple(dict.fromkeys(found for text in base for found in self._format(text, node, scope))) or None
        if name in _KEEPING and not node.args:
            return tuple(_apply(name, text) for text in base)
        constants = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        if name == "replace" and len(constants) == 2 and all(isinstance(value, str) for value in constants):
            return tuple(text.replace(str(constants[0]), str(constants[1])) for text in base if constants[0]) or base
        return base

    def _format(self, text: str, node: ast.Call, scope: Scope) -> Alternatives:
        by_name = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        parts: list[Alternatives] = []
        end = number = 0
        for found in _FORMAT.finditer(text):
            parts.append((text[end : found.start()],))
            end = found.end()
            if found[0] in ("{{", "}}"):
                parts.append((found[0][0],))
                continue
            field_name = found[1].strip()
            argument: ast.expr | None = None
            if not field_name or field_name.isdigit():
                at = int(field_name) if field_name else number
                number += 1
                argument = node.args[at] if at < len(node.args) else None
            else:
                argument = by_name.get(field_name)
            plain = argument is not None and not found[2] and not found[3]
            known = self.known(argument, scope) if plain else None
            expression = shown(argument) if argument is not None else field_name
            parts.append(known or (mark(_plain_field(found[0]), expression),))
        return product([*parts, (text[end:],)])

    def _either(self, node: ast.IfExp, scope: Scope) -> Alternatives | None:
        one, other = self.known(node.body, scope), self.known(node.orelse, scope)
        if one is None and other is None:
            return None
        return tuple(dict.fromkeys((*(one or (placeholder(node.body),)), *(other or (placeholder(node.orelse),)))))

    def _boolean(self, node: ast.BoolOp, scope: Scope) -> Alternatives | None:
        values = node.values if isinstance(node.op, ast.Or) else node.values[-1:]
        known = [self.known(value, scope) for value in values]
        return tuple(dict.fromkeys(text for texts in known if texts for text in texts)) or None

    def _name(self, node: ast.Name, scope: Scope) -> Alternatives | None:
        return scope.texts.get(node.id)

    def _dotted(self, node: ast.Attribute, scope: Scope) -> Alternatives | None:
        if isinstance(node.value, ast.Name):
            known = scope.texts.get(f"{node.value.id}.{node.attr}")
            if known is not None:
                return known
            if node.value.id in ("self", "cls") or node.value.id[:1].isupper():
                return self._attribute(f"{node.value.id}.{node.attr}", scope)
        return None

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Alternatives | None:
        if isinstance(node.slice, ast.Slice):
            return None
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        base = dotted(node.value)
        return self._table(base, key if isinstance(key, str) else None, scope) if base else None

    def _walrus(self, node: ast.NamedExpr, scope: Scope) -> Alternatives | None:
        return self.known(node.value, scope)

    def _list(self, node: ast.List | ast.Tuple, scope: Scope) -> Alternatives | None:
        """A list of texts is one text with marks between the items, so that all else works alike."""
        if not node.elts or len(node.elts) > 40:
            return None
        known = [self.known(item, scope) for item in node.elts]
        if not any(known):
            return None
        parts: list[Alternatives] = []
        for item, texts in zip(node.elts, known, strict=True):
            parts += [(ITEM,), texts or (placeholder(item),)]
        return product(parts[1:]) or None


_BY_TYPE: dict[type, Callable[..., Alternatives | None]] = {
    ast.Constant: Texts._constant,
    ast.JoinedStr: Texts._joined,
    ast.BinOp: Texts._binary,
    ast.Call: Texts._call,
    ast.IfExp: Texts._either,
    ast.BoolOp: Texts._boolean,
    ast.Name: Texts._name,
    ast.Attribute: Texts._dotted,
    ast.Subscript: Texts._subscript,
    ast.NamedExpr: Texts._walrus,
    ast.List: Texts._list,
    ast.Tuple: Texts._list,
}


def placeholder(node: ast.expr) -> str:
    """Return the placeholder of an expression, the value itself of a constant."""
    if isinstance(node, ast.Constant) and node.value is not ...:
        return unmarked(str(node.value))
    expression = shown(node)
    return mark(f"{{{expression}}}", expression)


def shown(node: ast.expr) -> str:
    """Return an expression as a placeholder shows it: on one line, without braces, `value` where that is impossible."""
    text = dotted(node)
    if text is None:
        try:
            text = ast.unparse(node)
        except (RecursionError, ValueError):
            return "value"
    text = unmarked(text)
    if len(text) > MAX_SHOWN or any(char in text for char in "{}\n"):
        return "value"
    return text


def dotted(node: ast.expr) -> str | None:
    """Return `a.b.c` of a name with attributes, `None` of anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))


def _literal_keys(node: ast.Dict) -> dict[str, ast.expr]:
    return {
        key.value: value
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


def _apply(method: str, text: str) -> str:
    return str(getattr(text, method)())


def _plain(spec: str) -> str:
    return "" if any(char in spec for char in "{}\n") else unmarked(spec)


def _plain_field(text: str) -> str:
    return text if "{" not in text[1:] and "\n" not in text else "{}"
