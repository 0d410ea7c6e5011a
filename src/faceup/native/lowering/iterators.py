"""Functions of itertools, each written as the body of a generator function.

Combinations, permutations and products of a size that only the running rules know yield lists, which stand for tuples
of any length in machine code (``TupleType`` in ``operations/values``).
"""

import ast
import itertools
from collections.abc import Callable
from typing import Any

from faceup.native.lowering.names import Names
from faceup.native.lowering.tree import (
    Unsupported,
    compare,
    conditional,
    load,
    loop,
    parse_expression,
    parse_statements,
    subscript,
)

Applied = Callable[..., ast.expr]  # makes the call of a function expression with arguments
Body = list[ast.stmt]


def iterator(names: Names, function: ast.expr) -> Callable[[ast.Call, Applied], Body] | None:
    """Return the function that writes the body for a function of itertools; None for any other function."""
    if isinstance(function, ast.Attribute) and function.attr == "from_iterable":
        return _chain_of_rows if names.value(function.value) is itertools.chain else None
    value = names.value(function)
    return next((write for candidate, write in ITERATORS if candidate is value), None)


def _chain(node: ast.Call, applied: Applied) -> Body:
    """Return the body of ``chain``."""
    if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
        node.args = [node.args[0].value]
        return _chain_of_rows(node, applied)
    _no_options(node)
    if not node.args:
        raise _unsupported_arguments(node)
    return [part for row in node.args for part in parse_statements("for _f_item in ROW:\n    yield _f_item", ROW=row)]


def _chain_of_rows(node: ast.Call, applied: Applied) -> Body:
    """Return the body of ``chain.from_iterable``."""
    _no_options(node, 1)
    return parse_statements(
        "for _f_row in ROWS:\n    for _f_item in _f_row:\n        yield _f_item",
        ROWS=node.args[0],
    )


ACCUMULATED = """
_f_is_first = True
_f_total = _operation_unset()
for _f_item in ROW:
    _f_total = _f_item if _f_is_first else TOTAL
    _f_is_first = False
    yield _f_total
"""
ACCUMULATED_FROM = """
_f_total = INITIAL
yield _f_total
for _f_item in ROW:
    _f_total = TOTAL
    yield _f_total
"""


def _accumulate(node: ast.Call, applied: Applied) -> Body:
    """Return the body of ``accumulate``."""
    options = {keyword.arg: keyword.value for keyword in node.keywords}
    initial, function = options.pop("initial", None), options.pop("func", None)
    if options or len(node.args) > 2:
        raise _unsupported_arguments(node)
    if len(node.args) == 2:
        function = node.args[1]
    names = load("_f_total"), load("_f_item")
    total = ast.BinOp(names[0], ast.Add(), names[1]) if function is None else applied(function, *names)
    if initial is None:
        return parse_statements(ACCUMULATED, ROW=node.args[0], TOTAL=total)
    return parse_statements(ACCUMULATED_FROM, ROW=node.args[0], TOTAL=total, INITIAL=initial)


SLICE = """
_f_place = 0
_f_first = FIRST
_f_end = END
if _f_first < 0 or _f_end < 0:
    raise ValueError("indices for islice() must be from 0 up")
if _f_end > 0:
    for _f_item in ROW:
        if _f_place >= _f_first:
            yield _f_item
        _f_place += 1
        if _f_place >= _f_end:
            break
"""


def _islice(node: ast.Call, applied: Applied) -> Body:
    """Return the body of ``islice``."""
    _no_options(node)
    row, *bounds = node.args
    if not 1 <= len(bounds) <= 2 or any(isinstance(bound, ast.Constant) and bound.value is None for bound in bounds):
        raise Unsupported(node, "islice with a step or without an end", "write a loop")
    return parse_statements(SLICE, ROW=row, FIRST=bounds[0] if len(bounds) == 2 else ast.Constant(0), END=bounds[-1])


