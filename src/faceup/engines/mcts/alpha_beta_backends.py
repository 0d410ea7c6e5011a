"""The loop of ``alpha_beta`` for one game, in CPython and in machine code, with iterative deepening at the root."""

from collections.abc import Callable, Iterator
from functools import partial
from math import inf, nan
from typing import Any, NamedTuple

from faceup.engines.graph.stakes import payoff_range
from faceup.engines.mcts import alpha_beta, tree_search
from faceup.engines.mcts.alpha_beta import (
    ANSWER,
    EXHAUSTED,
    KEY,
    LEAST,
    LEVEL,
    LOOKED,
    MIDDLE,
    MOST,
    NONE,
    NUMBERS,
    PARTS,
    PAUSED,
    REGISTERS,
    SURE,
    TOP,
    Work,
    look,
)
from faceup.engines.mcts.backends import (
    Column,
    Going,
    MachineCode,
    link,
    loop_kernel,
    names_in_cpython,
)
from faceup.engines.mcts.tree_search import BROKEN, CROWDED, DONE
from faceup.engines.mcts.two_engines import decisions_of_a_game
from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.compiling import MOVES
from faceup.engines.model.legal_moves import odds_one_by_one
from faceup.engines.model.random_stream import STREAM_SIZE, word
from faceup.engines.model.seats import add, checked_gain
from faceup.results.samples.estimate import Estimate, MoveEstimate
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError

MOST_LOOKED_AT = 100_000  # positions for one decision, beyond which it looks no move further ahead
SLICE, COMPILED_SLICE = 20, 5000  # positions between two checks of whether to go on
HELD_DEPTH, HELD_POSITIONS = 3, 300  # depth and positions to which both engines must agree
SAME = 1e-9  # values with a smaller relative difference are compared by another search


class _After(NamedTuple):
    """The state after a move at the root, and the gains so far; at the end of play, all gains."""

    state: Any
    gain: float
    over: bool


class _Row(NamedTuple):
    """The result for a move at the root: a value, or, if not ``exact``, a bound which shows that the move is worse."""

    value: float
    sure: bool
    exact: bool
    looked_at: int


class _Ended(Exception):
    """A search that ended with this status."""


Value = Callable[..., _Row]  # of a move with its successor, to a ``depth``, in the window ``low`` to ``high``


def look_ahead(game: Game, state: Any, depth: int, value: Value) -> Estimate:
    """Estimate the moves in a state by searches to the depths 1, 2, ... ``depth``; raises _Ended.

    Among moves of equal value, choose the best one of the previous depth if its value is sure: so play wins as fast as
    it can and loses as late as it can. Otherwise choose the first in the order of the rules.
    """
    who, moves, payoffs = int(game.turn(state)), legal_moves_of(game, state), payoff_range(game)
    sign, top = (-1, -payoffs[0] if payoffs else inf) if who == 1 else (1, payoffs[1] if payoffs else inf)
    after = [_after(game, state, move) for move in moves]
    rows, choice, reached = list[_Row](), NONE, 0
    while reached < depth:
        try:
            deeper = _values(after, choice, sign, partial(value, depth=reached))
        except _Ended as ended:
            if ended.args != (EXHAUSTED,) or not reached:
                raise
            break
        rows, reached = deeper, reached + 1
        best = max(sign * row.value for row in rows if row.exact)
        equal = [place for place, row in enumerate(rows) if row.exact and sign * row.value == best]
        choice = choice if choice in equal and rows[choice].sure else equal[0]
        if all(row.sure for row in rows) or (rows[choice].sure and best >= top):
            break
    estimates = [
        MoveEstimate(move, row.looked_at, sign * row.value if row.exact else nan, row.exact and row.sure)
        for move, row in zip(moves, rows, strict=True)
    ]
    return Estimate(who, sum(row.looked_at for row in rows), tuple(estimates), moves[choice], reached)


