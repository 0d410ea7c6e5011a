"""Loops over dictionaries that change: Numba takes that for their end, where Python raises an error."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.typed import dictobject

from faceup.native.exact_casts import in_rules
from faceup.native.operations.operation import TooLarge, raise_if

CHANGED = dictobject.Status.ERR_DICT_MUTATED


@in_rules("iternext", types.DictIteratorType)
def next_key(context: Any, signature: Any, own: Any) -> Any:
    """The next item of a dictionary; CPython goes on where there is none since the dictionary has changed."""

    def write_code(builder: Any, arguments: Any) -> Any:
        found = own(builder, arguments)
        is_there = context.make_helper(builder, signature.return_type, value=found).second
        with builder.if_then(builder.not_(cgutils.as_bool_bit(builder, is_there))):
            place = ir.IntType(8).as_pointer()
            kind = ir.FunctionType(dictobject.ll_status, [place, place.as_pointer(), place.as_pointer()])
            ask = cgutils.get_or_insert_function(builder.module, kind, "numba_dict_iter_next")
            state = context.make_helper(builder, signature.args[0], arguments[0]).state
            status = builder.call(ask, [state, *(cgutils.alloca_once(builder, place) for _ in range(2))])
            changed = builder.icmp_signed("==", status, status.type(int(CHANGED)))
            raise_if(context, builder, changed, TooLarge, "a dictionary that changed while it was looped over")
        return found

    return write_code
