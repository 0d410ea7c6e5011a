"""Sets of cards as bitsets, and cards as small integers.

A set of cards is one integer: card ``c`` is in it when bit ``c`` is set, so cards run from 0 to 62.
Every function here works alike in CPython and in compiled rules.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from faceup.rules.errors import ParameterError

RUN = re.compile(r"[0-9]{1,9}(-[0-9]{1,9})?")
HIGHEST_CARD = 62  # bit 63 is the sign of a 64-bit integer
MOST_LISTED = 10  # cards of a set that people read one by one


def size(cards: int) -> int:
    """The number of cards in a set."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def highest(cards: int) -> int:
    """The highest card of a set that is not empty."""
    return cards.bit_length() - 1


def bits(cards: int) -> Iterator[int]:
    """Every card of the set, lowest first."""
    while cards:
        card = lowest(cards)
        yield card
        cards ^= 1 << card


def bits_of(cards: Iterable[int]) -> int:
    """The set of these cards, each of them once."""
    return sum(1 << card for card in cards)


def holds(cards: int, card: int) -> bool:
    """Whether the set holds the card."""
    return (cards >> card) & 1 == 1


def rank(card: int, suits: int) -> int:
    """The rank, from 0, of a card in a deck that is numbered rank by rank."""
    return card // suits


def suit(card: int, suits: int) -> int:
    """The suit, from 0, of a card in a deck that is numbered rank by rank."""
    return card % suits


def swap_suits(suits: int, ranks: int) -> Iterator[list[int]]:
    """For ``alike``: permutations by which suits change places, in a deck numbered rank by rank."""
    for low in range(suits - 1):
        yield [card + (card % suits == low) - (card % suits == low + 1) for card in range(suits * ranks)]


def swap_ranks(suits: int, ranks: int) -> Iterator[list[int]]:
    """For ``alike``: permutations by which ranks change places, in a deck numbered rank by rank."""
    for low in range(ranks - 1):
        yield [card + suits * ((card // suits == low) - (card // suits == low + 1)) for card in range(suits * ranks)]


def ignore_suits(suits: int, ranks: int) -> Iterator[list[int]]:
    """For ``alike``: all cards of one rank are the same to the rules, in a deck numbered rank by rank."""
    for low in range(0, suits * ranks, suits):
        yield from swap_cards(range(low, low + suits))


def swap_cards(cards: Iterable[int]) -> Iterator[list[int]]:
    """For ``alike``: these cards are all the same to the rules, so any two may change places."""
    members = list(cards)
    for one, another in pairwise(members):
        new = list(range(max(members) + 1))
        new[one], new[another] = another, one
        yield new


def read_cards(text: str) -> int:
    """The set of cards that a text such as ``1-16,36-44`` names. Raises ParameterError for any other text."""
    cards = 0
    for part in text.split(",") if text else ():
        first, _, last = part.partition("-")
        if not RUN.fullmatch(part):
            raise ParameterError(f"{text!r} is not a set of cards; write one as 1-16,36-44")
        low, high = int(first), int(last or first)
        if low > high or high > HIGHEST_CARD:
            raise ParameterError(f"{part!r} in {text!r}: a run goes from low to high, within 0 to {HIGHEST_CARD}")
        for card in range(low, high + 1):
            if holds(cards, card):
                raise ParameterError(f"{text!r} names {card} twice")
            cards |= 1 << card
    return cards


def list_cards(members: int) -> str:
    """Write a few cards of a bitset one by one, ``1 2 4``; many as ``write_cards`` does."""
    return " ".join(map(str, bits(members))) if members.bit_count() <= MOST_LISTED else write_cards(members)


def write_cards(cards: int) -> str:
    """The set as ``1-16,36-44``, the shortest text that ``read_cards`` takes."""
    runs: list[list[int]] = []
    for card in bits(cards):
        if runs and runs[-1][1] == card - 1:
            runs[-1][1] = card
        else:
            runs.append([card, card])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
