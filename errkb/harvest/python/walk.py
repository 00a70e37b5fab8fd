"""One module's statements in order, with light data flow: which texts and exceptions a name holds where it is used.

Both ways of an `if` are followed and joined; a way that ends (`raise`, `return`) is not joined. Loops are gone through
once, values of other modules and of attributes set elsewhere stay placeholders. Only statements on lines that hold a
telling word are looked into, which is what makes a harvest faster than a full visit of the tree.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Any

from errkb.harvest.marks import ITEM, MAX_ALTERNATIVES, Alternatives, literal, product
from errkb.harvest.python.recognise import CONTROL_FLOW, is_class, is_exception, recognise
from errkb.harvest.python.texts import Scope, Texts, dotted, placeholder

__all__ = ["MESSAGE_NAME", "Site", "Walk"]

MESSAGE_NAME = re.compile(r"(?i)msg|mess|err|text|reason|detail|hint|desc|warn|fmt|format|template|prefix|suffix|help")
"""Variables of such names are worth following through calls."""
_TELLING = 8
"""A class attribute with fewer characters is a name, not a message."""
_ENDS = (ast.Raise, ast.Return, ast.Continue, ast.Break)
_Functions = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class Site:
    """A call that prints an error, with its arguments as far as they are known."""

    kind: str
    cls: str | None
    args: list[Alternatives]
    named: dict[str, Alternatives]
    line: int
    function: str | None
    at: int = 0
    params: tuple[str, ...] = ()
    """The parameters of the function around it."""
    method: bool = False
    raised: list[tuple[int, str | None]] = field(default_factory=list)
    owner: str | None = None


@dataclass(slots=True)
class Owner:
    """A class as far as messages go: texts and tables of its body, its bases, what its constructor does."""

    name: str
    bases: list[str]
    line: int
    texts: dict[str, Alternatives] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    tables: dict[str, dict[str, Alternatives]] = field(default_factory=dict)
    params: list[tuple[str, Alternatives | None]] = field(default_factory=list)
    messages: list[tuple[Alternatives, int, str]] = field(default_factory=list)
    own: dict[str, Alternatives] = field(default_factory=dict)

    exceptional: bool = False
    """It is an exception, by its name or a base."""

    def __post_init__(self) -> None:
        self.exceptional = is_exception(self.name) or any(is_exception(base) for base in self.bases)


class Walk:
    """Walks the (thinned) tree of a module and collects `sites` and `owners` (classes)."""

    def __init__(self, lines: list[int], functions: Any = None) -> None:
        self.sites: list[Site] = []
        self.owners: dict[str, Owner] = {}
        self.imports: dict[str, str] = {}
        self.tables: dict[str, dict[str, Alternatives]] = {}
        self.texts = Texts(self._attribute, self._table, self._result)
        self.helpers: dict[str, list[Site]] = {}
        self._functions = functions
        self._lines = lines
        self._path: list[str] = []
        self._params: tuple[str, ...] = ()
        self._method = False
        self._results: dict[str, tuple[tuple[str, ...], Alternatives | None]] = {}
        self._returns: list[Alternatives] | None = None
        self._follow = 0
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

    # Statements

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
            _forget(node.target, scope)
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
                    _forget(target, scope)
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

    def _class(self, node: ast.ClassDef, scope: Scope) -> bool:
        if node.name == "_":  # the stub of a function left out
            return False
        name = ".".join([*self._path, node.name])
        bases = [self.resolved(base) for item in node.bases if (base := dotted(item))]
        owner = self.owners[name] = Owner(name, bases, node.lineno)
        inner = scope.copy()
        inner.owner = name
        for statement in node.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                self._attributes(owner, statement, inner)
        self._path.append(node.name)
        # The constructor first: it says what the other methods find on `self`.
        body = (
            sorted(node.body, key=lambda item: getattr(item, "name", "") != "__init__")
            if owner.exceptional
            else node.body
        )
        self._block(body, inner)
        self._path.pop()
        return False

    def _attributes(self, owner: Owner, node: ast.Assign | ast.AnnAssign, scope: Scope) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        value = node.value
        for target in targets:
            if not isinstance(target, ast.Name):
                continue
            if value is None:
                if owner.exceptional:
                    owner.params.append((target.id, None))
            elif isinstance(value, ast.Dict):
                owner.tables[target.id] = self._literal_table(value, scope)
            elif isinstance(value, ast.Constant) and isinstance(value.value, int):
                owner.numbers[target.id] = value.value
            elif (texts := self.texts.known(value, scope)) is not None:
                owner.texts[target.id] = texts
            elif (name := dotted(value)) and (digits := re.search(r"HTTP_(\d{3})", name)):
                owner.numbers[target.id] = int(digits[1])

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

    # Calls

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
        from errkb.harvest.marks import substitute

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

    # What the texts ask

    def resolved(self, name: str) -> str:
        """Return a name with what it was imported as in front."""
        first, dot, rest = name.partition(".")
        base = self.imports.get(first)
        return name if base is None else f"{base}{dot}{rest}"

    def _attribute(self, name: str, scope: Scope) -> Alternatives | None:
        """Return the texts of `self.name`: those of the class, of its bases and of its subclasses in this module."""
        receiver, _, attribute = name.rpartition(".")
        owner = scope.owner if receiver in ("self", "cls") else receiver
        if owner not in self.owners:
            return None
        found: dict[str, None] = {}
        for related in self._related(owner):
            for text in related.texts.get(attribute, ()):
                if len(literal(text).strip()) > _TELLING and " " in text:
                    found[text] = None
        return tuple(found)[:MAX_ALTERNATIVES] or None

    def _related(self, name: str) -> list[Owner]:
        own = self.owners[name]
        below = [
            other
            for other in self.owners.values()
            if any(base.rpartition(".")[2] == name.rpartition(".")[2] for base in other.bases)
        ]
        above = [self.owners[base] for base in own.bases if base in self.owners]
        return [own, *below[:MAX_ALTERNATIVES], *above]

    def _table(self, name: str, key: str | None, scope: Scope) -> Alternatives | None:
        receiver, _, attribute = name.rpartition(".")
        tables: list[dict[str, Alternatives]] = []
        if receiver in ("self", "cls") and scope.owner in self.owners:
            for related in self._related(scope.owner or ""):
                tables += [related.tables[one] for one in (attribute, f"default_{attribute}") if one in related.tables]
        elif name in self.tables:
            tables.append(self.tables[name])
        if key is not None:
            return next((table[key] for table in tables if key in table), None)
        texts = [text for table in tables for texts in table.values() for text in texts if " " in text]
        return tuple(dict.fromkeys(texts))[:MAX_ALTERNATIVES] or None

    def _literal_table(self, node: ast.Dict, scope: Scope) -> dict[str, Alternatives]:
        if len(node.keys) > 200:
            return {}
        return {
            str(key.value): texts
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and (texts := self.texts.known(value, scope)) is not None
        }

    def _result(self, call: ast.Call, scope: Scope) -> Alternatives | None:
        """Return what a function of this module returns as text, its parameters replaced by the arguments."""
        from errkb.harvest.marks import substitute

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

    # Exception classes

    def _constructed(self, call: ast.Call, line: int, scope: Scope) -> None:
        """Note the message that a constructor passes on (`super().__init__(…)`)."""
        function = call.func
        if not (
            isinstance(function, ast.Attribute)
            and function.attr == "__init__"
            and self._path
            and self._path[-1] == "__init__"
        ):
            return
        owner = self.owners.get(scope.owner or "")
        if owner is None or not owner.exceptional:
            return
        arguments = call.args[1:] if isinstance(function.value, ast.Name) else call.args
        texts = [self._any(argument, scope) for argument in arguments]
        texts += [self._any(word.value, scope) for word in call.keywords if word.arg and MESSAGE_NAME.search(word.arg)]
        best = max(texts, key=lambda one: max(len(literal(text)) for text in one), default=None)
        if best is not None:
            owner.messages.append((best, line, "__init__"))

    def _constructor_assigns(self, name: str, texts: Alternatives | None, line: int, scope: Scope) -> None:
        if texts is None or not self._path or self._path[-1] != "__init__" or scope.owner not in self.owners:
            return
        owner = self.owners[scope.owner]
        if owner.exceptional and name in _MESSAGE_ATTRIBUTES:
            owner.messages.append((texts, line, "__init__"))

    def _appended(self, call: ast.Call, scope: Scope) -> None:
        """Follow `parts.append("…")`."""
        function = call.func
        if isinstance(function, ast.Attribute) and function.attr == "append" and len(call.args) == 1:
            name = dotted(function.value)
            known = scope.texts.get(name) if name else None
            if name and known is not None:
                added = self.texts.known(call.args[0], scope) or (placeholder(call.args[0]),)
                scope.texts[name] = product([known, (ITEM,), added]) or known


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
_MESSAGE_ATTRIBUTES = frozenset(
    f"self.{name}"
    for name in ("args", "message", "msg", "detail", "_message", "description", "error_message", "reason", "text")
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


def _forget(target: ast.expr, scope: Scope) -> None:
    for node in ast.walk(target):
        if isinstance(node, ast.Name):
            scope.texts.pop(node.id, None)
            scope.raised.pop(node.id, None)


def _merged(one: Scope, other: Scope) -> Scope:
    one.merge(other)
    return one


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
    from errkb.harvest.marks import expressions

    return [name for name in expressions(text) if is_class(name)]
