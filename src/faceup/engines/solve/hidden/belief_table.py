"""The strategy of one player with hidden information against chance, by beliefs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from faceup.engines.hidden import beliefs as one_mind
from faceup.engines.hidden.beliefs import Belief, Beliefs, OtherPlayerDecides, Views
from faceup.engines.hidden.memory import observe_move
from faceup.engines.hidden.sequence_form import pure_best
from faceup.engines.model.limits import Limits
from faceup.engines.solve.hidden.plan_table import PlanTable, nobody_decides, words_in
from faceup.engines.solve.table import LimitHit
from faceup.numbers.exact import Exact, product
from faceup.numbers.value import Value, exactly
from faceup.results.answers.decision import Decision, Did, Event, Seen
from faceup.results.seats import units_in
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached
from faceup.rules.moves import Move

MOST_EXAMPLES = 20  # positions of a belief whose words for moves are compared


class BelievedPosition(NamedTuple):
    """A position, the player's last view, the views since the last own move, and that move with its belief, if any."""

    state: Any
    view: Any
    news: Views
    by: tuple[Belief, Move] | None


class BeliefTable(PlanTable):
    """One player against chance."""

    def __init__(self, game: Game, limits: Limits) -> None:
        super().__init__(game, limits)
        self._players = [Beliefs(game, player, limits) for player in (0, 1)]
        self._solved = False
        self._outlooks: dict[tuple[Belief, Move] | None, one_mind.Outlook] = {}  # after moves made so far

    @property
    def method(self) -> str:
        return "beliefs"

    @property
    def beliefs(self) -> Beliefs:
        """The beliefs of the one player who decides."""
        return self._players[0]

    @property
    def states(self) -> int:
        return self.beliefs.positions

    @property
    def payoffs(self) -> set[Exact]:
        return self.beliefs.payoffs

    @property
    def bytes(self) -> int:
        return self.states * one_mind.POSITION_BYTES

    @property
    def information_sets(self) -> int:
        return len(self.beliefs.worths)

    def knows(self, state: Any) -> bool:
        return self._solved

    def value(self, state: Any) -> Value:
        with self.lock:
            try:
                value = exactly(self._value(self.game.start()))  # only one player decides, 0 or 1
                self._solved = True
            except LimitReached as error:
                raise LimitHit.after(error) from error
        if state != self.game.start():
            raise self.unknown(state)
        return value

    def _value(self, state: Any) -> Exact:
        """Return the value; the first attempt finds out which player decides. Raises OtherPlayerDecides if both do."""
        if not self._solved and one_mind.both_decide(self.game, state):
            raise OtherPlayerDecides
        while True:
            try:
                return self.beliefs.value(self.beliefs.begin(state))
            except OtherPlayerDecides:
                if len(self._players) == 1:
                    raise
                del self._players[0]

    def knowledge_at(self, start: Any) -> BelievedPosition:
        self.value(start)
        return BelievedPosition(start, self.game.view(start, self.beliefs.player), (), None)

    def after(self, knowledge: BelievedPosition, move: Move) -> BelievedPosition:
        game, (state, view, news, by) = self.game, knowledge
        if game.turn(state) == self.beliefs.player:
            news, by = (), (self._belief(knowledge), move)
        then = game.play(state, move)
        now = game.view(then, self.beliefs.player)
        return BelievedPosition(then, now, news if now == view else (*news, now), by)

    def move_weights(self, knowledge: BelievedPosition) -> Mapping[Move, int]:
        values = self.beliefs.solve(self._belief(knowledge))
        return {max(values, key=values.__getitem__): 1}

    def _belief(self, knowledge: BelievedPosition) -> Belief:
        """Return the belief of the player to move."""
        if knowledge.by not in self._outlooks:
            self._outlooks[knowledge.by] = (
                self.beliefs.begin(self.game.start()) if knowledge.by is None else self.beliefs.outlook(*knowledge.by)
            )
        return self._outlooks[knowledge.by].beliefs[knowledge.news][1]

    def decision_after(self, start: Any, moves: Sequence[Move]) -> Decision:
        game, knowledge = self.game, self.knowledge_at(start)
        story: tuple[Event, ...] = (Seen(knowledge.view),)
        own_moves: tuple[str, ...] = ()
        for move in moves:
            before, knowledge = knowledge, self.after(knowledge, move)
            turn = game.turn(before.state)
            if turn == self.beliefs.player:
                own_moves += self._words(self._belief(before), story, [move])
            story = (*story, *observe_move(game, self.beliefs.player, before.view, turn, move, knowledge.state))
        if game.turn(knowledge.state) != self.beliefs.player:
            raise nobody_decides(game, knowledge.state)
        return self._decision(self._belief(knowledge), story, own_moves, None)

    def decisions(self, start: Any) -> Iterator[Decision]:
        self.value(start)
        beliefs = self.beliefs
        reached: dict[Belief, tuple[Exact, tuple[Event, ...], tuple[str, ...]]] = {}

        def add(outlook: one_mind.Outlook, chance: Exact, story: tuple[Event, ...], own_moves: tuple[str, ...]) -> None:
            for news, (part, belief) in outlook.beliefs.items():
                before, first, words = reached.get(belief, (0, (*story, *map(Seen, news)), own_moves))
                reached[belief] = before + product(chance, part), first, words

        add(beliefs.begin(start), 1, (Seen(self.game.view(start, beliefs.player)),), ())
        for belief in reversed(beliefs.worths):  # each after its predecessors
            if belief in reached:
                chance, story, own_moves = reached[belief]
                decision = self._decision(belief, story, own_moves, chance)
                yield decision
                best = decision.chances.index(1)
                move, word = decision.moves[best], decision.words[best]
                add(beliefs.outlook(belief, move), chance, (*story, Did(move)), (*own_moves, word))

    def _decision(
        self, belief: Belief, story: tuple[Event, ...], own_moves: tuple[str, ...], reach: Exact | None
    ) -> Decision:
        """Return the decision at a belief, after this story."""
        values = self.beliefs.solve(belief)
        moves = tuple(values)
        return Decision(
            self.beliefs.player,
            self.game.start(),
            story,
            own_moves,
            moves,
            self._words(belief, story, moves),
            tuple(pure_best(tuple(values.values()))),
            units_in(self.game).own_worths(self.beliefs.player, tuple(values.values())),
            reach,
        )

    def _words(self, belief: Belief, story: tuple[Event, ...], moves: Iterable[Move]) -> tuple[str, ...]:
        """Return the words for moves that this belief allows."""
        return words_in(self.game, [state for state, _ in islice(belief, MOST_EXAMPLES)], story, moves)
