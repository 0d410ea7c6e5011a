"""The loop of ``information_set_tree`` for one game, in CPython and in machine code. Both grow the same trees."""

import time
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Any, NamedTuple

from faceup.engines.hidden.memory import Memories
from faceup.engines.hidden.tree_memories_kernel import MEMORIES, RECORD, rehash_memories
from faceup.engines.mcts import information_set_tree, tree_search
from faceup.engines.mcts.backends import (
    COMPILED_SLICE,
    MOVES,
    SLICE,
    TIMED_SLICE,
    Going,
    MachineCode,
    link,
    loop_kernel,
    names_in_cpython,
)
from faceup.engines.mcts.information_set_tree import FULL, NODES, PARTS, PLACES, PLAYOUTS, REGISTERS, Forest, think
from faceup.engines.mcts.tree_search import DONE, LONGEST, NONE
from faceup.engines.model import broken_rules
from faceup.engines.model.random_stream import STREAM_SIZE
from faceup.engines.model.seats import seats_of
from faceup.rules.contract import Game
from faceup.rules.moves import Move

ROOM = 1 << 12  # nodes and playouts that a forest has room for at first
AT_NODES = ("others", "players", "firsts", "counts", "visits", "confidence")  # the columns of nodes,
AT_PLACES = ("names", "made", "gains")  # and of places
REPLACED = ("has_room", "first_memory", "next_memory", "same_name")  # functions that are other ones in CPython

MoveTotals = tuple[dict[Move, tuple[int, float]], int]  # visits and total gain of each move; playouts


class BeliefSample(NamedTuple):
    """A player's belief and the limits of the search: ``worlds``, the cumulative sums ``until`` of their weights, and
    the number of ``playouts``, or as many as ``seconds`` allow."""

    player: int
    worlds: Sequence[Any]
    until: Sequence[float]
    playouts: int
    seconds: float = inf


class InformationSetsInCPython:
    """The loop in CPython. Where rules break, it raises RulesError."""

    def __init__(self, game: Game) -> None:
        self.game, self.seats = game, seats_of(game)

        def first_memory(game: Game, forest: Forest, player: int, state: Any) -> int:
            return int(forest.memories.first(player, state))

        def next_memory(game: Game, forest: Forest, player: int, who: int, place: int, state: Any) -> int:
            return int(forest.memories.next(player, forest.held[player], who, forest.moves[place], state))

        names: dict[str, Any] = vars(tree_search) | vars(information_set_tree) | names_in_cpython(game)
        names |= {"first_memory": first_memory, "next_memory": next_memory, "has_room": lambda forest: True}
        names |= {"same_name": lambda names, i, moves, k: names[i] == moves[k]}
        own = [part for part in PARTS if part.__name__ not in names_in_cpython(game) and part.__name__ not in REPLACED]
        self.loop = link((*own, think), names)

    def search(self, belief: BeliefSample, stream: list[int], going: Going) -> MoveTotals | None:
        """Return the totals of the moves at the root; None if ``going`` ended the search."""
        count, ends = self.seats or 2, time.monotonic() + belief.seconds
        columns: dict[str, Any] = {name: {} for name in (*AT_NODES, *AT_PLACES, "path", "choices")}
        forest = Forest(
            registers=[0] * REGISTERS,
            worlds=belief.worlds,
            until=belief.until,
            slots=None,
            memories=Memories(self.game, count),
            nodes=defaultdict(lambda: NONE),
            held=[0] * count,
            least=[inf] * count,
            most=[-inf] * count,
            row=[0.0] * (self.seats or 1),
            moves=[],
            odds=[],
            broken=[None],
            **columns,
        )
        done = 0
        while done < belief.playouts and not (done and time.monotonic() >= ends):
            done = min(done + SLICE, belief.playouts)
            if self.loop(self.game, forest, done, stream) != DONE:
                state = forest.broken[0]
                raise broken_rules.bad_turn(self.game, state, self.game.turn(state), self.seats)
            if not going():
                return None
        return move_totals(forest, belief.player, lambda name: name)


