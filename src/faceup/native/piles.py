"""Piles, tallies and whole tables in machine code.

The cards of a pile are bytes in a block that the kernel gets. The two ends of a pile, and the number of a tally, are
words in the kernel's own stack frame: once the rules are inlined, LLVM keeps them in registers. LLVM must know that
storing a card changes no end; since no type says so, both kinds of access carry alias scopes.
"""

import inspect
import operator
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_getattr, lower_getattr_generic, lower_setattr
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, make_attribute_wrapper, models, overload, overload_method, register_model

from faceup.native.linking import typer
from faceup.rules.pile import Pile, Tally, things, turn_over

_byte, _word = ir.IntType(8), ir.IntType(64)


class CellsType(types.Type):
    """The bytes of a pile."""

    def __init__(self) -> None:
        super().__init__(name="Cells")


class PileType(types.Type):
    """A pile: its cells, and the addresses of its two ends."""

    def __init__(self) -> None:
        super().__init__(name="Pile")


class TallyType(types.Type):
    """A tally: the address of its number."""

    def __init__(self) -> None:
        super().__init__(name="Tally")


cells_type, pile_type, tally_type = CellsType(), PileType(), TallyType()
_bytes_pointer, _words_pointer = types.CPointer(types.int8), types.CPointer(types.int64)


@register_model(CellsType)
class _CellsModel(models.StructModel):
    def __init__(self, manager: Any, frontend: Any) -> None:
        super().__init__(manager, frontend, [("first", _bytes_pointer), ("length", types.int64)])


@register_model(PileType)
class _PileModel(models.StructModel):
    def __init__(self, manager: Any, frontend: Any) -> None:
        super().__init__(
            manager, frontend, [("cells", cells_type), ("bottom", _words_pointer), ("end", _words_pointer)]
        )


@register_model(TallyType)
class _TallyModel(models.StructModel):
    def __init__(self, manager: Any, frontend: Any) -> None:
        super().__init__(manager, frontend, [("n", _words_pointer)])


make_attribute_wrapper(PileType, "cells", "cells")


def _memory(context: Any, builder: Any, pointer: Any, store: Any = None) -> Any:
    """Load from a cell or a word, or store there, with the alias scope of its kind."""
    is_cell = pointer.type.pointee == _byte
    access = builder.load(pointer) if store is None else builder.store(store, pointer)
    module = builder.module
    domain = module.add_metadata(["faceup"])
    scopes = [module.add_metadata([module.add_metadata([name, domain])]) for name in ("faceup cells", "faceup words")]
    access.set_metadata("alias.scope", scopes[0 if is_cell else 1])
    access.set_metadata("noalias", scopes[1 if is_cell else 0])
    if is_cell and store is None:  # a card is 0 to 127: push and tuck see to it
        access.set_metadata("range", module.add_metadata([_byte(0), _byte(-128)]))
    return access


