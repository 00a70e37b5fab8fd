"""Assignments: which texts and exceptions a name holds."""

from __future__ import annotations

import ast

from errkb.harvest.marks import ITEM, MAX_ALTERNATIVES, product
from errkb.harvest.python.classes import Classes
from errkb.harvest.python.sites import MESSAGE_NAME
from errkb.harvest.python.texts import Scope, dotted, placeholder

__all__ = ["Bindings", "forget"]


class Bindings(Classes):
    """Follows what is assigned, added and appended to names."""

    def _assign(self, node: ast.Assign | ast.AnnAssign, scope: Scope) -> bool:
        value = node.value
        if value is None:
            return False
        before = len(self.sites)
        if self._tells(node):
            self._calls(value, scope)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            self._bind(target, value, scope)
            if len(self.sites) > before and isinstance(value, ast.Call) and (name := dotted(target)):
                scope.raised[name] = list(range(before, len(self.sites)))
        return False

    def _bind(self, target: ast.expr, value: ast.expr, scope: Scope) -> None:
        name = dotted(target)
        if name is None:
            if isinstance(target, ast.Tuple | ast.List):
                if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
                    for one, other in zip(target.elts, value.elts, strict=True):
                        self._bind(one, other, scope)
                else:
                    forget(target, scope)
            return
        if isinstance(value, ast.Dict):
            table = self._literal_table(value, scope)
            if table:
                self.tables[name] = table
            return
        self._follow += bool(MESSAGE_NAME.search(name))
        texts = self.texts.known(value, scope)
        self._follow -= bool(MESSAGE_NAME.search(name))
        scope.raised.pop(name, None)
        if texts is None and scope.owner and name.startswith("self.") and self.owners[scope.owner].exceptional:
            texts = (placeholder(value),)
        if texts is None:
            scope.texts.pop(name, None)
        else:
            scope.texts[name] = texts[:MAX_ALTERNATIVES]
        self._constructor_assigns(name, texts, value.lineno, scope)

    def _augmented(self, node: ast.AugAssign, scope: Scope) -> bool:
        name = dotted(node.target)
        known = scope.texts.get(name) if name else None
        if name is not None and known is not None and isinstance(node.op, ast.Add):
            added = self.texts.known(node.value, scope) or (placeholder(node.value),)
            between = (ITEM,) if isinstance(node.value, ast.List) else ("",)
            scope.texts[name] = product([known, between, added]) or known
        return False

    def _appended(self, call: ast.Call, scope: Scope) -> None:
        """Follow `parts.append("…")`."""
        function = call.func
        if isinstance(function, ast.Attribute) and function.attr == "append" and len(call.args) == 1:
            name = dotted(function.value)
            known = scope.texts.get(name) if name else None
            if name and known is not None:
                added = self.texts.known(call.args[0], scope) or (placeholder(call.args[0]),)
                scope.texts[name] = product([known, (ITEM,), added]) or known


def forget(target: ast.expr, scope: Scope) -> None:
    """Forget what the names of a target held."""
    for node in ast.walk(target):
        if isinstance(node, ast.Name):
            scope.texts.pop(node.id, None)
            scope.raised.pop(node.id, None)
