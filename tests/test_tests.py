"""The tests themselves: each checks something, and none leaves before it did."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
CHECKS = {"raises", "warns", "fail"}


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text()) for path in Path(__file__).parent.rglob("*.py")}


@cache
def helpers() -> dict[str, list[Function]]:
    """The functions of all files by name."""
    found: dict[str, list[Function]] = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, Function):
                found.setdefault(node.name, []).append(node)
    return found


def every_test() -> Iterator[tuple[str, Function]]:
    for path, tree in trees().items():
        for node in tree.body:
            if isinstance(node, Function) and node.name.startswith("test_"):
                yield f"{path.name}, line {node.lineno}: {node.name}", node


def names(node: ast.AST) -> set[str]:
    found = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return found | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}


def checks(function: Function, seen: set[str]) -> bool:
    """Whether it asserts something, itself or through what it calls."""
    used = names(function)
    if used & CHECKS or any(isinstance(part, ast.Assert) for part in ast.walk(function)):
        return True
    new = used & set(helpers()) - seen
    return any(checks(helper, seen | new) for name in new for helper in helpers()[name])


def own_statements(node: ast.AST) -> Iterator[ast.AST]:
    """All parts but those of the functions and classes in it."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, Function | ast.Lambda | ast.ClassDef):
            yield part
            yield from own_statements(part)


def test_every_test_checks_something() -> None:
    assert [place for place, test in every_test() if not checks(test, set())] == []


def test_no_test_leaves_before_its_end() -> None:
    leaving = [
        place
        for place, test in every_test()
        for part in own_statements(test)
        if isinstance(part, ast.Return) or (isinstance(part, ast.Call) and "skip" in names(part.func))
    ]
    assert leaving == []
