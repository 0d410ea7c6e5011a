"""Lists in lists: references that Numba's optimiser takes for superfluous are counted where it does not see them.

Numba leaves out a reference that is counted and given up again, though between the two the list may be freed that held
the item: ``row = rows[0]; return sum(row) + len(row)`` then reads freed memory (seen with 0.68, also with ``for row in
rows`` and ``append``). It knows such pairs by the names of the functions that count; so what a list holds, and what is
taken from it, is counted here by other code. A list from whose middle one is taken away keeps its place twice; that is
refused (Numba's issue 8753).

The counting is right in any code, and also where others in the process let Numba compile; what is refused, is in rules.
"""

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import RefType, impl_ret_new_ref, iternext_impl, lower_builtin
from numba.cpython import listobj

from faceup.native.compiler_parts import require
from faceup.native.exact_casts import in_rules
from faceup.native.operations.operation import refuse_counted


def count(context: Any, builder: Any, kind: Any, value: Any) -> None:
    """Count one more reference to whatever counted things a value holds."""
    for _, counted in context.nrt.get_meminfos(builder, kind, value):
        with builder.if_then(cgutils.is_not_null(builder, counted)):
            word = ir.IntType(context.address_size)
            builder.atomic_rmw("add", builder.bitcast(counted, word.as_pointer()), word(1), "monotonic")


def _count_held(items: Any, value: Any) -> None:
    count(items._context, items._builder, items.dtype, value)


for part, arguments in (
    (listobj._ListPayloadMixin.incref_value, ("self", "val")),
    (listobj._ListPayloadMixin.getitem, ("self", "idx")),
    (listobj._ListPayloadMixin.fix_index, ("self", "idx")),
    (listobj._ListPayloadMixin.guard_index, ("self", "idx", "msg")),
    (listobj.ListInstance, ("context", "builder", "list_type", "list_val")),
    (listobj.ListIterInstance, ("context", "builder", "iter_type", "iter_val")),
    (listobj.getitem_list, ("context", "builder", "sig", "args")),
    (listobj.iternext_listiter, ("context", "builder", "sig", "args")),
):
    require(part, *arguments)
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


# ``row.pop(k)``, ``del row[k]``; ``row.clear()``; ``row[a:b] = ...`` and ``del row[a:b]``; ``row *= k``
@in_rules("list.pop", types.List, types.Integer)
@in_rules("list.clear", types.List)
@in_rules(operator.setitem, types.List, types.SliceType, types.Type)
@in_rules(operator.delitem, types.List, types.Integer)
@in_rules(operator.delitem, types.List, types.SliceType)
@in_rules(operator.imul, types.List, types.Integer)
def of_plain_items(context: Any, signature: Any, own: Any) -> Any:
    """Numba's own way, for lists whose items are not counted."""
    refuse_counted(signature.args[0])
    return own
