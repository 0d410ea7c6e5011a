"""A strategy as a picture: a map of decisions over what a person looks at, and its thresholds."""

from typing import Any

from faceup.results.answers.strategy import Strategy
from faceup.results.sentences.games import headline
from faceup.rules.names import seat_name
from faceup.show.drawings.strategies import strategy_drawing
from faceup.show.pictures.painter import paint_figure


def strategy_figure(strategy: Strategy) -> Any:
    """The decisions over one to three numbers as a map, with the thresholds if each step has one.

    Raises UsageError for a strategy over sets of cards, or over more numbers.
    """
    game, player = strategy.game, strategy.player
    whose = "" if player is None else f", {seat_name(player, game.player_names)}"
    return paint_figure(strategy_drawing(strategy), headline(game) + whose)
