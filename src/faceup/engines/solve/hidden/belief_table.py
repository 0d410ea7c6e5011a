"""How one player decides who does not see everything, against chance, by what is believed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import inf
from typing import Any, NamedTuple

from faceup.engines.hidden import beliefs as one_mind
from faceup.engines.hidden.beliefs import Belief, Beliefs, SomebodyElse, Views
from faceup.engines.hidden.memory import observe_move
from faceup.engines.hidden.sequence_form import best_move_alone
from faceup.engines.model.limits import Limits
from faceup.engines.solve.hidden.plan_table import PlanTable, nobody_decides, words_in
from faceup.engines.solve.table import LimitHit
from faceup.numbers.exact import Exact, product
from faceup.numbers.value import Value, exactly
from faceup.results.answers.decision import Decision, Did, Event, Seen
from faceup.results.own_units import units_in
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached
from faceup.rules.moves import Move

MOST_EXAMPLES = 20  # positions of a belief that the rules are asked about for words


class Believed(NamedTuple):
    """A position, with what the one player saw last, and saw newly since a move was made ``by`` some belief, if any."""

    state: Any
    view: Any
    news: Views
    by: tuple[Belief, Move] | None


class BeliefTable(PlanTable):
    """One player against chance."""

    def __init__(self, game: Game, limits: Limits) -> None:
        super().__init__(game, limits)
        self._minds = [Beliefs(game, player, limits) for player in (0, 1)]
        self._solved = False
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

    def knows(self, state: Any) -> bool:
        return self._solved

    def value(self, state: Any) -> Value:
        with self.lock:
            try:
                value = exactly(self._value(self.game.start()))  # whoever decides: only one player has beliefs alone
                self._solved = True
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

    def knowledge_at(self, start: Any) -> Believed:
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

    def decision_after(self, start: Any, moves: Sequence[Move]) -> Decision:
        game, known = self.game, self.knowledge_at(start)
        story: tuple[Event, ...] = (Seen(known.view),)
        done: tuple[str, ...] = ()
        for move in moves:
            before, known = known, self.after(known, move)
            who = game.turn(before.state)
            if who == self.mind.player:
                done += self._words(self._belief(before), story, [move])
            story = (*story, *observe_move(game, self.mind.player, before.view, who, move, known.state))
        if game.turn(known.state) != self.mind.player:
            raise nobody_decides(game, known.state)
        return self._decision(self._belief(known), story, done, None)

    def decisions(self, start: Any) -> Iterator[Decision]:
        self.value(start)
        mind = self.mind
        met: dict[Belief, tuple[Exact, tuple[Event, ...], tuple[str, ...]]] = {}

        def come(outlook: one_mind.Outlook, chance: Exact, story: tuple[Event, ...], done: tuple[str, ...]) -> None:
            for news, (part, belief) in outlook.beliefs.items():
                before, first, words = met.get(belief, (0, (*story, *map(Seen, news)), done))
                met[belief] = before + product(chance, part), first, words

        come(mind.begin(start), 1, (Seen(self.game.view(start, mind.player)),), ())
        for belief in reversed(mind.worths):  # each after those that lead to it
            if belief in met:
                chance, story, done = met[belief]
                decision = self._decision(belief, story, done, chance)
                yield decision
                made = decision.chances.index(1)
                move, word = decision.moves[made], decision.words[made]
                come(mind.outlook(belief, move), chance, (*story, Did(move)), (*done, word))

    def _decision(
        self, belief: Belief, story: tuple[Event, ...], done: tuple[str, ...], reach: Exact | None
    ) -> Decision:
        worths = self.mind.solve(belief)
        moves = tuple(worths)
        return Decision(
            self.mind.player,
            self.game.start(),
            story,
            done,
            moves,
            self._words(belief, story, moves),
            tuple(best_move_alone(tuple(worths.values()))),
            units_in(self.game).own_worths(self.mind.player, tuple(worths.values())),
            reach,
        )

    def _words(self, belief: Belief, story: tuple[Event, ...], moves: Iterable[Move]) -> tuple[str, ...]:
        """Moves as the player says them who believes this."""
        return words_in(self.game, [state for state, _ in islice(belief, MOST_EXAMPLES)], story, moves)
