"""Classes: what an exception says is found in its attributes, its constructor and the methods that describe it."""

from __future__ import annotations

import ast
import re

from errkb.harvest.marks import Alternatives, literal
from errkb.harvest.python.calls import Calls
from errkb.harvest.python.sites import MESSAGE_NAME, Owner
from errkb.harvest.python.texts import Scope, dotted

__all__ = ["Classes"]

_MESSAGE_ATTRIBUTES = frozenset(
    f"self.{name}"
    for name in ("args", "message", "msg", "detail", "_message", "description", "error_message", "reason", "text")
)


class Classes(Calls):
    """Notes the classes of a module and the messages their constructors make."""

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

    def _block(self, statements: list[ast.stmt], scope: Scope) -> bool:
        """Walk statements in order and say whether the way ends here."""
        raise NotImplementedError
