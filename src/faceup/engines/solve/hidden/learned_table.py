"""The strategies of two opponents who learn a whole game as one tree in machine code, with proven bounds."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from math import inf, isfinite
from typing import Any, NamedTuple

from faceup.engines.hidden.memory import JointMemory, Memories
from faceup.engines.hidden.regret_matching import SHARE, learn_game
from faceup.engines.hidden.sequence_form import PARTS, TreeForm
from faceup.engines.hidden.tree import NotWalked, Place, TreeWalk
from faceup.engines.model import thresholds
from faceup.engines.model.legal_moves import weighted_moves
from faceup.engines.model.limits import Limits
from faceup.engines.solve.hidden.plan_table import PlanTable, nobody_decides, words_in
from faceup.engines.solve.table import LimitHit
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds
from faceup.numbers.value import Value, simplest, within
from faceup.results.answers.decision import Decision, Event, last_view
from faceup.results.scene.view_words import is_state
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

MOST_POSITIONS = 20_000  # positions, about, after which the list of decisions ends

OwnMoves = tuple[tuple[str, ...], tuple[str, ...]]  # the own moves of both, in words


class Spot(NamedTuple):
    """A place, and the memories of both players."""

    place: Place
    memory_pair: JointMemory


class Arrival(NamedTuple):
    """The probability of reaching a spot, and both players' own moves on one path to it."""

    reach: float
    own_moves: OwnMoves


class FirstDecisions:
    """Iterates over decisions from a position on: along moves of both strategies, then of one, then along all moves."""

    def __init__(self, table: "LearnedTable", start: Any) -> None:
        self.table, self.game, self.memories = table, table.game, Memories(table.game)
        self.start = Spot(table.knowledge_at(start), self.memories.begin(start))
        self.positions = 0

    def __iter__(self) -> Iterator[Decision]:
        yielded: set[tuple[int, int]] = set()
        for keeping in (frozenset((0, 1)), frozenset((0,)), frozenset((1,)), frozenset[int]()):
            for player, memory, place, arrival in self._reachable_decisions(keeping):
                follows_plan = player in keeping
                if (player, memory) not in yielded and (follows_plan or not keeping):
                    yielded.add((player, memory))
                    reach = simplest(Fraction(arrival.reach))
                    decision = self.table.decision_at(
                        place, self.memories.story(memory), arrival.own_moves[player], reach
                    )
                    yield decision if follows_plan else replace(decision, kept=False)

    def _reachable_decisions(self, keeping: Set[int]) -> Iterator[tuple[int, int, Place, Arrival]]:
        """Yield (player, memory, place, arrival) for the decisions reached if these players follow their strategies."""
        level = {self.start: Arrival(1.0, ((), ()))}
        while level and self.positions <= MOST_POSITIONS:
            after: dict[Spot, Arrival] = {}
            sets: dict[tuple[int, int], tuple[Place, Arrival]] = {}
            for spot, arrival in level.items():
                self.positions += 1
                player = self.game.turn(spot.place.state)
                if player >= 0:
                    _, before = sets.get((player, spot.memory_pair[player]), (None, Arrival(0.0, arrival.own_moves)))
                    sets[player, spot.memory_pair[player]] = (
                        spot.place,
                        before._replace(reach=before.reach + arrival.reach),
                    )
                self._follow(spot, arrival, keeping, after)
            yield from ((player, memory, place, arrival) for (player, memory), (place, arrival) in sets.items())
            level = after

    def _follow(self, spot: Spot, arrival: Arrival, keeping: Set[int], after: dict[Spot, Arrival]) -> None:
        """Add the successors of a spot that do not end the game."""
        state, player = spot.place.state, self.game.turn(spot.place.state)
        if player == CHANCE:
            moves, odds = weighted_moves(self.game, state)
            chances = [weight / sum(odds) for weight in odds]
        else:
            moves, exact = self.table.chances(spot.place)
            chances = list(map(float, exact))
        for move, chance in zip(moves, chances, strict=True):
            if (player in keeping and not chance) or self.game.turn(self.game.play(state, move)) == OVER:
                continue
            own_moves = arrival.own_moves
            if player >= 0:
                (word,) = self.table.words(state, self.memories.story(spot.memory_pair[player]), [move])
                first, second = own_moves
                own_moves = ((*first, word), second) if player == 0 else (first, (*second, word))
            place = self.table.after(spot.place, move)
            then = Spot(place, self.memories.after(spot.memory_pair, player, move, place.state))
            before = after.get(then, Arrival(0.0, own_moves))
            after[then] = before._replace(reach=before.reach + arrival.reach * chance)