# These bodies are also inlined into loops over the items, so none of them returns.
FIRST_PLACES = """
_f_row = _operation_row_of(ROW)
_f_count = COUNT
if _f_count < 0:
    raise ValueError("r must be non-negative")
_f_places = [_f_place for _f_place in range(_f_count)]
_f_more = _f_count <= len(_f_row)
while _f_more:
    yield _operation_as_tuple([_f_row[_f_places[_f_k]] for _f_k in range(_f_count)])
    _f_last = _f_count - 1
"""
COMBINATIONS = f"""{FIRST_PLACES}
    while _f_last >= 0 and _f_places[_f_last] == _f_last + len(_f_row) - _f_count:
        _f_last -= 1
    _f_more = _f_last >= 0
    if _f_more:
        _f_places[_f_last] += 1
        for _f_later in range(_f_last + 1, _f_count):
            _f_places[_f_later] = _f_places[_f_later - 1] + 1
"""
PERMUTATIONS = f"""{FIRST_PLACES}
    _f_more = False
    while _f_last >= 0 and not _f_more:
        _f_place = _f_places[_f_last] + 1
        while _f_place in _f_places[:_f_last]:
            _f_place += 1
        _f_more = _f_place < len(_f_row)
        if _f_more:
            _f_places[_f_last] = _f_place
            for _f_later in range(_f_last + 1, _f_count):
                _f_place = 0
                while _f_place in _f_places[:_f_later]:
                    _f_place += 1
                _f_places[_f_later] = _f_place
        _f_last -= 1
"""
# Places that may be equal; all begin at the first item.
ALIKE_PLACES = """
_f_row = _operation_row_of(ROW)
_f_count = COUNT
if _f_count < 0:
    raise ValueError(WRONG)
_f_places = [0 for _f_place in range(_f_count)]
_f_more = _f_count == 0 or len(_f_row) > 0
while _f_more:
    yield _operation_as_tuple([_f_row[_f_places[_f_k]] for _f_k in range(_f_count)])
    _f_last = _f_count - 1
"""
# The places in a product's rows count up like digits; if a row is empty, there is nothing to yield.
PRODUCTS = """
_f_count = TIMES
if _f_count < 0:
    raise ValueError("repeat argument cannot be negative")
_f_count = len(_f_rows) * _f_count
_f_places = [0 for _f_place in range(_f_count)]
_f_more = True
for _f_place in range(_f_count):
    if len(_f_rows[_f_place % len(_f_rows)]) == 0:
        _f_more = False
while _f_more:
    yield _operation_as_tuple([_f_rows[_f_k % len(_f_rows)][_f_places[_f_k]] for _f_k in range(_f_count)])
    _f_last = _f_count - 1
    while _f_last >= 0 and _f_places[_f_last] == len(_f_rows[_f_last % len(_f_rows)]) - 1:
        _f_places[_f_last] = 0
        _f_last -= 1
    _f_more = _f_last >= 0
    if _f_more:
        _f_places[_f_last] += 1
"""
ALL_ITEMS = "len(_f_row)"
NEGATIVE = ast.Constant("r must be non-negative")
FIRST_CHOSEN = "_f_chosen = [ITEM for _f_k in range(_f_count) if _f_more]"
NEXT_CHOSEN = """
for _f_chosen_place in range(_f_count):
    _f_k = _f_chosen_place
    _f_chosen[_f_chosen_place] = ITEM
yield _operation_as_tuple(_f_chosen)
"""


def are_of_any_length(body: Body) -> bool:
    """Whether this body yields tuples whose length only the running rules know."""
    return bool(body) and isinstance(body[-1], ast.While) and ast.unparse(body[-1].test) == "_f_more"


def in_one_list(body: Body) -> Body:
    """Return the body with one list that changes for all items, for a loop that only reads them.

    A new list for each item costs several times the rest of the loop.
    """
    if not are_of_any_length(body):
        return body
    *before, last = body
    assert isinstance(last, ast.While)
    item = next(part.elt for part in ast.walk(last.body[0]) if isinstance(part, ast.ListComp))
    last.body[:1] = parse_statements(NEXT_CHOSEN, ITEM=item)
    return [*before, *parse_statements(FIRST_CHOSEN, ITEM=item), last]


COMBINATIONS_AGAIN = f"""{ALIKE_PLACES}
    while _f_last >= 0 and _f_places[_f_last] == len(_f_row) - 1:
        _f_last -= 1
    _f_more = _f_last >= 0
    if _f_more:
        _f_place = _f_places[_f_last] + 1
        for _f_later in range(_f_last, _f_count):
            _f_places[_f_later] = _f_place
"""


def _selections(kind: str, text: str, **parts: ast.expr) -> Callable[[ast.Call, Applied], Body]:
    """Return the writer of selections: nested loops if the number of items is a constant, else this text."""

    def body(node: ast.Call, applied: Applied) -> Body:
        row, count = _row_and_count(node, parse_expression(ALL_ITEMS) if kind == "permutations" else None)
        return (
            _loops(kind, [row], count.value)
            if _is_constant_count(count)
            else parse_statements(text, ROW=row, COUNT=count, **parts)
        )

    return body


