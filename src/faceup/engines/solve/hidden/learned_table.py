"""What a game is worth, and how two opponents play it, who learn it from the start as one tree in machine code."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from math import inf, isfinite
from typing import Any, NamedTuple, Protocol

from faceup.engines.hidden.memory import Held, Memories
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
from faceup.results.view_words import is_state
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

MOST_POSITIONS = 20_000  # along which decisions are told

Done = tuple[tuple[str, ...], tuple[str, ...]]  # the own moves of both, in words


class Plans(Protocol):
    """Who knows how both decide."""

    game: Game

    def knowledge_at(self, start: Any) -> Place: ...
    def after(self, known: Place, move: Move) -> Place: ...
    def chances(self, known: Place) -> tuple[list[Move], list[Exact]]: ...
    def words(self, state: Any, story: tuple[Event, ...], moves: Sequence[Move]) -> tuple[str, ...]: ...
    def decision_at(self, known: Place, story: tuple[Event, ...], done: tuple[str, ...], reach: Exact) -> Decision: ...


class Spot(NamedTuple):
    """A place, with what both remember."""

    place: Place
    minds: Held


class Come(NamedTuple):
    """How likely both come there, by one of the ways that lead there."""

    reach: float
    done: Done


class FirstDecisions:
    """Walks from a position on: along the moves that both plans make, those that one of them makes, and all moves."""

    def __init__(self, table: Plans, start: Any) -> None:
        self.table, self.game, self.memories = table, table.game, Memories(table.game)
        self.start = Spot(table.knowledge_at(start), self.memories.begin(start))
        self.positions = 0

    def __iter__(self) -> Iterator[Decision]:
        told: set[tuple[int, int]] = set()
        for keeping in (frozenset((0, 1)), frozenset((0,)), frozenset((1,)), frozenset[int]()):
            for who, memory, place, come in self._reachable_decisions(keeping):
                kept = who in keeping
                if (who, memory) not in told and (kept or not keeping):
                    told.add((who, memory))
                    reach = simplest(Fraction(come.reach))
                    decision = self.table.decision_at(place, self.memories.story(memory), come.done[who], reach)
                    yield decision if kept else replace(decision, kept=False)

    def _reachable_decisions(self, keeping: Set[int]) -> Iterator[tuple[int, int, Place, Come]]:
        """Who decides, with what memory, in some place that play comes to where these players keep to their plans."""
        level = {self.start: Come(1.0, ((), ()))}
        while level and self.positions <= MOST_POSITIONS:
            after: dict[Spot, Come] = {}
            sets: dict[tuple[int, int], tuple[Place, Come]] = {}
            for spot, come in level.items():
                self.positions += 1
                who = self.game.turn(spot.place.state)
                if who >= 0:
                    _, before = sets.get((who, spot.minds[who]), (None, Come(0.0, come.done)))
                    sets[who, spot.minds[who]] = spot.place, before._replace(reach=before.reach + come.reach)
                self._follow(spot, come, keeping, after)
            yield from ((who, memory, place, come) for (who, memory), (place, come) in sets.items())
            level = after

    def _follow(self, spot: Spot, come: Come, keeping: Set[int], after: dict[Spot, Come]) -> None:
        """Add where the moves lead that do not end the game."""
        state, who = spot.place.state, self.game.turn(spot.place.state)
        if who == CHANCE:
            moves, odds = weighted_moves(self.game, state)
            chances = [weight / sum(odds) for weight in odds]
        else:
            moves, exact = self.table.chances(spot.place)
            chances = list(map(float, exact))
        for move, chance in zip(moves, chances, strict=True):
            if (who in keeping and not chance) or self.game.turn(self.game.play(state, move)) == OVER:
                continue
            done = come.done
            if who >= 0:
                (word,) = self.table.words(state, self.memories.story(spot.minds[who]), [move])
                first, second = done
                done = ((*first, word), second) if who == 0 else (first, (*second, word))
            place = self.table.after(spot.place, move)
            then = Spot(place, self.memories.after(spot.minds, who, move, place.state))
            before = after.get(then, Come(0.0, done))
            after[then] = before._replace(reach=before.reach + come.reach * chance)


TO_WALK = 0.8  # of the time that is left: for taking down the whole tree; what takes longer is not proven in time
FIRST_TURNS = 4096  # of learning by samples; each measurement comes after twice as many
TO_MEASURE = 1.5  # times what a measurement took last is left for the next one
SAMPLED_SHARE = SHARE // 10  # of what the first plans leave open, that samples stop at where nobody says
CRUMB, AS_MUCH = 0.001, Fraction(5, 4)  # chances that are dropped where bounds get hardly wider, and by how much


class LearnedTable(PlanTable):
    """Two opponents; raises NotWalked where machine code cannot walk the tree, or ``few`` sequences are left to others
    that may be exact."""

    def __init__(self, game: Game, limits: Limits, width: float, few: bool = False) -> None:
        super().__init__(game, limits)
        self.few = few
        self.walk, self.width = TreeWalk(game, game.start()), width
        self._found: Bounds | LimitHit | None = None
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
            if self._found is None:
                found = self._learned_bounds()
                self.certified = None if isinstance(found, LimitHit) else self.walk.certify()
                self._found = found
        if isinstance(self._found, LimitHit):
            raise self._found
        return within(*self._found)

    def _learned_bounds(self) -> Bounds | LimitHit:
        """What the plans that are learned prove, or that they prove nothing in the time there is."""
        limits = self.limits
        try:
            part = Limits(limits.memory, TO_WALK * limits.seconds_left, inf, limits.stop, limits.progress)
            self.walk.note(part)
        except LimitReached:
            return self._by_samples(limits)
        soon = self.walk.positions <= min(
            thresholds.PROGRAM_POSITIONS, thresholds.PROGRAM_POSITIONS_A_SECOND * limits.seconds_left
        )
        if self.few and soon and self.walk.sequences <= thresholds.PROGRAM_SEQUENCES:
            raise NotWalked(f"met {self.walk.sequences:,} sequences, few enough for a linear program")
        self._positions = self.walk.positions
        return self._by_turns(limits)

    def _by_turns(self, limits: Limits) -> Bounds:
        """By turns in which both look at the whole tree."""
        tree, form = self.walk.tree, TreeForm(self.walk)
        learning = learn_game(form, limits, self.width)
        for mine, learner in zip(form.mine, learning.learners, strict=True):
            tree.total[mine], tree.regret[mine] = learner.total, learner.regret
        self._method = f"{learning.rule.name} in machine code"

        def proven() -> Bounds:
            self.walk.plan()
            low, high = map(Fraction, learning.proven(*(tree.plan[mine] for mine in form.mine)))
            error = Fraction(self.walk.rounding(len(form.pays)))
            return Bounds(low - error, high + error)

        return self._without_crumbs(proven(), proven)

    def _without_crumbs(self, bounds: Bounds, proven: Callable[[], Bounds]) -> Bounds:
        """Never do what is hardly ever done, which people could not remember, where as much can be proven so."""
        tree = self.walk.tree
        kept = tree.total.copy()
        self.walk.drop(CRUMB)
        fewer = proven()
        width = Fraction(bounds.high - bounds.low)
        most = max(width, min(AS_MUCH * width, Fraction(self.width))) if self.width else AS_MUCH * width
        if fewer.high - fewer.low <= most:
            return fewer
        tree.total[:] = kept
        self.walk.plan()
        return bounds

    def _by_samples(self, limits: Limits) -> Bounds | LimitHit:
        """By turns that follow a few branches; what that proves is measured on all, as often as there is time."""
        self._method, walk = "external sampling", self.walk
        found: Bounds | LimitHit | None = None
        turns, took, kept = FIRST_TURNS, 0.0, walk.tree.plan[:0]
        wanted: Exact = Fraction(self.width)
        while True:
            try:
                walk.learn(turns, replace(limits, began=limits.began - TO_MEASURE * took))
            except LimitReached as error:
                found = found or self._hit(error)
            walk.plan()
            before = limits.seconds_left
            try:
                bounds = walk.measure(limits)
            except LimitReached as error:
                return self._with(kept, found) if isinstance(found, Bounds) else self._hit(error)
            took = max(before - limits.seconds_left, 0.0) if isfinite(before) else 0.0
            self._positions = walk.positions
            limits.tell(float(bounds.low), float(bounds.high))
            wanted = wanted or Fraction(bounds.high - bounds.low) / SAMPLED_SHARE
            done = isinstance(found, LimitHit) or limits.seconds_left <= TO_MEASURE * took
            if not isinstance(found, Bounds) or bounds.high - bounds.low < found.high - found.low:
                found, kept = bounds, walk.tree.plan[: walk.sequences].copy()
            if done or found.high - found.low <= wanted:
                return self._with(kept, found)
            turns = walk.turns // 2

    def _with(self, plan: Any, found: Bounds) -> Bounds:
        """Go back to the plan by which this was found; nobody comes by it to sets that were not met then."""
        self.walk.tree.plan[:] = 0.0
        self.walk.tree.plan[: len(plan)] = plan
        return found

    def _hit(self, error: LimitReached) -> LimitHit:
        return LimitHit(-inf, inf, error.positions, error.limit, error.last)

    def knowledge_at(self, start: Any) -> Place:
        if start != self.game.start():
            raise self.unknown(start)
        with self.lock:
            return self.walk.start

    def after(self, known: Place, move: Move) -> Place:
        with self.lock:
            return self.walk.after(known, move)

    def lots(self, known: Place) -> Mapping[Move, int]:
        moves, chances = self.chances(known)
        return {move: int(chance * PARTS) for move, chance in zip(moves, chances, strict=True) if chance}

    def chances(self, known: Place) -> tuple[list[Move], list[Exact]]:
        """The moves of whoever decides there, and how likely each is, in parts of ``PARTS``."""
        choice = self.walk.choice(known)
        if not choice:  # nobody has come there
            moves, _ = weighted_moves(self.game, known.state)
            return moves, [Fraction(1, len(moves))] * len(moves)
        parts = [int(PARTS * chance) for chance in self.walk.chances(choice)]
        parts[parts.index(max(parts))] += PARTS - sum(parts)
        return self.walk.moves_at(choice), [simplest(Fraction(part, PARTS)) for part in parts]

    def decision_after(self, start: Any, moves: Sequence[Move]) -> Decision:
        game, known, memories = self.game, self.knowledge_at(start), Memories(self.game)
        pair, done = memories.begin(start), (list[str](), list[str]())
        for move in moves:
            state, who = known.state, game.turn(known.state)
            if who >= 0:
                done[who].extend(self.words(state, memories.story(pair[who]), [move]))
            known = self.after(known, move)
            pair = memories.after(pair, who, move, known.state)
        who = game.turn(known.state)
        if who < 0:
            raise nobody_decides(game, known.state)
        return self.decision_at(known, memories.story(pair[who]), tuple(done[who]), None)

    def decisions(self, start: Any) -> Iterator[Decision]:
        self.value(start)
        return iter(FirstDecisions(self, start))

    def words(self, state: Any, story: tuple[Event, ...], moves: Sequence[Move]) -> tuple[str, ...]:
        """Moves in words that tell no more than the view, where that is like a state."""
        examples = [] if is_state(self.game, last_view(story)) else [state]
        return words_in(self.game, examples, story, moves)

    def decision_at(
        self, known: Place, story: tuple[Event, ...], done: tuple[str, ...], reach: Exact | None
    ) -> Decision:
        """The decision of whoever is to move there, and remembers a story."""
        moves, chances = self.chances(known)
        return Decision(
            self.game.turn(known.state),
            self.game.start(),
            story,
            done,
            tuple(moves),
            self.words(known.state, story, moves),
            tuple(chances),
            None,  # what moves are worth is not known exactly
            reach,
        )
