"""The game tree of two players with hidden information, walked in machine code, in arrays that grow with it."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.graph.certificates import BATCH, words_of_stream
from faceup.engines.graph.game_graph import lengthen_array
from faceup.engines.hidden import tree_kernel as loop
from faceup.engines.hidden.memory import JointMemory, Memories
from faceup.engines.hidden.regret_kernel import MATCHING, best_response_values, fill_matched_plan, positive_sum
from faceup.engines.hidden.tree_kernel import DRAWING, HOLD, LEARN, MEASURE, NOTE, Tree
from faceup.engines.hidden.tree_memories_kernel import (
    CHOICE,
    MEMORIES,
    NOTHING,
    RECORD,
    SEQUENCES,
    SEQUENCES_FULL,
    SETS,
    TOUCHED,
    TURN,
    drop_rare_moves,
    extend_memories,
    rehash_memories,
)
from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import outcomes_with_odds
from faceup.engines.model.limits import Limits
from faceup.engines.model.random_stream import STREAM_SIZE
from faceup.native.kernels import shared_kernel
from faceup.native.operations.encodings import fingerprint
from faceup.native.operations.operation import TooLarge
from faceup.native.operations.row_type import RowTooSmall
from faceup.native.rules_pointer import DRAWN, LOST, OTHER, SUMS, WON, CompiledRules, loop_in_words
from faceup.native.state_shape import NUMBERS, MoveShape, kinds_of_moves, shape_of, widen
from faceup.numbers.intervals import Bounds
from faceup.results.certified import Certified
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, RulesError, error_words, limit_reached
from faceup.rules.moves import Move

FIRST_ROOM, FIRST_DEPTH = 1 << 12, 1 << 6  # of each array; doubled whenever it is full
ROOM_TO_REMEMBER = 3  # new memories after one move, at most
ROUNDING = 2.0**-53
PAY_BYTES, SEQUENCE_BYTES = 64, 100  # further memory of learning, for each payoff and sequence
UNKNOWN = -9  # a memory that machine code cannot represent
PROBLEM = "a position that breaks the rules, odds that are too large, or a game that is over at its start"
# The certificate compares random histories with the rules. REMEMBERED: the first ones, with the players' memories too;
# HISTORIES: at most; SHARE: one for so many positions; MOST_PLIES of each; MOST_WORK: moves of all together.
REMEMBERED, HISTORIES, SHARE, MOST_PLIES, MOST_WORK = 400, 4000, 4, 64, 16_000
# Moves of one position that are compared: up to WIDEST in the FIRST_PLIES, later WIDE random ones. Of ENDING histories
# one may end early; the others avoid moves that end play, since most positions lie behind those that do not.
FIRST_PLIES, WIDEST, WIDE, ENDING = 2, 5000, 4, 4
MOST_DEEP = 1 << 16  # positions on one branch; a longer one counts as play without end

# The arrays that grow together, by the status of the loop when they are full.
KINDS = {
    loop.MEMORIES_FULL: ("memories",),
    SEQUENCES_FULL: ("owners", "parents", "firsts", "met", "order", "names", "plan", "values", "regret", "total"),
    loop.STACK_FULL: ("states", "frames", "numbers"),
    loop.MOVES_FULL: ("moves", "odds", "places"),
    loop.PAYS_FULL: ("pairs", "pays"),
}


class NotWalked(Exception):
    """Machine code cannot walk the tree; the text is the reason."""


class Place(NamedTuple):
    """A position with the memories of both players."""

    state: Any
    memory_pair: tuple[int, int]


class TreeWalk:
    """The walk of the tree from one position. Raises NotCompiled, NotWalked."""

    def __init__(self, game: Game, root: Any) -> None:
        self.game, self.root = game, root
        while True:
            try:
                self._prepare()
                return
            except RowTooSmall as error:
                self._widen(error)

    def __getstate__(self) -> dict[str, Any]:
        return {name: vars(self)[name] for name in ("game", "root", "shape", "moves", "tree")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._load()

    def _prepare(self) -> None:
        """Choose the layout of states and moves, compile, and make an empty tree."""
        kinds = kinds_of_moves(self.game) or (NUMBERS,)
        self.shape = shape_of(self.game, MoveShape.of_kinds(kinds))  # in words, also if there is one kind
        self.moves = self.shape.moves
        self._load()
        self.tree = self._create_tree()
        self.rules.pointer  # noqa: B018  # compiled now, so that refusals come early

    def _load(self) -> None:
        """Compile the rules and loops, or find their machine code."""
        self.rules, steps = CompiledRules(self.game, self.shape, sights=True), (*DRAWING, *loop.STEPS)
        self._explore = loop_in_words(loop.explore, self.rules.words, steps, fingerprint=fingerprint)
        self._remember = loop_in_words(extend_memories, self.rules.words, steps, fingerprint=fingerprint)
        self._refill, self._best_response_values = shared_kernel(rehash_memories), shared_kernel(best_response_values)
        self._fill_matched_plan = shared_kernel(fill_matched_plan, MATCHING)
        self._dropped = shared_kernel(drop_rare_moves, (positive_sum,))

    def _create_tree(self, depth: int = FIRST_DEPTH) -> Tree:
        """Return an empty tree with room for ``depth`` positions on a branch."""
        count, words, moves = FIRST_ROOM, self.shape.count, self.rules.words.moves
        registers = np.zeros(loop.REGISTERS, np.int64)
        registers[SEQUENCES] = 2
        tree = Tree(
            registers=registers,
            stream=np.zeros(STREAM_SIZE, np.int64),
            sight=np.zeros(2, np.int64),
            sizes=np.zeros(1),
            sums=np.zeros(SUMS),
            states=np.zeros((depth, words), np.int64),
            frames=np.zeros((depth, loop.FRAME), np.int64),
            numbers=np.zeros((depth, loop.NUMBERS)),
            moves=moves.room(count),
            odds=np.zeros(count, np.int64),
            places=np.zeros(count, np.int64),
            slots=np.full(2 * count, -1, np.int32),
            memories=np.zeros((count, RECORD), np.int64),
            owners=np.zeros(count, np.int8),
            parents=np.zeros(count, np.int32),
            firsts=np.zeros(count, np.int32),
            met=np.zeros(count, np.int32),
            order=np.zeros(count, np.int32),
            names=moves.room(count),
            plan=np.zeros(count),
            values=np.zeros(count),
            regret=np.zeros(count),
            total=np.zeros(count),
            pairs=np.zeros((0, 2), np.int32),
            pays=np.zeros(0),
        )
        tree.firsts[0] = 2
        tree.plan[:2] = 1.0
        return tree

    def _widen(self, error: RowTooSmall) -> None:
        """Make room for longer rows. Raises NotWalked if a row is too long."""
        if not widen(self.game, error, self.shape.layout):
            raise NotWalked("met a row that is too long for machine code") from error

    @property
    def sets(self) -> int:
        """The number of information sets so far."""
        return int(self.tree.registers[SETS])

    @property
    def sequences(self) -> int:
        """The number of sequences of both players, the two empty ones included."""
        return int(self.tree.registers[SEQUENCES])

    @property
    def turns(self) -> int:
        """The number of turns of learning so far, each of one player."""
        return int(self.tree.registers[TURN])

    @property
    def positions(self) -> int:
        """The number of positions since the last walk began."""
        return int(self.tree.registers[loop.MET])

    @property
    def plain_ends(self) -> frozenset[int] | None:
        """The payoffs of the ends so far, if they are all -1, 0 or 1; else None."""
        ends = int(self.tree.registers[loop.MET_ENDS])
        kinds = ((LOST, -1), (DRAWN, 0), (WON, 1))
        return None if ends & OTHER else frozenset(pay for bit, pay in kinds if ends & bit)

    @property
    def bytes(self) -> int:
        return int(sum(column.nbytes for column in self.tree))

    def note(self, limits: Limits) -> None:
        """Walk the whole tree and record the payoff of each pair of sequences. Raises LimitReached."""
        self._begin(NOTE)
        self._run(limits)

    def measure(self, limits: Limits) -> Bounds:
        """Return the bounds that the present plans prove, by the best response to each. Raises LimitReached."""
        self._begin(MEASURE)
        self.tree.values[:] = 0.0
        self._run(limits)
        tree = self.tree
        self._best_response_values(tree.parents, tree.firsts, self.sets, tree.values)
        high, low = Fraction(float(tree.values[0])), -Fraction(float(tree.values[1]))
        tree.values[:] = 0.0
        error = Fraction(self.rounding())
        return Bounds(low - error, high + error)

    def learn(self, turns: int, limits: Limits) -> None:
        """Learn for so many more turns of each player. Raises LimitReached; a later call continues."""
        registers = self.tree.registers
        if registers[loop.MODE] != LEARN:
            self._begin(LEARN)
        registers[loop.UNTIL] = registers[TURN] + 2 * turns
        self._run(limits)

    def drop(self, least: float) -> None:
        """Remove moves from the average plans whose probability there is below ``least``."""
        self._dropped(self.tree, least)

    def plan(self) -> None:
        """Set the present plans to the averages over all turns."""
        tree = self.tree
        tree.plan[:2] = 1.0
        self._fill_matched_plan(tree.total, tree.parents, tree.firsts, self.sets, tree.plan)

    @property
    def start(self) -> Place:
        """The start of play, with the memories of both players."""
        return Place(self.root, self._memory_pair([NOTHING, NOTHING], CHANCE, None, -1, self.root))

    def choice(self, place: Place) -> range:
        """Return the sequences between which the player to move decides; none if no walk came there."""
        tree, memory = self.tree, place.memory_pair[self.game.turn(place.state)]
        choice = int(tree.memories[memory, CHOICE]) if memory != UNKNOWN else -1
        return range(int(tree.firsts[choice]), int(tree.firsts[choice + 1])) if choice >= 0 else range(0)

    def chances(self, choice: range) -> list[float]:
        """Return the probabilities of these sequences: by the plan, or off its path by the average or regret."""
        tree, own = self.tree, slice(choice.start, choice.stop)
        for weights in (tree.plan[own], tree.total[own], np.maximum(tree.regret[own], 0.0)):
            if (whole := float(weights.sum())) > 0:
                return [float(weight) / whole for weight in weights]
        return [1 / len(choice)] * len(choice)

    def moves_at(self, choice: range) -> list[Move]:
        """Return the last moves of these sequences."""
        return [self.moves.move(self.tree.names[sequence]) for sequence in choice]

    def after(self, place: Place, move: Move) -> Place:
        """Return the position after a legal move, with the memories of both players."""
        game, sequence = self.game, -1
        turn, then = game.turn(place.state), game.play(place.state, move)
        if game.turn(then) == OVER:
            return Place(then, place.memory_pair)
        if turn != CHANCE and (choice := self.choice(place)):
            sequence = choice[self.moves_at(choice).index(move)]
        return Place(then, self._memory_pair(list(place.memory_pair), turn, move, sequence, then))

    def _memory_pair(self, before: list[int], who: int, move: Any, sequence: int, then: Any) -> tuple[int, int]:
        """Return the memories of both players after a move; UNKNOWN if machine code cannot represent them."""
        if UNKNOWN in before:
            return UNKNOWN, UNKNOWN
        made = self.rules.words.moves.room(1)
        if who != CHANCE:
            made[0, : self.moves.width] = self.moves.words(move)
        try:
            first, second = self._memories_after([before], who, made, sequence, [then])[0]
        except (TooLarge, *broken_rules.RAISED):
            return UNKNOWN, UNKNOWN
        return first, second

    def _memories_after(self, before: list[list[int]], who: int, made: Any, sequence: int, states: list[Any]) -> Any:
        """Return the memories of both players after a move that leads to each of these states."""
        while self.tree.registers[MEMORIES] + ROOM_TO_REMEMBER * len(states) > len(self.tree.memories):
            self._grow(loop.MEMORIES_FULL)
        words = [self.shape.words(state) for state in states]
        memory_pair, rows = np.array(before), np.array(words, np.int64).reshape(len(states), self.shape.count)
        self._remember(self.rules.pointer, self.tree, memory_pair, who, made, sequence, rows)
        return memory_pair.tolist()

    def certify(self) -> Certified:
        """Compare positions of random histories, and the memories there, with the rules in CPython.

        Raises RulesError for the first position that differs.
        """
        certifier, memories = TreeCertifier(self), Memories(self.game)
        known: tuple[dict[int, int], ...] = ({}, {}, {}, {})  # CPython's numbers by those of here, and back
        for number in range(min(HISTORIES, max(REMEMBERED, self.positions // SHARE))):
            place, lots = self.start, words_of_stream(number * MOST_PLIES, MOST_PLIES)
            held = memories.begin(place.state) if number < REMEMBERED else None
            for ply, lot in enumerate(lots.tolist()):
                if held:
                    self._same_memories(place.state, place.memory_pair, held, known)
                options = certifier.hold(place.state, WIDEST if ply < FIRST_PLIES else WIDE)
                move = self._sample_move(place.state, options, lot, number % ENDING == 0)
                if move is None or certifier.work > MOST_WORK:
                    break
                who, before = self.game.turn(place.state), place.state
                place = self.after(place, move) if held else Place(self.game.play(before, move), place.memory_pair)
                held = memories.after(held, who, move, place.state) if held else None
            if certifier.work > MOST_WORK:
                break
        states = list(certifier.held)
        for begin in range(0, len(states), BATCH):
            some = states[begin : begin + BATCH]
            seen = self._memories_after(
                [[NOTHING, NOTHING]] * len(some), CHANCE, self.rules.words.moves.room(1), -1, some
            )
            for state, memory_pair in zip(some, seen, strict=True):
                self._same_memories(state, memory_pair, memories.begin(state), known)
        return Certified(len(states), max(self.positions, len(states)))

    def _sample_move(self, state: Any, options: list[Move], lot: int, ending: bool) -> Move | None:
        """Return a random move after which play is not over; None if none is found (one is tried if ``ending``)."""
        game = self.game
        for k in range(1 if ending else min(len(options), WIDE)):
            move = options[(lot + k) % len(options)]
            if game.turn(game.play(state, move)) != OVER:
                return move
        return None

    def _same_memories(
        self, state: Any, memory_pair: Sequence[int], held: JointMemory, known: tuple[dict[int, int], ...]
    ) -> None:
        """Raise RulesError if machine code separates histories that CPython joins, or joins those that it separates."""
        for player, (number, memory) in enumerate(zip(memory_pair, held, strict=True)):
            if number == UNKNOWN:
                continue
            if (
                known[player].setdefault(number, memory) != memory
                or known[2 + player].setdefault(memory, number) != number
            ):
                raise RulesError(
                    f"{broken_rules.at(self.game, state)}: by what player {player} sees, CPython and machine "
                    "code do not tell the same histories apart"
                )

    def rounding(self) -> float:
        """Return a bound on the rounding error of the values that the last walk added up.

        With u = 2**-53, D positions on a branch and up to n moves at each: a product of D odds has a relative error of
        2 D u, and one of D probabilities, each of n parts that are divided by their sum, of D (n + 2) u. The gain of a
        branch is a sum of D + 1 numbers, each read with an error of u, so its error is 2 (D + 1) u times the sum of
        their sizes. The mean of up to m outcomes of chance has an error of (m + 4) u times the largest size, and D
        nested means one of D (m + 4) u. Probabilities are nonnegative, and those of all ends that two plans lead to sum
        to 1: so a sum of E ends or means, to which the best of S sets are added, has an error of at most (E + S) u
        times the largest size. Some more u cover terms of higher order.
        """
        tree, sets = self.tree, self.sets
        added, outcomes = tree.registers[[loop.ADDED, loop.OUTCOMES]].tolist()
        widest = int(np.diff(tree.firsts[: sets + 1]).max(initial=0)) + 8 + (outcomes + 4 if outcomes else 0)
        return float(ROUNDING * tree.sizes[0] * (added + sets + (len(tree.frames) + 1) * widest))

    def _begin(self, what: int) -> None:
        """Start a walk of this mode at the root; a turn of learning in progress is dropped."""
        registers = self.tree.registers
        if registers[loop.MODE] == LEARN and registers[loop.ENTERED]:  # a turn is given up
            registers[TURN] += 2
            self.tree.values[:] = 0.0
        registers[[loop.DEPTH, loop.TOP, loop.ENTERED, loop.MET, loop.PAYS, loop.ADDED, TOUCHED]] = 0
        registers[loop.MODE] = what
        if what != NOTE:
            self.tree = self.tree._replace(pairs=np.zeros((0, 2), np.int32), pays=np.zeros(0))

    def _run(self, limits: Limits) -> None:
        """Run the loop until the walk is done, and provide what it needs. Raises LimitReached, NotWalked."""
        while True:
            try:
                with broken_rules.errors_as_unfit(NotWalked):
                    status = self._explore(self.rules.pointer, self.tree, self.rules.state_in_words(self.root))
            except RowTooSmall as error:
                self._widen(error)
                what, last = self.tree.registers[[loop.MODE, loop.UNTIL]]
                self._prepare()
                self.tree.registers[[loop.MODE, loop.UNTIL]] = what, last
                continue
            if status == loop.DONE:
                return
            if status in KINDS:
                self._grow(status, limits)
            elif status != loop.PAUSED:
                raise NotWalked(f"met {PROBLEM}")
            elif limit := limits.limit_at(self.positions):
                raise self._limit_error(limit)

    def _grow(self, kind: int, limits: Limits | None = None) -> None:
        """Double these arrays. Raises LimitReached, NotWalked."""
        tree, (first, *_) = self.tree, KINDS[kind]
        count = max(2 * len(getattr(tree, first)), FIRST_ROOM)
        if kind == loop.PAYS_FULL and self._add_up_pays():
            return
        more = sum(getattr(tree, name).nbytes for name in KINDS[kind])
        if tree.registers[loop.MODE] == NOTE:
            more += PAY_BYTES * len(tree.pays) + SEQUENCE_BYTES * len(tree.plan)
        if kind == loop.STACK_FULL and count > MOST_DEEP:
            raise NotWalked(f"met more than {MOST_DEEP // 2:,} positions one after another")
        if limits is not None and self.bytes + more > limits.memory:
            raise self._limit_error("memory")
        self.tree = tree = tree._replace(**{name: lengthen_array(getattr(tree, name), count) for name in KINDS[kind]})
        if kind == loop.MEMORIES_FULL:
            self.tree = tree._replace(slots=np.full(2 * count, -1, np.int32))
            self._refill(self.tree)

    def _add_up_pays(self) -> bool:
        """Add up the payoffs of equal pairs of sequences; return whether this frees half of the room."""
        tree, count = self.tree, int(self.tree.registers[loop.PAYS])
        if count < FIRST_ROOM:
            return False
        from scipy.sparse import coo_matrix

        first, second = tree.pairs[:count].T
        pays = coo_matrix((tree.pays[:count], (first, second)), shape=2 * (self.sequences,)).tocsr().tocoo()
        kept = len(pays.data)
        tree.pairs[:kept, 0], tree.pairs[:kept, 1], tree.pays[:kept] = pays.row, pays.col, pays.data
        tree.registers[loop.PAYS] = kept
        return 2 * kept <= len(tree.pays)

    def _limit_error(self, limit: str) -> LimitReached:
        """Return the error for a limit."""
        error = LimitReached(f"{type(self.game).__name__}: {limit_reached(limit)}")
        error.limit, error.positions = limit, self.positions
        return error.of(self.game)


class TreeCertifier:
    """Asks the loop of a tree walk about single positions, and compares its answers with the rules in CPython.

    Of a position with many moves, the number of all moves and a random sample of them are compared.
    """

    def __init__(self, walk: TreeWalk) -> None:
        self.walk, self.game = walk, walk.game
        self.tree = walk._create_tree(depth=2)._replace(  # the root, and room to see where one move leads
            pairs=np.zeros((1, 2), np.int32), pays=np.zeros(1)
        )
        self.held: dict[Any, list[Move]] = {}
        self.work = 0

    def hold(self, state: Any, most: int) -> list[Move]:
        """Compare a position and at most ``most`` of its moves with the rules; return its moves. Raises RulesError."""
        if state not in self.held:
            moves, odds = self.moves_by_rules(state)
            total = sum(odds) if self.game.turn(state) == CHANCE else 1
            some: Sequence[int] = range(len(moves))
            if len(moves) > most:
                some = np.unique(words_of_stream(self.work, most) % np.uint64(len(moves))).tolist()
            one_by_one = (self.by_rules(state, moves[k], odds[k], total) for k in some)
            rules = [(self.game.turn(state), len(moves)), *one_by_one]
            try:
                code = self.by_code(state, some)
            except broken_rules.RAISED as error:
                code = [error_words(error)]
            for k, (one, other) in enumerate(zip_longest(rules, code)):
                if one != other:
                    what = f"move {some[k - 1] + 1}" if k else "whose turn it is, and the number of moves"
                    raise RulesError(
                        f"{broken_rules.at(self.game, state)}: of {what}, CPython says {one}, and machine code {other}"
                    )
            self.held[state] = moves
            self.work += 1 + len(some)
        return self.held[state]

    def moves_by_rules(self, state: Any) -> tuple[list[Move], list[int]]:
        """Return the moves by the rules, and their odds; 1 for each move of a player."""
        game, moves = self.game, list(self.game.moves(state))
        return outcomes_with_odds(game, state, moves) if game.turn(state) == CHANCE else (moves, [1] * len(moves))

    def by_rules(self, state: Any, move: Move, odds: int, total: int) -> Any:
        """Return a move, with the mean payoff of an end, or its successor, reward and probability."""
        game, words = self.game, self.walk.moves.words(move)
        after, gain = game.play(state, move), float(game.reward(state, move))
        if game.turn(after) == OVER:
            return words, odds * (gain + float(game.payoff(after))) / total
        return words, self.walk.shape.words(after), gain, odds / total

    def by_code(self, state: Any, some: Sequence[int]) -> list[Any]:
        """Return by machine code the turn and the number of moves, and then for some moves the same as ``by_rules``."""
        root, said = self.walk.rules.state_in_words(state), list[Any]()
        for k in some or (0,):
            answer = self.enter_root(root)
            tree, frame = self.tree, self.tree.frames[0]
            if not said:
                said.append((int(frame[loop.WHO]), int(frame[loop.END] - frame[loop.BEGIN])))
            if answer not in ASKED or not 0 <= k < frame[loop.END] - frame[loop.BEGIN]:
                return [*said, f"nothing ({answer})"]
            if k > 0:
                tree.registers[loop.PAYS], tree.registers[loop.DEPTH] = 0, 1
                frame[loop.NEXT] = frame[loop.BEGIN] + k
                answer = self.walk._explore(self.walk.rules.pointer, tree, root)
            place = tree.moves[int(frame[loop.BEGIN]) + k]
            words = tuple(place.tolist())[: self.walk.moves.width]
            if tree.registers[loop.PAYS]:
                said.append((words, float(tree.pays[0])))
            elif answer == loop.STACK_FULL:
                numbers = tree.numbers[1]
                led_to = tuple(tree.states[1].tolist())
                said.append((words, led_to, float(numbers[loop.GAIN]), float(numbers[loop.REACH])))
            else:
                return [*said, f"nothing ({answer})"]
        return said

    def enter_root(self, root: Any) -> int:
        """Let the loop enter a position in an empty tree and make its first move; return the status."""
        while True:
            tree = self.tree
            tree.registers[:] = 0
            tree.registers[SEQUENCES], tree.registers[loop.MODE] = 2, HOLD
            tree.slots[:] = -1
            answer = int(self.walk._explore(self.walk.rules.pointer, tree, root))
            names = KINDS.get(answer, ())
            if not names or answer in ASKED:
                return answer
            longer = {name: lengthen_array(getattr(tree, name), 2 * len(getattr(tree, name))) for name in names}
            tree = self.tree = tree._replace(**longer)
            if answer == loop.MEMORIES_FULL:
                self.tree = tree._replace(slots=np.full(2 * len(tree.memories), -1, np.int32))


# The status of the loop after a single move: the next position does not fit on the stack, an end was paid and there is
# no room for another, or that end was the last one.
ASKED = (loop.STACK_FULL, loop.PAYS_FULL, loop.DONE)
