#!/usr/bin/env python3
"""How many of the errors that a project's own tests expect does a harvest of its source know?

usage: harvest_recall.py CHECKOUT [--also FOLDER]… [--misses N]

The truth is written by the projects: every expectation of a message in their test suites (`pytest.raises(…, match=…)`,
`pytest.warns(…, match=…)`, `assert_raises_regex`, `assert_raises_message`, `expect_raises_message`,
`assertRaisesRegex`, `assert_produces_warning(match=…)`). Left out and counted: expectations whose regular expression is
no constant (even through a variable of the same function or module), those with fewer than 6 literal characters,
those with constructs the checker does not know (look-around, back-references), and those that no template of the
project meets but one of the test file's own (an error that the test itself raises says nothing about the project).

An expectation is *met* when some filling of a harvested template satisfies the regular expression. Since a placeholder
could be filled with anything, that alone would be met by every template; so the template has to bring the text itself:
on some path through both, at least SHARE of the literal characters the expression demands (and at least 6) must be met
by the template's own literals, the rest by fillings. This is decided exactly, by a shortest path in the product of the
template and the automaton of the expression, where a demanded literal costs 1 if a placeholder has to give it.
"""

from __future__ import annotations

import argparse
import ast
import heapq
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser_of_re  # type: ignore[attr-defined]
from typing import Any

from errkb.harvest import BUILTIN
from errkb.harvest.rules import skipped
from errkb.model.located import UnreadableError
from errkb.model.pattern import split_template

SHARE = 0.6
MIN_LITERAL = 6
LITERAL, CLASS, SPLIT = 0, 1, 2
ANY = "\0"
FUNCTIONS = {
    "raises",
    "warns",
    "assert_raises_regex",
    "assert_raises_message",
    "expect_raises_message",
    "assertRaisesRegex",
    "assert_raises_message_context_ok",
    "expect_warnings",
    "expect_deprecated",
    "assert_produces_warning",
    "assertWarnsRegex",
    "assert_warns_message",
    "external_error_raised",
    "expect_raises",
    "deprecated_call",
    "raises_match",
}


class UnknownError(Exception):
    """A construct the automaton cannot express."""


class Automaton:
    """A Thompson automaton: `states[n]` are (kind, test, next) edges; kind LITERAL demands one character."""

    def __init__(self, expression: str) -> None:
        self.states: list[list[tuple[int, Any, int]]] = []
        self.ignore = False
        tree = parser_of_re.parse(expression)
        self.ignore = bool(tree.state.flags & re.IGNORECASE)
        self.final = self._new()
        self.start = self._sequence(list(tree), self.final)
        if len(self.states) > 3000:
            raise UnknownError("too long")

    def _new(self) -> int:
        self.states.append([])
        return len(self.states) - 1

    def _edge(self, kind: int, test: Any, to: int) -> int:
        at = self._new()
        self.states[at].append((kind, test, to))
        return at

    def _sequence(self, items: list[Any], to: int) -> int:
        for op, value in reversed(items):
            to = self._item(op, value, to)
        return to

    def _item(self, op: Any, value: Any, to: int) -> int:
        if op is codes.LITERAL:
            return self._edge(LITERAL, chr(value), to)
        if op is codes.NOT_LITERAL:
            return self._edge(CLASS, lambda c: c != chr(value), to)
        if op is codes.ANY:
            return self._edge(CLASS, lambda _: True, to)  # pytest users mean any text
        if op is codes.IN:
            return self._edge(CLASS, _class(value), to)
        if op is codes.BRANCH:
            at = self._new()
            self.states[at] = [(SPLIT, None, self._sequence(list(branch), to)) for branch in value[1]]
            return at
        if op is codes.SUBPATTERN:
            return self._sequence(list(value[3]), to)
        if op in (codes.MAX_REPEAT, codes.MIN_REPEAT, getattr(codes, "POSSESSIVE_REPEAT", None)):
            low, high, items = value
            if high is codes.MAXREPEAT or high > 60:
                loop = self._new()
                self.states[loop] = [(SPLIT, None, to), (SPLIT, None, self._sequence(list(items), loop))]
                to = loop
            else:
                for _ in range(high - low):
                    at = self._new()
                    self.states[at] = [(SPLIT, None, to), (SPLIT, None, self._sequence(list(items), to))]
                    to = at
            for _ in range(min(low, 60)):
                to = self._sequence(list(items), to)
            return to
        if op is codes.AT:
            return to
        raise UnknownError(str(op))


