"""Memo tables in machine code for helpers under functools.cache.

Each helper has a direct-mapped table of words beside its code, in which a new answer replaces an older one. Threads
share it without a lock: each argument is stored XORed with a hash of the answer, so a slot that two threads wrote at
once matches no arguments (R. Hyatt and T. Mann, "A lock-less transposition-table implementation for parallel search",
ICGA Journal, 2002). A helper that returns a tuple of any length, or takes a list, is computed each time, unless it is
recursive.
"""

import ast
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from faceup.native.lowering.containers import Lists
from faceup.native.lowering.names import arguments_of
from faceup.native.lowering.tree import OwnCode, Unsupported, assign, call, conditional, load
from faceup.native.operations.operation import RowOfWords

SLOTS_BITS = 15
WORD = ir.IntType(64)
HAS_ANSWER, ANSWER, STORE_ANSWER = "_memo_known", "_memo_value", "_memo_kept"
KEYS = (
    "a helper under functools.cache that asks itself about lists, sets or dictionaries; give it numbers, tuples of "
    "them or rows of the state"
)
FACTOR, SEED = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93


def must_be_computed(definition: ast.FunctionDef, lists: Lists, recurs: bool) -> bool:
    """Whether the helper returns rows, which are computed each time. Raises Unsupported if that would be wrong."""
    returns = [node for node in ast.walk(definition) if isinstance(node, ast.Return)]
    if len({_width(node.value) for node in returns} - {0}) == 1 and all(_width(node.value) for node in returns):
        return False
    rows = [node for node in returns if node.value and (_is_row(node.value) or lists.kind(node.value) is not None)]
    for node in rows:
        what = f"a row that functools.cache keeps (`{ast.unparse(node)}`)"
        if recurs:
            raise Unsupported(node, what, "compute such a table once, above the class: TABLE = ...")
        if node.value and lists.kind(node.value) not in (tuple, frozenset):
            raise Unsupported(node, what, "give a tuple, `tuple(...)`, which nobody can change")
    return bool(rows)


def add_memo(definition: ast.FunctionDef) -> int:
    """Let the function look its answer up first, and store it before it returns.

    Returns the length of the tuples that the function returns; 0 for numbers.
    """
    names = arguments_of(definition)
    if not names or definition.args.vararg or definition.args.kwarg:
        raise Unsupported(definition, "a helper under functools.cache with no arguments, or any number", "name them")
    returns = [node for node in ast.walk(definition) if isinstance(node, ast.Return)]
    widths = {_width(node.value) for node in returns}
    width = widths.pop() if len(widths) == 1 else 0
    copies = [f"_f_given_{k}" for k in range(len(names))]
    head: list[ast.stmt] = [assign(copy, load(name)) for copy, name in zip(copies, names, strict=True)]
    arguments = [*map(load, copies)]
    head.append(conditional(call(HAS_ANSWER, *arguments), [ast.Return(call(ANSWER, *arguments))]))
    definition.body = [*head, *(_Returns(copies).visit(statement) for statement in definition.body)]
    return width


def _width(value: ast.expr | None) -> int:
    """Return the number of items of a tuple that is written out; 0 for anything else."""
    if isinstance(value, ast.IfExp):
        widths = {_width(value.body), _width(value.orelse)}
        return widths.pop() if len(widths) == 1 else 0
    is_tuple = isinstance(value, ast.Tuple) and not any(isinstance(item, ast.Starred) for item in value.elts)
    return len(value.elts) if is_tuple and isinstance(value, ast.Tuple) else 0


ROWS = ast.Tuple | ast.List | ast.ListComp | ast.SetComp | ast.DictComp | ast.Dict | ast.Set
MAKERS = ("tuple", "list", "set", "frozenset", "dict", "sorted")


def _is_row(value: ast.expr | None) -> bool:
    """Whether an expression makes a container; machine code stores numbers alone."""
    is_maker = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in MAKERS
    return is_maker or isinstance(value, ROWS)


class _Returns(OwnCode):
    def __init__(self, copies: list[str]) -> None:
        self.copies = copies

    def visit_Return(self, node: ast.Return) -> ast.AST:
        value = node.value or ast.Constant(None)
        return ast.copy_location(ast.Return(call(STORE_ANSWER, value, *map(load, self.copies))), node)


