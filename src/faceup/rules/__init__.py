"""Everything that a rule file may import: the contract of a game, its parameters, cards, piles and boards."""

from fractions import Fraction
from typing import NamedTuple

from faceup.rules.boards import Board, DotGrid, Track
from faceup.rules.cards import (
    bits,
    highest,
    holds,
    ignore_suits,
    lowest,
    rank,
    read_cards,
    size,
    suit,
    swap_cards,
    swap_ranks,
    swap_suits,
    write_cards,
)
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import FaceupError, ParameterError, RulesError, UsageError
from faceup.rules.fields import Card, Dice, Die, Heap, Place
from faceup.rules.parameters import Cards, require
from faceup.rules.pile import Pile, Tally
from faceup.rules.rows import Row, replaced
from faceup.rules.theory import Estimate, Published, Theory

__all__ = [
    "CHANCE",
    "OVER",
    "Board",
    "Card",
    "Cards",
    "Dice",
    "Die",
    "DotGrid",
    "Estimate",
    "FaceupError",
    "Fraction",
    "Game",
    "Heap",
    "NamedTuple",
    "ParameterError",
    "Patience",
    "Pile",
    "Place",
    "Published",
    "Row",
    "RulesError",
    "Tally",
    "Theory",
    "Track",
    "UsageError",
    "bits",
    "highest",
    "holds",
    "ignore_suits",
    "lowest",
    "rank",
    "read_cards",
    "replaced",
    "require",
    "size",
    "suit",
    "swap_cards",
    "swap_ranks",
    "swap_suits",
    "write_cards",
]
