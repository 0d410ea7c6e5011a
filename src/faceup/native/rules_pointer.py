"""Rules behind a function pointer, so that an engine is compiled once for all games.

The rules of a game become one compiled function, ``answer``. It takes a question, a state and a move as 64-bit words,
and returns the player to move, the payoff, the moves, or the state after a move. The engine sees only words, so its
machine code serves all games with as many words. A call takes some nanoseconds, less than a look-up in a large table;
an engine that does little else should inline the rules instead.
"""

from collections import namedtuple
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import carray, njit
from numba.core import cgutils, types
from numba.core.callconv import excinfo_t
from numba.extending import intrinsic

from faceup.native.compiler.whole_code import NOT_FROM_PYTHON
from faceup.native.kernels import compile_types, kernel, kernel_in_words, require_compiler
from faceup.native.operations.encodings import fingerprint
from faceup.native.operations.fractions import add_row, scaled_odds
from faceup.native.operations.operation import EXACT, dispatch_on_types
from faceup.native.rules_type import native_kinds, rules_type
from faceup.native.state_shape import NUMBERS, MoveShape, StateShape
from faceup.native.state_table import functions_of_words
from faceup.native.value_types import WordType, fraction_type
from faceup.rules.contract import OVER, Game
from faceup.rules.moves import Move

# Questions: the player to move; the payoff of an end; the canonical representative; the view of a player; all moves, or
# the choices; whether the state is a milestone; the sums over outcomes that end the game; the weight of an outcome; the
# gain and the successor of a move, or of an outcome with its weight. For a successor that is not replaced by its
# representative, ITSELF is added to the last two.
TURN, PAYOFF, CANON, SIGHT, MOVES, CHOICES, MILESTONE, ENDING, WEIGHT, MOVE, OUTCOME = range(11)
ITSELF = 16
# Sums over outcomes that end the game: of the weights, and of the weights times the gain; their number; the largest sum
# of absolute reward and payoff; and the kinds of ends, a bit each.
WEIGHTS, WEIGHTED, ENDS, SIZE, KINDS, SUMS = 0, 1, 2, 3, 4, 5
LOST, DRAWN, WON, OTHER = 1, 2, 4, 8
WORD = ir.IntType(64)
ANSWER_TYPE = types.Tuple((types.int64, types.float64))
STATE = "StateInWords"  # and how many, is the name of a class
# Counts of words for which engines are compiled. Nearly all games have at most 16; spare words among these cost no time
# that can be measured, and each further size costs some seconds of compilation in the first game that has it.
SIZES = (4, 16, *(1 << bits for bits in range(5, 64)))


class RulesPointer(NamedTuple):
    """The addresses of a compiled ``answer`` and of the parameters of the rules, and the words of no move."""

    answer: int
    parameters: int
    no_move: Any


def __getattr__(name: str) -> Any:
    """Make a class of states in words when compiled code from disk names it."""
    if name.startswith(STATE) and name.removeprefix(STATE).isdecimal():
        return state_in_words(int(name.removeprefix(STATE)))
    raise AttributeError(name)


@cache
def state_in_words(size: int) -> Any:
    """Return the class of states of at most ``size`` words, one of ``SIZES``: their count, the words, and zeros."""
    state_class: Any = namedtuple(f"{STATE}{size}", ["count", *(f"word_{k}" for k in range(size))])  # type: ignore[misc]
    smaller = max((other for other in SIZES if other < size), default=0)
    state_class.__module__, state_class.SIZE, state_class.FEWEST = __name__, size, smaller + 1
    return state_class


def shape_in_words(shape: StateShape) -> StateShape:
    """Return the shape of these states and moves in words, for an engine that knows nothing else.

    Both counts of words are rounded up to one of ``SIZES``, so that engines are compiled seldom.
    """
    numbers = shape.moves.move_class is None
    moves = NUMBERS if numbers else MoveShape(tuple, _round_up(shape.moves.width))
    return StateShape(state_in_words(_round_up(shape.count)), None, moves)


def _round_up(words: int) -> int:
    """Return the least of ``SIZES`` that is not below a number of words; 0 for 0."""
    return next(size for size in SIZES if size >= words) if words else 0


