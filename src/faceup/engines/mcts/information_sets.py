"""Information set Monte Carlo tree search, for games with hidden information.

Each playout begins in a position sampled from the belief of the player to move (``Worlds``). In the playout every
player decides by a tree of their own over what they saw and did since, so no decision uses hidden information
(multiple-observer information set search: Cowling, Powley and Whitehouse 2012). The search assumes that before the
position the other players knew what they see in it.

The loop of ``information_set_tree`` for one game, in CPython and in machine code. Both grow the same trees.
"""

import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, islice
from math import inf, nan
from typing import Any, NamedTuple

from faceup.engines.hidden.memory import Memories, observe_move, story_of, view_of
from faceup.engines.hidden.tree_memories_kernel import MEMORIES, RECORD, rehash_memories
from faceup.engines.mcts import information_set_tree, tree_search
from faceup.engines.mcts.backends import (
    COMPILED_SLICE,
    HELD_PLAYOUTS,
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
from faceup.engines.mcts.two_engines import Engines, decisions_of_a_game
from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import at, legal_moves_of
from faceup.engines.model.compiling import MOVES
from faceup.engines.model.legal_moves import odds_one_by_one
from faceup.engines.model.policies import Thought
from faceup.engines.model.random_stream import STREAM_SIZE, below_any
from faceup.engines.model.seats import seats_of
from faceup.results.answers.decision import Did, Event, Seen
from faceup.results.samples.estimate import Estimate, MoveEstimate
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError, UnsupportedError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.texts import line_of

ROOM = 1 << 12  # nodes and playouts that a forest has room for at first
AT_NODES = ("others", "players", "firsts", "counts", "visits", "confidence")  # the columns of nodes,
AT_PLACES = ("names", "made", "gains")  # and of places
REPLACED = ("has_room", "first_memory", "next_memory", "same_name")  # CPython has its own functions of these names

MoveTotals = tuple[dict[Move, tuple[int, float]], int]  # visits and total gain of each move; playouts


class BeliefSample(NamedTuple):
    """A player's belief and the limits of the search.

    ``worlds`` come with the cumulative sums ``until`` of their weights; ``playouts`` are made, or as many as
    ``seconds`` allow.
    """

    player: int
    worlds: Sequence[Any]
    until: Sequence[float]
    playouts: int
    seconds: float = inf


class InformationSetsInCPython:
    """The loop in CPython. Raises RulesError if the rules break the contract."""

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
        """Return the shape of states and the loop, compiled now."""
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
    """Return a forest for machine code, which can grow. Equally likely outcomes of chance have odds of 1."""
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


LEAST_WORLDS, MOST_WORLDS = 50, 200  # particles, by the playouts of a decision;
TRIES = (1, 10, 100)  # times as many, until some agree with the whole story
MOST_LISTED = 100_000  # states of an information set that are read from the rules
LONGEST_SILENCE = 1000  # unnoticed moves of others in a row
FINE, TINY = 1 << 53, 1e-200

WeightedStates = dict[Any, float]  # positions, and how likely they are


class Worlds:
    """The belief of a player to move after a story of observations and own moves, tracked from the start of play.

    Chance follows its odds, and other players move at random; only plays that agree with the story count. Equal
    positions merge, so a few positions have exact probabilities. Many positions are resampled after each move in
    proportion to their probabilities (a particle filter: Gordon, Salmond and Smith 1993). If few of these agree with
    the whole story, the rules may list the positions (``information_set``), by the player's view now.
    """

    def __init__(self, game: Game, player: int, story: Sequence[Event]) -> None:
        self.game, self.player, self.story = game, player, story
        views, last = list[Any](), None
        for event in story:
            last = event.view if isinstance(event, Seen) else last
            views.append(last)
        self._views = views  # after each event of the story, the last view

    def sample(self, count: int, stream: list[int], ends: float = inf) -> tuple[list[Any], list[float]]:
        """Return positions with their weights, about ``count`` if there are more.

        After half of the time to ``ends`` it returns fewer. Raises UnsupportedError if no position agrees with the
        story.
        """
        half, most = time.monotonic() + (ends - time.monotonic()) / 2, max(count, LEAST_WORLDS)
        for times in TRIES:
            worlds, drawn = self._filter_particles(times * most, stream, half)
            if drawn and len(worlds) < LEAST_WORLDS and "information_set" in facts_of(self.game).overridden:
                worlds, drawn = self._listed_states(most, stream) or worlds, False
            if worlds:
                return list(worlds), list(worlds.values())
            if not drawn:
                break
        raise UnsupportedError(
            f"{type(self.game).__name__}: no position agrees with all that "
            f"{seat_name(self.player, self.game.player_names)} has seen, of those that were followed from the start, "
            f"up to {TRIES[-1] * MOST_WORLDS:,} at once; possible: a method information_set(self, view, player) that "
            "lists them"
        )

    def _listed_states(self, most: int, stream: list[int]) -> WeightedStates:
        """Return the states that the rules list as the player's information set, at most so many. Raises RulesError."""
        game, player, view = self.game, self.player, self._views[-1]
        states = WeightedStates.fromkeys(islice(game.information_set(view, player), MOST_LISTED), 1.0)
        for state in states:
            if game.turn(state) != player or view_of(game, state, player) != view:
                raise RulesError(
                    f"{at(game, state)}: information_set lists this state for player {player} and the view {view!r}; "
                    f"possible: states in which that player is to move and sees that{line_of(game, 'information_set')}"
                )
        return _resample(states, most, stream) if len(states) > most else states

    def _filter_particles(self, most: int, stream: list[int], half: float) -> tuple[WeightedStates, bool]:
        """Return the positions that agree with the whole story, and whether they are a sample."""
        worlds, drawn = WeightedStates(), False
        layers: dict[int, WeightedStates] = {1: {self.game.start(): 1.0}}  # by the number of events so far
        while layers:
            events = min(layers)
            here = layers.pop(events)
            if (largest := max(here.values())) < TINY:
                for layer in (here, worlds, *layers.values()):
                    layer.update({state: weight / largest for state, weight in layer.items()})
            for _ in range(LONGEST_SILENCE):
                room = most if time.monotonic() < half else LEAST_WORLDS
                if len(here) > room:
                    here, drawn = _resample(here, room, stream), True
                silent = WeightedStates()
                for state, weight in here.items():
                    who = self.game.turn(state)
                    if who == self.player and events == len(self.story):
                        worlds[state] = worlds.get(state, 0.0) + weight
                    elif who != OVER:
                        for after, then, share in self._successors(state, who, events):
                            layer = silent if then == events else layers.setdefault(then, {})
                            layer[after] = layer.get(after, 0.0) + weight * share
                here = silent
                if not here:
                    break
        return worlds, drawn

    def _successors(self, state: Any, who: int, events: int) -> Iterator[tuple[Any, int, float]]:
        """Yield the successors that agree with the story, the number of events then, and their probabilities."""
        game, story = self.game, self.story
        moves = legal_moves_of(game, state)
        odds = odds_one_by_one(game, state, moves) if who == CHANCE else [1] * len(moves)
        if who == self.player:
            event = story[events]
            moves, odds = ([event.move], [1]) if isinstance(event, Did) and event.move in moves else ([], [])
        whole, seen = sum(odds), self._views[events - 1]
        for move, weight in zip(moves, odds, strict=True):
            if weight:
                after = game.play(state, move)
                news = observe_move(game, self.player, seen, who, move, after)
                if tuple(story[events : events + len(news)]) == news:
                    yield after, events + len(news), weight / whole


def _resample(positions: WeightedStates, count: int, stream: list[int]) -> WeightedStates:
    """Return ``count`` positions at equal distances along the weights, with equal weights (systematic resampling)."""
    until, resampled = list(accumulate(positions.values())), WeightedStates()
    step = until[-1] / count
    first, states = below_any(stream, FINE) / FINE * step, list(positions)
    for k in range(count):
        state = states[min(bisect_right(until, first + k * step), len(states) - 1)]
        resampled[state] = resampled.get(state, 0.0) + step
    return resampled


class InformationSetSearch:
    """The search in one game as it is played, by these ``engines``."""

    def __init__(self, game: Game, engines: Engines) -> None:
        self.game, self.engines = game, engines
        start = game.start()
        self.stories: list[list[Event]] = [[Seen(view_of(game, start, seat))] for seat in range(seats_of(game) or 2)]

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Record what each seat observes of a move that led to this state."""
        for seat, story in enumerate(self.stories):
            seen = next(event.view for event in reversed(story) if isinstance(event, Seen))
            story += observe_move(self.game, seat, seen, turn, move, state)

    def choose(self, state: Any, thought: Thought, stream: list[int]) -> Move:
        """Choose a move for the player to move, by the information of that player."""
        who, moves = self.game.turn(state), legal_moves_of(self.game, state)
        return moves[0] if len(moves) == 1 else self.estimate(who, self.stories[who], thought, stream).move

    def estimate(self, player: int, story: Sequence[Event], thought: Thought, stream: list[int]) -> Estimate:
        """Estimate the moves of the player to move, who remembers this story."""
        playouts, seconds = thought.playouts, thought.seconds
        ends = time.monotonic() + seconds
        worlds, weights = Worlds(self.game, player, story).sample(min(playouts, MOST_WORLDS), stream, ends)
        until = list(accumulate(weights))

        def think(backend: Any, going: Going) -> MoveTotals | None:
            belief = BeliefSample(player, worlds, until, playouts, ends - time.monotonic())
            totals: MoveTotals | None = backend.search(belief, stream, going)
            return totals

        totals = self.engines.run(think, stream, seconds == inf)
        return _estimate_of(self.game, player, worlds[0], totals)


def information_set_estimates(game: Game, backend: Any) -> Iterator[Any]:
    """Yield the estimates of a backend in some positions of a game."""
    playouts = HELD_PLAYOUTS
    for state, moves, stream in decisions_of_a_game(game):
        player = game.turn(state)
        worlds, weights = Worlds(game, player, story_of(game, player, moves)).sample(playouts, stream)
        belief = BeliefSample(player, worlds, list(accumulate(weights)), playouts)
        totals = backend.search(belief, stream, lambda: True)
        yield state, None if totals is None else (_estimate_of(game, player, worlds[0], totals), stream)


def _estimate_of(game: Game, player: int, world: Any, result: MoveTotals) -> Estimate:
    """Return the estimates of the moves, in the order of a world's legal moves."""
    (made, playouts), rows = result, list[MoveEstimate]()
    for move in legal_moves_of(game, world):
        visits, total = made.get(move, (0, nan))
        rows.append(MoveEstimate(move, visits, total / visits if visits else nan, False))
    best = max(rows, key=lambda row: (row.visits, row.mean))
    return Estimate(player, playouts, tuple(rows), best.move)