def _add_word_attribute(owner: Any, name: str) -> None:
    """Define an integer attribute, to read and to write, at the address in the struct's field of that name."""

    @infer_getattr
    class Attribute(AttributeTemplate):
        key = owner

    setattr(Attribute, f"resolve_{name}", lambda self, typ: types.int64)

    @lower_getattr(owner, name)
    def load(context: Any, builder: Any, typ: Any, value: Any) -> Any:
        struct = cgutils.create_struct_proxy(typ)(context, builder, value)
        return _memory(context, builder, getattr(struct, name))

    @lower_setattr(owner, name)
    def store(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        struct = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
        number = context.cast(builder, arguments[1], signature.args[1], types.int64)
        _memory(context, builder, getattr(struct, name), number)


for _owner, _name in ((PileType, "bottom"), (PileType, "end"), (TallyType, "n")):
    _add_word_attribute(_owner, _name)


@intrinsic
def _load_cell(typing_context: Any, cells: Any, k: Any) -> Any:
    """Load a card."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = cgutils.create_struct_proxy(cells_type)(context, builder, arguments[0])
        return builder.sext(_memory(context, builder, builder.gep(struct.first, [arguments[1]])), _word)

    return types.int64(cells_type, types.int64), generate


@intrinsic
def _store_cell(typing_context: Any, cells: Any, k: Any, card: Any) -> Any:
    """Store a card."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = cgutils.create_struct_proxy(cells_type)(context, builder, arguments[0])
        card = builder.trunc(arguments[2], _byte)
        _memory(context, builder, builder.gep(struct.first, [arguments[1]]), card)
        return context.get_dummy_value()

    return types.void(cells_type, types.int64, types.int64), generate


CHUNK = 16  # cards


@intrinsic
def _turn_chunk(typing_context: Any, cells: Any, low: Any, source: Any, start: Any) -> Any:
    """Copy a chunk from ``start`` of the source to ``low``, in reverse."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cells, low, source, start = arguments
        vector = ir.VectorType(_byte, CHUNK)

        def place(struct: Any, k: Any) -> Any:
            first = cgutils.create_struct_proxy(cells_type)(context, builder, struct).first
            return builder.bitcast(builder.gep(first, [k]), vector.as_pointer())

        cards = builder.load(place(source, start), align=1)
        mask = ir.Constant(ir.VectorType(ir.IntType(32), CHUNK), list(range(CHUNK - 1, -1, -1)))
        builder.store(builder.shuffle_vector(cards, ir.Constant(vector, None), mask), place(cells, low), align=1)
        return context.get_dummy_value()

    return types.void(cells_type, types.int64, cells_type, types.int64), generate


@overload(turn_over, jit_options={"forceinline": True})
def _turn_over(cells, end, source, start, count):  # type: ignore[no-untyped-def]
    """Copy cards in reverse, chunk by chunk."""

    def copy(cells, end, source, start, count):  # type: ignore[no-untyped-def]
        # Whole chunks: surplus cards land on free cells, and a loop of one iteration is well predicted.
        if end - count >= CHUNK:
            for k in range(0, count, CHUNK):
                _turn_chunk(cells, end - k - CHUNK, source, start + k)
        else:
            for k in range(count):
                cells[end - 1 - k] = source[start + k]

    return copy


@intrinsic
def _length(typing_context: Any, cells: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cgutils.create_struct_proxy(cells_type)(context, builder, arguments[0]).length

    return types.int64(cells_type), generate


@overload(operator.getitem)
def _getitem(cells, k):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return (lambda cells, k: _load_cell(cells, k)) if isinstance(cells, CellsType) else None


@overload(operator.setitem)
def _setitem(cells, k, card):  # type: ignore[no-untyped-def]
    return (lambda cells, k, card: _store_cell(cells, k, card)) if isinstance(cells, CellsType) else None


@overload(len)
def _len(cells):  # type: ignore[no-untyped-def]
    return (lambda cells: _length(cells)) if isinstance(cells, CellsType) else None


for _name, _member in vars(Pile).items():
    if isinstance(_member, FunctionType) and _name not in ("__init__", "__repr__", "cards"):
        inlined = overload_method(PileType, _name, jit_options={"forceinline": True})
        inlined(typer(_member, inspect.signature(_member)))


class TableType(types.Type):
    """The table of one Table class: two words and a row of cells for each pile or tally."""

    def __init__(self, table_class: Any) -> None:
        self.table_class = table_class
        self.fields = table_class._fields
        self.kinds = [tally_type if thing is Tally else pile_type for thing in things(table_class)]
        super().__init__(name=f"Table<{table_class.__module__}.{table_class.__qualname__}.{id(table_class)}>")


@register_model(TableType)
class _TableModel(models.StructModel):
    def __init__(self, manager: Any, frontend: Any) -> None:
        fields = [("words", _words_pointer), ("cells", _bytes_pointer), ("length", types.int64)]
        super().__init__(manager, frontend, fields)


def _thing(context: Any, builder: Any, table_type: Any, table: Any, place: Any, kind: Any) -> Any:
    """Return the pile or tally at a place of a table."""
    struct = cgutils.create_struct_proxy(table_type)(context, builder, table)
    thing = cgutils.create_struct_proxy(kind)(context, builder)
    words = builder.gep(struct.words, [builder.shl(place, _word(1))])
    if kind is tally_type:
        thing.n = words
        return thing._getvalue()
    cells = cgutils.create_struct_proxy(cells_type)(context, builder)
    cells.first, cells.length = builder.gep(struct.cells, [builder.mul(place, struct.length)]), struct.length
    thing.cells, thing.bottom, thing.end = cells._getvalue(), words, builder.gep(words, [_word(1)])
    return thing._getvalue()


@infer_getattr
class _TableAttributes(AttributeTemplate):
    key = TableType

    def generic_resolve(self, table: Any, name: str) -> Any:
        return table.kinds[table.fields.index(name)] if name in table.fields else None


@lower_getattr_generic(TableType)
def _load_thing(context: Any, builder: Any, table_type: Any, table: Any, name: str) -> Any:
    place = table_type.fields.index(name)
    return _thing(context, builder, table_type, table, _word(place), table_type.kinds[place])


@intrinsic(prefer_literal=True)
def _at(typing_context: Any, table: Any, place: Any) -> Any:
    """Return the pile or tally at a place of a table. Raises IndexError."""
    kinds = table.kinds
    if isinstance(place, types.IntegerLiteral) and -len(kinds) <= place.literal_value < len(kinds):
        kind = kinds[place.literal_value]
    elif len(set(kinds)) == 1:
        kind = kinds[0]
    else:
        return None  # whether a pile or a tally lies there is known only at run time

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        k = context.cast(builder, arguments[1], signature.args[1], types.int64)
        k = builder.select(builder.icmp_signed("<", k, _word(0)), builder.add(k, _word(len(kinds))), k)
        with builder.if_then(builder.icmp_unsigned(">=", k, _word(len(kinds))), likely=False):
            context.call_conv.return_user_exc(builder, IndexError, ("tuple index out of range",))
        return _thing(context, builder, table, arguments[0], k, kind)

    return kind(table, place), generate


@overload(operator.getitem, prefer_literal=True)
def _table_item(table, place):  # type: ignore[no-untyped-def]
    return (lambda table, place: _at(table, place)) if isinstance(table, TableType) else None


@overload(len)
def _table_len(table):  # type: ignore[no-untyped-def]
    if isinstance(table, TableType):
        count = len(table.kinds)
        return lambda table: count
    return None


def table_maker(table_class: Any, room: int | None = None) -> Any:
    """Return an intrinsic ``new_table(cells)`` for kernels: an empty table whose piles are the rows of a block of
    bytes.

    The block has one row more, since whole chunks are read. If the ``room`` of a pile is given, it is a constant of the
    code, and the cells lie in the stack frame of the kernel too, so that no register holds their address. Call it in
    the kernel itself, not in a helper: the ends and tallies live in the caller's frame.
    """
    table_type = TableType(table_class)

    @intrinsic
    def new_table(typing_context: Any, cells: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            block = context.make_array(cells)(context, builder, arguments[0])
            table = cgutils.create_struct_proxy(table_type)(context, builder)
            count = 2 * len(table_type.kinds)
            table.words = cgutils.alloca_once(builder, _word, size=count)
            for k in range(count):
                _memory(context, builder, builder.gep(table.words, [_word(k)]), _word(0))
            if room is None:
                table.cells = builder.bitcast(block.data, _byte.as_pointer())
                table.length = cgutils.unpack_tuple(builder, block.shape, 2)[1]
            else:
                table.cells = cgutils.alloca_once(builder, _byte, size=room * len(table_type.kinds) + CHUNK)
                table.length = _word(room)
            return table._getvalue()

        return table_type(cells), generate

    return new_table