def _class(items: list[Any]) -> Any:
    negated = bool(items) and items[0][0] is codes.NEGATE
    tests = []
    for op, value in items[1:] if negated else items:
        if op is codes.LITERAL:
            tests.append(lambda c, only=value: ord(c) == only)
        elif op is codes.RANGE:
            tests.append(lambda c, lo=value[0], hi=value[1]: lo <= ord(c) <= hi)
        elif op is codes.CATEGORY:
            tests.append(_CATEGORIES[value])
        else:
            raise UnknownError(str(op))
    return lambda c: any(test(c) for test in tests) != negated


_CATEGORIES = {
    codes.CATEGORY_DIGIT: str.isdigit,
    codes.CATEGORY_NOT_DIGIT: lambda c: not c.isdigit(),
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    codes.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    codes.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}


def demanded(automaton: Automaton) -> int:
    """Return how many literal characters every match has at least."""
    return _shortest(automaton, None)


def cost(automaton: Automaton, parts: list[str | None]) -> int:
    """Return how many demanded literals placeholders have to give at least, a large number if there is no match."""
    return _shortest(automaton, parts)


def _shortest(automaton: Automaton, parts: list[str | None] | None) -> int:
    """Dijkstra over (place in the template, state of the automaton); `None`: the literals of the shortest match."""
    text = [ANY] if parts is None else [c for part in parts for c in ([ANY] if part is None else part)]
    queue = [(0, at, automaton.start) for at in range(len(text) + 1)]
    if parts is None:
        queue = [(0, 0, automaton.start)]
    seen: set[tuple[int, int]] = set()
    while queue:
        price, at, state = heapq.heappop(queue)
        if (at, state) in seen:
            continue
        seen.add((at, state))
        if state == automaton.final:
            return price
        char = text[at] if at < len(text) else None
        if char == ANY and parts is not None:
            heapq.heappush(queue, (price, at + 1, state))  # the placeholder ends here
        for kind, test, to in automaton.states[state]:
            if kind == SPLIT:
                heapq.heappush(queue, (price, at, to))
            elif char == ANY:
                heapq.heappush(queue, (price + (kind == LITERAL), at, to))
            elif char is not None:
                same = (
                    test == char or (automaton.ignore and test.lower() == char.lower())
                    if kind == LITERAL
                    else test(char)
                )
                if same:
                    heapq.heappush(queue, (price, at + 1, to))
    return 1 << 30


def expectations(root: Path) -> Iterator[tuple[str, int, str | None, str]]:
    """Return (file, line, regular expression or `None`, function) of every expectation in test files."""
    for path in sorted(root.rglob("*.py")):
        name = str(path.relative_to(root))
        if not re.search(r"(^|/)(tests?|testing)/|(^|/)test_|_test\.py$", name):
            continue
        try:
            tree = ast.parse(path.read_text(encoding="utf-8", errors="replace"))
        except (SyntaxError, ValueError):
            continue
        constants = _constants(tree.body)
        yield from _within(tree, constants, name)


def _within(node: ast.AST, known: dict[str, ast.expr], name: str) -> Iterator[tuple[str, int, str | None, str]]:
    for child in ast.iter_child_nodes(node):
        inner = known
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = known | _constants(child.body)
        if isinstance(child, ast.Assign) and len(child.targets) == 1 and isinstance(child.targets[0], ast.Name):
            known[child.targets[0].id] = child.value
        if isinstance(child, ast.Call):
            function = child.func.attr if isinstance(child.func, ast.Attribute) else getattr(child.func, "id", "")
            if function in FUNCTIONS:
                given = [
                    keyword.value for keyword in child.keywords if keyword.arg in ("match", "expected_regex", "regex")
                ]
                if (
                    not given
                    and "match" not in function
                    and function
                    not in ("raises", "warns", "assert_produces_warning", "deprecated_call", "expect_raises")
                ):
                    at = 0 if function.startswith(("expect_warnings", "expect_deprecated")) else 1
                    given = child.args[at : at + 1]
                for value in given:
                    if isinstance(value, ast.Constant) and value.value is None:
                        continue
                    yield name, child.lineno, _text(value, inner), function
        yield from _within(child, inner, name)


def _constants(body: list[ast.stmt]) -> dict[str, ast.expr]:
    found: dict[str, ast.expr] = {}
    for statement in body:
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            found.setdefault(statement.targets[0].id, statement.value)
    return found


