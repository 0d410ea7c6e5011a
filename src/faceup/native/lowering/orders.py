"""Items that are put in order as they come: what a loop over them does with each, and what is around the loop."""

import ast
from textwrap import indent

from faceup.native.lowering.tree import assign, load, operation, parse_statements

# What is equal stays in order, also in reverse.
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
# The same of what is held by value.
INSERT_BY_KEY = f"""
VALUE = ITEM
_f_key = KEY
{PLACE_KEY}
_f_all = _operation_with_inserted(_f_all, VALUE, _f_place)
"""
IN_ORDER = {  # what is returned, without a key or with one, and whether it goes into a state
    (True, True): "return _operation_own_in_order(_f_all, _f_reverse)",
    (True, False): "return _f_keys",
    (False, True): "return _f_all",
    (False, False): "return _f_all",
}


def put_last(item: ast.expr) -> list[ast.stmt]:
    """Gather an item."""
    return [assign("_f_all", operation("with_last", load("_f_all"), item))]


def put_in_place(item: ast.expr, into_state: bool, once: bool = False) -> list[ast.stmt]:
    """Put an item among those before it, by its size; what goes into a state is put in order at the end.

    ``once``: where it is not among them already.
    """
    return put_last(item) if into_state else parse_statements(PUT_IN_PLACE_ONCE if once else PUT_IN_PLACE, ITEM=item)


def put_in_place_by_key(item: ast.expr, value: str, key: ast.expr, into_state: bool) -> list[ast.stmt]:
    """The same by a key, which asks for the item under the name of its value."""
    text = INSERT_BY_KEY if into_state else PUT_IN_PLACE_BY_KEY
    return parse_statements(text.replace("VALUE", value), ITEM=item, KEY=key)
