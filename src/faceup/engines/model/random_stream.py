"""Counter-based random numbers, and drawing outcomes, integers and shuffles from them.

The numbers of game k under a seed depend only on the seed and k.

Source: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3; SC 2011). One text
serves CPython and machine code: every product and sum is masked to 32 bits, so that it does not matter whether integers
grow or wrap round.

A stream is ten integers: key (2), game (2), block, position in the block, the block's words (4).

``engines.mcts.tree_search`` has counterparts of ``list_moves`` and ``draw_outcome`` in CPython.
"""

from typing import Any

from faceup.engines.model.kernel_names import EVEN, add, read_move, scaled_odds, write_move

MASK = 0xFFFFFFFF
MULTIPLIER_0, MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
WEYL_0, WEYL_1 = 0x9E3779B9, 0xBB67AE85

KEY, GAME, BLOCK, POSITION, WORDS, STREAM_SIZE = 0, 2, 4, 5, 6, 10

# The largest product of bounds drawn from one 64-bit word: 52 cards take five words, and rejection is rare.
BATCH = 1 << 54
LARGEST_WORD = (1 << 63) - 1


def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """Return four random 32-bit words for a counter of four words and a key of two."""
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
    """Return the next 32 random bits."""
    if stream[POSITION] == 4:
        next_block(stream)
    position = stream[POSITION]
    stream[POSITION] = position + 1
    return int(stream[WORDS + position])


def next_block(stream: Any) -> None:
    """Compute the next four words of a stream."""
    a, b, c, d = philox(stream[BLOCK], 0, stream[GAME], stream[GAME + 1], stream[KEY], stream[KEY + 1])
    stream[WORDS], stream[WORDS + 1], stream[WORDS + 2], stream[WORDS + 3] = a, b, c, d
    stream[BLOCK] += 1
    stream[POSITION] = 0


def below(stream: Any, n: int) -> int:
    """Return a uniform integer from 0 to n - 1, for n up to 2**32, without bias.

    Source: Lemire, Fast random integer generation in an interval (2019). The low half of word * n decides whether to
    draw again.
    """
    product = word(stream) * n
    if product & MASK < n:
        product = draw_again(stream, n, product)
    return (product >> 32) & MASK


def draw_again(stream: Any, n: int, product: int) -> int:
    """Draw until the product of a word and n is unbiased; return the product."""
    while product & MASK < (MASK + 1 - n) % n:
        product = word(stream) * n
    return product


def below_any(stream: Any, n: int) -> int:
    """Return a uniform integer from 0 to n - 1, without bias; in machine code for n up to 2**63 - 1."""
    return below(stream, n) if n <= MASK + 1 else below_large(stream, n)


def below_large(stream: Any, n: int) -> int:
    """Return a uniform integer below n, for n beyond 2**32: draw as many bits as n - 1 has, until they are below n."""
    bits = 32
    while (n - 1) >> bits != 0:
        bits += 1
    while True:
        point, bits_left = 0, bits
        while bits_left > 0:
            taken_bits = min(bits_left, 32)
            point = (point << taken_bits) | (word(stream) >> (32 - taken_bits))
            bits_left -= taken_bits
        if point < n:
            return point


DRAWING = (begin, word, below, below_any)  # inlined in kernels; the functions that they rarely call are not


def batch(n: int) -> tuple[int, int]:
    """Return (last bound, product) of the bounds n, n - 1, ..., last bound that are drawn from one word."""
    product = n
    while n > 2 and product <= BATCH // (n - 1):
        n -= 1
        product *= n
    return n, product


def digit(high: int, low: int, n: int) -> tuple[int, int, int]:
    """Multiply a 64-bit word by n; return the overflow, from 0 to n - 1, and the two halves of the remainder."""
    product = low * n
    carried = high * n + ((product >> 32) & MASK)
    return (carried >> 32) & MASK, carried & MASK, product & MASK


def is_rejected(high: int, low: int, product: int) -> bool:
    """Whether the remainder of a word shows that its digits would be biased, for bounds with this product."""
    if high >> 22 != 0:  # at least BATCH
        return False
    return (high << 32 | low) < 2 * (LARGEST_WORD % product + 1) % product  # 2**64 modulo the product


def shuffle(cells: Any, count: int, stream: Any) -> None:
    """Put the first ``count`` cells in uniformly random order: Fisher and Yates from the top down.

    Several bounded integers come from one 64-bit word (Brackett-Rozinsky and Lemire: Batched ranged random integer
    generation, 2024): each takes the overflow of a product, and the remainder of the word decides, at the end, whether
    all of them must be drawn again. In that case the swaps are undone first.
    """
    n = count
    while n > 1:
        last, product = batch(n)
        while True:
            high, low = word(stream), word(stream)
            start_high, start_low = high, low
            for i in range(n, last - 1, -1):
                j, high, low = digit(high, low, i)
                cells[i - 1], cells[j] = cells[j], cells[i - 1]
            if not is_rejected(high, low, product):
                break
            swap_back(cells, start_high, start_low, n, last)
        n = last - 1


def swap_back(cells: Any, high: int, low: int, n: int, last: int) -> None:
    """Undo the swaps of one word, the last one first."""
    for stop in range(last, n + 1):
        h, k, j = high, low, 0
        for i in range(n, stop - 1, -1):
            j, h, k = digit(h, k, i)
        cells[stop - 1], cells[j] = cells[j], cells[stop - 1]


def list_moves(rules: Any, s: Any, moves: Any) -> int:
    """Write the moves; return how many there are, or the room plus 1 if they do not fit."""
    count = 0
    for m in rules.moves(s):
        count += 1
        if count > len(moves):
            break
        write_move(moves, count - 1, m)
    return count


def list_odds(rules: Any, s: Any, moves: Any, odds: Any, count: int) -> int:
    """Write the odds of the outcomes; return their sum, or -1 if they are invalid."""
    total = 0
    for k in range(count):
        weight = scaled_odds(rules, s, rules.odds(s, read_move(moves, k)))
        if weight < 0:
            return -1
        odds[k] = weight
        total = add(total, weight)
    return total if total > 0 else -1


def draw_by_odds(odds: Any, total: int, stream: Any) -> int:
    """Draw an outcome by odds with this sum; return its place."""
    return place_by_odds(odds, below_any(stream, total))


def place_by_odds(odds: Any, point: int) -> int:
    """Return the place of the outcome in whose odds a point lies."""
    k = 0
    while point >= odds[k]:
        point -= odds[k]
        k += 1
    return k


def draw_outcome(rules: Any, s: Any, moves: Any, odds: Any, count: int, stream: Any) -> int:
    """Draw one of ``count`` listed outcomes of chance; return its place, or -1 if the odds are invalid."""
    if EVEN:  # a constant when the kernel is compiled
        return below_any(stream, count)
    total = list_odds(rules, s, moves, odds, count)
    return draw_by_odds(odds, total, stream) if total > 0 else -1
