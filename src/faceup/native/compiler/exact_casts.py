"""The compiler's target for lowered rules: casts without rounding, replaced operations, and correct reference counts.

Numba silently casts a whole number to a float where a name, a row or a result of rules holds both. Here the cast checks
that the float is exact. If it is not, machine code raises TooLarge, and CPython plays the game.

Lists in lists: Numba removes a pair of incref and decref, although the list that held the item may be freed between.
``row = rows[0]; return sum(row) + len(row)`` then reads freed memory (seen with 0.68, also with ``for row in rows``
and ``append``). It recognises such pairs by function names, so the items of a list are counted here by other code. A
list that loses an item in its middle keeps a place twice; that is refused (Numba's issue 8753).

The counting is right in any code of the process, also in that which others compile; only lowered rules are refused.
"""

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.base import BaseContext
from numba.core.errors import LoweringError, NumbaError
from numba.core.imputils import RefType, impl_ret_new_ref, iternext_impl, lower_builtin
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering
from numba.cpython import listobj
from numba.typed import dictobject

from faceup.native.compiler.whole_code import require
from faceup.native.lowering.lowered import is_lowered_code
from faceup.native.operations.integers import exactly
from faceup.native.operations.operation import TooLarge, raise_if, refuse_counted

require(Lower.init, "self")
require(Lower.lower_inst, "self", "inst")
require(Lower.create_cfunc_wrapper, "self")
require(BaseContext.cast, "self", "builder", "val", "fromty", "toty")
require(BaseContext.get_function, "self", "fn", "sig", "_firstcall")
require(NativeLowering.lowering_class.fget, "self")

CodeWriter = Callable[[Any, tuple[Any, ...]], Any]  # writes the code of an operation, for a builder and its arguments
_replacements: dict[Any, list[tuple[tuple[Any, ...], Callable[[Any, Any, CodeWriter], CodeWriter]]]] = {}


def in_rules(key: Any, *kinds: Any) -> Callable[[Any], Any]:
    """Replace an operation on these types in lowered rules alone.

    The registered function gets the compiler's context, the signature, and the writer of Numba's default code.
    """

    def register(replacement: Any) -> Any:
        _replacements.setdefault(key, []).append((kinds, replacement))
        return replacement

    return register


@cache
def _exact(context_class: Any) -> Any:
    """Return a compilation target that casts without rounding and uses the replaced operations."""

    class Exact(context_class):
        def cast(self, builder: Any, value: Any, source: Any, target: Any) -> Any:
            if isinstance(source, types.Integer) and isinstance(target, types.Float):
                word = super().cast(builder, value, source, types.int64)
                exactly(self, builder, word)
            return super().cast(builder, value, source, target)

        def get_function(self, function: Any, signature: Any, _firstcall: bool = True) -> Any:
            default: CodeWriter = super().get_function(function, signature, _firstcall)
            plain = signature.as_function()
            key = function.get_impl_key(plain) if isinstance(function, types.Callable) else function
            for kinds, replacement in _replacements.get(key, ()):
                if len(kinds) == len(plain.args) and all(map(isinstance, plain.args, kinds)):
                    return replacement(self, plain, default)
            return default

    return Exact


class ExactLower(Lower):
    """Numba's last stage, which writes the code of a function."""

    def init(self) -> None:
        super().init()
        if is_lowered_code(self.func_ir.func_id.code):
            context: Any = self.context
            context.__class__ = _exact(context.__class__)

    def create_cfunc_wrapper(self) -> None:
        """Make a C wrapper only for functions that Python can call."""
        if not self.flags.no_cpython_wrapper:
            super().create_cfunc_wrapper()

    def lower_inst(self, inst: Any) -> None:
        """Give an error without a place that of the current line of the rules."""
        try:
            super().lower_inst(inst)
        except NumbaError as error:
            error.loc = getattr(error, "loc", None) or inst.loc
            raise
        except Exception as error:  # whatever the compiler raises: it gets a place in the rules
            if isinstance(error, MemoryError) or not is_lowered_code(self.func_ir.func_id.code):
                raise
            raise LoweringError(str(error), inst.loc) from error


NativeLowering.lowering_class = property(lambda self: ExactLower)


MUTATED = dictobject.Status.ERR_DICT_MUTATED


@in_rules("iternext", types.DictIteratorType)
def next_key(context: Any, signature: Any, default: Any) -> Any:
    """Generate the next step of a loop over a dictionary; it raises TooLarge if the dictionary has changed."""

    def write_code(builder: Any, arguments: Any) -> Any:
        step = default(builder, arguments)
        is_there = context.make_helper(builder, signature.return_type, value=step).second
        with builder.if_then(builder.not_(cgutils.as_bool_bit(builder, is_there))):
            place = ir.IntType(8).as_pointer()
            kind = ir.FunctionType(dictobject.ll_status, [place, place.as_pointer(), place.as_pointer()])
            ask = cgutils.get_or_insert_function(builder.module, kind, "numba_dict_iter_next")
            state = context.make_helper(builder, signature.args[0], arguments[0]).state
            status = builder.call(ask, [state, *(cgutils.alloca_once(builder, place) for _ in range(2))])
            mutated = builder.icmp_signed("==", status, status.type(int(MUTATED)))
            raise_if(context, builder, mutated, TooLarge, "a dictionary that changed while it was looped over")
        return step

    return write_code


def count(context: Any, builder: Any, kind: Any, value: Any) -> None:
    """Count one more reference to every counted object that a value holds."""
    for _, meminfo in context.nrt.get_meminfos(builder, kind, value):
        with builder.if_then(cgutils.is_not_null(builder, meminfo)):
            word = ir.IntType(context.address_size)
            builder.atomic_rmw("add", builder.bitcast(meminfo, word.as_pointer()), word(1), "monotonic")


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
    """Generate ``row[k]`` with a count of the reference."""
    items = listobj.ListInstance(context, builder, sig.args[0], args[0])
    place = items.fix_index(args[1])
    items.guard_index(place, msg="getitem out of range")
    value = items.getitem(place)
    count(context, builder, sig.return_type, value)
    return impl_ret_new_ref(context, builder, sig.return_type, value)


@lower_builtin("iternext", types.ListIter)
@iternext_impl(RefType.NEW)
def next_item(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    """Generate ``for item in row`` with a count of the reference."""
    items = listobj.ListIterInstance(context, builder, sig.args[0], args[0])
    place = items.index
    is_valid = builder.icmp_signed("<", place, items.size)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        value = items.getitem(place)
        count(context, builder, sig.args[0].yield_type, value)
        result.yield_(value)
        items.index = builder.add(place, context.get_constant(types.intp, 1))


# ``row.pop(k)``, ``del row[k]``; ``row.clear()``; ``row[a:b] = ...`` and ``del row[a:b]``; ``row *= k``
@in_rules("list.pop", types.List, types.Integer)
@in_rules("list.clear", types.List)
@in_rules(operator.setitem, types.List, types.SliceType, types.Type)
@in_rules(operator.delitem, types.List, types.Integer)
@in_rules(operator.delitem, types.List, types.SliceType)
@in_rules(operator.imul, types.List, types.Integer)
def of_plain_items(context: Any, signature: Any, default: Any) -> Any:
    """Generate Numba's default code for lists whose items hold no references; refuse other lists."""
    refuse_counted(signature.args[0])
    return default
