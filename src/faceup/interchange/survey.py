"""Facts about a game for other programs: payoffs, numbers of moves, views as vectors, bounds."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from faceup.engines.chain.evaluation import Induction, Rule, least, most
from faceup.engines.graph.game_graph import GameGraph, walk
from faceup.engines.hidden.memory import view_of
from faceup.engines.model.contract_check import with_decisions
from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.seats import exact_gain, seats_of
from faceup.library.gambit.played_tree import PlayedTree, TreeGame
from faceup.numbers.exact import Exact
from faceup.rules.cards import bits_of
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UnsupportedError, UsageError
from faceup.rules.moves import Move
from faceup.rules.texts import in_order
from faceup.rules.word_numbers import spelling, words_of


class Payoffs:
    """Exact rows, one number for each of the ``players``, from the rules or from the Gambit file.

    Of two opponents, the second loses what the first gains; a file may give the second other units, or have one player.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.seats = game, seats_of(game)
        self.file: PlayedTree | None = game.played if isinstance(game, TreeGame) else None
        self.players = len(self.file.shape.tree.players) if self.file else self.seats or 2

    def are(self, deciding: set[int]) -> None:
        """Leave the second player out if only the first one decides and the rules do not name another."""
        if not self.seats and not self.file and deciding == {0} and len(self.game.player_names) < self.players:
            self.players = 1

    def at_end(self, state: Any) -> tuple[Exact, ...]:
        """The payoffs of all players at an end."""
        if self.file:
            totals: tuple[Exact, ...] = self.file.totals[state.node]
            return totals
        return self._row(state, "payoff", self.game.payoff(state))

    def of_move(self, state: Any, move: Move) -> tuple[Exact, ...]:
        """The rewards of all players for a move."""
        return self._row(state, f"reward of move {move}", self.game.reward(state, move))

    def _row(self, state: Any, what: str, numbers: Any) -> tuple[Exact, ...]:
        if self.seats:
            return exact_gain(self.game, state, what, numbers, self.seats)
        gain = exact_number(self.game, state, what, numbers)
        return (gain, -gain)[: self.players]


NUMBERS = range(-(2**63) + 1, 2**63 - 1)  # that an environment can tell, with room for one more


class _Place:
    """A place of views: a number, a word, or a tuple of places. The length of tuples comes first if it varies.

    ``words`` has the number of each word.
    """

    def __init__(self, words: Mapping[str, int]) -> None:
        self.words = words
        self.lengths: set[int] = set()
        self.inside: list[_Place] = []

    def add(self, view: Any) -> None:
        if isinstance(view, tuple):
            self.lengths.add(len(view))
            self.inside += [_Place(self.words) for _ in view[len(self.inside) :]]
            for place, part in zip(self.inside, view, strict=False):
                place.add(part)

    def vector(self, view: Any) -> list[int]:
        if not self.lengths:
            return [0 if view is None else self.number(view)]
        parts = view if isinstance(view, tuple) else () if view is None else (view,)
        numbers = [len(parts)] if len(self.lengths) > 1 else []
        for k, place in enumerate(self.inside):
            numbers += place.vector(parts[k] if k < len(parts) else None)
        return numbers

    def number(self, part: Any) -> int:
        """The number of a number, a word or a set."""
        if isinstance(part, frozenset):
            return bits_of(part)
        return int(part) if isinstance(part, int) else self.words[spelling(part)]


class Layout:
    """The places of all ``views``, in the order of their fields; missing places of a row are 0.

    Raises UnsupportedError for a number of more than 64 bits.
    """

    def __init__(self, views: Iterable[Any], words: Mapping[str, int]) -> None:
        self._place, view_list = _Place(words), list(views)
        for view in view_list:
            self._place.add(view)
        numbers = [self._place.vector(view) for view in view_list]
        if (largest := max((number for row in numbers for number in row), key=abs, default=0)) not in NUMBERS:
            raise UnsupportedError(f"a player sees the number {largest}; environments take numbers of 64 bits")
        vectors = np.array(numbers, np.int64)
        self.low, self.high = vectors.min(axis=0), vectors.max(axis=0)

    def vector(self, view: Any) -> Any:
        """A view as a vector of 64-bit numbers."""
        return np.array(self._place.vector(view), np.int64)