# Names in ``answer`` that are bound when it is made for a game (``functions_of_words``, ``CompiledRules``).
rules_at: Any = None  # the rules whose parameters stand at an address
state_of_words: Any = None
write_words: Any = None  # of a state, where an engine finds them
move_of_words: Any = None
list_moves: Any = None
hand_over: Any = None  # returns a gain that is a number; writes one that is a row to a place
write_sight: Any = None  # writes the fingerprint of a player's view, with hidden information
move_at: Any = None  # the move in this row of a place
copy_move: Any = None  # from one row of a place to another


def answer(parameters: Any, asked: int, words: Any, move: Any, place: Any, room: int, after: Any) -> Any:
    """Return the answer of the rules to one question about a state and a move: a whole number, and a float.

    The whole number is the player to move; the number of moves written to ``place``, one more than the ``room`` if that
    does not suffice; or the weight of an outcome, 1 for a move of a player. The float is the payoff of the end or the
    gain of the move. If each seat has gains of its own and there is ``room`` for them, they are written to ``place``;
    so is the fingerprint, two words, of the view of player number ``room``. The words of the state after a move are
    written to ``after``. For ENDING, ``after`` gets the ``SUMS`` over those of the first ``room`` outcomes in ``place``
    that end the game; the others stay in ``place``.
    """
    rules, state = rules_at(parameters), state_of_words(words)
    if asked >= WEIGHT:
        made, weight = move_of_words(move), np.int64(1)
        if asked in (WEIGHT, OUTCOME, OUTCOME + ITSELF):
            weight = np.int64(scaled_odds(rules, state, rules.odds(state, made)))
            if weight <= 0 or asked == WEIGHT:
                return weight, 0.0
        gain, then = hand_over(rules.reward(state, made), place, room), rules.play(state, made)
        write_words(words_at(after), rules.canon(then) if asked < ITSELF else then)
        return weight, gain
    if asked == TURN:
        return np.int64(rules.turn(state)), 0.0
    if asked == PAYOFF:
        return np.int64(0), hand_over(rules.payoff(state), place, room)
    if asked == CANON:
        write_words(words_at(after), rules.canon(state))
        return np.int64(0), 0.0
    if asked == MILESTONE:
        return np.int64(rules.milestone(state)), 0.0
    if asked == SIGHT:
        write_sight(rules, state, room, words_at(place))
        return np.int64(0), 0.0
    if asked == ENDING:
        return sum_ends(rules, state, words_at(place), room, numbers_at(after)), 0.0
    return list_moves(rules, state, asked == MOVES, words_at(place), room), 0.0


def kind_of_end(gain: float) -> int:
    """Return the bit of an end with this payoff."""
    return LOST if gain == -1.0 else DRAWN if gain == 0.0 else WON if gain == 1.0 else OTHER


def sum_ends(rules: Any, state: Any, moves: Any, count: int, sums: Any) -> Any:
    """Write the ``SUMS`` over those of ``count`` outcomes that end the game, and move the others to the front.

    Returns the number of the others, or -1 if odds are negative or too large.
    """
    for k in range(SUMS):
        sums[k] = 0.0
    others, kinds = np.int64(0), np.int64(0)
    for k in range(count):
        outcome = move_at(moves, k)
        weight = np.int64(scaled_odds(rules, state, rules.odds(state, outcome)))
        if weight < 0 or weight > EXACT:
            return np.int64(-1)
        if weight > 0:
            after = rules.play(state, outcome)
            if rules.turn(after) == OVER:
                reward = hand_over(rules.reward(state, outcome), moves, 0)
                payoff = hand_over(rules.payoff(after), moves, 0)
                gain = reward + payoff
                sums[WEIGHTS] += weight
                sums[WEIGHTED] += weight * gain
                sums[ENDS] += 1.0
                sums[SIZE] = max(sums[SIZE], abs(reward) + abs(payoff))
                kinds |= kind_of_end(gain)
            else:
                copy_move(moves, k, others)
                others += 1
    sums[KINDS] = kinds
    return others