def _after(game: Game, state: Any, move: Any) -> _After:
    """Play a move at the root."""
    row = [0.0]
    add(row, checked_gain(game, state, f"reward of move {move}", game.reward(state, move), 0))
    after = game.play(state, move)
    over = game.turn(after) == OVER
    if over:
        add(row, checked_gain(game, after, "payoff", game.payoff(after), 0))
    return _After(after, row[0], over)


def _values(after: list[_After], first: int, sign: int, value: Value) -> list[_Row]:
    """Return the value of each move to player 0, or a bound for a worse move; ``first`` is searched first."""
    rows, best = dict[int, _Row](), -inf  # for the player to move
    for place in sorted(range(len(after)), key=lambda place: place != first):
        if after[place].over:
            row = _Row(after[place].gain, True, True, 1)
        else:
            least = best - SAME * (1.0 + abs(best))
            low, high = (least, inf) if sign == 1 else (-inf, -least)
            row = value(place, after[place], low=low, high=high)
            row = row._replace(exact=low < row.value < high)
        rows[place] = row
        best = max(best, sign * row.value) if row.exact else best
    return [rows[place] for place in range(len(after))]


class LooksInCPython:
    """The loop in CPython. Raises RulesError if the rules break the contract."""

    def __init__(self, game: Game) -> None:
        self.game, self.room = game, MOVES
        names: dict[str, Any] = (
            vars(tree_search) | vars(alpha_beta) | names_in_cpython(game) | _listing_in_cpython(game)
        )
        self.loop = link([part for part in (*PARTS, look) if part.__name__ not in _OWN], names)

    def estimate(self, state: Any, depth: int, key: int, going: Going, limit: int = MOST_LOOKED_AT) -> Estimate | None:
        """Return the estimates of the moves in a state; None if ``going`` ended the search."""
        loop = partial(self.loop, self.game)
        while True:
            states = [None] * self.room
            work = new_work(self.game, depth, states, [], [], lambda count, kind: [kind()] * count)
            status, estimate = _search_to_depth(
                self.game, state, depth, key, going, _DepthSearch(work, loop, SLICE, limit)
            )
            if status == CROWDED:
                self.room *= 4
            elif status == BROKEN:
                problem = "what is gained after it sums to more than a float can hold"
                raise RulesError(f"{broken_rules.at(self.game, state)}: {problem}")
            else:
                return estimate


class LooksInMachineCode(MachineCode):
    """The loop in machine code. Raises NotCompiled."""

    def estimate(self, state: Any, depth: int, key: int, going: Going, limit: int = MOST_LOOKED_AT) -> Estimate | None:
        """Return the estimates of the moves in a state; None if ``going`` ended the search, or CPython must search."""

        def attempt(shape: Any, loop: Any) -> tuple[int, Estimate | None]:
            kind = shape, depth, self.room
            work = self._workspace(kind, partial(work_of_arrays, self.game, shape, depth, self.room))
            looker = _DepthSearch(work, partial(loop, shape.rules(self.game)), COMPILED_SLICE, limit, shape)
            return _search_to_depth(self.game, state, depth, key, going, looker)

        return self._run_with_room(attempt)

    def _compile(self) -> tuple[Any, Any]:
        """Return the shape of states and the loop, compiled now."""
        from faceup.native.kernels import lightest_kernel, require_words
        from faceup.native.state_shape import shape_of

        require_words(self.game)
        shape = shape_of(self.game)
        given = shape.rules(self.game), work_of_arrays(self.game, shape, 1, MOVES), 1, -inf, inf, 1, 1
        return shape, lightest_kernel(partial(loop_kernel, look, PARTS, self.game, shape), given)


