"""Calls within an expression that print an error, directly or through a helper of the module."""

from __future__ import annotations

import ast
from bisect import bisect_left

from errkb.harvest.marks import MAX_ALTERNATIVES, Alternatives, expressions, literal, substitute
from errkb.harvest.python.names import Names
from errkb.harvest.python.recognise import is_class, recognise
from errkb.harvest.python.sites import Site
from errkb.harvest.python.texts import Scope, dotted

__all__ = ["Calls"]


class Calls(Names):
    """Notes the calls that print an error as sites, with the function around them."""

    def __init__(self, lines: list[int]) -> None:
        super().__init__()
        self.sites: list[Site] = []
        self.helpers: dict[str, list[Site]] = {}
        self._lines = lines
        self._path: list[str] = []
        self._params: tuple[str, ...] = ()
        self._method = False
        self._follow = 0

    def _tells(self, node: ast.stmt) -> bool:
        at = bisect_left(self._lines, node.lineno)
        return at < len(self._lines) and self._lines[at] <= (node.end_lineno or node.lineno)

    def _calls(self, value: ast.expr, scope: Scope) -> None:
        """Note every call within an expression that prints an error."""
        for node in ast.walk(value):
            if isinstance(node, ast.Call) and (callee := dotted(node.func)) is not None:
                if self._helper(node, callee, scope):
                    continue
                found = recognise(callee)
                if found is not None:
                    self._call(node, found, scope, callee)

    def _call(self, node: ast.Call, found: tuple[str, str | None, int], scope: Scope, callee: str) -> None:
        kind, cls, at = found
        if cls in self.owners and not self.owners[cls].exceptional:
            return
        args, named = self._arguments(node, scope)
        if kind == "warn" and cls is None:
            cls = _category(node)
        if kind == "fail" and callee.rpartition(".")[2] == "fail" and scope.owner and node.args:
            args = [self._table("self.error_messages", _text(node.args[0]), scope) or args[0], *args[1:]]
            cls = "ValidationError" if self._table("self.error_messages", _text(node.args[0]), scope) else None
        texts = [text for one in (*args, *named.values()) for text in one]
        if not any(len(literal(text).strip()) > 5 or (kind == "raise" and text) for text in texts):
            return
        if (
            kind in ("fail", "warn")
            and not any(" " in literal(text) for text in texts)
            and callee.rpartition(".")[2] != "abort"
        ):
            return
        if callee.rpartition(".")[2] == "abort":
            kind, cls = "raise", "HTTPException"
        self._site(kind, cls, args, named, node.lineno, scope, at=at)

    def _arguments(self, node: ast.Call, scope: Scope) -> tuple[list[Alternatives], dict[str, Alternatives]]:
        args = [self._any(argument, scope) for argument in node.args]
        return args, {keyword.arg: self._any(keyword.value, scope) for keyword in node.keywords if keyword.arg}

    def _any(self, node: ast.expr, scope: Scope) -> Alternatives:
        self._follow += 1
        try:
            return self.texts.any(node, scope)
        finally:
            self._follow -= 1

    def _site(  # noqa: PLR0917
        self,
        kind: str,
        cls: str | None,
        args: list[Alternatives],
        named: dict[str, Alternatives],
        line: int,
        scope: Scope,
        *,
        at: int = 0,
    ) -> None:
        if cls is not None and cls not in self._params:
            cls = self.resolved(cls)
        function = ".".join(self._path) or None
        self.sites.append(Site(kind, cls, args, named, line, function, at, self._params, self._method, [], scope.owner))

    def _helper(self, node: ast.Call, callee: str, scope: Scope) -> bool:
        """Note the errors of a helper of this module that gets its message from here."""
        receiver, _, name = callee.rpartition(".")
        helpers = self.helpers.get(name)
        if not helpers or receiver not in ("", "self", "cls"):
            return False
        args, named = self._arguments(node, scope)
        noted = False
        for helper in helpers:
            values = dict(zip(helper.params, args, strict=False)) | named
            noted = self._through(helper, values, node, scope) or noted
        return noted

    def _through(self, helper: Site, values: dict[str, Alternatives], node: ast.Call, scope: Scope) -> bool:
        def filled(texts: Alternatives) -> Alternatives:
            return tuple(dict.fromkeys(new for text in texts for new in substitute(text, values)))[:MAX_ALTERNATIVES]

        args = [filled(texts) for texts in helper.args]
        named = {name: filled(texts) for name, texts in helper.named.items()}
        old = max((len(literal(text)) for texts in (*helper.args, *helper.named.values()) for text in texts), default=0)
        new = max((len(literal(text)) for texts in (*args, *named.values()) for text in texts), default=0)
        if new < old + 6:
            return False
        cls = helper.cls
        if cls in helper.params:
            passed = values.get(cls or "", ())
            cls = next((name for text in passed for name in _class_names(text)), None)
        self._site(helper.kind, cls, args, named, node.lineno, scope, at=helper.at)
        self.sites[-1].raised = [(helper.line, helper.function), *helper.raised]
        return True


def _category(node: ast.Call) -> str | None:
    """Return the class of a warning: the argument whose name is one."""
    for value in (
        *node.args[1:],
        *(word.value for word in node.keywords if word.arg in ("category", "warning", "cls")),
    ):
        name = dotted(value)
        if name and name.rpartition(".")[2].endswith("Warning"):
            return name
    callee = dotted(node.func) or ""
    named = {word.arg for word in node.keywords}
    plain = len(node.args) < 2 and not named.intersection({"category", None})
    return "UserWarning" if callee in ("warnings.warn", "warn") and plain else None


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _class_names(text: str) -> list[str]:
    return [name for name in expressions(text) if is_class(name)]