TO_WALK = 0.8  # share of the remaining time for walking the whole tree; a longer walk would leave no time for a proof
FIRST_TURNS = 4096  # iterations of sampling before the first measurement; then twice as many each time
TO_MEASURE = 1.5  # times the duration of the last measurement is reserved for the next one
SAMPLED_SHARE = SHARE // 10  # sampling stops at this part of the first bounds' width, by default
CRUMB, AS_MUCH = 0.001, Fraction(5, 4)  # smaller probabilities are dropped if the width grows at most by this factor


class LearnedTable(PlanTable):
    """Two opponents who learn the game. Raises NotWalked if machine code cannot walk the tree.

    With ``few``, it also raises NotWalked for games with so few sequences that a linear program may be exact.
    """

    def __init__(self, game: Game, limits: Limits, width: float, few: bool = False) -> None:
        super().__init__(game, limits)
        self.few = few
        self.walk, self.width = TreeWalk(game, game.start()), width
        self._bounds: Bounds | LimitHit | None = None
        self._method, self._positions = "", 0

    @property
    def method(self) -> str:
        return self._method

    @property
    def states(self) -> int:
        return self._positions

    @property
    def plain_ends(self) -> frozenset[int] | None:
        return None if facts_of(self.game).rewarding else self.walk.plain_ends

    @property
    def bytes(self) -> int:
        return self.walk.bytes

    @property
    def information_sets(self) -> int:
        return self.walk.sets

    def value(self, state: Any) -> Value:
        if state != self.game.start():
            raise self.unknown(state)
        with self.lock:
            if self._bounds is None:
                bounds = self._learned_bounds()
                self.certified = None if isinstance(bounds, LimitHit) else self.walk.certify()
                self._bounds = bounds
        if isinstance(self._bounds, LimitHit):
            raise self._bounds
        return within(*self._bounds)

    def _learned_bounds(self) -> Bounds | LimitHit:
        """Learn strategies and return the bounds that they prove; a LimitHit if they prove nothing in time."""
        limits = self.limits
        try:
            part = Limits(limits.memory, TO_WALK * limits.seconds_left, inf, limits.stop, limits.progress)
            self.walk.note(part)
        except LimitReached:
            return self._learn_by_sampling(limits)
        soon = self.walk.positions <= min(
            thresholds.PROGRAM_POSITIONS, thresholds.PROGRAM_POSITIONS_A_SECOND * limits.seconds_left
        )
        if self.few and soon and self.walk.sequences <= thresholds.PROGRAM_SEQUENCES:
            raise NotWalked(f"met {self.walk.sequences:,} sequences, few enough for a linear program")
        self._positions = self.walk.positions
        return self._learn_whole_tree(limits)

    def _learn_whole_tree(self, limits: Limits) -> Bounds:
        """Learn by regret matching over the whole tree in each iteration."""
        tree, form = self.walk.tree, TreeForm(self.walk)
        learning = learn_game(form, limits, self.width)
        for mine, learner in zip(form.mine, learning.learners, strict=True):
            tree.total[mine], tree.regret[mine] = learner.total, learner.regret
        self._method = f"{learning.rule.name} in machine code"

        def proven_bounds() -> Bounds:
            self.walk.plan()
            low, high = map(Fraction, learning.proven_bounds(*(tree.plan[mine] for mine in form.mine)))
            error = Fraction(self.walk.rounding())
            return Bounds(low - error, high + error)

        return self._drop_rare_moves(proven_bounds(), proven_bounds)

    def _drop_rare_moves(self, bounds: Bounds, proven_bounds: Callable[[], Bounds]) -> Bounds:
        """Drop tiny probabilities, which people cannot remember, unless the bounds get too wide."""
        tree = self.walk.tree
        totals = tree.total.copy()
        self.walk.drop(CRUMB)
        fewer = proven_bounds()
        width = Fraction(bounds.high - bounds.low)
        most = max(width, min(AS_MUCH * width, Fraction(self.width))) if self.width else AS_MUCH * width
        if fewer.high - fewer.low <= most:
            return fewer
        tree.total[:] = totals
        self.walk.plan()
        return bounds

    def _learn_by_sampling(self, limits: Limits) -> Bounds | LimitHit:
        """Learn by external sampling; measure the bounds on the whole tree as often as time allows."""
        self._method, walk = "external sampling", self.walk
        best: Bounds | LimitHit | None = None
        turns, took, best_plan = FIRST_TURNS, 0.0, walk.tree.plan[:0]
        width: Exact = Fraction(self.width)
        while True:
            try:
                walk.learn(turns, replace(limits, began=limits.began - TO_MEASURE * took))
            except LimitReached as error:
                best = best or LimitHit.after(error)
            walk.plan()
            before = limits.seconds_left
            try:
                bounds = walk.measure(limits)
            except LimitReached as error:
                return self._restore_plan(best_plan, best) if isinstance(best, Bounds) else LimitHit.after(error)
            took = max(before - limits.seconds_left, 0.0) if isfinite(before) else 0.0
            self._positions = walk.positions
            limits.tell(float(bounds.low), float(bounds.high))
            width = width or Fraction(bounds.high - bounds.low) / SAMPLED_SHARE
            is_last = isinstance(best, LimitHit) or limits.seconds_left <= TO_MEASURE * took
            if not isinstance(best, Bounds) or bounds.high - bounds.low < best.high - best.low:
                best, best_plan = bounds, walk.tree.plan[: walk.sequences].copy()
            if is_last or best.high - best.low <= width:
                return self._restore_plan(best_plan, best)
            turns = walk.turns // 2

    def _restore_plan(self, plan: Any, bounds: Bounds) -> Bounds:
        """Restore the plan with these bounds; it never reaches the information sets that were added later."""
        self.walk.tree.plan[:] = 0.0
        self.walk.tree.plan[: len(plan)] = plan
        return bounds

    def knowledge_at(self, start: Any) -> Place:
        if start != self.game.start():
            raise self.unknown(start)
        with self.lock:
            return self.walk.start

    def after(self, place: Place, move: Move) -> Place:
        with self.lock:
            return self.walk.after(place, move)

    def move_weights(self, place: Place) -> Mapping[Move, int]:
        moves, chances = self.chances(place)
        return {move: int(chance * PARTS) for move, chance in zip(moves, chances, strict=True) if chance}

    def chances(self, place: Place) -> tuple[list[Move], list[Exact]]:
        """Return the moves of the player to move and their probabilities, multiples of 1/``PARTS``."""
        choice = self.walk.choice(place)
        if not choice:  # learning never reached this place
            moves, _ = weighted_moves(self.game, place.state)
            return moves, [Fraction(1, len(moves))] * len(moves)
        parts = [int(PARTS * chance) for chance in self.walk.chances(choice)]
        parts[parts.index(max(parts))] += PARTS - sum(parts)
        return self.walk.moves_at(choice), [simplest(Fraction(part, PARTS)) for part in parts]

    def decision_after(self, start: Any, moves: Sequence[Move]) -> Decision:
        game, place, memories = self.game, self.knowledge_at(start), Memories(self.game)
        pair, own_moves = memories.begin(start), (list[str](), list[str]())
        for move in moves:
            state, player = place.state, game.turn(place.state)
            if player >= 0:
                own_moves[player].extend(self.words(state, memories.story(pair[player]), [move]))
            place = self.after(place, move)
            pair = memories.after(pair, player, move, place.state)
        player = game.turn(place.state)
        if player < 0:
            raise nobody_decides(game, place.state)
        return self.decision_at(place, memories.story(pair[player]), tuple(own_moves[player]), None)

    def decisions(self, start: Any) -> Iterator[Decision]:
        self.value(start)
        return iter(FirstDecisions(self, start))

    def words(self, state: Any, story: tuple[Event, ...], moves: Sequence[Move]) -> tuple[str, ...]:
        """Return the words for moves; if the view is like a state, they come from the view alone."""
        examples = [] if is_state(self.game, last_view(story)) else [state]
        return words_in(self.game, examples, story, moves)

    def decision_at(
        self, place: Place, story: tuple[Event, ...], own_moves: tuple[str, ...], reach: Exact | None
    ) -> Decision:
        """Return the decision of the player to move, who remembers this story."""
        moves, chances = self.chances(place)
        return Decision(
            self.game.turn(place.state),
            self.game.start(),
            story,
            own_moves,
            tuple(moves),
            self.words(place.state, story, moves),
            tuple(chances),
            None,  # the values of moves are not known exactly
            reach,
        )
