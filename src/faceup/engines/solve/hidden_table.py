"""What positions are worth that everybody knows, where not everything is seen, and how all decide in between."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from faceup.engines.completeness import hides
from faceup.engines.imperfect import beliefs as one_mind
from faceup.engines.imperfect import stage as two_minds
from faceup.engines.imperfect.beliefs import Belief, Beliefs, SomebodyElse, Views
from faceup.engines.imperfect.plans import BestResponse, best_response
from faceup.engines.imperfect.solved_stage import Solved
from faceup.engines.imperfect.stage import Place
from faceup.engines.imperfect.stages import Stages
from faceup.engines.legal_moves import MOST_NAMED, legal_form, possible_moves
from faceup.engines.limits import Limits
from faceup.engines.numbers import Exact, product
from faceup.engines.solve.table import LimitHit, Table
from faceup.results.decision import Decision, Did, Event, Seen
from faceup.results.value import Value, exactly, simplest, within
from faceup.results.view_words import words_by_view
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import LimitReached, UnsupportedError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text


class InStage(NamedTuple):
    """A place in the stage that begins at ``start``."""

    start: Any
    place: Place

    @property
    def state(self) -> Any:
        return self.place.state


class Believed(NamedTuple):
    """A position, with what the one player saw last, and saw newly since a move was made ``by`` some belief, if any."""

    state: Any
    view: Any
    news: Views
    by: tuple[Belief, Move] | None


class HiddenTable(Table):
    """A table of a game that hides something. ``value`` and all that follows from it are of positions that all know."""

    @property
    def method(self) -> str:
        """How the decisions were found."""
        raise NotImplementedError

    def __init__(self, game: Game, limits: Limits) -> None:
        super().__init__(game, limits)
        self.races = False

    @property
    def information_sets(self) -> int:
        """How many decisions there are that whoever decides can tell apart."""
        raise NotImplementedError

    @property
    def payoffs(self) -> set[Exact]:
        """What the ends are worth that were met."""
        raise NotImplementedError

    @property
    def plain_ends(self) -> frozenset[int] | None:
        plain = not facts_of(self.game).rewarding and self.payoffs <= {-1, 0, 1}
        return frozenset(map(int, self.payoffs)) if plain else None

    def decisions(self, start: Any) -> Iterator[Decision]:
        """The decisions of best play from a position that everybody knows, each after those that lead to it."""
        raise NotImplementedError

    def decision(self, start: Any, moves: Sequence[Move]) -> Decision:
        """The decision after these moves, as whoever is to move knows it. Raises UsageError where nobody decides."""
        raise NotImplementedError

    def known(self, start: Any) -> Any:
        """What players know who begin at a position that everybody knows."""
        raise NotImplementedError

    def after(self, known: Any, move: Move) -> Any:
        """What they know after a legal move."""
        raise NotImplementedError

    def lots(self, known: Any) -> Mapping[Move, int]:
        """How often best play makes each move there, in whole parts; moves that it never makes are left out."""
        raise NotImplementedError

    def knows(self, state: Any) -> bool:
        return True  # all that will ever be known is found with the first value

    def unknown(self, state: Any) -> UsageError:
        """The error for a position that somebody cannot tell from others: what it is worth nobody could say."""
        return UsageError(
            f"not all players know the position {self.game.show(state)}; values are of positions that everybody knows, "
            "as the start"
        )

    def move(self, state: Any) -> Move:
        raise UnsupportedError(f"{hides(self.game)}: best play is by lot, and by all that was seen; decision has it")

    def best(self, state: Any) -> list[Move]:
        """All best moves; where it is not known what moves are worth, those that are made."""
        decision = self.decision(state, ()) if self.game.turn(state) >= 0 else None
        return super().best(state) if decision is None or decision.worths is not None else list(decision.played)

    def values(self, state: Any, moves: Iterable[Move] | None = None) -> dict[Move, Value]:
        if self.game.turn(state) < 0:
            return super().values(state, moves)
        decision = self.decision(state, ())
        if decision.worths is None:
            raise UnsupportedError(f"what moves are worth in {self.game.show(state)} is known within bounds only")
        sign = 1 if decision.player == 0 else -1
        worths = dict(zip(decision.moves, decision.worths or (), strict=False))
        return {
            move: exactly(sign * Fraction(worth)) for move, worth in worths.items() if moves is None or move in moves
        }


class StageTable(HiddenTable):
    """Two opponents, stage by stage."""

    def __init__(self, game: Game, limits: Limits, width: float) -> None:
        super().__init__(game, limits)
        self.stages, self.width = Stages(game), width
        self._answers: dict[tuple[Any, int], BestResponse] = {}
        self._lots: dict[tuple[Any, int, int], Mapping[Move, int]] = {}  # by stage, player and what is remembered

    @property
    def method(self) -> str:
        """The ways in which stages were solved, where a choice was to be made."""
        methods = {one.found.method for one in self.stages.solved.values() if any(one.form.sets)}
        return ", ".join(sorted(methods))

    @property
    def states(self) -> int:
        return self.stages.positions

    @property
    def payoffs(self) -> set[Exact]:
        return set().union(*(one.stage.payoffs for one in self.stages.solved.values()))

    @property
    def bytes(self) -> int:
        return self.states * two_minds.POSITION_BYTES

    @property
    def information_sets(self) -> int:
        return sum(len(sets) for one in self.stages.solved.values() for sets in one.form.sets)

    def value(self, state: Any) -> Value:
        return within(*self._known(state).value)

    def known(self, start: Any) -> InStage:
        stage = self._known(start).stage
        return InStage(start, Place(start, stage.memories.begin(start)))

    def after(self, known: InStage, move: Move) -> InStage:
        game, (start, place) = self.game, known
        stage, then = self._solved(start).stage, game.play(place.state, move)
        place = Place(then, stage.memories.after(place.memories, game.turn(place.state), move, then))
        return self.known(then) if place in stage.ends else InStage(start, place)

    def lots(self, known: InStage) -> Mapping[Move, int]:
        solved, who, number = self._choice(known)
        key = known.start, who, number
        if key not in self._lots:
            self._lots[key] = self._decision(solved, who, number).lots
        return self._lots[key]

    def decision(self, start: Any, moves: Sequence[Move]) -> Decision:
        known = self.known(start)
        for move in moves:
            known = self.after(known, _legal(self.game, known.state, move))
        if self.game.turn(known.state) < 0:
            raise UsageError(f"nobody has a choice in {self.game.show(known.state)}")
        return self._decision(*self._choice(known))

    def _choice(self, known: InStage) -> tuple[Solved, int, int]:
        """Who is to move there, and the number of the information set in its stage."""
        solved, who = self._solved(known.start), self.game.turn(known.state)
        return solved, who, solved.stage.numbers[who][known.place.memories[who]]

    def decisions(self, start: Any) -> Iterator[Decision]:
        return (decision for _, _, decision in self.in_stages(start))

    def in_stages(self, start: Any) -> Iterator[tuple[Solved, int, Decision]]:
        """The same, each with its stage, and the number there of the information set of whoever decides."""
        self._known(start)
        chances = self.stages.chances(start)
        for state, solved in reversed(self.stages.solved.items()):  # each after those that lead to it alone
            chance = chances.get(state, 0)
            for player, sets in enumerate(solved.form.sets):
                for number in range(len(sets)):
                    yield solved, number, self._decision(solved, player, number, chance)

    def _known(self, state: Any) -> Solved:
        """The stage that begins there; raises UsageError where none does that play can come to."""
        self._solved(self.game.start())
        if state not in self.stages.solved:
            raise self.unknown(state)
        return self.stages.solved[state]

    def _solved(self, state: Any) -> Solved:
        """The stage that begins there."""
        with self.lock:
            try:
                return self.stages.of(state, self.limits, self.width)
            except LimitReached as error:
                raise LimitHit(-inf, inf, self.states + error.positions, error.limit, error.last) from error

    def _decision(self, solved: Solved, player: int, number: int, chance: Exact | None = None) -> Decision:
        """What a player does in an information set of a stage, which is come to with this chance."""
        stage, own, other = solved.stage, solved.found.plans[player], solved.found.plans[1 - player]
        choice = solved.form.sets[player][number]
        likely = sum(
            product(way, Fraction(other.parts[q], other.unit)) for q, way in stage.visits[player][number].items()
        )
        answer = self._answer(solved, player)
        worths = (
            tuple(simplest(Fraction(answer.worth[q], answer.unit) / likely) for q in choice.sequences)
            if likely
            else None
        )
        story = stage.memories.story(choice.memory)
        sure = self.stages.sure(solved)  # else these are worths against a plan that is not quite best
        come = (
            None if chance is None else product(chance, product(likely, Fraction(own.parts[choice.parent], own.unit)))
        )
        return Decision(
            player,
            stage.start,
            story,
            done_in(self.game, stage.examples[player][number], story),
            choice.moves,
            _words(self.game, stage.examples[player][number], story, choice.moves),
            tuple(own.chances(choice) or _elsewhere(worths, len(choice.moves))),
            worths if sure else None,
            come,
        )

    def _answer(self, solved: Solved, player: int) -> BestResponse:
        """What all is worth to a player against the other's plan."""
        key = solved.stage.start, player
        if key not in self._answers:
            self._answers[key] = best_response(solved.form, player, solved.found.plans[1 - player])
        return self._answers[key]