@cache
def memo(name: str, answer_width: int = 0, recurs: bool = True) -> dict[str, Any]:
    """Return the operations on the table of one helper, a global of this name in its code.

    ``answer_width`` is the length of answers that are tuples, and 0 for numbers. A helper that ``recurs`` must store
    its answers.
    """
    words = answer_width or 1
    kind_of_answer = types.UniTuple(types.int64, answer_width) if answer_width else types.int64

    def place(builder: Any, arguments: Any) -> Any:
        """Return the address of the slot for these arguments."""
        width = len(arguments) + words  # fixed for a signature, and each signature has its own code
        module = builder.module
        kind = ir.ArrayType(WORD, width << SLOTS_BITS)
        if name in module.globals:
            table = module.globals[name]
        else:
            table = ir.GlobalVariable(module, kind, name)
            table.linkage, table.initializer = "internal", ir.Constant(kind, None)
        mixed = WORD(SEED)
        for argument in arguments:
            mixed = builder.mul(builder.xor(mixed, argument), WORD(FACTOR))
            mixed = builder.xor(mixed, builder.lshr(mixed, WORD(29)))
        slot = builder.mul(builder.and_(mixed, WORD((1 << SLOTS_BITS) - 1)), WORD(width))
        return table, slot

    def word(builder: Any, place: Any, k: int) -> Any:
        table, slot = place
        return builder.gep(table, [WORD(0), builder.add(slot, WORD(k))])

    def mix_answer(builder: Any, values: Any) -> Any:
        mixed, *rest = values
        for value in rest:
            mixed = builder.xor(builder.mul(mixed, WORD(FACTOR)), value)
        return mixed

    def read_memo(builder: Any, entry: Any) -> Any:
        return [builder.load(word(builder, entry, k)) for k in range(words)]

    def seal_answer(builder: Any, value: Any, argument: Any, k: int) -> Any:
        """Return the word stored for argument k: the argument XORed with a hash of the answer."""
        seal = builder.mul(builder.add(value, WORD(SEED + 2 * k)), WORD(FACTOR))
        return builder.xor(argument, builder.xor(seal, builder.lshr(seal, WORD(31))))

    def resolve(arguments: Any) -> tuple[Any, ...]:
        if recurs and not all(map(_is_key, arguments)):
            raise TypingError(KEYS)
        return tuple(types.int64 if isinstance(kind, types.Integer | types.Boolean) else kind for kind in arguments)

    @intrinsic
    def look_up(typing_context: Any, *arguments: Any) -> Any:
        kinds = resolve(arguments[0] if isinstance(arguments[0], tuple) else arguments)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if not all(map(_is_key, kinds)):
                return ir.IntType(1)(0)
            key_parts = _words(builder, kinds, _unpack(builder, arguments, len(kinds)))
            entry = place(builder, key_parts)
            value = mix_answer(builder, read_memo(builder, entry))
            # An empty slot holds zeros; an entry that would be stored as zero is computed each time.
            same = builder.icmp_unsigned("!=", builder.load(word(builder, entry, words)), WORD(0))
            for k, argument in enumerate(key_parts):
                match = builder.icmp_unsigned(
                    "==", builder.load(word(builder, entry, k + words)), seal_answer(builder, value, argument, k)
                )
                same = builder.and_(same, match)
            return same

        return types.boolean(types.StarArgTuple(kinds)), generate

    @intrinsic
    def value(typing_context: Any, *arguments: Any) -> Any:
        kinds = resolve(arguments[0] if isinstance(arguments[0], tuple) else arguments)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            keys = all(map(_is_key, kinds))
            key_parts = _words(builder, kinds, _unpack(builder, arguments, len(kinds))) if keys else []
            values = read_memo(builder, place(builder, key_parts)) if keys else [WORD(0)] * words
            return context.make_tuple(builder, kind_of_answer, values) if answer_width else values[0]

        return kind_of_answer(types.StarArgTuple(kinds)), generate

    @intrinsic
    def keep_answer(typing_context: Any, *arguments: Any) -> Any:
        answer, *key_parts = arguments[0] if isinstance(arguments[0], tuple) else arguments
        if isinstance(answer, types.BaseTuple) != bool(answer_width):
            raise TypingError("a helper under functools.cache gives a number here and a tuple there")
        if not all(isinstance(part, types.Integer | types.Boolean) for part in (answer if answer_width else [answer])):
            raise TypingError("a result that functools.cache cannot remember here, for it is not a whole number")
        kinds = (kind_of_answer, *resolve(key_parts))

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            answer, *key_parts = _unpack(builder, arguments, len(kinds))
            if not all(map(_is_key, kinds[1:])):
                return answer
            key_parts = _words(builder, kinds[1:], key_parts)
            entry = place(builder, key_parts)
            values = [builder.extract_value(answer, k) for k in range(words)] if answer_width else [answer]
            for k, value in enumerate(values):
                builder.store(value, word(builder, entry, k))
            seal = mix_answer(builder, values)
            for k, argument in enumerate(key_parts):
                builder.store(seal_answer(builder, seal, argument, k), word(builder, entry, k + words))
            return answer

        return kind_of_answer(types.StarArgTuple(kinds)), generate

    return {HAS_ANSWER: look_up, ANSWER: value, STORE_ANSWER: keep_answer}


def _unpack(builder: Any, arguments: Any, count: int) -> list[Any]:
    return [builder.extract_value(arguments[0], k) for k in range(count)]


def _is_key(kind: Any) -> bool:
    """Whether values of this type have a fixed number of words."""
    if isinstance(kind, types.BaseTuple):
        return all(map(_is_key, kind))
    return isinstance(kind, types.Integer | types.Boolean | RowOfWords)


def _words(builder: Any, kinds: Any, values: Any) -> list[Any]:
    """Return the words of arguments of these types."""
    words: list[Any] = []
    for kind, value in zip(kinds, values, strict=True):
        if isinstance(kind, types.BaseTuple):
            words += _words(builder, kind, [builder.extract_value(value, k) for k in range(len(kind))])
        elif isinstance(kind, RowOfWords):
            words += [builder.extract_value(value, k) for k in range(value.type.count)]
        else:
            words.append(builder.zext(value, WORD) if value.type.width < WORD.width else value)
    return words
