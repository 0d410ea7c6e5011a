"""Random numbers by counter: the numbers of game k under a seed depend on nothing but the seed and k.

Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3; SC 2011). One text serves
CPython and machine code: every product and sum is masked to 32 bits, so that it does not matter whether integers
grow or wrap round.

A stream is ten integers: key (2), game (2), block, position in the block, the block's words (4).
"""

from typing import Any

MASK = 0xFFFFFFFF
MULTIPLIER_0, MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
WEYL_0, WEYL_1 = 0x9E3779B9, 0xBB67AE85

KEY, GAME, BLOCK, POSITION, WORDS, STREAM_SIZE = 0, 2, 4, 5, 6, 10


def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """Four random 32-bit words for a counter of four words and a key of two."""
    for _ in range(10):
        a = MULTIPLIER_0 * c0
        b = MULTIPLIER_1 * c2
        c0, c1, c2, c3 = ((b >> 32) & MASK) ^ c1 ^ k0, b & MASK, ((a >> 32) & MASK) ^ c3 ^ k1, a & MASK
        k0 = (k0 + WEYL_0) & MASK
        k1 = (k1 + WEYL_1) & MASK
    return c0, c1, c2, c3


def begin(stream: Any, seed: int, game: int) -> None:
    """Set a stream to the beginning of a game; seed and game are taken modulo 2**64."""
    stream[KEY], stream[KEY + 1] = seed & MASK, (seed >> 32) & MASK
    stream[GAME], stream[GAME + 1] = game & MASK, (game >> 32) & MASK
    stream[BLOCK], stream[POSITION] = 0, 4


def word(stream: Any) -> int:
    """The next 32 random bits."""
    if stream[POSITION] == 4:
        a, b, c, d = philox(stream[BLOCK], 0, stream[GAME], stream[GAME + 1], stream[KEY], stream[KEY + 1])
        stream[WORDS], stream[WORDS + 1], stream[WORDS + 2], stream[WORDS + 3] = a, b, c, d
        stream[BLOCK] += 1
        stream[POSITION] = 0
    position = stream[POSITION]
    stream[POSITION] = position + 1
    return int(stream[WORDS + position])


def below(stream: Any, n: int) -> int:
    """A uniform integer from 0 to n - 1, for n up to 2**32, without bias.

    Lemire, Fast random integer generation in an interval (2019): the low half of word * n tells when to draw again.
    """
    product = word(stream) * n
    if product & MASK < n:
        while product & MASK < (MASK + 1 - n) % n:
            product = word(stream) * n
    return (product >> 32) & MASK


def shuffle(pile: Any, stream: Any) -> None:
    """Put the cards of a pile in uniformly random order (Fisher and Yates, from the top down)."""
    cells = pile.cells
    for i in range(pile.size(), 1, -1):
        j = below(stream, i) + 1
        cells[i], cells[j] = cells[j], cells[i]