def _elsewhere(worths: Sequence[Exact] | None, count: int) -> list[Exact]:
    """What to do where one's own plan never comes: a best answer; any move, where the other's never does, too."""
    if worths is None:
        return [Fraction(1, count)] * count
    best = worths.index(max(worths))
    return [int(k == best) for k in range(count)]


def _words(game: Game, state: Any, story: Sequence[Event], moves: Iterable[Move]) -> tuple[str, ...]:
    """The moves as text, as they are said by whoever knows this story, which is one of the ``state``."""
    return words_by_view(game, [event.view for event in story if isinstance(event, Seen)][-1], state, moves)


def _legal(game: Game, state: Any, move: Move) -> Move:
    """The move as the rules have it; raises UsageError where it is not legal."""
    possible = [] if game.turn(state) == OVER else possible_moves(game, state)
    own = legal_form(possible, move)
    if own is None:
        named = " ".join(map(numbers_text, possible[:MOST_NAMED])) or "none, for play is over"
        raise UsageError(f"move {numbers_text(move)} is not possible; possible: {named}")
    return own


def done_in(game: Game, state: Any, story: Sequence[Event]) -> tuple[str, ...]:
    """The own moves of a story, in words as ``state`` has them where views do not tell."""
    return tuple(
        _words(game, state, story[:k], [event.move])[0] for k, event in enumerate(story) if isinstance(event, Did)
    )


