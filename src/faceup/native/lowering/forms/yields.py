"""Generators: methods that return moves yield them, generators return lists, and loops inline generators.

A method that returns a list, a tuple or a range of moves becomes a generator, so that its returns need not have one
type. Where moves are of several kinds, it yields each move as 64-bit words.

A generator that holds references gets a second form, which returns a list (``native/compiler/generators`` says why).

A loop over an iterator becomes the body of the iterator with the body of the loop in the place of ``yield``:
``for a, b in combinations(row, 2): body`` becomes two loops around ``a, b = row[i], row[j]; body``. This needs neither
a generator, which costs a call for each item, nor a list. Loops also sort their items as they come.
"""

import ast
from collections.abc import Iterable, Sequence
from textwrap import indent
from typing import Any, NamedTuple

from faceup.native.lowering.names import is_generator
from faceup.native.lowering.tree import (
    OwnCode,
    assign,
    call,
    conditional,
    copy_tree,
    flat,
    load,
    loop,
    method,
    operation,
    parse_statements,
    place_node,
)

LISTING = "listing"  # the attribute of a lowered generator with the code of its list form, None if it is endless
ITEMS = "_f_yielded"


class _CollectItems(OwnCode):
    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if not isinstance(node.value, ast.Yield):
            return node
        item = node.value.value or ast.Constant(None)
        return place_node(ast.Expr(method(load(ITEMS), "append", item)), node)

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.copy_location(ast.Return(load(ITEMS)), node)


def has_no_end(definition: ast.FunctionDef) -> bool:
    """Whether the function has a loop that plainly never ends."""
    endless = [node for node in ast.walk(definition) if isinstance(node, ast.While) and _is_true(node.test)]
    return any(not any(isinstance(part, ast.Break | ast.Return) for part in ast.walk(node)) for node in endless)


def _is_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def listing(definition: ast.FunctionDef, name: str) -> ast.FunctionDef:
    """Return the form of a generator that returns a list, under this name."""
    result: ast.FunctionDef = copy_tree(definition)
    result.name = name
    body = [part for statement in result.body for part in flat(_CollectItems().visit(statement))]
    result.body = [assign(ITEMS, ast.List([], ast.Load())), *body, ast.Return(load(ITEMS))]
    place_node(result, definition)
    return result


WORDS, MOVE = "_f_words_of_move", "_f_move"  # names in generated code: the maker of words, and its argument


class Yields(OwnCode):
    """Turns the returns of one method into yields."""

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.AST]:
        statements: list[ast.AST] = [*_each(node.value or ast.Tuple([], ast.Load())), ast.Return(None)]
        return [place_node(statement, node) for statement in statements]


def _each(value: ast.expr) -> list[ast.stmt]:
    """Return statements that yield the items of a value, those of a display one by one."""
    if isinstance(value, ast.IfExp):
        return [conditional(value.test, _each(value.body), _each(value.orelse))]
    if isinstance(value, ast.Tuple | ast.List) and not any(isinstance(item, ast.Starred) for item in value.elts):
        return [ast.Expr(ast.Yield(item)) for item in value.elts]
    return [ast.Expr(ast.YieldFrom(value))]


class MixedYields(OwnCode):
    """Yields one by one the items of a display of several kinds, which no loop takes: ``yield from ("pass", 1, 2)``."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.AST]:
        if isinstance(node.value, ast.YieldFrom) and _is_mixed(node.value.value):
            return [place_node(statement, node) for statement in _each(node.value.value)]
        return node


def _is_mixed(value: ast.expr) -> bool:
    """Whether a display, or one of two, has items of different kinds, as far as they are written there."""
    if isinstance(value, ast.IfExp):
        return _is_mixed(value.body) or _is_mixed(value.orelse)
    return isinstance(value, ast.Tuple | ast.List) and len({_kind(item) for item in value.elts}) > 1


def _kind(item: ast.expr) -> tuple[type, int]:
    """Return the kind of an item: text, number, a tuple of some length, or a computed value."""
    if isinstance(item, ast.Tuple):
        return tuple, len(item.elts)
    return type(item.value) if isinstance(item, ast.Constant) else ast.expr, 0


def yield_returned(definition: ast.FunctionDef) -> None:
    """Let a method yield the items that it returns, and those of several kinds one by one."""
    stage = MixedYields() if is_generator(definition) else Yields()
    definition.body = [part for statement in definition.body for part in flat(stage.visit(statement))]


class InWords(NamedTuple):
    """The form of a method that yields moves as words."""

    words: Any  # makes the words of a move


class YieldWords(OwnCode):
    """Converts every move that a method yields to words."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.YieldFrom):
            each = ast.Expr(ast.Yield(call(WORDS, load(MOVE))))
            return place_node(loop(ast.Name(MOVE, ast.Store()), node.value.value, [each]), node)
        if isinstance(node.value, ast.Yield) and node.value.value is not None:
            node.value.value = place_node(call(WORDS, node.value.value), node)
        return node


