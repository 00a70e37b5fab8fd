"""One module's statements in order, with light data flow: which texts and exceptions a name holds where it is used.

Both ways of an `if` are followed and joined; a way that ends (`raise`, `return`) is not joined. Loops are gone through
once, values of other modules and of attributes set elsewhere stay placeholders. Only statements on lines that hold a
telling word are looked into, which is what makes a harvest faster than a full visit of the tree.

The parts of a walk stand on each other: `names` (what a module defines), `calls` (what prints an error), `classes`,
`bindings` (assignments), and here the statements themselves.
"""

from __future__ import annotations

import ast
from typing import Any

from errkb.harvest.marks import MAX_ALTERNATIVES, Alternatives, literal, substitute
from errkb.harvest.python.bindings import Bindings, forget
from errkb.harvest.python.recognise import CONTROL_FLOW, is_class, is_exception
from errkb.harvest.python.sites import Owner, Site
from errkb.harvest.python.texts import Scope, dotted, placeholder

__all__ = ["Walk"]

_TELLING = 8
"""A default with fewer characters is a value, not a message."""
_Functions = ast.FunctionDef | ast.AsyncFunctionDef


class Walk(Bindings):
    """Walks the (thinned) tree of a module and collects `sites` and `owners` (classes)."""

    def __init__(self, lines: list[int], functions: Any = None) -> None:
        super().__init__(lines)
        self._functions = functions
        self._results: dict[str, tuple[tuple[str, ...], Alternatives | None]] = {}
        self._returns: list[Alternatives] | None = None
        self._module = Scope()

    def module(self, tree: ast.Module) -> None:
        """Walk a whole module."""
        self._block(tree.body, self._module)

    def within(self, name: str, lines: list[int], helpers: dict[str, list[Site]]) -> Walk:
        """Return a walk that can go through a single function of the module, with what this one has seen."""
        inner = Walk(lines, self._functions)
        inner.owners, inner.imports, inner.tables, inner.helpers = self.owners, self.imports, self.tables, helpers
        inner._module, inner._path = self._module, name.split(".")[:-1]
        return inner

    def function(self, tree: ast.Module) -> None:
        """Walk a tree that holds one function."""
        owner = ".".join(self._path)
        self._block(tree.body, Scope(dict(self._module.texts), {}, owner if owner in self.owners else None))

    def _block(self, statements: list[ast.stmt], scope: Scope) -> bool:
        """Walk statements in order and say whether the way ends here."""
        for statement in statements:
            visit = _VISIT.get(type(statement))
            if visit is not None and visit(self, statement, scope):
                return True
        return False

    def _raise(self, node: ast.Raise, scope: Scope) -> bool:
        if node.exc is not None:
            self._raised(node.exc, node, scope)
        return True

    def _raised(self, value: ast.expr, node: ast.Raise, scope: Scope) -> None:
        if isinstance(value, ast.Call):
            inner = value.func
            if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Call) and inner.attr in _CHAINED:
                value = inner.value
            self._raised_call(value, node, scope)
        elif isinstance(value, ast.IfExp):
            self._raised(value.body, node, scope)
            self._raised(value.orelse, node, scope)
        elif (name := dotted(value)) is not None:
            if name in scope.raised:
                for at in scope.raised[name]:
                    self.sites[at].line = node.lineno
            elif is_class(name) and name.rpartition(".")[2] not in CONTROL_FLOW:
                self._site("raise", name, [], {}, node.lineno, scope)
        else:
            self._calls(value, scope)

    def _raised_call(self, call: ast.Call, node: ast.Raise, scope: Scope) -> None:
        callee = dotted(call.func)
        name = callee.rpartition(".")[2] if callee else ""
        if name in CONTROL_FLOW:
            return
        if callee is not None and self._helper(call, callee, scope):
            return
        args, named = self._arguments(call, scope)
        if callee is not None and is_class(name):
            self._site("raise", callee, args, named, node.lineno, scope)
        elif any(len(literal(text).strip()) > 5 for texts in (*args, *named.values()) for text in texts):
            cls = callee if callee in self._params else None
            self._site("raise", cls, args, named, node.lineno, scope)
        elif callee in self._params:
            self._site("raise", callee, args, named, node.lineno, scope)

    def _assert(self, node: ast.Assert, scope: Scope) -> bool:
        if node.msg is None:
            return False
        message = [self._any(node.msg, scope)]
        if isinstance(node.msg, ast.Call) and (callee := dotted(node.msg.func)) and is_exception(callee):
            return False
        self._site("assert", "AssertionError", message, {}, node.lineno, scope)
        return False

    def _expression(self, node: ast.Expr | ast.Return, scope: Scope) -> bool:
        if node.value is not None and self._tells(node):
            self._calls(node.value, scope)
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Call):
                self._appended(node.value, scope)
                self._constructed(node.value, node.lineno, scope)
            return False
        if node.value is not None and self._returns is not None:
            self._returns.append(self._any(node.value, scope))
        return True

    def _if(self, node: ast.If, scope: Scope) -> bool:
        other = scope.copy()
        ended = self._block(node.body, scope)
        other_ended = self._block(node.orelse, other)
        if ended and not other_ended:
            scope.texts, scope.raised = other.texts, other.raised
        elif not other_ended:
            scope.merge(other)
        return ended and other_ended

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, scope: Scope) -> bool:
        before = scope.copy()
        if not isinstance(node, ast.While):
            forget(node.target, scope)
        self._block(node.body, scope)
        scope.merge(before)
        self._block(node.orelse, scope)
        return False

    def _with(self, node: ast.With | ast.AsyncWith, scope: Scope) -> bool:
        return self._block(node.body, scope)

    def _try(self, node: ast.Try, scope: Scope) -> bool:
        before = scope.copy()
        ended = self._block(node.body, scope)
        before.merge(scope)
        after: Scope | None = None
        for handler in node.handlers:
            own = before.copy()
            if handler.name:
                own.texts.pop(handler.name, None)
                own.raised.pop(handler.name, None)
            if not self._block(handler.body, own):
                after = own if after is None else _merged(after, own)
        ended = self._block(node.orelse, scope) or ended
        if ended and after is not None:
            scope.texts, scope.raised = after.texts, after.raised
        elif after is not None:
            scope.merge(after)
        return self._block(node.finalbody, scope) or (ended and after is None)

    def _match(self, node: ast.Match, scope: Scope) -> bool:
        before = scope.copy()
        for case in node.cases:
            own = before.copy()
            if not self._block(case.body, own):
                scope.merge(own)
        return False

    def _function(self, node: _Functions, scope: Scope) -> bool:
        inner = scope.copy()
        method = bool(self._path) and scope.owner is not None and self._path[-1] == scope.owner.rpartition(".")[2]
        parameters = _parameters(node)
        for name, default in parameters:
            inner.raised.pop(name, None)
            inner.texts.pop(name, None)
            texts = self.texts.known(default, scope) if isinstance(default, ast.Constant | ast.JoinedStr) else None
            if texts and len(literal(texts[0]).strip()) > _TELLING and node.name != "__init__":
                inner.texts[name] = (*texts, placeholder(ast.Name(name)))
        owner = self.owners[scope.owner] if method and scope.owner else None
        if owner is not None and node.name == "__init__":
            owner.params = [
                (name, None if default is None else self.texts.any(default, scope)) for name, default in parameters
            ]
        if owner is not None and owner.exceptional and node.name != "__init__":
            inner.texts.update(owner.own)
        self._enter(node, inner, parameters, owner, method=method)
        return False

    def _enter(
        self,
        node: _Functions,
        inner: Scope,
        parameters: list[tuple[str, ast.expr | None]],
        owner: Owner | None,
        *,
        method: bool,
    ) -> None:
        kept = self._params, self._method, self._returns
        self._params, self._method, self._returns = tuple(name for name, _ in parameters), method, None
        if not method:
            inner.owner = inner.owner if self._path and inner.owner else None
        describing = owner is not None and owner.exceptional and node.name in _DESCRIBING
        if describing:
            self._returns = []
        self._path.append(node.name)
        self._block(node.body, inner)
        if owner is not None and node.name == "__init__":
            owner.own = {name: texts for name, texts in inner.texts.items() if name.startswith("self.")}
        if owner is not None and describing:
            for texts in self._returns or ():
                owner.messages.append((texts, node.lineno, node.name))
        self._path.pop()
        self._params, self._method, self._returns = kept

    def _import(self, node: ast.Import, scope: Scope) -> bool:  # noqa: ARG002
        for alias in node.names:
            self.imports[alias.asname or alias.name.partition(".")[0]] = (
                alias.name if alias.asname else alias.name.partition(".")[0]
            )
        return False

    def _import_from(self, node: ast.ImportFrom, scope: Scope) -> bool:  # noqa: ARG002
        base = "." * node.level + (node.module or "")
        for alias in node.names:
            self.imports[alias.asname or alias.name] = f"{base}{'' if base.endswith('.') else '.'}{alias.name}"
        return False

    def _result(self, call: ast.Call, scope: Scope) -> Alternatives | None:
        """Return what a function of this module returns as text, its parameters replaced by the arguments."""
        callee = dotted(call.func)
        if not self._follow or self._functions is None or callee is None:
            return None
        receiver, _, name = callee.rpartition(".")
        if receiver not in ("", "self", "cls") or (node := self._functions(name)) is None:
            return None
        if name not in self._results:
            self._results[name] = ((), None)  # a function that calls itself says nothing more
            self._results[name] = self._returned(node, scope)
        params, texts = self._results[name]
        if texts is None:
            return None
        args, named = self._arguments(call, scope)
        values = dict(zip(params, args, strict=False)) | named
        return tuple(dict.fromkeys(new for text in texts for new in substitute(text, values)))[:MAX_ALTERNATIVES]

    def _returned(self, node: _Functions, scope: Scope) -> tuple[tuple[str, ...], Alternatives | None]:
        inner = Scope(dict(self._module.texts), {}, scope.owner)
        params = _parameters(node)
        for name, _ in params:
            inner.texts.pop(name, None)
        kept = self._returns, len(self.sites), self._lines
        self._returns, self._lines = [], []
        try:
            self._block(node.body, inner)
            texts = tuple(dict.fromkeys(text for one in self._returns for text in one if len(literal(text)) > 5))
        finally:
            self._returns, size, self._lines = kept
            del self.sites[size:]
        return tuple(name for name, _ in params), texts[:MAX_ALTERNATIVES] or None