class CompiledRules:
    """The rules of a game as machine code: a function ``answer`` for its class, and its parameters."""

    def __init__(self, game: Game, shape: StateShape, seats: int = 0, sights: bool = False) -> None:
        """Compile for states and moves of this shape. ``seats`` is 0 for two opponents.

        With ``sights`` the rules also tell what each player sees.
        """
        require_compiler(game)  # first: without one, the functions below would be plain ones, for the whole process
        self.game, self.shape, self.seats, self.sights = game, shape, seats, sights
        self.parameters = _parameters(game)  # compiled code reads them: they stay where they are as long as this does
        self.words = shape_in_words(shape)
        names = {
            **functions_of_words(shape, self.words, type(game).choices is not Game.choices),
            "rules_at": _reader(game, shape),
            "hand_over": write_row_gain if seats else number_gain,
            "write_sight": write_fingerprint if sights else write_nothing,
            **({} if sights else {"sum_ends": sum_nothing}),
        }
        variant = "rows" * bool(seats) + "sights" * sights
        inlined = (kind_of_end, sum_ends) if sights else ()
        self.kernel = kernel(answer, game, variant, shape=shape, inlined=inlined, **names)

    def __reduce__(self) -> Any:
        """Pickle the game, since the addresses mean nothing in another process."""
        return type(self), (self.game, self.shape, self.seats, self.sights)

    def state_in_words(self, state: Any) -> Any:
        """Return a state in the words that an engine takes. Raises RowTooSmall."""
        words = self.shape.words(state)
        return self.words.state_class(len(words), *words, *[0] * (self.words.state_class.SIZE - len(words)))

    def move(self, words: Any) -> Move:
        """Return the move of the words in one place of an array of moves."""
        numbers = self.shape.moves.move_class is None
        move: Move = self.shape.moves.move(words if numbers else words[: self.shape.moves.width])
        return move

    @cached_property
    def pointer(self) -> RulesPointer:
        """The addresses of the rules, compiled at the first access; valid as long as this object lives.

        Raises NotCompiled.
        """
        compile_types(self.kernel, self.game, _arguments(self.words))
        (compiled,) = self.kernel.overloads.values()
        address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
        no_move = (0,) * self.words.moves.width if self.words.moves.move_class else 0
        return RulesPointer(address, self.parameters.ctypes.data, no_move)


def _arguments(words: StateShape) -> tuple[Any, ...]:
    """Return the argument types of ``answer`` for states and moves in words of this shape."""
    word = types.int64
    return word, word, words.kind, words.moves.kind, word, word, word


def _parameters(game: Game) -> Any:
    """Return the parameters of a game as words (int64), as ``_reader`` reads them."""
    words: list[int] = []
    for name, kind in native_kinds(type(game)).items():
        value = getattr(game, name)
        if kind == fraction_type:
            value = Fraction(value)
            words += [value.numerator, value.denominator]
        else:
            words.append(kind.number(value) if isinstance(kind, WordType) else int(value))
    return np.array(words or [0], np.int64)