class _DepthSearch:
    """The searches of one decision: it calls the loop for each move at the root."""

    def __init__(self, work: Work, loop: Any, slice: int, limit: int, shape: Any = None) -> None:
        self.work, self.loop, self.slice, self.limit, self.shape = work, loop, slice, limit, shape

    def value(self, going: Going, place: int, after: _After, depth: int, low: float, high: float) -> _Row:
        """Return the value of a move that leads to this state, or a bound."""
        work, registers = self.work, self.work.registers
        self._put_first(after.state)
        work.gains[0], work.paths[0] = after.gain, place + 1
        registers[LEVEL], registers[TOP] = 0, 1
        before, status = int(registers[LOOKED]), PAUSED
        while status == PAUSED:
            status = self.loop(work, depth, low, high, self.slice, self.limit)
            if not going():
                raise _Ended(None)
        if status != DONE:
            raise _Ended(status)
        looked_at = int(registers[LOOKED]) - before + 1
        return _Row(float(work.numbers[ANSWER]), bool(registers[SURE]), False, looked_at)

    def _put_first(self, state: Any) -> None:
        """Put a state at the bottom of the stack."""
        if self.shape is None:
            self.work.states[0] = state
        else:
            self.work.states[0] = self.shape.words(state)


def _search_to_depth(
    game: Game, state: Any, depth: int, key: int, going: Going, looker: _DepthSearch
) -> tuple[int, Estimate | None]:
    """Return the status, and the estimates of the moves in a state; None if the search did not end by itself."""
    registers, known = looker.work.registers, payoff_range(game)
    registers[KEY], registers[LOOKED] = key, 0
    looker.work.killers[:] = [NONE] * len(looker.work.killers)
    least, most = known or (-inf, inf)
    looker.work.numbers[LEAST], looker.work.numbers[MOST] = least, most
    looker.work.numbers[MIDDLE] = (least + most) / 2 if known else 0.0
    try:
        return DONE, look_ahead(game, state, depth, partial(looker.value, going))
    except _Ended as ended:
        (status,) = ended.args
        return (DONE if status is None else status), None


def new_work(game: Game, depth: int, states: Any, moves: Any, odds: Any, column: Column) -> Work:
    """Return the arrays of the loop for this depth; ``column`` makes one of so many whole numbers or floats."""
    levels, room = depth + 1, len(states)
    return Work(
        registers=column(REGISTERS, int),
        numbers=column(NUMBERS, float),
        **{name: column(levels, int) for name in ("turns", "places", "firsts", "nexts", "ends", "ahead")},
        **{name: column(levels, float) for name in ("lows", "highs", "bests")},
        **{name: column(levels, int) for name in ("deciding", "all_sure", "best_sure", "killers")},
        states=states,
        gains=column(room, float),
        paths=column(room, int),
        moved=column(room, int),
        weights=column(room, float),
        row=column(1, float),
        moves=moves,
        odds=odds,
        stream=column(STREAM_SIZE, int),
    )


def work_of_arrays(game: Game, shape: Any, depth: int, room: int) -> Work:
    """Return the arrays of the loop in machine code. Equally likely outcomes of chance have odds of 1."""
    import numpy as np

    states = np.zeros((room, shape.count), np.int64)
    moves, odds = shape.moves.room(room), np.ones(room, np.int64)
    return new_work(game, depth, states, moves, odds, lambda count, kind: np.zeros(count, kind))


def _listing_in_cpython(game: Game) -> dict[str, Any]:
    """Return a function that lists moves and odds in CPython; it raises RulesError if the rules break the contract."""

    def list_for(game: Game, work: Work, state: Any, who: Any) -> tuple[int, int]:
        if not CHANCE <= who < 2:
            raise broken_rules.bad_turn(game, state, who)
        work.moves[:] = legal_moves_of(game, state)
        if not work.moves:
            raise broken_rules.no_moves(game, state)
        return len(work.moves), DONE

    def list_odds(game: Game, state: Any, moves: Any, odds: list[int], count: int) -> int:
        odds[:] = odds_one_by_one(game, state, moves)
        if not any(odds):
            raise broken_rules.no_odds(game, state)
        return 1

    return {"list_for": list_for, "list_odds": list_odds, "EVEN": False}


_OWN = ("list_for", "add_gain")  # which CPython has in its own way


def estimates_to_a_depth(game: Game, backend: Any) -> Iterator[Any]:
    """Yield the estimates of a backend in some positions of a game."""
    for state, _, stream in decisions_of_a_game(game):
        yield state, backend.estimate(state, HELD_DEPTH, word(stream), lambda: True, HELD_POSITIONS)
