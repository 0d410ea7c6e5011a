"""The Numba type of a rules class: a struct of its parameters, with the methods of the rule file and memo keys."""

import ast
import inspect
import types as python_types
from fractions import Fraction
from functools import cache
from types import FunctionType
from typing import Any

from numba import njit
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import (
    NativeValue,
    intrinsic,
    make_attribute_wrapper,
    models,
    overload_attribute,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

from faceup.native.compiler.generators import ReleasingCompiler
from faceup.native.compiler.whole_code import NOT_FROM_PYTHON, function_from, unique
from faceup.native.constants import NoConstant, constant, is_constant
from faceup.native.digests.digest import rules_digest
from faceup.native.linking import counterpart, register_members, typer
from faceup.native.lowering.calls import MOVE_LISTS, inner_call_name, super_name
from faceup.native.lowering.forms.memo_keys import KEYED, has_key
from faceup.native.lowering.forms.move_kinds import ForKind
from faceup.native.lowering.forms.move_versions import takes
from faceup.native.lowering.forms.yields import InWords
from faceup.native.lowering.lowered import YIELDING, Form
from faceup.native.lowering.tree import NoSource, definition_of
from faceup.native.operations import dictionaries as dictionaries
from faceup.native.operations import packed_rows as packed_rows  # registers the operations on rows
from faceup.native.operations.encodings import another_kind, words_maker
from faceup.native.operations.integers import whole
from faceup.native.operations.number_sets import state_set
from faceup.native.operations.row_type import RowType, row_maker
from faceup.native.operations.words import word_maker
from faceup.native.state_shape import LaidOut, Layout, MoveShape, StateShape
from faceup.native.state_table import move_maker
from faceup.native.value_types import WordType, constant_fraction, fraction_type, words_type
from faceup.rules.contract import Game, Rules
from faceup.rules.facts import facts_of
from faceup.rules.parameters import kinds

MOVE_METHODS = ("play", "odds", "reward")  # the methods that take a move
SEES = "_sees"  # the name of ``view`` in machine code: Numba has another method of that name, of arrays
KINDS = {bool: types.boolean, Fraction: fraction_type}  # of parameters; texts are words, all others 64-bit integers


class RulesType(types.Type):
    """The compiled counterpart of one rules class; its name carries the digest of the rules, and how rows are packed.

    Rules whose states have rows are a type for each layout of these.
    """

    rows: RowType | None = None  # the type of the rows in states
    rules_class: Any = None

    def __init__(self, digest: str) -> None:
        self.digest = digest
        self.versions: set[str] = set()  # the names of extra versions of methods
        super().__init__(name=f"Rules<{digest}>")

    def __reduce__(self) -> Any:
        return (_rules_type_of_digest, (self.digest,))


_by_digest: dict[str, RulesType] = {}
_by_class: dict[tuple[type, Layout | None, tuple[MoveShape, ...]], RulesType] = {}


def _rules_type_of_digest(digest: str) -> RulesType:
    return _by_digest[digest]


def rules_type(rules_class: type, layout: Layout | None, kinds: tuple[MoveShape, ...] = ()) -> RulesType:
    """Return the Numba type of a rules class, registered at the first call.

    If there are ``kinds`` of moves, its methods yield and take moves as words.
    """
    key = rules_class, layout, kinds
    if key not in _by_class:
        _by_class[key] = _register(rules_class, layout, kinds)
    return _by_class[key]


@typeof_impl.register(Rules)
def _typeof_rules(rules: Rules, context: Any) -> RulesType:
    return rules_type(type(rules), None)


@typeof_impl.register(LaidOut)
def _typeof_laid_out(rules: LaidOut, context: Any) -> RulesType:
    return rules_type(type(rules.game), rules.layout, rules.kinds)


def _register(rules_class: type, layout: Layout | None, kinds_of_moves: tuple[MoveShape, ...]) -> RulesType:
    """Make and register the Numba type of a rules class: its digest, fields, methods and constants."""
    digest = rules_digest(rules_class)
    if layout:
        digest = f"{digest} rows {layout.places} {layout.words} {layout.width}"
        digest += f" {layout.spelled} at {layout.texts} sets {layout.sets}" if layout.spelled or layout.sets else ""
    if kinds_of_moves:
        digest += MoveShape.of_kinds(kinds_of_moves).name
    if str in kinds(rules_class).values():
        digest += words_type(rules_class).name
    own_type = type(f"{rules_class.__name__}Type", (RulesType,), {})
    numba_type: RulesType = own_type(digest)
    numba_type.rules_class = rules_class
    numba_type.rows = layout.kind if layout and layout.places else None
    _by_digest[digest] = numba_type
    fields = list(native_kinds(rules_class).items())

    @register_model(own_type)
    class Model(models.StructModel):
        def __init__(self, manager: Any, frontend: Any) -> None:
            super().__init__(manager, frontend, fields)

    for name, _ in fields:
        make_attribute_wrapper(own_type, name, name)

    @unbox(own_type)
    def unbox_rules(typ: Any, source: Any, c: Any) -> NativeValue:
        struct = cgutils.create_struct_proxy(typ)(c.context, c.builder)
        for name, kind in fields:
            attribute = c.pyapi.object_getattr_string(source, name)
            setattr(struct, name, c.unbox(kind, attribute).value)
            c.pyapi.decref(attribute)
        return NativeValue(struct._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))

    # The ends and tallies of a table are in the kernel's frame, and stay in registers only if methods are inlined. A
    # state holds no references, so the methods of a game may make lists even if their kernel counts no references.
    options: dict[str, Any] = {"forceinline": True} if facts_of(rules_class).deals else {"_nrt": True}
    options |= {"boundscheck": True, "pipeline_class": ReleasingCompiler}  # (bounds of long rows of constants, arrays)
    members = [pair for cls in rules_class.__mro__ for pair in vars(cls).items()]
    names = {name for name, member in members if not name.startswith("__") or is_constant(member)}
    for name in sorted(names - {name for name, _ in fields}):
        # The default of choices returns a generator, which Numba cannot do; ``moves`` yields the same moves.
        plain = "moves" if name == "choices" and getattr(rules_class, name) is Game.choices else name
        member = inspect.getattr_static(rules_class, plain)
        if isinstance(member, type) and hasattr(member, "_fields") and name != "Table":
            _register_state(own_type, name, member, layout)
            continue
        if kinds_of_moves and name in MOVE_LISTS:
            _register_member(own_type, name, member, options, words_form(kinds_of_moves))
        elif not kinds_of_moves or name not in MOVE_METHODS:
            _register_member(own_type, name, member, options)
        if name in MOVE_LISTS:
            _register_member(own_type, inner_call_name(name), member, options)
        if name == "view":
            _register_member(own_type, SEES, member, options)
    for cls in rules_class.__mro__:
        for name in _super_names(cls):
            above = getattr(super(cls, rules_class), name, None)
            _register_member(own_type, super_name(cls.__name__, name), above, options)
    if kinds_of_moves:
        makers = register_kinds(numba_type, rules_class, layout, kinds_of_moves)
        for name in MOVE_METHODS:
            member = inspect.getattr_static(rules_class, name)
            forms = kind_forms(rules_class, kinds_of_moves, layout)
            supported = [k for k, form in enumerate(forms) if len(forms) == 1 or takes(member, form)]
            overload_method(own_type, name)(_by_kind(name, kinds_of_moves, makers, supported))
    return numba_type