def _product(node: ast.Call, applied: Applied) -> Body:
    """Return the body of ``product``: nested loops if the number of items is a constant."""
    options = {keyword.arg: keyword.value for keyword in node.keywords}
    repeat: Any = options.pop("repeat", ast.Constant(1))
    rows = node.args
    if options:
        raise _unsupported_arguments(node)
    is_one = isinstance(repeat, ast.Constant) and repeat.value == 1
    if (
        not any(isinstance(row, ast.Starred) for row in rows)
        and _is_constant_count(repeat)
        and (is_one or len(rows) == 1)
    ):
        return _loops("product", rows, len(rows) if is_one else repeat.value)
    lists = []
    for k, row in enumerate(rows):
        items = row.value if isinstance(row, ast.Starred) else ast.List([row], ast.Load())
        each = "[[_f_item for _f_item in _f_row] for _f_row in ROWS]"
        lists += parse_statements(f"_f_rows = {each}" if k == 0 else f"_f_rows = _f_rows + {each}", ROWS=items)
    return [*lists, *parse_statements(PRODUCTS, TIMES=repeat)]


def _row_and_count(node: ast.Call, count: ast.expr | None) -> tuple[ast.expr, Any]:
    """Return the row and the number of items of a selection. Raises Unsupported for other arguments."""
    options = {keyword.arg: keyword.value for keyword in node.keywords}
    arguments = [*node.args, *([options.pop("r")] if "r" in options else []), *([count] if count else [])]
    if options or len(arguments) < 2 or _has_star(node):
        raise _unsupported_arguments(node)
    return arguments[0], arguments[1]


def _is_constant_count(count: Any) -> bool:
    return isinstance(count, ast.Constant) and type(count.value) is int and count.value >= 0


def _loops(kind: str, iterables: list[ast.expr], count: int) -> Body:
    """Return nested loops that yield tuples of ``count`` items, all of one row, or one of each row for a product."""
    lists, rows = _lists(iterables)
    places = [f"_f_place_{k}" for k in range(count)]
    row = [rows[k] if len(rows) > 1 else rows[0] for k in range(count)]
    items: list[ast.expr] = [subscript(load(row[k]), load(places[k])) for k in range(count)]
    body: Body = [ast.Expr(ast.Yield(ast.Tuple(items, ast.Load())))]
    for k in reversed(range(count)):
        if kind == "permutations" and k:
            differences: list[ast.expr] = [compare(load(places[k]), ast.NotEq(), load(place)) for place in places[:k]]
            body = [conditional(differences[0] if k == 1 else ast.BoolOp(ast.And(), differences), body)]
        after = {"combinations": " + 1", "again": ""}.get(kind)
        first = f"{places[k - 1]}{after}" if after is not None and k else "0"
        steps = parse_expression(f"range({first}, len({row[k]}))")
        body = [loop(ast.Name(places[k], ast.Store()), steps, body)]
    return [*lists, *body]


def _lists(iterables: list[ast.expr]) -> tuple[Body, list[str]]:
    """Return statements that name the rows of iterables, and the names."""
    rows = [f"_f_row_{k}" for k in range(len(iterables))]
    statement_lists = (
        parse_statements(f"{row} = _operation_row_of(ROW)", ROW=each) for row, each in zip(rows, iterables, strict=True)
    )
    return [part for statements in statement_lists for part in statements], rows


def _no_options(node: ast.Call, count: int = 0) -> None:
    if node.keywords or (count and len(node.args) != count) or _has_star(node):
        raise _unsupported_arguments(node)


def _has_star(node: ast.Call) -> bool:
    return any(isinstance(argument, ast.Starred) for argument in node.args)


def _unsupported_arguments(node: ast.Call) -> Unsupported:
    return Unsupported(node, f"{ast.unparse(node.func)} with these arguments", "write a loop")


ITERATORS: tuple[tuple[Any, Callable[[ast.Call, Applied], Body]], ...] = (
    (itertools.chain, _chain),
    (itertools.accumulate, _accumulate),
    (itertools.islice, _islice),
    (itertools.combinations, _selections("combinations", COMBINATIONS)),
    (itertools.combinations_with_replacement, _selections("again", COMBINATIONS_AGAIN, WRONG=NEGATIVE)),
    (itertools.permutations, _selections("permutations", PERMUTATIONS)),
    (itertools.product, _product),
)
