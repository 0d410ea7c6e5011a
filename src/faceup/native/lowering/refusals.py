"""What lowering refuses: lazy iterators whose result would change, and parts of the standard library."""

import ast
import bisect
import functools
import itertools
import math
import operator
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any

from faceup.native.lowering.containers import READING_METHODS
from faceup.native.lowering.names import MISSING, Names, names_bound_by
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
    """Yield the names that an iterator reads, also in the inner functions that it calls."""
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
    """Return the names of objects that the body of a loop may change in place."""
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
    """Whether an expression makes an iterator that computes its items when they are asked for."""
    if isinstance(node, ast.GeneratorExp):
        return True
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "from_iterable":
        return True
    value = names.value(node.func)
    return any(value is each for each in LAZY)


COUNT = "count in a dictionary: `held[x] = held.get(x, 0) + 1`"
CONDITION = "write a comprehension with `if`"
BREAK = "write a loop with `break`"
LAMBDA = "write a lambda: `key=lambda card: card.rank`"
PLACE = "count the smaller items: `sum(item < x for item in row)`"

#: What to write instead of each.
LEFT_OUT: tuple[tuple[Any, str], ...] = (
    (itertools.compress, CONDITION),
    (itertools.count, "write a loop with `while`"),
    (itertools.cycle, "take `row[k % len(row)]`"),
    (itertools.dropwhile, BREAK),
    (itertools.filterfalse, CONDITION),
    (itertools.groupby, COUNT),
    (defaultdict, COUNT),
    (itertools.pairwise, "write `zip(row, row[1:])`"),
    (itertools.repeat, "write `for k in range(n)`"),
    (itertools.starmap, "write a comprehension: `f(a, b) for a, b in pairs`"),
    (itertools.takewhile, BREAK),
    (itertools.tee, "make a list: `[...]`"),
    (itertools.zip_longest, "fill the shorter row up, and write `zip`"),
    (functools.reduce, "write a loop"),
    (operator.attrgetter, LAMBDA),
    (operator.itemgetter, LAMBDA),
    (bisect.bisect_left, PLACE),
    (bisect.bisect_right, PLACE),
    (deque, "take a list: `row.pop(0)`, `row.insert(0, x)`"),
    (math.sqrt, "write `isqrt(n)`, or compare squares"),
)
IN_BASE = "read the digits in a loop: `number = base * number + int(digit)`"
MODULO = "take the remainder in a loop: `power = power * base % modulus`"
LOOKUP = "write a lambda: `key=lambda x: held[x]`"


def refuse_left_out(definition: ast.FunctionDef, names: Names) -> None:
    """Raise Unsupported for a use of what machine code leaves out."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            value = names.value(node)
            for one, instead in LEFT_OUT:
                if one is value:
                    raise Unsupported(node, f"`{ast.unparse(node)}`", instead)
        elif isinstance(node, ast.Call) and (instead := _instead_of_call(node, names)):
            raise Unsupported(node, f"`{ast.unparse(node)}`", instead)


def _instead_of_call(node: ast.Call, names: Names) -> str:
    """Return what to write instead of this use of a function that has other uses; empty if it compiles."""
    value, given = names.value(node.func), len(node.args) + len(node.keywords)
    keys = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
    stars = [part.value for part in node.args if isinstance(part, ast.Starred)]
    if value is int and given > 1:
        return IN_BASE
    if value is pow and given > 2:
        return MODULO
    if (value is min or value is max) and any(not isinstance(row, ast.Tuple | ast.List) for row in stars):
        return f"leave the star out: `{value.__name__}(row)`, `{value.__name__}((1, *row))`"
    return LOOKUP if any(isinstance(key, ast.Attribute) and key.attr == "get" for key in keys) else ""