def native_kinds(rules_class: type) -> dict[str, Any]:
    """Return the Numba type of each parameter, by name."""
    return {
        name: words_type(rules_class) if kind is str else KINDS.get(kind, types.int64)
        for name, kind in kinds(rules_class).items()
    }


def kind_forms(rules_class: type, kinds: tuple[MoveShape, ...], layout: Layout | None) -> tuple[ForKind, ...]:
    """Return the forms of a method that takes a move, one for each kind of moves."""
    fields = layout.state_class._fields if layout else ()
    rows, texts = (
        tuple(fields[k] for k in places) for places in ((layout.places, layout.texts) if layout else ((), ()))
    )
    classes = [kind.move_class or int for kind in kinds]
    return tuple(
        ForKind(
            rules_class,
            move_class,
            kind.width,
            tuple(another for another in classes if another is not move_class),
            rows,
            texts,
        )
        for move_class, kind in zip(classes, kinds, strict=True)
    )


def words_form(kinds: tuple[MoveShape, ...]) -> InWords:
    """Return the form of a method that yields moves of these kinds."""
    moves = MoveShape.of_kinds(kinds)
    described = tuple((kind.move_class, kind.width, kind.places) for kind in kinds)
    return InWords(words_maker(described, moves.move_class, moves.in_words))


