"""Dealing numbered games, and watching whether one ends.

They are dealt one at a time in CPython, a block at a time in machine code: the same cards either way. A table that
comes round again is noticed by R. P. Brent's way (BIT 20, 1980): from some step on, a power of two, every table is
compared with one that is remembered; the table after each step whose number is a power of two takes its place. Machine
code keeps its tables in arrays, and asks ``is_remembered`` too.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any

from faceup.engines.model.kernel_names import empty, int64
from faceup.engines.model.random_stream import MASK, STREAM_SIZE, batch, begin, philox, shuffle
from faceup.library.errors_in_rules import place_of
from faceup.rules.contract import Patience
from faceup.rules.errors import RulesError, UsageError, error_words
from faceup.rules.pile import LARGEST_CARD, Pile, Tally, things
from faceup.rules.texts import line_of

MANY = 1000  # cards of a deck, after which no further one is asked for
TOGETHER = 128  # games whose random numbers are computed side by side


def deck_of(game: Patience) -> list[int]:
    """The full deck in its first order; raises RulesError for a card that is no small integer."""
    name = type(game).__name__
    deck: Any = game.deck()
    if not isinstance(deck, Iterable):
        raise RulesError(f"{name}: deck gives {deck!r}; it yields every card{line_of(game, 'deck')}")
    cards = list(islice(deck, MANY))
    for card in cards:
        if not isinstance(card, int) or not 0 <= card <= LARGEST_CARD:
            raise RulesError(f"{name}: deck has card {card!r}; cards are integers from 0 to {LARGEST_CARD}")
    if not 0 < len(cards) <= LARGEST_CARD:
        raise RulesError(f"{name}: the deck has {_many(len(cards))} cards; possible: 1 to {LARGEST_CARD}")
    return cards


def _many(cards: int) -> str:
    return str(cards) if cards < MANY else f"{MANY:,} or more"


def order_of(deck: list[int], seed: int, number: int) -> list[int]:
    """The deck as it is shuffled for one numbered game, the bottom card first."""
    order = list(deck)
    stream = [0] * STREAM_SIZE
    begin(stream, seed, number)
    shuffle(order, len(order), stream)
    return order


def order_in(game: Patience, text: str) -> list[int]:
    """The deck in the order that a text names; raises UsageError where it is not the whole deck."""
    order = list(game.read(text))
    if sorted(order) != sorted(deck_of(game)):
        raise UsageError(f"{text!r} is not the whole deck, each of its {len(deck_of(game))} cards once")
    return order


def lay_out(game: Patience, order: Iterable[int]) -> Any:
    """The table at the beginning of a game with this shuffled deck, the bottom card first."""
    cards = list(order)
    room = len(cards)
    table = game.Table(*(Tally() if thing is Tally else Pile(room) for thing in things(game.Table)))
    with rules_errors(game, table):
        game.lay(table, Pile(room, cards))
    return table


@contextmanager
def rules_errors(game: Patience, table: Any) -> Iterator[None]:
    """Turn an error inside the rules into a RulesError that shows the table."""
    try:
        yield
    except (IndexError, ValueError, ArithmeticError) as error:
        place = place_of(error)
        where = f" ({place.file}, line {place.line})" if place else ""
        raise RulesError(
            f"{type(game).__name__}: {error_words(error)} at the table {game.show(table)}{where}"
        ) from error


def deal(game: Patience, seed: int, number: int) -> Any:
    """The table at the beginning of one numbered game."""
    return lay_out(game, order_of(deck_of(game), seed, number))


def batches(count: int) -> list[tuple[int, int, int]]:
    """How a shuffle of so many cards uses its words: for each its first and last bound, and a height.

    What is left of a word whose upper half is above that height is not rejected.
    """
    found = []
    n = count
    while n > 1:
        last, product = batch(n)
        found.append((n, last, (2**64 % product) >> 32))
        n = last - 1
    return found


def deal_block(deck: Any, words: Any, seed: int, first: int, orders: Any, high: Any, low: Any, digits: Any) -> None:
    """Shuffle the deck for games from ``first`` on, one for each row of ``orders``: a multiple of TOGETHER.

    The loops over ``i`` are the ones that the compiler turns into vector instructions.
    """
    size = len(deck)
    k0, k1 = seed & MASK, (seed >> 32) & MASK
    stream = empty(STREAM_SIZE, int64)
    for begun in range(0, orders.shape[0], TOGETHER):
        for w in range(0, words.shape[0], 2):
            for i in range(TOGETHER):
                game = first + begun + i
                a, b, c, d = philox(w >> 1, 0, game & MASK, (game >> 32) & MASK, k0, k1)
                high[w, i], low[w, i] = a, b
                high[w + 1, i], low[w + 1, i] = c, d
        suspects = 0
        for w in range(words.shape[0]):
            for n in range(words[w, 0], words[w, 1] - 1, -1):
                bound = n & MASK
                for i in range(TOGETHER):
                    product = int64(low[w, i]) * bound
                    carried = int64(high[w, i]) * bound + (product >> 32)
                    digits[n, i] = carried >> 32
                    high[w, i] = carried & MASK
                    low[w, i] = product & MASK
            for i in range(TOGETHER):
                suspects += high[w, i] <= words[w, 2]
        for i in range(0, TOGETHER, 4):
            for k in range(4):
                for n in range(size):
                    orders[begun + i + k, n] = deck[n]
            for n in range(size, 1, -1):
                for k in range(4):  # four decks in turn: a swap need not wait for the one before it
                    row = orders[begun + i + k]
                    j = digits[n, i + k]
                    row[n - 1], row[j] = row[j], row[n - 1]
        if suspects:  # rare: the plain shuffle says whether to draw again, and does
            for i in range(TOGETHER):
                for w in range(words.shape[0]):
                    if high[w, i] <= words[w, 2]:
                        row = orders[begun + i]
                        for n in range(size):
                            row[n] = deck[n]
                        begin(stream, seed, first + begun + i)
                        shuffle(row, size, stream)
                        break


class Dealer:
    """Deals blocks of numbered games in machine code."""

    def __init__(self, deck: list[int]) -> None:
        import numpy as np

        self.deck = np.array(deck, np.int8)
        found = batches(len(deck))
        # An even number of words, for a block of random bits is two; an empty batch uses the odd one up.
        found += [(0, 1, -1)] * (len(found) % 2)
        self.words = np.array(found, np.int64).reshape(-1, 3)
        self.compiled = compiled_deal_block()

    def orders(self, seed: int, first: int, count: int) -> Any:
        """``count`` shuffled decks as int8 rows, the bottom card first."""
        import numpy as np

        orders = np.empty((-(-count // TOGETHER) * TOGETHER, len(self.deck)), np.int8)
        high, low = (np.empty((len(self.words), TOGETHER), np.uint32) for _ in range(2))
        digits = np.empty((len(self.deck) + 1, TOGETHER), np.uint8)
        self.compiled(self.deck, self.words, seed, first, orders, high, low, digits)
        return orders[:count]


@cache
def compiled_deal_block() -> Any:
    import numpy as np
    from numba import njit

    from faceup.native.kernels import shared_kernel

    # Inlined before LLVM sees it, or it would not become vector instructions: nine times as slow.
    inlined = njit(philox, inline="always")
    return shared_kernel(deal_block, int64=np.int64, empty=np.empty, philox=inlined)


def is_remembered(steps: int) -> bool:
    """Whether the table after so many steps is the one that later tables are compared with."""
    return steps & (steps - 1) == 0


class TableWatch:
    """Compares tables in CPython."""

    def __init__(self) -> None:
        self.table: Any = None

    def comes_round(self, steps: int, table: Any) -> bool:
        """Whether this table, after so many steps, was there before; to be asked at every step from a power of two."""
        if table == self.table:
            return True
        if is_remembered(steps):
            self.table = table
        return False