class InformationSetsInMachineCode(MachineCode):
    """The loop in machine code. Raises NotCompiled."""

    def search(self, belief: BeliefSample, stream: list[int], going: Going) -> MoveTotals | None:
        """Return the totals of the moves at the root; None if ``going`` ended the search, or CPython must repeat it."""
        import numpy as np

        ends, timed = time.monotonic() + belief.seconds, belief.seconds < inf

        def attempt(shape: Any, loop: Any) -> tuple[int, MoveTotals | None]:
            kind, numbers, status, done = (shape, self.room), np.array(stream, np.int64), DONE, 0
            forest = clear_forest(self._workspace(kind, partial(forest_of_arrays, self.game, shape, self.room)))
            rows = np.array([shape.words(world) for world in belief.worlds], np.int64)
            forest = forest._replace(worlds=rows, until=np.array(belief.until))
            rules = shape.rules(self.game)
            while status == DONE and done < belief.playouts and not (done and time.monotonic() >= ends):
                done = min(done + (TIMED_SLICE if timed else COMPILED_SLICE), belief.playouts)
                while (status := loop(rules, forest, done, numbers)) == FULL:
                    forest = lengthen_array(forest)
                    self.threads.workspaces[kind] = forest
                if not going():
                    return DONE, None
            if status != DONE:
                return status, None
            stream[:] = numbers.tolist()
            return DONE, move_totals(forest, belief.player, shape.moves.move)

        return self._run_with_room(attempt)

    def _compile(self) -> tuple[Any, Any]:
        import numpy as np

        from faceup.native.kernels import lightest_kernel, require_words
        from faceup.native.operations.encodings import fingerprint
        from faceup.native.operations.integers import whole
        from faceup.native.state_shape import NUMBERS, MoveShape, kinds_of_moves, shape_of

        require_words(self.game)
        # Moves of one kind are words in a row too, so that they can be compared, and differ from observations.
        shape = shape_of(self.game, MoveShape.of_kinds(kinds_of_moves(self.game) or (NUMBERS,)))
        forest = forest_of_arrays(self.game, shape, MOVES)
        given = shape.rules(self.game), forest, 1, np.zeros(STREAM_SIZE, np.int64)
        made = partial(loop_kernel, think, PARTS, self.game, shape, whole=whole, fingerprint=fingerprint)
        return shape, lightest_kernel(made, given)


def move_totals(forest: Forest, player: int, move_of: Any) -> MoveTotals:
    """Return the totals of the moves at the root, the first memory of the player, whose number is the player's."""
    moves, node = dict[Move, tuple[int, float]](), int(forest.nodes[player])
    while node != NONE:
        first = int(forest.firsts[node])
        for place in range(first, first + int(forest.counts[node])):
            move = move_of(forest.names[place])
            made, gain = moves.get(move, (0, 0.0))
            moves[move] = made + int(forest.made[place]), gain + float(forest.gains[place])
        node = int(forest.others[node])
    return moves, int(forest.registers[PLAYOUTS])


def forest_of_arrays(game: Game, shape: Any, room: int) -> Forest:
    """Room for machine code, which grows; outcomes of chance that are equally likely have odds of 1."""
    import numpy as np

    seats = seats_of(game)
    count = seats or 2
    memories = 1 << (ROOM + (LONGEST + 1) * (count + 1)).bit_length()
    columns = {name: np.zeros(ROOM, float if name == "confidence" else np.int64) for name in AT_NODES}
    return Forest(
        registers=np.zeros(REGISTERS, np.int64),
        worlds=np.zeros((1, shape.count), np.int64),
        until=np.ones(1),
        slots=np.full(2 * memories, NONE, np.int32),
        memories=np.zeros((memories, RECORD), np.int64),
        nodes=np.full(memories, NONE, np.int64),
        names=shape.moves.room(ROOM + room),
        made=np.zeros(ROOM + room, np.int64),
        gains=np.zeros(ROOM + room),
        held=np.zeros(count, np.int64),
        least=np.zeros(count),
        most=np.zeros(count),
        row=np.zeros(seats or 1),
        path=np.zeros(LONGEST, np.int64),
        choices=np.zeros(LONGEST, np.int64),
        moves=shape.moves.room(room),
        odds=np.ones(room, np.int64),
        broken=np.zeros((1, shape.count), np.int64),
        **columns,
    )


def clear_forest(forest: Forest) -> Forest:
    """Empty a forest and return it."""
    forest.slots[:], forest.nodes[: forest.registers[MEMORIES]] = NONE, NONE
    forest.registers[:], forest.least[:], forest.most[:] = 0, inf, -inf
    return forest


def lengthen_array(forest: Forest) -> Forest:
    """Return the forest with twice the room in each array that is more than half full."""
    import numpy as np

    from faceup.engines.graph.game_graph import lengthen_array as longer
    from faceup.native.kernels import shared_kernel

    registers, columns = forest.registers, forest._asdict()
    full = [
        name
        for names, register in ((AT_NODES, NODES), (AT_PLACES, PLACES))
        for name in names
        if 2 * registers[register] > len(columns[name])
    ]
    if 2 * registers[MEMORIES] > len(forest.memories):
        full.append("memories")
        columns["nodes"] = np.concatenate([forest.nodes, np.full(len(forest.nodes), NONE, np.int64)])
        columns["slots"] = np.full(2 * len(forest.slots), NONE, np.int32)
    columns |= {name: longer(columns[name], 2 * len(columns[name])) for name in full}
    larger = Forest(**columns)
    if "memories" in full:
        shared_kernel(rehash_memories)(larger)
    return larger
