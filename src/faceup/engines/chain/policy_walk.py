"""The Markov chain of given policies: the positions that they reach, walked in CPython or machine code.

In CPython, it is a graph in which chance decides everywhere. With hidden information, positions also differ by what
players know there, and best play is mixed. In machine code, a policy that is a Python function is asked position by
position.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from typing import Any

import numpy as np

from faceup.engines.chain.results import Question
from faceup.engines.graph.certificates import sample_numbers
from faceup.engines.graph.game_graph import MOST_POSITIONS, GameGraph, fill_graph, itself, lengthen_array, walk
from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.legal_moves import weighted_moves
from faceup.engines.model.limits import Limits
from faceup.engines.model.policies import Policy, own_move
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.best_move_lookup import UNKNOWN, MoveLookup
from faceup.engines.solve.cyclic.walk import Graph, Walk, WalkCertifier
from faceup.engines.solve.cyclic.walk_kernel import ANSWER, ASKS, CHOICE, FIRST, RANDOM
from faceup.engines.solve.table import look_at_limits
from faceup.results.answers.hidden_solution import HiddenSolution, Known
from faceup.results.answers.solution import Solution
from faceup.results.certified import Certified
from faceup.rules.contract import CHANCE, OVER, Game, alter_for_callers
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move

LOOK_EVERY = 256  # positions between two looks at the limits
ANSWERS_HELD = 200  # moves of each seat looked up by machine code that are compared with Python

Ask = Callable[[Any], Move]  # a policy: the move at a state


class AskedPolicy:
    """A policy that Python answers, as the number of the move at each state."""

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


def policy_graph(question: Question, limits: Limits) -> GameGraph:
    """Return the graph of a question's policies. Raises LimitReached, and RulesError for an illegal move."""
    if isinstance(question.solution, HiddenSolution) and "best" in question.policies:
        return _hidden_graph(question.solution, question.policies, limits)
    game = question.game

    def options(state: Any) -> Iterable[Move]:
        return policy_moves(
            game, question.policies[game.turn(state) % len(question.policies)], question.solution, state
        )

    graph = walk(game, start=question.start, options=options, limits=limits, seats=seats_of(game))
    return replace(graph, turns=np.where(graph.turns == OVER, OVER, CHANCE).astype(np.int8))


def policy_moves(game: Game, policy: Policy | str, solution: Solution | None, state: Any) -> Iterable[Move]:
    """Return the moves that a policy makes at a state, all equally likely."""
    if callable(policy):
        return [own_move(game, state, policy, legal_moves_of(game, state))]
    if policy == "random":
        return game.moves(state)
    if policy == "first":
        return [next(iter(game.moves(state)))]
    assert solution is not None
    return solution.open_table.moves_made(state) if policy == "best" else [worst_move(game, solution, state)]


def policy_move(game: Game, policy: Policy | str, solution: Solution | None, state: Any) -> Move:
    """Return the move of a policy that makes one; the first of several."""
    return next(iter(policy_moves(game, policy, solution, state)))


def worst_move(game: Game, solution: Solution, state: Any) -> Move:
    """Return the first of the moves that leave their player least if all play their best afterwards."""
    own = seats_of(game) or game.turn(state) == 0  # the value of a move is its player's, or player 0's
    pick: Callable[..., Move] = min if own else max
    values = solution.values(state)
    return pick(values, key=lambda move: values[move].value)


def _hidden_graph(solution: HiddenSolution, policies: tuple[Policy | str, ...], limits: Limits) -> GameGraph:
    """Return the graph of positions that differ by what players know there, from the solution's start."""
    game = solution.game
    latest: dict[Known, Mapping[Move, int]] = {}

    def move_weights(known: Known) -> Mapping[Move, int]:
        if known not in latest:
            latest.clear()  # the walk asks for the odds of one position after another
            latest[known] = _move_weights(solution, known, policies)
        return latest[known]

    by_knowledge = alter_for_callers(
        game,
        turn=lambda known: OVER if game.turn(known.state) == OVER else CHANCE,
        moves=move_weights,
        odds=lambda known, move: move_weights(known)[move],
        play=solution.after,
        payoff=lambda known: game.payoff(known.state),
        reward=lambda known, move: game.reward(known.state, move),
    )
    graph = fill_graph(by_knowledge, solution.known, move_weights, itself, MOST_POSITIONS, limits, most_odds=inf)
    return replace(graph, game=game, states=[known.state for known in graph.states])


def _move_weights(solution: HiddenSolution, known: Known, policies: tuple[Policy | str, ...]) -> Mapping[Move, int]:
    """Return the weight of each move at a position, a whole number."""
    game, state = solution.game, known.state
    who = game.turn(state)
    if who == CHANCE:
        return dict(zip(*weighted_moves(game, state), strict=True))
    policy = policies[who % len(policies)]
    return solution.move_weights(known) if policy == "best" else Counter(policy_moves(game, policy, None, state))
