"""The loop of ``tree_search`` for one game, in CPython and in machine code. Both grow the same tree."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from operator import getitem, setitem
from types import FunctionType
from typing import Any, TypeVar

from faceup.engines.graph.stakes import payoff_range
from faceup.engines.mcts import tree_search
from faceup.engines.mcts.tree_search import BROKEN, CROWDED, DONE, NODES, PARTS, PLAYOUTS, REGISTERS, Tree, think
from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.compiling import MOVES, CompiledLoop
from faceup.engines.model.legal_moves import odds_one_by_one
from faceup.engines.model.random_stream import draw_by_odds, draw_outcome, list_moves, list_odds
from faceup.engines.model.seats import add, checked_gain, seats_of
from faceup.rules.contract import Game
from faceup.rules.facts import facts_of

SLICE, COMPILED_SLICE = 20, 2000  # playouts between two checks of whether to go on,
TIMED_SLICE = 100  # and in machine code with a time limit
TIMED_ROOM = 1000  # playouts for which a tree with a time limit has room at first
MOST_WORKSPACES = 4  # trees of a thread, of several sizes
HELD_PLAYOUTS = 30  # in each position in which both engines must agree

Going = Callable[[], bool]  # whether to go on
Column = Callable[[int, type], Any]
T = TypeVar("T")


class InCPython:
    """The loop in CPython. Raises RulesError if the rules break the contract."""

    def __init__(self, game: Game) -> None:
        self.game = game
        names: dict[str, Any] = vars(tree_search) | names_in_cpython(game)
        self.loop = link((*PARTS[1:], think), names)

    def tree(self, state: Any, playouts: int, stream: list[int], going: Going, seconds: float = inf) -> Tree | None:
        """Return the tree after so many playouts, or those that ``seconds`` allow; None if ``going`` ended it."""
        ends, room = time.monotonic() + seconds, playouts if seconds == inf else min(playouts, TIMED_ROOM)
        tree, status, done = self._new_tree(room), DONE, 0
        while status == DONE and not is_finished(tree, playouts) and not (done and time.monotonic() >= ends):
            if done == room:
                room = min(2 * room, playouts)
                tree = copy_tree(tree, self._new_tree(room))
            done = min(done + SLICE, room)
            status = self.loop(self.game, tree, state, done, stream)
            if not going():
                return None
        if status != DONE:
            self.explain(tree)
        return tree

    def _new_tree(self, room: int) -> Tree:
        return new_tree(self.game, room, [None] * (room + 2), [], lambda count, kind: [kind()] * count)

    def explain(self, tree: Tree) -> None:
        """Raise RulesError for an error in the rules that only the loop has met."""
        state, seats = tree.states[tree.registers[NODES] - 1], seats_of(self.game)
        who = self.game.turn(state)
        raise broken_rules.bad_turn(self.game, state, who, seats)


class MachineCode(CompiledLoop):
    """The loop of a search in machine code, and its working memory. Raises NotCompiled."""

    def _workspace(self, kind: Any, make: Callable[[], Any]) -> Any:
        """Return this thread's working memory of this kind, made at the first call."""
        workspaces = self.threads.__dict__.setdefault("workspaces", {})
        if kind not in workspaces:
            if len(workspaces) >= MOST_WORKSPACES:
                workspaces.clear()
            workspaces[kind] = make()
        return workspaces[kind]

    def _run_with_room(self, attempt: Callable[[Any, Any], tuple[int, T | None]]) -> T | None:
        """Call ``attempt`` with the shape of states and the loop, until it has enough room for moves and rows.

        Returns its result; None if ``attempt`` was ended, or CPython must repeat it.
        """
        while True:
            shape, loop = self._current_loop()
            try:
                status, result = attempt(shape, loop)
            except ArithmeticError as error:
                if not self._has_widened(error, shape):
                    return None
                continue
            if status == CROWDED:
                self.room *= 4
            else:
                return None if status == BROKEN else result


class InMachineCode(MachineCode):
    """The loop in machine code. Raises NotCompiled."""

    def tree(self, state: Any, playouts: int, stream: list[int], going: Going, seconds: float = inf) -> Tree | None:
        """Return the tree after so many playouts, or those that ``seconds`` allow.

        None if ``going`` ended it, or CPython must look at the state.
        """
        import numpy as np

        ends, timed = time.monotonic() + seconds, seconds < inf

        def attempt(shape: Any, loop: Any) -> tuple[int, Tree | None]:
            room = min(playouts, TIMED_ROOM) if timed else playouts
            tree = self._kept_tree(shape, room)
            numbers, status, done = np.array(stream, np.int64), DONE, 0
            tree.registers[NODES], tree.least[:], tree.most[:] = 0, inf, -inf
            rules, root = shape.rules(self.game), shape.native_state(state)
            while status == DONE and not is_finished(tree, playouts) and not (done and time.monotonic() >= ends):
                if done == room:
                    room = min(2 * room, playouts)
                    tree = copy_tree(tree, self._kept_tree(shape, room))
                done = min(done + (TIMED_SLICE if timed else COMPILED_SLICE), room)
                status = loop(rules, tree, root, done, numbers)
                if not going():
                    return DONE, None
            if status == DONE:
                stream[:] = numbers.tolist()
            return status, tree

        return self._run_with_room(attempt)

    def _kept_tree(self, shape: Any, room: int) -> Tree:
        """Return the tree of this thread with room for so many playouts."""
        tree: Tree = self._workspace(
            (shape, room, self.room), partial(tree_of_arrays, self.game, shape, room, self.room)
        )
        return tree

    def _compile(self) -> tuple[Any, Any]:
        import numpy as np

        from faceup.engines.model.random_stream import STREAM_SIZE
        from faceup.native.kernels import lightest_kernel, require_words
        from faceup.native.state_shape import shape_of

        require_words(self.game)
        shape = shape_of(self.game)
        tree = tree_of_arrays(self.game, shape, 1, MOVES)
        given = shape.rules(self.game), tree, shape.native_state(self.game.start()), 1, np.zeros(STREAM_SIZE, np.int64)
        return shape, lightest_kernel(partial(loop_kernel, think, PARTS, self.game, shape), given)


