"""The Markov chain of given policies in flat arrays: machine code walks the positions that they reach.

Python answers for a policy that is a Python function, position by position.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np

from faceup.engines.graph.certificates import sample_numbers
from faceup.engines.graph.game_graph import lengthen_array
from faceup.engines.model import broken_rules
from faceup.engines.model.limits import Limits
from faceup.engines.solve.best_move_lookup import UNKNOWN, MoveLookup
from faceup.engines.solve.cyclic.walk import Graph, Walk, WalkCertifier
from faceup.engines.solve.cyclic.walk_kernel import ANSWER, ASKS, CHOICE, FIRST, RANDOM
from faceup.engines.solve.table import look_at_limits
from faceup.results.certified import Certified
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move

LOOK_EVERY = 256  # positions between two looks at the limits
ANSWERS_HELD = 200  # moves of each seat looked up by machine code that are compared with Python

Ask = Callable[[Any], Move]  # a policy: the move at a state


class AskedPolicy:
    """A policy that is a Python function, answered by the number of the move at each state."""

    seat = ANSWER
    bytes = 0  #: of memory for its table
    looked_up = False  #: whether machine code looks up the answers that it knows

    def __init__(self, game: Game, ask: Ask) -> None:
        self.game, self.ask = game, ask

    def answer(self, walk: "PolicyWalk", places: Any, answers: Any) -> None:
        """Write the answers for these positions into ``answers``."""
        for n, k in enumerate(places.tolist()):
            if n % LOOK_EVERY == 0:
                look_at_limits(walk.limits, walk.count)
            answers[k] = self.number(walk.directory.state(k))

    def number(self, state: Any) -> int:
        """Return the number of the policy's move among ``options``."""
        return list(self.options(state)).index(self.ask(state))

    def options(self, state: Any) -> Iterable[Move]:
        """Return the moves that answers number."""
        return self.game.choices(state) if self.seat == CHOICE else self.game.moves(state)


class BookPolicy(AskedPolicy):
    """The policy of a solution: machine code looks up the moves that it knows, and Python answers the others."""

    looked_up = True

    def __init__(self, game: Game, ask: Ask, best: bool, lookup: MoveLookup) -> None:
        super().__init__(game, ask)
        self.lookup, self.bytes, self.seat = lookup, lookup.bytes, CHOICE if best else ANSWER

    def answer(self, walk: "PolicyWalk", places: Any, answers: Any) -> None:
        answers[places] = found = self.lookup.numbers(walk.directory.words(places))
        super().answer(walk, places[found == UNKNOWN], answers)


Seat = AskedPolicy | str  # or "random", "first"


class PolicyCertifier(WalkCertifier):
    """Compares positions that policies reach, and the moves that they make, with the rules."""

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
        """Compare moves that machine code looked up with Python's answers; raises RulesError."""
        for who, seat in enumerate(self.walk.players):
            if not isinstance(seat, AskedPolicy) or not seat.looked_up:
                continue
            decided = np.flatnonzero(self.graph.turns == who)
            for place in decided[sample_numbers(ANSWERS_HELD, len(decided))].tolist():
                state = self.directory.state(place)
                moves, number = list(seat.options(state)), int(self.walk.answers[place])
                if (answer := seat.ask(state)) != moves[number]:
                    raise RulesError(
                        f"{broken_rules.at(self.game, state)}: CPython answers the move {answer!r}, and machine code "
                        f"{moves[number]!r}"
                    )


class PolicyWalk(Walk):
    """The walk from one position, with a policy for each seat. Raises what ``Walk`` and the policies raise."""

    engine = ""  # no engine counts as compiled afterwards, since a policy may be asked of Python

    def __init__(self, game: Game, root: Any, seats: Sequence[Seat], limits: Limits) -> None:
        self.players = [seats[who % len(seats)] for who in (0, 1)]
        super().__init__(game, root, limits)
        certifier = PolicyCertifier(self)
        self.certified = Certified(certifier.certificate(root), self.count)
        certifier.hold_answers()

    def seats_playing(self) -> Any:
        kinds = {"random": RANDOM, "first": FIRST}
        return np.array([kinds[seat] if isinstance(seat, str) else seat.seat for seat in self.players], np.int8)

    def go(self, root: Any) -> None:
        asking = (self.seats >= ANSWER).any()
        self.answer_count = np.array([0 if asking else np.iinfo(np.int64).max])
        self.answers, self.root = np.empty(0, np.int32), root
        super().go(root)

    def loop_arguments(self) -> tuple[Any, ...]:
        if len(self.answers) < len(self.turns):
            self.answers = lengthen_array(self.answers, len(self.turns))
        return super().loop_arguments()

    def serve(self, reason: int) -> None:
        if reason != ASKS:
            super().serve(reason)
            return
        begin, end = int(self.answer_count[0]), self.count
        for who, player in enumerate(self.players):
            if isinstance(player, AskedPolicy):
                player.answer(self, begin + np.flatnonzero(self.turns[begin:end] == who), self.answers)
        self.answer_count[0] = end

    @property
    def bytes_a_position(self) -> float:
        return super().bytes_a_position + 4

    @property
    def all_positions(self) -> Graph:
        """The graph of all positions, with the player to move at each."""
        return super().graph

    @property
    def graph(self) -> Graph:
        """The Markov chain: the graph of all positions, with chance in the place of every player."""
        graph = super().graph
        turns = np.where(graph.turns == OVER, OVER, CHANCE).astype(np.int8)
        return graph._replace(turns=turns, weights=graph.odds)
