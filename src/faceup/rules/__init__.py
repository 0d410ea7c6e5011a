"""What a game is: everything a rule file may import, and nothing that computes an answer."""

from typing import NamedTuple

from faceup.rules.cards import bits, highest, holds, lowest, rank, read_cards, size, suit, write_cards
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import FaceupError, ParameterError, RulesError, UsageError
from faceup.rules.parameters import Cards, require
from faceup.rules.pile import Pile
from faceup.rules.published import Published

__all__ = [
    "CHANCE",
    "OVER",
    "Cards",
    "FaceupError",
    "Game",
    "NamedTuple",
    "ParameterError",
    "Patience",
    "Pile",
    "Published",
    "RulesError",
    "UsageError",
    "bits",
    "highest",
    "holds",
    "lowest",
    "rank",
    "read_cards",
    "require",
    "size",
    "suit",
    "write_cards",
]
