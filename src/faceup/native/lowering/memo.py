"""Helpers under functools.cache: what machine code remembers of their answers.

Each has a table of words beside its code, in which a new answer takes an older one's place. Threads share it without a
lock: arguments lie there mixed with the answer, so what two threads wrote at once is never taken for an answer.
"""

import ast
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from faceup.native.lowering.scopes import arguments_of
from faceup.native.lowering.tree import assign, call, conditional, load
from faceup.native.lowering.unlowered import Unlowered

SLOTS_BITS = 15
WORD = ir.IntType(64)
KNOWN, VALUE, KEPT = "_memo_known", "_memo_value", "_memo_kept"
ODD, FIRST = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93


def remembering(definition: ast.FunctionDef) -> None:
    """Let the function look its answer up first, and keep it before it returns."""
    names = arguments_of(definition)
    if not names or definition.args.vararg or definition.args.kwarg:
        raise Unlowered(definition, "a helper under functools.cache with no arguments, or any number", "name them")
    for node in ast.walk(definition):
        if isinstance(node, ast.Return) and _is_row(node.value):
            what = f"a row that functools.cache keeps (`{ast.unparse(node)}`)"
            raise Unlowered(node, what, "compute such a table once, above the class: TABLE = ...")
    copies = [f"_f_given_{k}" for k in range(len(names))]
    head: list[ast.stmt] = [assign(mine, load(name)) for mine, name in zip(copies, names, strict=True)]
    given = [*map(load, copies)]
    head.append(conditional(call(KNOWN, *given), [ast.Return(call(VALUE, *given))]))
    definition.body = [*head, *(_Returns(copies).visit(statement) for statement in definition.body)]


ROWS = ast.Tuple | ast.List | ast.ListComp | ast.SetComp | ast.DictComp | ast.Dict | ast.Set
MAKERS = ("tuple", "list", "set", "frozenset", "dict", "sorted")


def _is_row(value: ast.expr | None) -> bool:
    """Whether an expression is a row of things: machine code remembers numbers alone."""
    made = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in MAKERS
    return made or isinstance(value, ROWS)


class _Returns(ast.NodeTransformer):
    def __init__(self, copies: list[str]) -> None:
        self.copies = copies

    def visit_Return(self, node: ast.Return) -> ast.AST:
        value = node.value or ast.Constant(None)
        return ast.copy_location(ast.Return(call(KEPT, value, *map(load, self.copies))), node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    visit_FunctionDef = visit_Lambda  # type: ignore[assignment]  # their returns are not the helper's


@cache
def memo(name: str) -> dict[str, Any]:
    """The operations of one helper's table, which its code has under this name."""

    def place(builder: Any, arguments: Any) -> Any:
        """The address of the slot for these arguments."""
        width = len(arguments) + 1
        module = builder.module
        kind = ir.ArrayType(WORD, width << SLOTS_BITS)
        if name in module.globals:
            table = module.globals[name]
        else:
            table = ir.GlobalVariable(module, kind, name)
            table.linkage, table.initializer = "internal", ir.Constant(kind, None)
        mixed = WORD(FIRST)
        for argument in arguments:
            mixed = builder.mul(builder.xor(mixed, argument), WORD(ODD))
            mixed = builder.xor(mixed, builder.lshr(mixed, WORD(29)))
        slot = builder.mul(builder.and_(mixed, WORD((1 << SLOTS_BITS) - 1)), WORD(width))
        return table, slot

    def word(builder: Any, place: Any, k: int) -> Any:
        table, slot = place
        return builder.gep(table, [WORD(0), builder.add(slot, WORD(k))])

    def sealed(builder: Any, value: Any, argument: Any, k: int) -> Any:
        """An argument mixed with the answer."""
        seal = builder.mul(builder.add(value, WORD(FIRST + 2 * k)), WORD(ODD))
        return builder.xor(argument, builder.xor(seal, builder.lshr(seal, WORD(31))))

    def typed(arguments: Any) -> Any:
        if not all(isinstance(argument, types.Integer | types.Boolean) for argument in arguments):
            raise TypingError("a helper under functools.cache takes and gives whole numbers")
        return (types.int64,) * len(arguments)

    @intrinsic
    def known(typing_context: Any, *arguments: Any) -> Any:
        kinds = typed(arguments[0] if isinstance(arguments[0], tuple) else arguments)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            given = _unpacked(builder, arguments, len(kinds))
            here = place(builder, given)
            value = builder.load(word(builder, here, 0))
            same = ir.IntType(1)(1)
            for k, argument in enumerate(given):
                match = builder.icmp_unsigned(
                    "==", builder.load(word(builder, here, k + 1)), sealed(builder, value, argument, k)
                )
                same = builder.and_(same, match)
            return same

        return types.boolean(types.StarArgTuple(kinds)), generate

    @intrinsic
    def value(typing_context: Any, *arguments: Any) -> Any:
        kinds = typed(arguments[0] if isinstance(arguments[0], tuple) else arguments)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.load(word(builder, place(builder, _unpacked(builder, arguments, len(kinds))), 0))

        return types.int64(types.StarArgTuple(kinds)), generate

    @intrinsic
    def kept(typing_context: Any, *arguments: Any) -> Any:
        kinds = typed(arguments[0] if isinstance(arguments[0], tuple) else arguments)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            answer, *given = _unpacked(builder, arguments, len(kinds))
            here = place(builder, given)
            builder.store(answer, word(builder, here, 0))
            for k, argument in enumerate(given):
                builder.store(sealed(builder, answer, argument, k), word(builder, here, k + 1))
            return answer

        return types.int64(types.StarArgTuple(kinds)), generate

    return {KNOWN: known, VALUE: value, KEPT: kept}


def _unpacked(builder: Any, arguments: Any, count: int) -> list[Any]:
    return [builder.extract_value(arguments[0], k) for k in range(count)]