class Survey:
    """The facts of a game from one walk. ``moves`` and ``outcomes`` of chance are numbered by their places."""

    def __init__(self, game: Game) -> None:
        with_decisions(game)
        self.game, self.payoffs = game, Payoffs(game)
        self.players = self.payoffs.players
        self.graph: GameGraph = walk(game, seats=self.payoffs.seats)
        self.moves, self.outcomes = (
            self._moves_made(lambda turns: turns >= 0),
            self._moves_made(lambda turns: turns == CHANCE),
        )
        self.actions = {move: number for number, move in enumerate(self.moves)}
        self.throws = {move: number for number, move in enumerate(self.outcomes)}

    def _moves_made(self, by: Any) -> list[Move]:
        graph = self.graph
        return in_order(
            self.game, map(graph.move_numbered, np.unique(graph.moves[by(graph.turns)[graph.sources]]).tolist())
        )

    @cached_property
    def layout(self) -> Layout:
        """The layout of views as vectors."""
        states = self.graph.states
        views = dict.fromkeys(view_of(self.game, s, who) for s in states for who in range(self.players))
        return Layout(views, words_of(type(self.game)))

    @cached_property
    def most_decisions(self) -> int:
        """The longest play, in moves of players. Raises RepeatingStateError if play may be endless."""
        graph = self.graph
        decisions = (graph.turns >= 0)[graph.sources].astype(np.int64)
        return int(self._along(most, np.zeros((len(graph.states), 1), np.int64), decisions[:, None])[0])

    @cached_property
    def gains(self) -> tuple[float, float]:
        """The least and the most total of any player in a play. Raises RepeatingStateError if play may be endless."""
        least, most = self._extremes
        return float(least[:-1].min()), float(most[:-1].max())

    @cached_property
    def sum(self) -> float | None:
        """The sum of all players' totals if it is the same in every play; else None."""
        least, most = (float(column[-1]) for column in self._extremes)
        return least if least == most else None

    @cached_property
    def _extremes(self) -> tuple[Any, Any]:
        """The least and the most total of each player in a play; the last column is the sum over all players."""
        graph = self.graph
        totals = np.zeros((len(graph.states), self.players + 1))
        for end in np.flatnonzero(graph.turns == OVER).tolist():
            totals[end] = _with_sum(self.payoffs.at_end(graph.states[end]))
        gains: list[Any] = graph.numbers if graph.rewards.any() else graph.numbers[:1]  # the first is nothing
        rows = np.array([_with_sum(gain if self.payoffs.seats else (gain, -gain)) for gain in gains])
        return self._along(least, totals, rows[graph.rewards]), self._along(most, totals, rows[graph.rewards])

    def _along(self, rule: Rule, ends: Any, gains: Any) -> Any:
        """The totals of a play in which ``rule`` decides for all players and chance."""
        return self._induction.values(ends, gains, dict.fromkeys(range(CHANCE, self.players), rule))[0]

    @cached_property
    def _induction(self) -> Induction:
        return Induction(self.graph)

    def rewards_of(self, state: Any, move: Move | None = None) -> tuple[float, ...]:
        """The rewards of all players for a move, or the payoffs at an end."""
        return tuple(map(float, self.payoffs.at_end(state) if move is None else self.payoffs.of_move(state, move)))

    def check_decisions(self) -> None:
        """Raise UsageError if no player ever decides."""
        if not self.moves:
            raise UsageError(f"{type(self.game).name!r} has no decisions; possible: games in which somebody decides")

    def over(self, state: Any) -> bool:
        return self.game.turn(state) == OVER


def _with_sum(row: Sequence[Exact]) -> list[float]:
    return [*map(float, row), float(sum(row))]