def _reader(game: Game, shape: StateShape) -> Any:
    """Return an intrinsic that loads the rules of this class from the address of their parameters."""
    rules, kinds = rules_type(type(game), shape.layout, shape.moves.kinds), native_kinds(type(game))

    @intrinsic
    def rules_at(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            start = builder.inttoptr(arguments[0], WORD.as_pointer())
            places = iter(range(2 * len(kinds)))

            def word() -> Any:
                return builder.load(builder.gep(start, [ir.Constant(ir.IntType(32), next(places))]))

            struct = cgutils.create_struct_proxy(rules)(context, builder)
            for name, kind in kinds.items():
                if kind == fraction_type:
                    value = cgutils.create_struct_proxy(kind)(context, builder)
                    value.numerator, value.denominator = word(), word()
                    setattr(struct, name, value._getvalue())
                else:
                    number = word()
                    truth = kind == types.boolean
                    setattr(struct, name, context.cast(builder, number, types.int64, kind) if truth else number)
            return struct._getvalue()

        return rules(address), generate

    return rules_at


def _pointer_to(kind: Any) -> Any:
    """Return an intrinsic that turns an address into a pointer to values of this type."""

    @intrinsic
    def point(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(kind).as_pointer())

        return types.CPointer(kind)(address), generate

    return point


words_at, numbers_at = _pointer_to(types.int64), _pointer_to(types.float64)


@njit(**NOT_FROM_PYTHON)
def number_gain(gain, place, room):  # type: ignore[no-untyped-def]  # of machine code alone
    """Return a gain as a float; never -0.0, which would make bits of equal tables differ."""
    return 1.0 * gain + 0.0  # not float(): Numba has none for truth values


@njit(**NOT_FROM_PYTHON)
def write_row_gain(gain, place, room):  # type: ignore[no-untyped-def]
    """Write the gain of each seat, if there is room for it."""
    if room > 0:
        row = carray(numbers_at(place), (room,))
        row[:] = 0.0
        add_row(row, gain)
    return 0.0


@njit(**NOT_FROM_PYTHON)
def write_fingerprint(rules, state, player, place):  # type: ignore[no-untyped-def]
    """Write the fingerprint of a player's view, two words."""
    place[0], place[1] = fingerprint(rules._sees(state, player))


@njit(**NOT_FROM_PYTHON)
def write_nothing(rules, state, player, place):  # type: ignore[no-untyped-def]
    """Stand in for ``write_fingerprint`` where no engine reads views."""


@njit(**NOT_FROM_PYTHON)
def sum_nothing(rules, state, moves, count, sums):  # type: ignore[no-untyped-def]
    """Stand in for ``sum_ends`` where no engine asks for the sums."""
    return np.int64(0)


def _call(context: Any, builder: Any, words: Any, move: Any, arguments: Any, after: Any) -> Any:
    """Write the code that calls the ``answer`` at an address and passes its exceptions on."""
    word, convention = types.int64, context.call_conv
    argument_types = (word, word, words, move, word, word, word)
    kind = convention.get_function_type(ANSWER_TYPE, argument_types)
    address, *values = arguments
    place = cgutils.alloca_once(builder, kind.args[0].pointee)
    raised = cgutils.alloca_once(builder, ir.PointerType(excinfo_t))
    packed_arguments = convention._get_arg_packer(argument_types).as_arguments(builder, [*values, after])
    code = builder.call(builder.inttoptr(address, kind.as_pointer()), [place, raised, *packed_arguments])
    status = convention._get_return_status(builder, code, builder.load(raised))
    with cgutils.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return context.get_returned_value(builder, ANSWER_TYPE, builder.load(place))


@intrinsic
def call_answer(
    typing_context: Any, function: Any, parameters: Any, asked: Any, words: Any, move: Any, place: Any, room: Any
) -> Any:
    """Call the ``answer`` at an address. Returns the whole number and the float."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _call(context, builder, words, move, arguments, WORD(0))

    word = types.int64
    return ANSWER_TYPE(word, word, word, words, move, word, word), generate


@intrinsic
def call_for_state(
    typing_context: Any, function: Any, parameters: Any, asked: Any, words: Any, move: Any, place: Any, room: Any
) -> Any:
    """Call the ``answer`` at an address. Returns the whole number, the float and the state, in words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        after = cgutils.alloca_once(builder, context.get_value_type(words))
        answers = _call(context, builder, words, move, arguments, builder.ptrtoint(after, WORD))
        parts = [builder.extract_value(answers, 0), builder.extract_value(answers, 1), builder.load(after)]
        return context.make_tuple(builder, signature.return_type, parts)

    word = types.int64
    result = types.Tuple((word, types.float64, words))
    return result(word, word, word, words, move, word, word), generate


@intrinsic
def call_for_sums(
    typing_context: Any,
    function: Any,
    parameters: Any,
    asked: Any,
    words: Any,
    move: Any,
    place: Any,
    room: Any,
    sums: Any,
) -> Any:
    """Call the ``answer`` at an address, which writes to a second place. Returns the whole number and the float."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *others, sums = arguments
        return _call(context, builder, words, move, others, sums)

    word = types.int64
    return ANSWER_TYPE(word, word, word, words, move, word, word, word), generate


# The calls of an engine: each takes ``rules``, a ``RulesPointer``, and a state in words.


def turn_of(rules: Any, state: Any) -> Any:
    """Return the player to move, CHANCE or OVER."""
    return call_answer(rules.answer, rules.parameters, TURN, state, rules.no_move, 0, 0)[0]


def payoff_of(rules: Any, state: Any) -> Any:
    """Return the payoff of a final state to player 0."""
    return call_answer(rules.answer, rules.parameters, PAYOFF, state, rules.no_move, 0, 0)[1]


@dispatch_on_types
def write_payoff(rules, state, payoffs, i):  # type: ignore[no-untyped-def]
    """Write the payoff of an end into number i, or that of each seat into row i; return whether it is finite."""

    def write_number(rules, state, payoffs, i):  # type: ignore[no-untyped-def]
        payoffs[i] = call_answer(rules.answer, rules.parameters, PAYOFF, state, rules.no_move, 0, 0)[1]
        return np.isfinite(payoffs[i])

    def write_row(rules, state, payoffs, i):  # type: ignore[no-untyped-def]
        place, seats = payoffs.ctypes.data + i * payoffs.strides[0], payoffs.shape[1]
        call_answer(rules.answer, rules.parameters, PAYOFF, state, rules.no_move, place, seats)
        return True

    return write_row if payoffs.ndim == 2 else write_number


def write_moves(rules: Any, state: Any, asked: int, moves: Any, first: int) -> Any:
    """Write all MOVES, or the CHOICES, from a place on; return where they end, beyond ``moves`` if there are more."""
    place, room = moves.ctypes.data + first * moves.strides[0], len(moves) - first
    return first + call_answer(rules.answer, rules.parameters, asked, state, rules.no_move, place, room)[0]


def make_move(rules: Any, state: Any, asked: int, move: Any) -> Any:
    """Return the weight of a MOVE or an OUTCOME, its gain and its successor; both mean nothing if the weight is 0."""
    return call_for_state(rules.answer, rules.parameters, asked, state, move, 0, 0)


def weight_of(rules: Any, state: Any, move: Any) -> Any:
    """Return the weight of a chance outcome, a whole number."""
    return call_answer(rules.answer, rules.parameters, WEIGHT, state, move, 0, 0)[0]


def take_ends(rules: Any, state: Any, moves: Any, begin: int, end: int, sums: Any) -> Any:
    """Sum over those of these outcomes that end the game, and move the others to the front.

    Returns where the others end, or less than ``begin`` if odds are invalid.
    """
    place, room = moves.ctypes.data + begin * moves.strides[0], end - begin
    return (
        begin
        + call_for_sums(rules.answer, rules.parameters, ENDING, state, rules.no_move, place, room, sums.ctypes.data)[0]
    )


def is_milestone(rules: Any, state: Any) -> Any:
    """Whether the rules want the value of this state kept, as 1 or 0."""
    return call_answer(rules.answer, rules.parameters, MILESTONE, state, rules.no_move, 0, 0)[0]


def ask_for_sight(rules: Any, state: Any, player: int, sight: Any) -> Any:
    """Return the fingerprint of a player's view, two words; ``sight`` is an array of two for them."""
    call_answer(rules.answer, rules.parameters, SIGHT, state, rules.no_move, sight.ctypes.data, player)
    return sight[0], sight[1]


def canonical(rules: Any, state: Any) -> Any:
    """Return the canonical representative of a state."""
    return call_for_state(rules.answer, rules.parameters, CANON, state, rules.no_move, 0, 0)[2]


@dispatch_on_types
def try_move(rules, state, asked, move, rewards, edge):  # type: ignore[no-untyped-def]
    """Return the weight of a move, whether its gain is finite, and its successor; ``asked`` is MOVE, for instance.

    The gain is written into number ``edge`` of the rewards, or for seats into that row, if there are any rewards.
    """

    def write_number(rules, state, asked, move, rewards, edge):  # type: ignore[no-untyped-def]
        weight, gain, after = call_for_state(rules.answer, rules.parameters, asked, state, move, 0, 0)
        if len(rewards) > 0:
            rewards[edge] = gain
        return weight, np.isfinite(gain), after

    def write_row(rules, state, asked, move, rewards, edge):  # type: ignore[no-untyped-def]
        place, seats = 0, 0
        if len(rewards) > 0:
            place, seats = rewards.ctypes.data + edge * rewards.strides[0], rewards.shape[1]
        weight, _, after = call_for_state(rules.answer, rules.parameters, asked, state, move, place, seats)
        return weight, True, after

    return write_row if rewards.ndim == 2 else write_number


ASKING = (turn_of, payoff_of, write_moves, make_move, weight_of, take_ends, is_milestone, ask_for_sight, canonical)


def loop_in_words(
    function: Callable[..., Any], words: StateShape, inlined: Sequence[Callable[..., Any]] = (), **names: Any
) -> Any:
    """Return an engine loop that calls rules by ``ASKING``, for all games with states and moves of this shape."""
    return kernel_in_words(function, words, (*ASKING, *inlined), **names)
