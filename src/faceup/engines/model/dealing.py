"""Deal numbered games, and detect tables that repeat.

CPython deals one game at a time, machine code a block of games: the same cards either way. Repeated tables are detected
by Brent's cycle detection (BIT 20, 1980): every table is compared with a remembered one, and the table after each step
whose number is a power of two becomes the remembered one. Machine code has its tables in arrays, and uses
``is_remembered`` too.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any

from faceup.engines.model import thresholds
from faceup.engines.model.kernel_names import empty, int64
from faceup.engines.model.random_stream import MASK, STREAM_SIZE, batch, begin, philox, shuffle
from faceup.library.errors_in_rules import place_of
from faceup.rules.contract import Patience
from faceup.rules.errors import RulesError, UsageError, error_words
from faceup.rules.pile import LARGEST_CARD, Pile, Tally, things
from faceup.rules.texts import line_of

MANY = 1000  # cards of a deck that are listed, at most
TOGETHER = 128  # games whose random numbers are computed side by side


def no_decisions(game: Patience) -> UsageError:
    """Return the refusal of a question about decisions, with the commands that a solitaire game has."""
    solve = ", solve" * (len(deck_of(game)) <= thresholds.ENUMERATED_CARDS)
    possible = f"possible: play, simulate, replay{solve}, check"
    return UsageError(f"{game.name!r} is a solitaire game that plays itself; {possible}")


def deck_of(game: Patience) -> list[int]:
    """Return the full deck in its first order. Raises RulesError for a card that is not a small integer."""
    name = type(game).__name__
    deck: Any = game.deck()
    if not isinstance(deck, Iterable):
        raise RulesError(f"{name}: deck returns {deck!r}; it must yield every card{line_of(game, 'deck')}")
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
    """Return the deck as shuffled for one numbered game, bottom card first."""
    order = list(deck)
    stream = [0] * STREAM_SIZE
    begin(stream, seed, number)
    shuffle(order, len(order), stream)
    return order


def order_in(game: Patience, text: str) -> list[int]:
    """Return the deck in the order that a text gives. Raises UsageError if it is not the whole deck."""
    order = list(game.read(text))
    if sorted(order) != sorted(deck_of(game)):
        raise UsageError(f"{text!r} is not the whole deck; write each of its {len(deck_of(game))} cards once")
    return order


def lay_out(game: Patience, order: Iterable[int]) -> Any:
    """Return the table at the start of a game with this shuffled deck (bottom card first)."""
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
    """Return the table at the start of one numbered game."""
    return lay_out(game, order_of(deck_of(game), seed, number))


def batches(count: int) -> list[tuple[int, int, int]]:
    """Return how a shuffle of ``count`` cards uses its random words: for each (first bound, last bound, height).

    A word is surely not rejected if the upper half of its remainder is above the height.
    """
    bounds = []
    n = count
    while n > 1:
        last, product = batch(n)
        bounds.append((n, last, (2**64 % product) >> 32))
        n = last - 1
    return bounds


def deal_block(deck: Any, words: Any, seed: int, first: int, orders: Any, high: Any, low: Any, digits: Any) -> None:
    """Shuffle the deck for games from ``first`` on, one for each row of ``orders``: a multiple of TOGETHER rows.

    The compiler turns the loops over ``i`` into vector instructions.
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
                for k in range(4):  # four decks in turn: their swaps overlap
                    row = orders[begun + i + k]
                    j = digits[n, i + k]
                    row[n - 1], row[j] = row[j], row[n - 1]
        if suspects:  # rare: the plain shuffle decides whether to draw again
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
        bounds = batches(len(deck))
        # An even number of words, as a block of random bits has two; an empty batch uses up the odd one.
        bounds += [(0, 1, -1)] * (len(bounds) % 2)
        self.words = np.array(bounds, np.int64).reshape(-1, 3)
        self.compiled = compiled_deal_block()

    def orders(self, seed: int, first: int, count: int) -> Any:
        """Return ``count`` shuffled decks as int8 rows, bottom card first."""
        import numpy as np

        orders = np.empty((-(-count // TOGETHER) * TOGETHER, len(self.deck)), np.int8)
        high, low = (np.empty((len(self.words), TOGETHER), np.uint32) for _ in range(2))
        digits = np.empty((len(self.deck) + 1, TOGETHER), np.uint8)
        self.compiled(self.deck, self.words, seed, first, orders, high, low, digits)
        return orders[:count]


@cache
def compiled_deal_block() -> Any:
    """Return ``deal_block`` in machine code."""
    import numpy as np
    from numba import njit

    from faceup.native.kernels import shared_kernel

    # Inlined by Numba, for LLVM would not vectorise the call: nine times as slow.
    inlined = njit(philox, inline="always")
    return shared_kernel(deal_block, int64=np.int64, empty=np.empty, philox=inlined)


def is_remembered(steps: int) -> bool:
    """Whether later tables are compared with the table after this many steps."""
    return steps & (steps - 1) == 0


class TableWatch:
    """Compares tables in CPython."""

    def __init__(self) -> None:
        self.table: Any = None

    def has_repeated(self, steps: int, table: Any) -> bool:
        """Whether this table, after ``steps`` steps, has repeated. Call it at every step from a power of two on."""
        if table == self.table:
            return True
        if is_remembered(steps):
            self.table = table
        return False
