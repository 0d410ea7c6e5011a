"""Mixed strategies: the probabilities of moves in each information set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from faceup.numbers.value import Value, finite
from faceup.results.answers.decision import Decision, LabelledDecision, decision_labels
from faceup.results.certified import Certified
from faceup.results.seats import units_in
from faceup.results.showable import Showable, Tabular, columns
from faceup.rules.contract import Game


@dataclass(frozen=True, repr=False)
class MixedStrategy(Showable, Tabular):
    """The probabilities of moves in every decision that players who follow them can reach, or in those of one
    ``player``.

    ``left_out`` counts the decisions that they never reach, against any play of the others, and ``later`` those of all
    players that are too many to list. ``value`` is player 0's: no play of the other gives a player of this strategy
    less.
    """

    brief = ("game", "value")
    document_keys = ("game", "*value", "player", "decisions=labelled", "left_out", "certified?")

    game: Game
    value: Value
    decisions: tuple[Decision, ...]
    left_out: int = 0
    player: int | None = None
    later: int = 0
    certified: Certified | None = None  # of the solution

    @property
    def own_values(self) -> tuple[Value, ...]:
        """The values to both players in their own units, if these differ; else empty."""
        units = units_in(self.game)
        return () if units.plain else (self.value, units.to_second(self.value))

    @property
    def players(self) -> list[int]:
        """The players of the decisions."""
        return sorted({decision.player for decision in self.decisions})

    def of(self, player: int) -> list[Decision]:
        """The decisions of one player: by what was known to all, as play comes to it, then in the order of views."""
        own = [one for one in self.decisions if one.player == player]
        turns = {known: turn for turn, known in enumerate(dict.fromkeys(one.known for one in own))}
        return sorted(own, key=lambda one: (turns[one.known], _order(one.view)))

    @cached_property
    def sees(self) -> dict[Decision, str]:
        """The label of each decision: what the player sees, distinct from all others."""
        return {
            one: text for player in self.players for one, text in decision_labels(self.game, self.of(player)).items()
        }

    @property
    def labelled(self) -> tuple[LabelledDecision, ...]:
        """The decisions player by player, with their labels."""
        return tuple(LabelledDecision(one, self.sees[one]) for player in self.players for one in self.of(player))

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """A row for each move in each decision: its probability, and its value to the player."""
        return columns(
            ("player", "sees", "move", "word", "chance", "worth"),
            [
                (one.player, self.sees[one], move, word, finite(chance), None if worth is None else finite(worth))
                for player in self.players
                for one in self.of(player)
                for move, word, chance, worth in zip(
                    one.moves, one.words, one.chances, one.worths or [None] * len(one.moves), strict=True
                )
            ],
        )


def _order(view: Any) -> Any:
    """The sort key of views: by their numbers, rows by length first."""
    if isinstance(view, tuple):
        return (1, len(view), tuple(map(_order, view)))
    return (0, type(view).__name__, view)
