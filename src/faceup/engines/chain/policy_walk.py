"""The loop that walks, in machine code, the positions that policies lead to.

It goes as ``walk_kernel.explore`` does, but states stand for themselves alone, for a policy may tell between
those that are the same to play. Where a policy has to be asked it returns to Python, with all positions that were met
and not yet asked about.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np

from faceup.engines.model import broken_rules
from faceup.engines.model.certificates import drawn
from faceup.engines.model.kernel_names import home, lengthened, read_state, scaled_odds
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic import walk_kernel
from faceup.engines.solve.cyclic.walk import Graph, Walk, WalkCertifier
from faceup.engines.solve.cyclic.walk_kernel import (
    BROKEN,
    CAPACITY,
    COUNT,
    DONE,
    NEEDS_WEIGHTS,
    NEXT,
    PAUSED,
    PLACES_FULL,
    ROOM,
    SLICE,
    Walked,
    follow_to,
    look_up,
    number_of,
)
from faceup.engines.solve.table import look_at_limits
from faceup.native.kernels import kernel
from faceup.native.operations.integers import whole
from faceup.native.operations.operation import EXACT
from faceup.results.certified import Certified
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move

ASKS = 6  # what the loop says when a policy has to be asked

# What a seat does: one of all moves at random, the first, or the one that is the answer, by its number among the moves
# or among those that are enough to consider.
RANDOM, FIRST, ANSWER, CHOICE = 0, 1, 2, 3


def follow_policies(rules: Any, walked: Walked, seats: Any, answers: Any, asked: Any, root: Any) -> int:
    """Follow the moves that the policies of the ``seats`` make, until there are no new positions or Python is needed.

    Positions before the one ``asked`` for have their ``answers``.
    """
    registers, first = walked.registers, walked.first
    if registers[COUNT] == 0:
        number_of(walked, root, home(registers[CAPACITY], root))
    i = registers[NEXT]
    begun = end = first[i]
    waiting = 0  # of the last moves: where they lead is not looked up yet
    while True:
        if waiting > ROOM // 2 or i == registers[COUNT] or i >= asked[0]:
            if not look_up(walked, end - waiting, waiting):
                return PLACES_FULL
            waiting = 0
            registers[NEXT] = i
            if i == registers[COUNT]:
                return DONE
            if i >= asked[0]:
                for k in range(i, registers[COUNT]):
                    walked.turns[k] = rules.turn(read_state(walked.states, k))
                return ASKS
            if end - begun >= SLICE:
                return PAUSED
        state = read_state(walked.states, i)
        who = rules.turn(state)
        walked.turns[i] = who
        walked.values[i] = 0.0
        if who == OVER:
            payoff = 1.0 * rules.payoff(state)
            if not np.isfinite(payoff):
                return BROKEN
            walked.values[i] = payoff
        elif who == CHANCE:
            if len(walked.weights) < len(walked.targets):
                return NEEDS_WEIGHTS
            for move in rules.moves(state):
                weight = scaled_odds(rules, state, rules.odds(state, move))
                if weight < 0 or weight > EXACT:
                    return BROKEN
                if weight > 0:
                    status = follow_to(rules, walked, state, move, rules.play(state, move), end, waiting)
                    if status != DONE:
                        return status
                    walked.weights[end] = weight
                    end += 1
                    waiting = waiting % ROOM + 1
        elif who == 0 or who == 1:
            seat, k = seats[who], 0
            if seat == CHOICE:
                for move in rules.choices(state):
                    if k == answers[i]:
                        status = follow_to(rules, walked, state, move, rules.play(state, move), end, waiting)
                        if status != DONE:
                            return status
                        end += 1
                        waiting = waiting % ROOM + 1
                        break
                    k += 1
            else:
                wanted = answers[i] if seat == ANSWER else 0
                for move in rules.moves(state):
                    if seat == RANDOM or k == wanted:
                        status = follow_to(rules, walked, state, move, rules.play(state, move), end, waiting)
                        if status != DONE:
                            return status
                        end += 1
                        waiting = waiting % ROOM + 1
                        if seat != RANDOM:
                            break
                    k += 1
        else:
            return BROKEN
        if end == first[i] and who != OVER:
            return BROKEN
        i += 1
        first[i] = end


# Of the loop, each after those that it calls.
STEPS = tuple(step for step in walk_kernel.STEPS if step.__name__ != "follow")


LOOK_EVERY = 256  # positions between two looks at the limits
ANSWERS_HELD = 200  # moves of each seat that are asked of Python too, where machine code looked them up
UNKNOWN = -1  # an answer that machine code does not have

Ask = Callable[[Any], Move]  # the move at a state


class Asked:
    """A policy that Python is asked about: the move at each state, which is then found among the others."""

    seat = ANSWER
    bytes = 0  #: that it takes
    looked_up = False  #: whether machine code finds the answers that it can

    def __init__(self, game: Game, ask: Ask) -> None:
        self.game, self.ask = game, ask

    def answer(self, walk: "PolicyWalk", places: Any, answers: Any) -> None:
        """Put down the answers for these positions."""
        for n, k in enumerate(places.tolist()):
            if n % LOOK_EVERY == 0:
                look_at_limits(walk.limits, walk.count)
            answers[k] = self.number(walk.shape.state(walk.states[k]))

    def number(self, state: Any) -> int:
        """The number of the move that Python answers, among those of ``options``."""
        return list(self.options(state)).index(self.ask(state))

    def options(self, state: Any) -> Iterable[Move]:
        """The moves among which an answer is one, by its number."""
        return self.game.choices(state) if self.seat == CHOICE else self.game.moves(state)


Seat = Asked | str  # or "random", "first"


class PolicyCertifier(WalkCertifier):
    """Holds positions that policies lead to, with the moves that they make, to the rules."""

    def __init__(self, walk: "PolicyWalk") -> None:
        super().__init__(walk.game, walk.directory, walk.all_positions)
        self.walk, self.canonical = walk, False

    def options(self, state: Any, who: int) -> Iterable[Move]:
        seat = "random" if who == CHANCE else self.walk.players[who]
        if isinstance(seat, str):
            return islice(self.game.moves(state), None if seat == "random" else 1)
        place = self.directory.find(state)
        return [] if place is None else [list(seat.options(state))[self.walk.answers[place]]]

    def hold_answers(self) -> None:
        """Hold moves that machine code looked up to those that Python answers; raises RulesError."""
        for who, seat in enumerate(self.walk.players):
            if not isinstance(seat, Asked) or not seat.looked_up:
                continue
            decided = np.flatnonzero(self.graph.turns == who)
            for place in decided[drawn(ANSWERS_HELD, len(decided))].tolist():
                state = self.directory.state(place)
                moves, number = list(seat.options(state)), int(self.walk.answers[place])
                if (answer := seat.ask(state)) != moves[number]:
                    raise RulesError(
                        f"{broken_rules.at(self.game, state)}: CPython answers the move {answer!r}, and machine code "
                        f"{moves[number]!r}"
                    )


class PolicyWalk(Walk):
    """The walk from one position, where each seat keeps to a policy. Raises as Walk does, and what policies raise."""

    def __init__(self, game: Game, root: Any, seats: Sequence[Seat], limits: Limits) -> None:
        self.players = [seats[who % len(seats)] for who in (0, 1)]
        kinds = {"random": RANDOM, "first": FIRST}
        self.seats = np.array([kinds[seat] if isinstance(seat, str) else seat.seat for seat in self.players], np.int8)
        super().__init__(game, root, limits)
        certifier = PolicyCertifier(self)
        self.certified = Certified(certifier.certificate(root), self.count)
        certifier.hold_answers()

    def go(self, root: Any) -> None:
        asking = (self.seats >= ANSWER).any()
        self.asked = np.array([0 if asking else np.iinfo(np.int64).max])
        self.answers, self.root = np.empty(0, np.int32), root
        super().go(root)

    def loop(self) -> Any:
        return kernel(follow_policies, self.game, shape=self.shape, inlined=STEPS, counted=False, whole=whole)

    def given(self) -> tuple[Any, ...]:
        if len(self.answers) < len(self.turns):
            self.answers = lengthened(self.answers, len(self.turns))
        return self.walked(), self.seats, self.answers, self.asked

    def serve(self, said: int, root: Any) -> None:
        if said != ASKS:
            super().serve(said, root)
            return
        begin, end = int(self.asked[0]), self.count
        for who, player in enumerate(self.players):
            if isinstance(player, Asked):
                player.answer(self, begin + np.flatnonzero(self.turns[begin:end] == who), self.answers)
        self.asked[0] = end

    @property
    def bytes_a_position(self) -> float:
        return super().bytes_a_position + 4

    @property
    def all_positions(self) -> Graph:
        """All positions, with whose turn it is."""
        return super().graph

    @property
    def graph(self) -> Graph:
        """The chain: all positions, with chance in the place of whoever decides."""
        graph = super().graph
        turns = np.where(graph.turns == OVER, OVER, CHANCE).astype(np.int8)
        weights = graph.weights if len(graph.weights) else np.ones(len(graph.targets))
        return graph._replace(turns=turns, weights=weights)
