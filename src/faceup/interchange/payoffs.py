"""The payoffs of all players in their own units, for other programs."""

from typing import Any

from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.seats import exact_gain, seats_of
from faceup.library.gambit.played_tree import PlayedTree
from faceup.library.gambit.rules import TreeGame
from faceup.numbers.exact import Exact
from faceup.rules.contract import Game
from faceup.rules.moves import Move


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