def register_kinds(
    numba_type: RulesType, rules_class: type, layout: Layout | None, kinds: tuple[MoveShape, ...]
) -> dict[str, Any]:
    """Register ``_play_k``, ``_odds_k`` and ``_reward_k`` for moves of kind k.

    Returns the functions ``Kind_k``, by name, which make a move of kind k of its numbers.
    """
    makers = {}
    forms = kind_forms(rules_class, kinds, layout)
    for k, (kind, form) in enumerate(zip(kinds, forms, strict=True)):
        makers[f"Kind_{k}"] = move_maker(kind)
        for name in MOVE_METHODS:
            register_version(numba_type, rules_class, name, f"_{name}_{k}", form if len(kinds) > 1 else "")
    return makers


def _by_kind(name: str, kinds: tuple[MoveShape, ...], makers: dict[str, Any], supported: list[int]) -> Any:
    """Return a method that takes a move in words, or as rules write it, and calls the version for its kind.

    For kinds that are not ``supported`` it raises an error.
    """
    words = MoveShape.of_kinds(kinds).move_class
    calls = [
        f"self._{name}_{k}(s, Kind_{k}({', '.join(f'move[{j + 1}]' for j in range(kind.width))}))"
        for k, kind in enumerate(kinds)
    ]
    tested = supported or range(len(kinds))
    tests = [f"    if move[0] == {k}:\n        return {calls[k]}\n" for k in tested]
    last = "    another_kind(0)\n    raise AssertionError\n" if len(tested) < len(kinds) else ""
    text = "".join(tests) + last if last else "".join(tests[:-1]) + f"    return {calls[-1]}\n"
    of_words = function_from(f"def of_words(self, s, move):\n{text}", another_kind=another_kind, **makers)
    direct = [
        function_from(f"def alone(self, s, move):\n    return self._{name}_{k}(s, move)") for k in range(len(kinds))
    ]

    def resolve(self, s, move):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
        if isinstance(move, types.BaseTuple) and getattr(move, "instance_class", None) is words:
            return of_words
        for k, kind in enumerate(kinds):
            if kind.kind == move or (kind.move_class is None and isinstance(move, types.Integer | types.Boolean)):
                return direct[k]
        raise TypingError("moves of kinds that were not met in the first games")

    return unique(resolve)


def register_version(numba_type: RulesType, rules_class: type, method: str, name: str, form: Form) -> None:
    """Register a method under another name, in this form."""
    if name not in numba_type.versions:
        numba_type.versions.add(name)
        options = {"_nrt": True, "boundscheck": True, "pipeline_class": ReleasingCompiler}
        _register_member(type(numba_type), name, inspect.getattr_static(rules_class, method), options, form)


def _super_names(cls: type) -> set[str]:
    """Return the names that may follow ``super().`` in the methods of a class."""
    functions = [member for member in vars(cls).values() if isinstance(member, python_types.FunctionType)]
    return {name for member in functions if "super" in member.__code__.co_names for name in member.__code__.co_names}