def names_in_cpython(game: Game) -> dict[str, Any]:
    """Return what CPython has for the names of states and moves in a loop.

    The functions raise RulesError if the rules break the contract.
    """
    seats = seats_of(game)

    def list_moves(game: Game, state: Any, moves: list[Any]) -> int:
        moves[:] = legal_moves_of(game, state)
        if not moves:
            raise broken_rules.no_moves(game, state)
        return len(moves)

    def draw_outcome(game: Game, state: Any, moves: Any, odds: list[int], count: int, stream: list[int]) -> int:
        odds[:] = odds_one_by_one(game, state, moves)
        if not any(odds):
            raise broken_rules.no_odds(game, state)
        return draw_by_odds(odds, sum(odds), stream)

    def add_gain(game: Game, state: Any, row: list[Any], gain: Any) -> None:
        checked_gain(game, state, "what is gained", gain, seats)
        add(row, gain)

    items = {"read_state": getitem, "write_state": setitem, "read_move": getitem, "write_move": setitem}
    return items | flags(game) | {"list_moves": list_moves, "draw_outcome": draw_outcome, "add_gain": add_gain}


def link(parts: Sequence[Any], names: dict[str, Any]) -> Any:
    """Return the last of these functions, with these names and the other functions as globals."""
    for part in parts:
        names[part.__name__] = FunctionType(part.__code__, names, part.__name__)
    return names[parts[-1].__name__]


def flags(game: Game) -> dict[str, bool]:
    """Return the facts about a game that its loop is compiled for."""
    return {"PAID": facts_of(game).rewarding, "ROWS": bool(seats_of(game))}


def is_finished(tree: Tree, playouts: int) -> bool:
    """Whether nothing is left to do."""
    return bool(tree.registers[NODES] and (tree.registers[PLAYOUTS] >= playouts or tree.settled[0]))


def copy_tree(tree: Tree, larger: Tree) -> Tree:
    """Copy a tree into a larger one, except its scratch arrays; return the larger one."""
    own = ("path", "confidence", "moves", "odds")
    for name, column, other in zip(Tree._fields, tree, larger, strict=True):
        if name not in own:
            other[: len(column)] = column
    return larger


def new_tree(game: Game, playouts: int, states: Any, moves: Any, column: Column) -> Tree:
    """Return a tree for so many playouts; ``column`` makes an array of so many whole numbers or floats."""
    seats, nodes, payoffs = seats_of(game), playouts + 2, payoff_range(game)
    width = seats or 1
    # A harmonic number H(n) is ln n and a constant; sums and quotients alone make it the same on any machine.
    confidence = column(nodes, float)
    for n in range(1, nodes):
        confidence[n] = confidence[n - 1] + 1.0 / n
    tree = Tree(
        registers=column(REGISTERS, int),
        states=states,
        turns=column(nodes, int),
        counts=column(nodes, int),
        tried=column(nodes, int),
        firsts=column(nodes, int),
        open_moves=column(nodes, int),
        children=column(nodes, int),
        siblings=column(nodes, int),
        places=column(nodes, int),
        weights=column(nodes, float),
        visits=column(nodes, int),
        settled=column(nodes, int),
        totals=column(nodes * width, float),
        gained=column(nodes * width, float),
        row=column(width, float),
        least=column(width, float),
        most=column(width, float),
        top=column(seats or 2, float),
        path=column(nodes, int),
        confidence=confidence,
        moves=moves,
        odds=column(len(moves), int),
    )
    tree.least[:], tree.most[:], tree.top[:] = [inf] * width, [-inf] * width, [inf] * (seats or 2)
    if payoffs and not seats:
        tree.top[:] = [payoffs[1], -payoffs[0]]
    return tree


def tree_of_arrays(game: Game, shape: Any, playouts: int, room: int) -> Tree:
    """Return a tree for machine code. Equally likely outcomes of chance have odds of 1."""
    import numpy as np

    states = np.zeros((playouts + 2, shape.count), np.int64)
    tree = new_tree(game, playouts, states, shape.moves.room(room), lambda count, kind: np.zeros(count, kind))
    tree.odds[:] = 1
    return tree


def loop_kernel(think: Any, parts: Sequence[Any], game: Game, shape: Any, counted: bool, **more: Any) -> Any:
    """Return a loop of these parts for this class of games and shape of states; ``more`` are names that it uses."""
    from faceup.native.kernels import kernel
    from faceup.native.operations import integers

    names: dict[str, Any] = {"EVEN": type(game).odds is Game.odds, "add": integers.add, **flags(game), **more}
    if names["ROWS"]:
        from faceup.native.operations.fractions import add_row

        names["add_row"] = add_row
    variant = f"{'rows ' * names['ROWS']}{'counted' * counted}"
    inlined: Sequence[Callable[..., Any]] = (list_moves, list_odds, draw_by_odds, draw_outcome, *parts)
    return kernel(think, game, variant, shape=shape, inlined=inlined, counted=counted, **names)