def _text(node: ast.expr, known: dict[str, ast.expr], depth: int = 0) -> str | None:
    """Return the value of a constant text expression, `None` for what is none."""
    if depth > 5:
        return None
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name) and node.id in known:
        return _text(known[node.id], known, depth + 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _text(node.left, known, depth + 1), _text(node.right, known, depth + 1)
        return None if left is None or right is None else left + right
    if isinstance(node, ast.Call):
        function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if function == "escape" and len(node.args) == 1:
            inner = _text(node.args[0], known, depth + 1)
            return None if inner is None else re.escape(inner)
        if (
            function == "join"
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.args[0], ast.List | ast.Tuple)
        ):
            separator = _text(node.func.value, known, depth + 1)
            items = [_text(item, known, depth + 1) for item in node.args[0].elts]
            if separator is not None and all(item is not None for item in items):
                return separator.join(str(item) for item in items)
    return None


def templates(roots: list[Path]) -> dict[str, str]:
    """Return the harvested templates of a source tree, with a place for each."""
    found: dict[str, str] = {}
    for root in roots:
        for harvester in BUILTIN:
            facts = {}
            for path in sorted(root.rglob("*")):
                name = path.relative_to(root).as_posix()
                if not path.is_file() or not name.endswith(harvester.suffixes) or skipped(name):
                    continue
                try:
                    facts[name] = harvester.read(name, path.read_text(encoding="utf-8", errors="replace"))
                except UnreadableError as error:
                    print(f"unread: {name}: {error}", file=sys.stderr)
            for one in harvester.link(facts):
                if one.message:
                    found.setdefault(one.message, f"{one.path}:{one.line}")
    return found


class Finder:
    """The templates that share a word with a regular expression, those with the rarest words first."""

    def __init__(self, found: dict[str, str]) -> None:
        self.texts = list(found)
        self.parts = [split_template(text) for text in self.texts]
        self.words: dict[str, list[int]] = defaultdict(list)
        for number, parts in enumerate(self.parts):
            literal = "\0".join(part for part in parts if part)
            for word in set(re.findall(r"[a-z]{3,}", literal.lower())):
                self.words[word].append(number)

    def met(self, expression: str, automaton: Automaton, needed: int) -> str | None:
        """Return a template that meets the expectation, `None` if there is none."""
        plain = re.sub(r"\\[dDwWsSbB]", " ", expression)
        words = {word for word in re.findall(r"[a-z]{3,}", plain.lower()) if word in self.words}
        votes: Counter[int] = Counter()
        for word in words:
            numbers = self.words[word]
            for number in numbers if len(numbers) < 3000 else ():
                votes[number] += 1
        for number, _ in votes.most_common(400):
            given = needed - cost(automaton, self.parts[number])
            if given >= max(MIN_LITERAL, SHARE * needed):
                return self.texts[number]
        return None


def raised_by_test(file: Path, expression: str, automaton: Automaton, needed: int, seen: dict[Path, Finder]) -> bool:
    """Say whether the test file itself raises what it expects."""
    if file not in seen:
        python = BUILTIN[0]
        try:
            facts = {file.name: python.read(file.name, file.read_text(encoding="utf-8", errors="replace"))}
            seen[file] = Finder({one.message: "" for one in python.link(facts) if one.message})
        except UnreadableError:
            seen[file] = Finder({})
    return seen[file].met(expression, automaton, needed) is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--also", type=Path, action="append", default=[], help="further source (a dependency)")
    parser.add_argument("--misses", type=int, default=0, help="print so many expectations that are not met")
    options = parser.parse_args()
    finder = Finder(templates([options.checkout, *options.also]))
    counts: Counter[str] = Counter()
    missed: list[str] = []
    known: dict[str, str | None] = {}
    tests: dict[Path, Finder] = {}
    for file, line, expression, function in expectations(options.checkout):
        counts["all"] += 1
        if expression is None:
            counts["not constant"] += 1
            continue
        try:
            automaton = Automaton(expression)
        except (UnknownError, re.error, RecursionError, OverflowError):
            counts["other construct"] += 1
            continue
        needed = demanded(automaton)
        if needed < MIN_LITERAL:
            counts["too short"] += 1
            continue
        if expression not in known:
            known[expression] = finder.met(expression, automaton, needed)
        if known[expression] is None and raised_by_test(options.checkout / file, expression, automaton, needed, tests):
            counts["raised by the test"] += 1
            continue
        counts["counted"] += 1
        if known[expression] is not None:
            counts["met"] += 1
        else:
            missed.append(f"{file}:{line} [{function}] {expression[:150]!r}")
    print(
        f"{options.checkout.name}: templates {len(finder.texts)}; "
        + ", ".join(f"{key} {value}" for key, value in counts.items())
    )
    print(f"met {counts['met']} of {counts['counted']} = {counts['met'] / max(counts['counted'], 1):.1%}")
    step = max(1, len(missed) // options.misses) if options.misses else 1
    for text in missed[::step][: options.misses]:
        print(f"  missed {text}")


if __name__ == "__main__":
    main()
