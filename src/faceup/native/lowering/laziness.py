"""Lazy iterators, which machine code evaluates at once: those where this changes the result are refused."""

import ast
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from types import FunctionType

from faceup.native.lowering.containers import MUTATING_METHODS, READING_METHODS
from faceup.native.lowering.inner_functions import bindings
from faceup.native.lowering.names import MISSING, Names, names_bound_by, names_read
from faceup.native.lowering.tree import Unsupported

COMBINING = ("combinations", "combinations_with_replacement", "permutations", "product")
ITERTOOLS = (value for name, value in vars(itertools).items() if not name.startswith("_"))
LAZY = (map, filter, iter, enumerate, zip, reversed, *ITERTOOLS)
EAGER = (iter, enumerate, zip, *(getattr(itertools, name) for name in COMBINING))


def refuse_stored_iterators(definition: ast.FunctionDef, names: Names) -> None:
    """Raise Unsupported for an iterator that gets a name or is passed on, or that reads what its loop changes."""
    inner = {node.name: node for node in ast.walk(definition) if isinstance(node, ast.FunctionDef)}
    del inner[definition.name]
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr | ast.AugAssign) and node.value is not None:
            values = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
            if any(is_lazy(part, names) or _yields(part, names) for part in values) and not _is_unpacked(node, names):
                raise Unsupported(node, "an iterator that is kept under a name", "make a list of it: [...]")
        if isinstance(node, ast.Call) and not _takes_all(node, names):
            for part in (*node.args, *(keyword.value for keyword in node.keywords)):
                if is_lazy(part, names) or _yields(part, names):
                    raise Unsupported(node, "an iterator that is passed on", "make a list of it: [...]")
        if isinstance(node, ast.For):
            lazy = [part for part in ast.walk(node.iter) if is_lazy(part, names)]
            read = {name for one in lazy for name in _names_read(one, inner)}
            late = {name for one in lazy if not _reads_at_once(one, names) for name in _names_read(one, inner)}
            target = ast.Assign([node.target], ast.Constant(None))
            if conflicts := (read & names_bound_by([target, *node.body])) | (late & _mutated_names(node.body)):
                what = f"a loop over an iterator that reads {min(conflicts)}, which the loop changes"
                raise Unsupported(node, what, "loop over a list: [...]")


def _is_unpacked(node: ast.AST, names: Names) -> bool:
    """Whether an assignment unpacks the iterator: ``a, b = (... for ...)``"""
    if not isinstance(node, ast.Assign) or not (isinstance(node.value, ast.GeneratorExp) or _yields(node.value, names)):
        return False
    return all(isinstance(target, ast.Tuple | ast.List) for target in node.targets)


def _yields(node: ast.AST, names: Names) -> bool:
    """Whether this is a call of a generator function of the rules."""
    return isinstance(node, ast.Call) and names.is_generator(node.func)


def _takes_all(node: ast.Call, names: Names) -> bool:
    """Whether this calls a library function or a method, which consumes an iterator during the call."""
    value = names.value(node.func)
    if value is MISSING:
        return isinstance(node.func, ast.Attribute) and not (
            isinstance(node.func.value, ast.Name) and node.func.value.id == "self"
        )
    return not isinstance(value, FunctionType)


def _names_read(lazy: ast.AST, inner: dict[str, ast.FunctionDef]) -> Iterator[str]:
    """The names that an iterator reads, also in the inner functions that it calls."""
    for part in ast.walk(lazy):
        if isinstance(part, ast.Name):
            yield part.id
            if part.id in inner:
                function = inner[part.id]
                yield from (
                    name.id for name in ast.walk(function) if isinstance(name, ast.Name) and name.id not in inner
                )


def _reads_at_once(node: ast.AST, names: Names) -> bool:
    """Whether machine code takes the items of this iterator when Python does: all at the start, or one by one."""
    if not isinstance(node, ast.Call) or any(isinstance(part, ast.Starred) for part in node.args):
        return False
    return any(names.value(node.func) is each for each in EAGER)


def _mutated_names(body: Iterable[ast.stmt]) -> set[str]:
    """The names of objects that the body of a loop may change in place."""
    mutated = set[str]()
    for part in (part for statement in body for part in ast.walk(statement)):
        is_store = isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load)
        is_call = (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Attribute)
            and part.func.attr not in READING_METHODS
        )
        owner = part.value if is_store else part.func.value if is_call else None
        while isinstance(owner, ast.Subscript):
            owner = owner.value
        if isinstance(owner, ast.Name) and owner.id != "self":
            mutated.add(owner.id)
    return mutated


def is_lazy(node: ast.AST, names: Names) -> bool:
    if isinstance(node, ast.GeneratorExp):
        return True
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "from_iterable":
        return True
    value = names.value(node.func)
    return any(value is each for each in LAZY)


class InlineIterators(ast.NodeTransformer):
    """Substitutes an iterator that has a name into the statement that consumes it next; others stay, to be refused."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        self.store_counts = Counter(bindings(definition))
        self.uses = Counter(part.id for part in ast.walk(definition) if isinstance(part, ast.Name))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, self.join_statements(block))
        return node

    def join_statements(self, block: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in reversed(block):
            place = len(result) - 1
            while place > 0 and _is_beginning(result[place], statement):
                place -= 1
            if result and isinstance(statement, ast.Assign) and self.is_used_next(statement, result[place]):
                (target,) = statement.targets
                assert isinstance(target, ast.Name)
                result[place] = _Substitution(target.id, statement.value).visit(result[place])
            else:
                result.append(statement)
        return result[::-1]

    def is_used_next(self, assignment: ast.Assign, after: ast.stmt) -> bool:
        """Whether the next statement consumes the iterator before anything else happens."""
        (target, *others), value = assignment.targets, assignment.value
        if others or not isinstance(target, ast.Name) or self.uses[target.id] != 2 or not is_lazy(value, self.names):
            return False
        if any(self.store_counts[name] > 1 for name in names_read([value], {*self.store_counts})):
            return False
        if isinstance(after, ast.For):
            expression: ast.AST = after.iter
        elif isinstance(after, ast.Return | ast.Assign | ast.Expr) and after.value is not None:
            expression = after.value
        else:
            return False
        return _is_used_first(expression, target.id) and not any(
            map(_changes, (*ast.walk(value), *ast.walk(expression)))
        )


def _changes(node: ast.AST) -> bool:
    """Whether a node may change what an iterator reads."""
    return isinstance(node, ast.NamedExpr) or (isinstance(node, ast.Attribute) and node.attr in MUTATING_METHODS)


def _is_used_first(node: ast.AST, name: str) -> bool:
    """Whether an expression reads the name before it does anything else."""
    if isinstance(node, ast.Name):
        return node.id == name
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and bool(node.args) and _is_used_first(node.args[0], name)
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return _is_used_first(node.generators[0].iter, name)
    if isinstance(node, ast.BinOp | ast.Compare):
        return _is_used_first(node.left, name)
    return isinstance(node, ast.Subscript) and _is_used_first(node.value, name)


def _is_beginning(statement: ast.stmt, later: ast.stmt) -> bool:
    """Whether a statement gives a name its first value, which the later one does not read: ``total = 0``"""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return False
    if any(isinstance(part, ast.Name) and part.id == statement.targets[0].id for part in ast.walk(later)):
        return False
    value = statement.value
    return isinstance(value, ast.Constant) or (isinstance(value, ast.List) and not value.elts)


class _Substitution(ast.NodeTransformer):
    def __init__(self, name: str, value: ast.expr) -> None:
        self.name, self.value = name, value

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.value if node.id == self.name else node