class BeliefTable(HiddenTable):
    """One player against chance."""

    def __init__(self, game: Game, limits: Limits) -> None:
        super().__init__(game, limits)
        self._minds = [Beliefs(game, player, limits) for player in (0, 1)]
        self._outlooks: dict[tuple[Belief, Move] | None, one_mind.Outlook] = {}  # of moves that were followed

    @property
    def method(self) -> str:
        return "beliefs"

    @property
    def mind(self) -> Beliefs:
        """What the one player believes who decides."""
        return self._minds[0]

    @property
    def states(self) -> int:
        return self.mind.positions

    @property
    def payoffs(self) -> set[Exact]:
        return self.mind.payoffs

    @property
    def bytes(self) -> int:
        return self.states * one_mind.POSITION_BYTES

    @property
    def information_sets(self) -> int:
        return len(self.mind.worths)

    def value(self, state: Any) -> Value:
        with self.lock:
            try:
                value = exactly(self._value(self.game.start()))  # whoever decides: only one player has beliefs alone
            except LimitReached as error:
                raise LimitHit(-inf, inf, error.positions, error.limit, error.last) from error
        if state != self.game.start():
            raise self.unknown(state)
        return value

    def _value(self, state: Any) -> Exact:
        """By whoever decides, which the first attempt finds out. Raises SomebodyElse where both do."""
        while True:
            try:
                return self.mind.value(self.mind.begin(state))
            except SomebodyElse:
                if len(self._minds) == 1:
                    raise
                del self._minds[0]

    def known(self, start: Any) -> Believed:
        self.value(start)
        return Believed(start, self.game.view(start, self.mind.player), (), None)

    def after(self, known: Believed, move: Move) -> Believed:
        game, (state, view, news, by) = self.game, known
        if game.turn(state) == self.mind.player:
            news, by = (), (self._belief(known), move)
        then = game.play(state, move)
        now = game.view(then, self.mind.player)
        return Believed(then, now, news if now == view else (*news, now), by)

    def lots(self, known: Believed) -> Mapping[Move, int]:
        worths = self.mind.solve(self._belief(known))
        return {max(worths, key=worths.__getitem__): 1}

    def _belief(self, known: Believed) -> Belief:
        """What is believed where the player decides."""
        if known.by not in self._outlooks:
            self._outlooks[known.by] = (
                self.mind.begin(self.game.start()) if known.by is None else self.mind.outlook(*known.by)
            )
        return self._outlooks[known.by].beliefs[known.news][1]

    def decision(self, start: Any, moves: Sequence[Move]) -> Decision:
        game, known = self.game, self.known(start)
        story: tuple[Event, ...] = (Seen(known.view),)
        for given in moves:
            move, before = _legal(game, known.state, given), known
            known = self.after(known, move)
            if game.turn(before.state) == self.mind.player:
                story = (*story, Did(move))
            if known.view != before.view:
                story = (*story, Seen(known.view))
        if game.turn(known.state) != self.mind.player:
            raise UsageError(f"nobody has a choice in {game.show(known.state)}")
        return self._decision(self._belief(known), story, None)

    def decisions(self, start: Any) -> Iterator[Decision]:
        self.value(start)
        mind = self.mind
        met: dict[Belief, tuple[Exact, tuple[Event, ...]]] = {}

        def come(outlook: one_mind.Outlook, chance: Exact, story: tuple[Event, ...]) -> None:
            for news, (part, belief) in outlook.beliefs.items():
                before, first = met.get(belief, (0, (*story, *map(Seen, news))))
                met[belief] = before + product(chance, part), first

        come(mind.begin(start), 1, (Seen(self.game.view(start, mind.player)),))
        for belief in reversed(mind.worths):  # each after those that lead to it
            if belief in met:
                chance, story = met[belief]
                decision = self._decision(belief, story, chance)
                yield decision
                move = decision.moves[decision.chances.index(1)]
                come(mind.outlook(belief, move), chance, (*story, Did(move)))

    def _decision(self, belief: Belief, story: tuple[Event, ...], reach: Exact | None) -> Decision:
        worths = self.mind.solve(belief)
        state, moves = next(iter(belief))[0], tuple(worths)
        return Decision(
            self.mind.player,
            self.game.start(),
            story,
            done_in(self.game, state, story),
            moves,
            _words(self.game, state, story, moves),
            tuple(_elsewhere(tuple(worths.values()), len(moves))),
            tuple(worths.values()),
            reach,
        )
