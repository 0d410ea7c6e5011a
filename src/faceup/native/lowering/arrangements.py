"""combinations, permutations and products as loops within loops."""

import ast

from faceup.native.lowering.tree import assign, call, compare, conditional, load, loop, subscript


def arranged(kind: str, rows: list[str], count: int) -> list[ast.stmt]:
    """The body of a function that yields tuples of ``count`` items, of one row or for a product of one row each."""
    places = [f"_place_{k}" for k in range(count)]
    row = [rows[k] if kind == "product" and len(rows) > 1 else rows[0] for k in range(count)]
    items: list[ast.expr] = [subscript(load(row[k]), load(places[k])) for k in range(count)]
    body: list[ast.stmt] = [ast.Expr(ast.Yield(ast.Tuple(items, ast.Load())))]
    for k in reversed(range(count)):
        if kind == "permutations" and k:
            others: list[ast.expr] = [compare(load(places[k]), ast.NotEq(), load(place)) for place in places[:k]]
            body = [conditional(others[0] if k == 1 else ast.BoolOp(ast.And(), others), body)]
        end = call("len", load(row[k]))
        first = [ast.BinOp(load(places[k - 1]), ast.Add(), ast.Constant(1))] if kind == "combinations" and k else []
        body = [loop(ast.Name(places[k], ast.Store()), call("range", *first, end), body)]
    return body


def rows_of(iterables: list[ast.expr]) -> tuple[list[str], list[ast.stmt]]:
    """Names for the rows, and the statements that make lists of what they are given."""
    names = [f"_row_{k}" for k in range(len(iterables))]
    made: list[ast.stmt] = []
    for name, iterable in zip(names, iterables, strict=True):
        item = f"{name}_item"
        generator = ast.comprehension(ast.Name(item, ast.Store()), iterable, [], 0)
        made.append(assign(name, ast.ListComp(load(item), [generator])))
    return names, made
