"""Dropping what a program would do besides defining its entry point: prints, demonstrations, input prompts."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from evalution.scorers.code_blocks import Source

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_SETTINGS = frozenset(("setrecursionlimit", "seed", "filterwarnings", "simplefilter", "getcontext"))
_BUILT_IN = frozenset(dir(builtins))


def pruned(source: Source, entry_point: str) -> str:
    """The text without the top-level statements that the entry point does not need.

    Kept are imports, functions and classes; statements that bind a global name which the entry point
    reaches, store in its value, or pass it to a call that may change it; and settings such as
    `sys.setrecursionlimit`. Every other statement goes, `if __name__ == "__main__"` too. Without an entry
    point all functions and classes are taken to be reached.

    >>> text = "def f(n):\\n    return 3 * n\\n\\nprint(f(2))\\n"
    >>> pruned(Source(text, ast.parse(text)), "f")
    'def f(n):\\n    return 3 * n\\n\\n'
    """
    needed = reached(source.tree, entry_point)
    fixed = (s for s in source.tree.body if isinstance(s, _DEFINITIONS) and not isinstance(s, ast.ClassDef))
    values = needed - {name for statement in fixed for name in _bound(statement)}
    used: set[int] = set()
    spare: set[int] = set()
    for statement in source.tree.body:
        (used if _is_needed(statement, needed, values) else spare).update(_lines(statement))
    gone = spare - used
    return "\n".join(text for line, text in enumerate(source.text.split("\n"), 1) if line not in gone)


def defines(tree: ast.Module, name: str) -> bool:
    """Whether the module binds the name at its top level; any function or class does for ""."""
    if not name:
        return any(isinstance(statement, _DEFINITIONS[:3]) for statement in tree.body)
    return any(name in _bound(statement) for statement in tree.body)


def missing(tree: ast.Module, entry_point: str) -> set[str]:
    """Global names that the entry point reaches and that neither the module nor Python provides."""
    bound = {name for statement in tree.body for name in _bound(statement)}
    return reached(tree, entry_point) - bound - _BUILT_IN


def bound_names(tree: ast.Module) -> set[str]:
    """Names that the module binds at its top level."""
    return {name for statement in tree.body for name in _bound(statement)}


def reached(tree: ast.Module, entry_point: str) -> set[str]:
    """The names that the entry point leads to, itself included, through the statements that bind or change
    them. A name that is local to the function reading it leads nowhere."""
    uses: dict[str, set[str]] = {}
    for statement in tree.body:
        read = set(_free(statement))
        for name in _bound(statement) | _stored(statement) | _called(statement):
            uses.setdefault(name, set()).update(read)
    roots = [entry_point] if entry_point else [s.name for s in tree.body if isinstance(s, _DEFINITIONS[:3])]
    found: set[str] = set()
    while roots:
        name = roots.pop()
        if name not in found:
            found.add(name)
            roots.extend(uses.get(name, ()))
    return found


def _is_needed(statement: ast.stmt, needed: set[str], values: set[str]) -> bool:
    if isinstance(statement, _DEFINITIONS):
        return True
    if isinstance(statement, ast.If) and "__name__" in _names(statement.test):
        return False
    bound, stored, called = _bound(statement), _stored(statement), _called(statement)
    return bool((bound | stored) & needed or called & values or _settings(statement))


def _settings(statement: ast.stmt) -> bool:
    calls = (node.func for node in _within(statement) if isinstance(node, ast.Call))
    return any((f.attr if isinstance(f, ast.Attribute) else getattr(f, "id", "")) in _SETTINGS for f in calls)


def _bound(statement: ast.stmt) -> set[str]:
    """Names that a top-level statement binds, not looking into functions and classes."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).partition(".")[0] for alias in statement.names}
    found = set()
    for node in _within(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif node is not statement and isinstance(node, _DEFINITIONS):
            found |= _bound(node)
    return found


def _stored(statement: ast.stmt) -> set[str]:
    """Names in whose value a statement stores: `x[0] = 1`, `x.y = 1`."""
    targets = (node for node in _within(statement) if isinstance(node, (ast.Subscript, ast.Attribute)))
    return {_base(node) for node in targets if isinstance(node.ctx, (ast.Store, ast.Del))}


def _called(statement: ast.stmt) -> set[str]:
    """Names whose value a call may change: `x.append(1)`, `fill(x)`."""
    found = set()
    for node in _within(statement):
        if isinstance(node, ast.Call):
            passed = [*node.args, *(keyword.value for keyword in node.keywords)]
            found |= {value.id for value in passed if isinstance(value, ast.Name)}
            if isinstance(node.func, ast.Attribute):
                found.add(_base(node.func))
    return found


def _within(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement outside of functions and classes, those themselves included."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        yield node
        if node is statement or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            todo.extend(ast.iter_child_nodes(node))


def _base(node: ast.expr) -> str:
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _free(statement: ast.stmt) -> Iterator[str]:
    """Names that a statement reads and does not bind in the function that reads them."""
    todo: list[tuple[ast.AST, frozenset[str]]] = [(statement, frozenset())]
    while todo:
        node, local = todo.pop()
        if isinstance(node, ast.Name) and node.id not in local:
            yield node.id
        body: list[ast.AST] = []
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = list(node.body)
        elif isinstance(node, ast.Lambda):
            body = [node.body]
        if body:
            own = local | _locals(node)
            todo.extend((child, own) for child in body)
        inside = set(map(id, body))
        todo.extend((child, local) for child in ast.iter_child_nodes(node) if id(child) not in inside)


def _locals(function: ast.AST) -> frozenset[str]:
    """Arguments, and names bound in the body unless it declares them global."""
    assert isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
    args = function.args
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    found = {arg.arg for arg in every if arg}
    declared: set[str] = set()
    body = [] if isinstance(function, ast.Lambda) else function.body
    for statement in body:
        if isinstance(statement, _DEFINITIONS):
            found |= _bound(statement)
            continue
        for node in _within(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.Global):
                declared.update(node.names)
    return frozenset(found - declared)


def _names(node: ast.AST) -> set[str]:
    return {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}


def _lines(statement: ast.stmt) -> range:
    first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", []))])
    return range(first, (statement.end_lineno or statement.lineno) + 1)
