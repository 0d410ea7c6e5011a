"""Lists in lists: references that Numba's optimiser takes for superfluous are counted where it does not see them.

Numba leaves out a reference that is counted and given up again, though between the two the list may be freed that held
the item: ``row = rows[0]; return sum(row) + len(row)`` then reads freed memory (seen with 0.68, also with ``for row in
rows`` and ``append``). It knows such pairs by the names of the functions that count; so what a list holds, and what is
taken from it, is counted here by other code. A list from whose middle one is taken away keeps its place twice; that is
refused (Numba's issue 8753).
"""

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import NumbaNotImplementedError
from numba.core.imputils import RefType, impl_ret_new_ref, iternext_impl, lower_builtin
from numba.cpython import listobj

MIDDLE = "lists are taken out of a list one by one, at its end: row.pop()"


def count(context: Any, builder: Any, kind: Any, value: Any) -> None:
    """Count one more reference to whatever counted things a value holds."""
    for _, counted in context.nrt.get_meminfos(builder, kind, value):
        with builder.if_then(cgutils.is_not_null(builder, counted)):
            word = ir.IntType(context.address_size)
            builder.atomic_rmw("add", builder.bitcast(counted, word.as_pointer()), word(1), "monotonic")


def _count_held(items: Any, value: Any) -> None:
    count(items._context, items._builder, items.dtype, value)


listobj._ListPayloadMixin.incref_value = _count_held


@lower_builtin(operator.getitem, types.List, types.Integer)
def item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """``row[k]``"""
    items = listobj.ListInstance(context, builder, sig.args[0], args[0])
    place = items.fix_index(args[1])
    items.guard_index(place, msg="getitem out of range")
    found = items.getitem(place)
    count(context, builder, sig.return_type, found)
    return impl_ret_new_ref(context, builder, sig.return_type, found)


@lower_builtin("iternext", types.ListIter)
@iternext_impl(RefType.NEW)
def next_item(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    """``for item in row``"""
    items = listobj.ListIterInstance(context, builder, sig.args[0], args[0])
    place = items.index
    is_valid = builder.icmp_signed("<", place, items.size)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        found = items.getitem(place)
        count(context, builder, sig.args[0].yield_type, found)
        result.yield_(found)
        items.index = builder.add(place, context.get_constant(types.intp, 1))


def _of_plain_items(plain: Any) -> Any:
    """Numba's own way, for lists whose items are not counted."""

    def lowered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if context.data_model_manager[sig.args[0].dtype].contains_nrt_meminfo():
            raise NumbaNotImplementedError(MIDDLE)
        return plain(context, builder, sig, args)

    return lowered


# ``row.pop(k)``, ``del row[k]`` and ``row.remove(item)``; ``row.clear()``; ``row[a:b] = ...`` and ``del row[a:b]``
for key, kinds, plain in (
    ("list.pop", (types.List, types.Integer), listobj.list_pop_integer),
    ("list.clear", (types.List,), listobj.list_clear),
    (operator.setitem, (types.List, types.SliceType, types.Any), listobj.setitem_list_slice),
    (operator.delitem, (types.List, types.SliceType), listobj.delitem_list),
):
    lower_builtin(key, *kinds)(_of_plain_items(plain))