_CHAINED = frozenset({"with_traceback", "with_cause", "add_note", "format", "from_exception", "with_hint"})
_DESCRIBING = frozenset(
    {
        "__str__",
        "__unicode__",
        "message",
        "msg",
        "__format__",
        "description",
        "format_message",
        "_message",
        "error_message",
        "get_message",
    }
)

_VISIT: dict[type, Any] = {
    ast.Raise: Walk._raise,
    ast.Assert: Walk._assert,
    ast.Expr: Walk._expression,
    ast.Return: Walk._expression,
    ast.If: Walk._if,
    ast.For: Walk._loop,
    ast.AsyncFor: Walk._loop,
    ast.While: Walk._loop,
    ast.With: Walk._with,
    ast.AsyncWith: Walk._with,
    ast.Try: Walk._try,
    ast.TryStar: Walk._try,
    ast.Match: Walk._match,
    ast.Assign: Walk._assign,
    ast.AnnAssign: Walk._assign,
    ast.AugAssign: Walk._augmented,
    ast.FunctionDef: Walk._function,
    ast.AsyncFunctionDef: Walk._function,
    ast.ClassDef: Walk._class,
    ast.Import: Walk._import,
    ast.ImportFrom: Walk._import_from,
    ast.Continue: lambda *_: True,
    ast.Break: lambda *_: True,
}


def _parameters(node: _Functions) -> list[tuple[str, ast.expr | None]]:
    """Return the parameters with their defaults, without `self` and `cls`."""
    spec = node.args
    plain = [*spec.posonlyargs, *spec.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(spec.defaults)) + list(spec.defaults)
    both = [*zip(plain, defaults, strict=True), *zip(spec.kwonlyargs, spec.kw_defaults, strict=True)]
    found = [(argument.arg, default) for argument, default in both]
    return found[1:] if found and found[0][0] in ("self", "cls", "mcs", "klass") else found


def _merged(one: Scope, other: Scope) -> Scope:
    one.merge(other)
    return one