def yield_words(definition: ast.FunctionDef) -> None:
    """Let a method yield the words of moves instead of moves."""
    definition.body = [YieldWords().visit(statement) for statement in definition.body]


class Inlined(ast.expr):
    """An iterable given by the statements that yield its items."""

    _fields = ("body",)

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        super().__init__()
        self.body = list(body)


def can_be_inlined(body: Iterable[ast.stmt]) -> bool:
    """Whether a body can be inlined: it yields in one place, so the loop's body is copied once, and never returns."""
    parts = [part for statement in body for part in ast.walk(statement)]
    yields_once = sum(isinstance(part, ast.Yield | ast.YieldFrom) for part in parts) == 1
    return yields_once and not any(isinstance(part, ast.Return) for part in parts)


def is_left(body: Iterable[ast.stmt]) -> bool:
    """Whether the body of a loop has a break or continue of its own."""
    todo: list[ast.AST] = [*body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Break | ast.Continue):
            return True
        if isinstance(node, ast.For | ast.While):
            todo.extend(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.Lambda):
            todo.extend(ast.iter_child_nodes(node))
    return False


def with_body(inlined: Inlined, target: ast.expr, body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return the inlined loop: each item is assigned to the target before the body."""
    return [part for statement in inlined.body for part in flat(_FillLoop(target, body).visit(statement))]


class _FillLoop(ast.NodeTransformer):
    def __init__(self, target: ast.expr, body: Sequence[ast.stmt]) -> None:
        self.target, self.body = target, body

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return node
        return [ast.Assign([self.target], node.value.value), *self.body]


def with_own_names(body: Sequence[ast.stmt], names: set[str], suffix: int) -> list[ast.stmt]:
    """Return a copy of the statements in which these names are replaced by fresh ones."""
    copies: list[ast.stmt] = []
    for statement in body:
        copy = copy_tree(statement)
        for part in ast.walk(copy):
            if isinstance(part, ast.Name) and part.id in names:
                part.id = f"_f_{part.id.removeprefix('_f_')}_{suffix}"
        copies.append(copy)
    return copies


# Insertion sort; equal items keep their order, also in reverse.
IS_BEFORE = "_f_keys[_f_place - 1] < _f_key if _f_reverse else _f_key < _f_keys[_f_place - 1]"
PLACE_KEY = f"""
_f_keys.append(_f_key)
_f_place = len(_f_keys) - 1
while _f_place > 0 and ({IS_BEFORE}):
    _f_keys[_f_place] = _f_keys[_f_place - 1]
    _f_place = _f_place - 1
_f_keys[_f_place] = _f_key
"""
PUT_IN_PLACE = f"""
_f_key = ITEM
{PLACE_KEY}
"""
PUT_IN_PLACE_ONCE = f"""
_f_key = ITEM
_f_place = len(_f_keys)
while _f_place > 0 and ({IS_BEFORE}):
    _f_place = _f_place - 1
if _f_place == 0 or not _f_keys[_f_place - 1] == _f_key:
{indent(PLACE_KEY, "    ")}
"""
PUT_IN_PLACE_BY_KEY = f"""
VALUE = ITEM
_f_key = KEY
_f_all.append(VALUE)
_f_keys.append(_f_key)
_f_place = len(_f_all) - 1
while _f_place > 0 and ({IS_BEFORE}):
    _f_all[_f_place] = _f_all[_f_place - 1]
    _f_keys[_f_place] = _f_keys[_f_place - 1]
    _f_place = _f_place - 1
_f_all[_f_place] = VALUE
_f_keys[_f_place] = _f_key
"""
# Insertion by key into a row that is held by value.
INSERT_BY_KEY = f"""
VALUE = ITEM
_f_key = KEY
{PLACE_KEY}
_f_all = _operation_with_inserted(_f_all, VALUE, _f_place)
"""
IN_ORDER = {  # the return statement, by whether there is no key, and whether the row goes into a state
    (True, True): "return _operation_sort_row(_f_all, _f_reverse)",
    (True, False): "return _f_keys",
    (False, True): "return _f_all",
    (False, False): "return _f_all",
}


def put_last(item: ast.expr) -> list[ast.stmt]:
    """Append an item to the row that is gathered."""
    return [assign("_f_all", operation("with_last", load("_f_all"), item))]


def put_in_place(item: ast.expr, into_state: bool, unique: bool = False) -> list[ast.stmt]:
    """Insert an item by its size among those before it; a row that goes into a state is sorted at the end.

    ``unique`` leaves out an item that is among them already.
    """
    return put_last(item) if into_state else parse_statements(PUT_IN_PLACE_ONCE if unique else PUT_IN_PLACE, ITEM=item)


def put_in_place_by_key(item: ast.expr, value: str, key: ast.expr, into_state: bool) -> list[ast.stmt]:
    """Insert an item by its key; ``value`` is the name of the item in the expression for the key."""
    text = INSERT_BY_KEY if into_state else PUT_IN_PLACE_BY_KEY
    return parse_statements(text.replace("VALUE", value), ITEM=item, KEY=key)