def fixed_rules(rules: Rules) -> Any:
    """Return an intrinsic that replaces any rules by these, whose parameters become constants of the code."""
    numba_type = rules_type(type(rules), None)
    parameters = native_kinds(type(rules))

    @intrinsic
    def fix_parameters(typing_context: Any, rules_given: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            struct = cgutils.create_struct_proxy(numba_type)(context, builder)
            for name, kind in parameters.items():
                setattr(struct, name, _constant(context, builder, kind, getattr(rules, name)))
            return struct._getvalue()

        return numba_type(rules_given), generate

    return fix_parameters


def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the value of a parameter as a constant of the code."""
    if kind is fraction_type:
        return constant_fraction(context, builder, value)
    if isinstance(kind, WordType):
        return context.get_constant(types.int64, kind.number(value))
    return context.get_constant(kind, value)


def _register_member(own_type: type, name: str, member: Any, options: dict[str, Any], form: Form = "") -> None:
    """Register a method, property or constant of rules with the compiler."""
    if isinstance(member, classmethod):
        member = member.__func__  # the rules stand in for their class
    if isinstance(member, property) and member.fget is not None:
        overload_attribute(own_type, name)(typer(member.fget, inspect.signature(member.fget)))
    elif isinstance(member, staticmethod):
        plain = member.__func__
        if not isinstance(plain, python_types.FunctionType):
            return  # rules that call it are refused
        signature = inspect.signature(plain)
        self_parameter = inspect.Parameter("self_", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        overload_method(own_type, name)(
            typer(_with_self(plain), signature.replace(parameters=[self_parameter, *signature.parameters.values()]))
        )
    elif isinstance(member, python_types.FunctionType):
        form, signature = form or (YIELDING if name in MOVE_LISTS else ""), inspect.signature(member)
        if form == KEYED:  # of the rules and a state alone
            signature = signature.replace(parameters=list(signature.parameters.values())[:2])
        overload_method(own_type, name, jit_options=options)(typer(member, signature, form))
    elif is_constant(member):
        try:
            value = constant(member)
        except NoConstant:
            return  # machine code cannot hold it; rules that read it are refused
        overload_attribute(own_type, name)(_constant_attribute(value))


def _register_state(own_type: type, name: str, named_tuple: Any, layout: Layout | None) -> None:
    maker = state_maker(named_tuple, layout)
    overload_attribute(own_type, name)(_constant_attribute(maker))
    register_members(named_tuple, StateShape(named_tuple, layout).kind)


def _constant_attribute(value: Any) -> Any:
    """Return the overload of an attribute with the same value for all rules of a class."""
    attribute = unique(lambda self: value)
    return lambda self: attribute


def _with_self(function: Any) -> Any:
    """Return a static method with the rules as an additional first argument, as compiled code calls it."""
    names = ", ".join(inspect.signature(function).parameters)
    text = f"def call(self_, {names}):\n    return function({names})"
    return function_from(text, function=counterpart(function), __name__=__name__)


def state_maker(named_tuple: Any, layout: Layout | None) -> Any:
    """Return a compiled constructor of states, which converts each argument to the type of its field."""
    fields, shape = named_tuple._fields, StateShape(named_tuple, layout)
    # No field has a name that begins with an underscore.
    kinds = {**dict.fromkeys(shape.places, "_row"), **dict.fromkeys(shape.texts, "_word")}
    kinds |= dict.fromkeys(shape.sets, "_set")
    makers = [kinds.get(k, "_whole") for k in range(len(fields))]
    parts = ", ".join(f"{make}({field})" for make, field in zip(makers, fields, strict=True))
    make = function_from(
        f"def make({', '.join(fields)}):\n    return _State({parts})",
        _State=named_tuple,
        _whole=whole,
        _row=row_maker(layout.kind) if layout and layout.places else None,
        _set=state_set,
        _word=word_maker(layout.spelled) if layout and layout.spelled else None,
    )
    make.__defaults__ = tuple(map(constant, named_tuple._field_defaults.values())) or None
    return njit(make, **NOT_FROM_PYTHON)


def key_methods(game: Game) -> tuple[str, ...]:
    """Return the methods whose memo keys determine the moves of a state and their odds; empty if there are no keys."""
    classes: Any = type(game), type(game.start())
    return _key_methods(*classes)


@cache
def _key_methods(rules_class: Any, state_class: Any) -> tuple[str, ...]:
    if any(isinstance(member, property) for cls in state_class.__mro__ for member in vars(cls).values()):
        return ()  # a property may make a list, but the fields of a state are immutable
    names = ("moves",) if getattr(rules_class, "odds", None) is Game.odds else ("moves", "odds")
    return names if all(_has_key(inspect.getattr_static(rules_class, name)) for name in names) else ()


def _has_key(method: object) -> bool:
    """Whether a method has a memo key."""
    if not isinstance(method, FunctionType):
        return False
    try:
        definition = definition_of(method)
    except NoSource:
        return False
    return isinstance(definition, ast.FunctionDef) and has_key(definition)


def register_keys(game: Game, shape: StateShape) -> None:
    """Register ``_moves_key`` and ``_odds_key``, the memo keys of states of this shape."""
    rules_class = type(game)
    kind = rules_type(rules_class, shape.layout, shape.moves.kinds)
    for name in key_methods(game):
        register_version(kind, rules_class, name, f"_{name}_key", KEYED)
