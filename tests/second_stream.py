"""An independent implementation of the random stream, from the papers, in integers of any size."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

# Multipliers and Weyl increments of Philox with four words of so many bits (Salmon et al. 2011, table 2 and text).
PHILOX = {
    32: ((0xD2511F53, 0xCD9E8D57), (0x9E3779B9, 0xBB67AE85)),
    64: ((0xD2E7470EE14C6C93, 0xCA5A826395121157), (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)),
}

LARGEST = 1 << 54  # of the products of bounds that are drawn from one word


def philox4(counter: Sequence[int], key: Sequence[int], bits: int = 32) -> list[int]:
    """Philox4x32-10, or Philox4x64-10: ten rounds of multiply, cross over and mix in a key that is bumped."""
    multipliers, weyl = PHILOX[bits]
    one = 1 << bits
    words = list(counter)
    for number in range(10):
        bumped = [(part + number * step) % one for part, step in zip(key, weyl, strict=True)]
        products = [multiplier * words[place] for multiplier, place in zip(multipliers, (0, 2), strict=True)]
        words = [
            products[1] // one ^ words[1] ^ bumped[0],
            products[1] % one,
            products[0] // one ^ words[3] ^ bumped[1],
            products[0] % one,
        ]
    return words


def words32(seed: int, game: int) -> Iterator[int]:
    """The 32-bit words of a game: block by block, the game's number in the upper half of the counter."""
    for block in count():
        yield from philox4((block, 0, game % 2**32, game >> 32), (seed % 2**32, seed >> 32))


def digits(word: int, bounds: Iterable[int], bits: int = 64) -> tuple[list[int], int]:
    """Extract one number below each bound from a word; return the numbers and the rest of the word."""
    numbers = []
    for bound in bounds:
        digit, word = divmod(word * bound, 1 << bits)
        numbers.append(digit)
    return numbers, word


def bounds_together(n: int) -> list[int]:
    """Return the bounds n, n - 1, ... above 1, as many as have a product of at most LARGEST."""
    bounds, product = [n], n
    while bounds[-1] > 2 and product * (bounds[-1] - 1) <= LARGEST:
        bounds.append(bounds[-1] - 1)
        product *= bounds[-1]
    return bounds


def shuffle(deck: Iterable[int], words: Iterator[int]) -> tuple[list[int], int]:
    """Shuffle the deck from the top down; return it and the number of rejected words."""
    order, again = list(deck), 0
    n = len(order)
    while n > 1:
        bounds = bounds_together(n)
        product = 1
        for bound in bounds:
            product *= bound
        while True:
            places, left = digits(next(words) << 32 | next(words), bounds)
            if left >= 2**64 % product:
                break
            again += 1
        for bound, place in zip(bounds, places, strict=True):
            card = order[place]
            order[place] = order[bound - 1]
            order[bound - 1] = card
        n -= len(bounds)
    return order, again


def order(deck: Iterable[int], seed: int, game: int) -> list[int]:
    """Return the deck of a numbered game."""
    return shuffle(deck, words32(seed, game))[0]
