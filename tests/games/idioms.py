"""One method for each way of saying something in Python that rules may use, and that machine code must know.

Every method takes a state (two numbers from 0 up and a set of cards) and gives a number, on which all engines agree.
"""

import itertools
import math
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, gcd

from faceup.rules import OVER, Game, NamedTuple, bits, highest, lowest, size

LINES = (0b111, 0b111000, 0b1001001, 0b1010100)
RAGGED = ((1, 2), (3,), (4, 5, 6))
GRID = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
PRICES = {0: 3, 1: 5, 2: 8, 7: 13}
PAIRS = {(0, 0): 1, (0, 1): 4, (1, 1): 9}
NAMED = {"low": 2, "high": 9}
NEAR = {0: (1, 2), 1: (0,), 2: (0, 1, 3)}
ROUTES = {"short": [2, 3], "long": [4, 5, 6]}
HALF = Fraction(1, 2)
WEIGHTS = [4, 7, 1, 8]
MASKS = [[1, 2], [3, 4], [5, 6]]
LETTERS = "abcde"
SQUARES = [n * n for n in range(100)]


@dataclass(frozen=True)
class Die:
    sides: int
    worst: int


@dataclass(frozen=True)
class Good:
    name: str
    price: int
    sizes: tuple[int, ...] = (1, 2)

    @property
    def gain(self):
        return 2 * self.price

    def loss(self, more=0):
        return self.price + more


GOODS = [Good("silk", 3), Good("salt", 1), Good("gold", 7, (3, 4))]
BY_LETTER = {good.name[0]: good for good in GOODS[1:]} | {"s": GOODS[0]}
RECORDS = [("ore", 3, (1, 2)), ("tin", 5, (0, 4)), ("oil", 2, (2, 2))]
CHANCES = [Fraction(1, 2), Fraction(2, 3), Fraction(5, 7)]


class Card(NamedTuple):
    rank: int
    suit: int

    @property
    def worth(self):
        return 10 * self.rank + self.suit

    def beats(self, other):
        return self.suit == other.suit and self.rank > other.rank


class Suit(IntEnum):
    CLUBS = 0
    HEARTS = 2


SMALL = Die(sides=4, worst=1)
DECK = [Card(rank, suit) for rank, suit in product(range(1, 4), Suit)]


class Limits:
    MOST = 5
    STEPS = (1, 4, 9)


def doubled(n):
    return 2 * n


def upto(n):
    yield from range(n)


def squares(n):
    row = [k * k for k in range(n)]
    for square in row:
        yield square


def products(row):
    for a in row:
        for b in row:
            yield a * b


def weighted(x, y=3, z=5):
    return 100 * x + 10 * y + z


def neighbours(n):
    for k in range(n):
        yield [k, k + 1]


def is_even(n):
    return n == 0 or is_odd(n - 1)


def is_odd(n):
    return n > 0 and is_even(n - 1)


@cache
def ways(n):
    return 1 if n < 2 else ways(n - 1) + ways(n - 2)


@cache
def fibonacci(n):
    if n == 0:
        return 0, 1
    low, high = fibonacci(n - 1)
    return high, low + high


@cache
def divisors(n):
    return tuple(d for d in range(1, n + 1) if n % d == 0)


@cache
def steps_from(k):
    found = []
    if k > 0:
        found.append(k - 1)
    if k < 5:
        found.append(k + 1)
    return tuple(found)


@cache
def worth_of(row):
    return sum(k * n for k, n in enumerate(row))


def either(n):
    yield from range(n) if n % 2 else (7, n)


def powered(base, *, exponent=2):
    return base**exponent


class Base(Game):
    BONUS = 10

    def worth(self, s):
        return s.a + self.BONUS

    @property
    def middle(self):
        return self.span // 2


class Idioms(Base):
    span: int = 6
    TABLE = (3, 1, 4, 1, 5, 9)
    SCORES = [2, 7, 1, 8]
    BY_KIND = {0: 10, 1: 20, 2: 30}
    BONUS = 20

    class State(NamedTuple):
        a: int
        b: int
        cards: int

        @property
        def total(self):
            return self.a + self.b

        def gap(self):
            return self.a - self.b

    class Pair(NamedTuple):
        low: int = 2
        high: int = 7

    def start(self):
        return self.State(0, 0, 0)

    def turn(self, s):
        return OVER

    def moves(self, s):
        row = sorted(range(s.a), reverse=True)
        for m in row:
            yield m

    def play(self, s, m):
        return s

    # generator expressions and comprehensions

    def any_of_constants(self, s):
        return any(s.cards & line == line for line in LINES)

    def all_of_range(self, s):
        return all(s.cards >> k & 1 for k in range(s.a))

    def sum_of_bits(self, s):
        return sum(bits(s.cards))

    def sum_of_generator(self, s):
        return sum(2 * c + 1 for c in bits(s.cards) if c != s.a)

    def sum_from(self, s):
        return sum((c for c in bits(s.cards)), start=s.b)

    def sum_of_list(self, s):
        return sum([c * c for c in bits(s.cards)])

    def sum_of_truths(self, s):
        return sum(c > s.a for c in bits(s.cards))

    def sum_of_call(self, s):
        return sum(upto(s.a))

    def sum_of_display(self, s):
        return sum([s.a, s.b, 3])

    def nested(self, s):
        return sum(c * k for c in bits(s.cards) for k in range(s.a) if c != k)

    def nested_any(self, s):
        return all(any(c + k == 5 for k in range(s.a)) for c in bits(s.cards))

    def min_default(self, s):
        return min((c for c in bits(s.cards) if c > s.a), default=-1)

    def max_key(self, s):
        return max(range(s.a + 1), key=lambda c: (c * 5 % 7, c))

    def min_key_method(self, s):
        return min(range(s.a + 1), key=self.distance)

    def distance(self, c):
        return abs(c - self.span)

    def max_of_three(self, s):
        return max(s.a, s.b, 3)

    def min_of_display_key(self, s):
        return min((s.a, s.b, 4), key=lambda c: -c)

    def max_tuples(self, s):
        return max((c % 3, c) for c in range(s.a + 2))[1]

    def sorted_items(self, s):
        ranked = sorted((c * 3 % 7 for c in range(s.a + 2)), reverse=True)
        return ranked[0] * 100 + ranked[-1]

    def sorted_key(self, s):
        ranked = sorted(range(s.a + 2), key=lambda c: c % 3)
        return sum(k * c for k, c in enumerate(ranked))

    def sorted_key_reverse(self, s):
        ranked = sorted(range(s.a + 2), key=lambda c: c % 3, reverse=True)
        return sum(k * c for k, c in enumerate(ranked))

    def list_comprehension(self, s):
        held = [c for c in bits(s.cards)]
        return len(held) + (held[-1] if held else 0)

    def list_of_bits(self, s):
        return len(list(bits(s.cards)))

    def tuple_of_items(self, s):
        held = tuple(c + 1 for c in range(s.a))
        return len(held) + sum(held)

    def set_comprehension(self, s):
        return len({c % 3 for c in bits(s.cards)})

    def set_of_items(self, s):
        return len(set(c // 2 for c in bits(s.cards)))

    def dict_comprehension(self, s):
        squares = {c: c * c for c in range(s.a + 1)}
        return squares[s.a]

    def local_dict(self, s):
        count = {}
        for c in range(s.a + 1):
            count[c % 3] = count.get(c % 3, 0) + 1
        return count[0]

    def local_set(self, s):
        seen = set()
        for c in bits(s.cards):
            seen.add(c % 3)
        return len(seen) + (1 in seen)

    def enumerated(self, s):
        return sum(k * c for k, c in enumerate(bits(s.cards)))

    def zipped(self, s):
        return sum(a * b for a, b in zip(self.TABLE, range(s.a), strict=False))

    def mapped(self, s):
        return sum(map(doubled, bits(s.cards)))

    def mapped_lambda(self, s):
        return sum(map(lambda c: c + s.a, range(s.b)))

    def filtered(self, s):
        return sum(filter(lambda c: c % 2, bits(s.cards)))

    def reversed_range(self, s):
        last = 0
        for c in reversed(range(s.a)):
            last = 10 * last + c
        return last % 1000

    def reversed_tuple(self, s):
        first = 0
        for c in reversed(self.TABLE):
            first = (first * 3 + c) % 101
        return first + s.a

    def list_methods(self, s):
        held = [3, 1, 2]
        held.append(s.a)
        held.sort()
        held.reverse()
        return held.pop() + held.index(3) + held.count(2)

    def list_slices(self, s):
        held = list(range(8))
        return sum(held[s.a : s.a + 3]) + sum(held[::-1][:2])

    def tuple_slices(self, s):
        k, hand = s.a % 4, tuple(c for c in bits(s.cards))
        rest = hand[:k] + hand[k + 1 :]
        return 100 * sum(self.TABLE[k:]) + 10 * len(rest) + sum(rest[s.b :]) + sum((1, s.a, 3)[:k])

    def tuples_of_any_length_compared(self, s):
        made, goal = tuple(k for k in range(s.a)), tuple(range(s.b)) + (0,)
        same = (made == tuple(range(s.a))) + 2 * (made != goal) + 4 * (made < goal) + 8 * (goal >= made)
        return (
            same
            + 16 * (made == (0,) * s.a)
            + 32 * ((0, 1) <= made)
            + 64 * (made == (0, 1, 2))
            + 128 * (goal > made[1:])
        )

    def tuple_among_tuples(self, s):
        made = [tuple(range(k)) for k in range(4)]
        return (tuple(range(s.a)) in made) + 2 * made.count((*range(s.b), s.b)) + 4 * self.is_low(tuple(range(s.b)))

    def is_low(self, row):
        return row == (0,) or row < (0, 1, 2)

    def members_of_named_tuples(self, s):
        card = Card(s.a, 2)
        return card.worth + sum(card.beats(other) for other in DECK) + max(DECK, key=lambda c: -c.worth).rank

    def set_algebra(self, s):
        held, wanted = {1, s.a, 4}, frozenset(range(s.b))
        return len(held | wanted) + 10 * len(held & wanted) + 100 * len(held - wanted) + (held <= wanted)

    def numbered_from_one(self, s):
        return sum(k * c for k, c in enumerate(bits(s.cards), start=1))

    def first_or_none(self, s):
        found = next((c for c in bits(s.cards) if c > s.a), None)
        return -1 if found is None else found

    def counter(self, s):
        counts = Counter([s.a, s.b, s.a, 3])
        return 100 * counts[s.a] + 10 * counts[99] + max(counts.values()) + len(counts) + (3 in counts)

    def counter_sorted(self, s):
        shape = sorted(Counter(c % 3 for c in bits(s.cards)).values(), reverse=True)
        return sum(k * count for k, count in enumerate(shape, start=1))

    def chained_rows(self, s):
        rows = [[s.a, 1, 2], [3, s.b, 5]]
        return sum(itertools.chain(*rows))

    # statements

    def starred_targets(self, s):
        first, *rest, last = bits(s.cards | 0b1001)
        return 100 * first + 10 * sum(rest) + last

    def conditional_chain(self, s):
        return 1 if 0 < s.a < 3 else 2 if s.a == s.b else 3

    def walrus(self, s):
        if (n := size(s.cards)) > s.a:
            return n
        return -n

    def empty_list(self, s):
        held = [c for c in bits(s.cards) if c > s.a]
        return 1 if not held else 2

    def one_list_or_another(self, s):
        held = [c for c in bits(s.cards) if c > 6] or [s.a]
        return held[0]

    def walrus_in_while(self, s):
        left = s.cards
        total = 0
        while (card := lowest(left)) >= 0:
            left ^= 1 << card
            total += card
        return total

    def walrus_in_comprehension(self, s):
        return sum(double for c in bits(s.cards) if (double := 2 * c) > s.a)

    def matched(self, s):
        match s.a:
            case 0:
                return 7
            case 1 | 2 if s.b > 1:
                return 8
            case 1 | 2:
                return 9
            case n if n > 4:
                return n
        return 0

    def matched_pair(self, s):
        match (s.a, s.b):
            case (0, x):
                return x
            case (x, 0):
                return 10 * x
            case _:
                return -1

    def augmented(self, s):
        counts = [0, 0, 0]
        for c in bits(s.cards):
            counts[c % 3] += c
        counts[0] <<= 1
        return counts[0] * 100 + counts[1] * 10 + counts[2]

    def unpacked(self, s):
        a, b, _ = s
        a, b = b, a
        return 10 * a + b

    def for_else(self, s):
        for c in bits(s.cards):
            if c == s.a:
                break
        else:
            return -1
        return c

    def while_true(self, s):
        k = 0
        while True:
            k += 1
            if k * k > s.a:
                return k

    def asserted(self, s):
        assert s.a >= 0, "from 0 up"
        return s.a

    def in_tuple(self, s):
        return s.a in (1, 3, 5) or s.b not in (0, 2)

    def in_range(self, s):
        return s.a in range(2, 5)

    def named_tuple_kept(self, s):
        best = Card(suit=s.b, rank=s.a)
        for card in (Card(2, 3), Card(3, 1)):
            if card > best:
                best = card
        return best.rank * 10 + best.suit

    # states

    def replaced(self, s):
        t = s._replace(a=s.b, b=s.a + 1)
        return 10 * t.a + t.b

    def starred_state(self, s):
        t = self.State(*[c + 1 for c in (s.a, s.b, 0)])
        return 10 * t.a + t.b

    def starred_generator(self, s):
        t = self.State(*(c + 1 for c in s))
        return 10 * t.a + t.b

    def starred_call(self, s):
        pair = (s.a, s.b)
        return self.added(*pair)

    def added(self, x, y=5):
        return 10 * x + y

    def state_of_a_star_and_more(self, s):
        one, two = self.State(*(s.b, s.a), s.cards), self.State(1, *[s.a, 2])
        return 100 * one.a + 10 * two.b + one.cards % 8

    def truth_in_a_field(self, s):
        t = s._replace(b=s.a > 1) if s.b else self.State(s.a, 0, s.cards)
        return t.b + t.a

    def count_in_a_tuple(self, s):
        return (s.a, 2, s.b, 2).count(2)

    def names_for_items(self, s):
        low, high = (x * x for x in (s.a, s.b))
        return low - high

    def state_with_defaults(self, s):
        return self.Pair().low + self.Pair(s.a).high + self.Pair(high=s.b).low

    def state_of_a_star_between(self, s):
        t = self.State(1, *sorted((s.a,)), cards=7)
        u = self.State(s.b, *{1: s.a, 2: s.b}.values())
        return 100 * t.b + 10 * u.b + u.cards

    def keyword_state(self, s):
        return self.State(cards=0, b=s.a, a=s.b).a

    def state_property(self, s):
        return s.total

    def state_method(self, s):
        return s.gap()

    def state_of_a_row_and_names(self, s):
        pair = [s.b, s.a]
        t = self.State(*pair, cards=3)
        return 100 * t.a + 10 * t.b + t.cards + self.State(*[s.a], b=1, cards=2).b

    # functions

    def keyword_only(self, s):
        return powered(s.a, exponent=3) + powered(s.b)

    def default_argument(self, s):
        return self.added(s.a) + self.added(s.a, y=s.b)

    def inner_function(self, s):
        def shifted(n):
            return n + s.a

        return shifted(s.b) + shifted(1)

    def lambda_called(self, s):
        square = lambda n: n * n + s.b  # noqa: E731
        return square(s.a)

    def mutual_recursion(self, s):
        return is_even(s.a)

    def remembered(self, s):
        return ways(s.a)

    def inherited(self, s):
        return self.worth(s) + self.BONUS

    def worth(self, s):
        return super().worth(s) * 2

    def by_property(self, s):
        return self.middle + s.a

    @classmethod
    def of_class(cls, n):
        return n + cls.BONUS

    def by_class_method(self, s):
        return self.of_class(s.a)

    @staticmethod
    def of_nothing(n):
        return n * 3

    def by_static_method(self, s):
        return self.of_nothing(s.a)

    def lambda_arguments_that_swap(self, s):
        x, y = s.a, s.b
        return sum(map(lambda y, x: 10 * y + x, (x, 1), (y, 2))) + max((s.a - 5, s.b), key=abs)

    def loop_over_either(self, s):
        total = 0
        for c in range(s.a) if s.b else (4, 7):
            total = total * 3 + c
        return total

    def loop_over_members(self, s):
        total = 1
        for suit in Suit:
            total = total * 5 + suit
        return total + sum(s.a for suit in Suit if suit > 1)

    def first_of_a_helper(self, s):
        return next(upto(s.a), -1)

    def remembered_pairs(self, s):
        low, high = fibonacci(s.a)
        return 10 * low + high

    def remembered_rows(self, s):
        return 10 * sum(divisors(s.a + 4)) + len(divisors(s.b + 6)) + steps_from(s.a)[-1]

    def remembered_of_rows(self, s):
        return 10 * worth_of((s.b, s.a)) + worth_of(tuple(bits(s.cards)))

    def one_row_or_another_yielded(self, s):
        return sum(either(s.a)) * 10 + sum(either(s.b))

    # rows whose length is computed

    def product_of_any_rows(self, s):
        held = [s.a % 3, 1, s.b % 3]
        total = sum(2 * max(taken) + taken[0] for taken in product(*(range(n + 1) for n in held)))
        return total + sum(x * y - 3 * z + w for x, y, z, w in product((1, s.a), range(3), repeat=2))

    def lists_of_a_product(self, s):
        rows = [[k, k + s.a] for k in range(s.b % 3 + 1)]
        return sum(sum(taken) for taken in list(product(*rows))) + len(list(product(range(2), *rows, repeat=1)))

    def starred_helper(self, s):
        row = [s.a, s.b, 4]
        return weighted(*row) + weighted(s.b, *row[:2]) + weighted(*row[:1], 2) + self.added(*row[1:])

    def starred_named_tuple(self, s):
        counts = [sum(c % 2 == rest for c in bits(s.cards)) for rest in range(2)]
        card = Card(*counts)
        return 10 * card.rank + card.suit + Card(*map(abs, (-s.a, s.b)))[1]

    def rows_in_a_row(self, s):
        rows = [[s.a, 1], [s.b, 5]]
        return sum(map(sum, rows))

    def different_tuples(self, s):
        rolls = len({tuple(sorted(dice)) for dice in product(range(1, 4), repeat=s.a % 2 + 2)})
        ordered = sorted(set(itertools.combinations((2, 1, 1, s.b), s.a % 3 + 1)), reverse=True)
        hands = sorted({hand for n in range(s.a % 3) for hand in combinations((s.a, 1, 2), n + 1) if 2 in hand})
        return 100 * rolls + 10 * len(ordered) + ordered[0][0] + sum(map(len, hands))

    # fractions

    def fraction_of_numbers(self, s):
        p = Fraction(s.a + 1, s.b + 3)
        return 100 * p.numerator + p.denominator

    def fraction_arithmetic(self, s):
        p, q = Fraction(s.a, 4), 1 - Fraction(1, s.b + 2)
        r = (p + q) * q / 3 - p * 2 + q**2
        return 1000 * r.numerator + r.denominator

    def fraction_compared(self, s):
        p = CHANCES[s.a % 3]
        return 4 * (p > Fraction(1, 2)) + 2 * (p <= s.b) + (HALF == p)

    def fraction_or_number(self, s):
        p = Fraction(s.a, 2) if s.b else 0
        p += HALF
        return 10 * p.numerator + p.denominator + 100 * (-p).numerator + max(p, 1).denominator

    def sum_of_fractions(self, s):
        total = sum(Fraction(1, k + 1) for k in range(s.a)) + sum(CHANCES)
        return 100 * total.numerator + total.denominator + total // 1

    # constants

    def table(self, s):
        return self.TABLE[s.a] + self.TABLE[-1]

    def class_list(self, s):
        return self.SCORES[s.a % 4] + len(self.SCORES) + (7 in self.SCORES)

    def class_dict(self, s):
        return self.BY_KIND[s.a % 3]

    def module_list(self, s):
        return WEIGHTS[s.a % 4] + sum(WEIGHTS) + max(WEIGHTS)

    def module_dict(self, s):
        return PRICES[s.a % 3] + (s.a in PRICES)

    def long_list(self, s):
        return SQUARES[s.a] + SQUARES[-1] + sum(SQUARES[: s.a]) + (s.b in SQUARES)

    def dict_get(self, s):
        return PRICES.get(s.a, -1)

    def dict_of_pairs(self, s):
        return PAIRS.get((s.a, s.b), 0)

    def dict_items(self, s):
        return sum(k * v for k, v in PRICES.items() if k != s.a) + sum(PRICES.values()) + len(PRICES)

    def grid(self, s):
        return GRID[s.a % 3][s.b % 3]

    def ragged(self, s):
        return sum(RAGGED[s.a % 3]) + len(RAGGED[s.a % 3])

    def ragged_loop(self, s):
        return sum(x * k for k, row in enumerate(RAGGED) for x in row) + s.a

    def list_of_lists(self, s):
        return MASKS[s.a % 3][1]

    def letter(self, s):
        return LETTERS[s.a % 5] == "c"

    def enum(self, s):
        return s.a == Suit.HEARTS or s.a + Suit.CLUBS

    def class_constants(self, s):
        return Limits.MOST + Limits.STEPS[s.a % 3]

    def enum_as_a_row(self, s):
        return sum(k * suit for k, suit in enumerate(Suit)) + len(Suit) + list(Suit)[s.a % 2] + max(Suit)

    def enum_in_a_product(self, s):
        return sum(suit * k for suit, k in product(Suit, range(s.a)))

    def dictionary_of_rows(self, s):
        return sum(NEAR[s.a % 3]) + len(NEAR[s.b % 2]) + sum(NEAR.get(s.a, ()))

    def dictionary_of_rows_by_items(self, s):
        return sum(k * n for k, row in NEAR.items() for n in row) + sum(len(row) for row in NEAR.values()) + s.a

    def dictionary_by_a_text(self, s):
        route = ROUTES["short" if s.a > s.b else "long"]
        return route[-1] * len(route)

    def keys_of_a_dictionary(self, s):
        total = max(PRICES) + sum(k * key for k, key in enumerate(NEAR))
        for key in PRICES:
            total = 3 * total + key
        return total + s.a

    def fraction_of_constants(self, s):
        return HALF.numerator * s.a + HALF.denominator

    def things_in_a_list(self, s):
        good = GOODS[s.a % 3]
        return good.gain + sum(k * other.price for k, other in enumerate(GOODS)) + good.loss(more=s.b) + good.sizes[1]

    def things_in_a_dictionary(self, s):
        return BY_LETTER["g"].price * s.a + BY_LETTER["s"].gain + max(GOODS, key=lambda good: good.price).sizes[0]

    def records_of_constants(self, s):
        name, price, (low, high) = RECORDS[s.a % 3]
        return price * s.b + low - high + (name == "tin") + sum(price for _, price, _ in RECORDS)

    def things_of_constants(self, s):
        return SMALL.sides * s.a + DECK[s.b].rank + sum(card.rank * card.suit for card in DECK)

    # numbers

    def bit_count(self, s):
        return s.cards.bit_count() + s.cards.bit_length()

    def sets(self, s):
        return lowest(s.cards | 4) + highest(s.cards | 4)

    def divided(self, s):
        quotient, rest = divmod(s.cards - 3, s.a + 2)
        return 100 * quotient + rest + (s.a - 9) // 4 + (s.a - 9) % 4

    def powers(self, s):
        return s.a**3 + 2**s.b + pow(3, s.a)

    def rounded(self, s):
        return int(s.a / 2) + round(s.a / 3) + abs(s.a - s.b)

    def floats(self, s):
        return s.a / (s.b + 1) + 0.5

    def binomials(self, s):
        return comb(s.a + 3, 2) + math.gcd(s.a, s.b) + gcd(4, s.a) + math.isqrt(s.a * s.a + 1)

    def combined(self, s):
        return sum(x * y for x, y in combinations(range(s.a + 1), 2))

    def permuted(self, s):
        return sum(x * y for k, (x, y) in enumerate(permutations(range(s.a % 4 + 1), 2)) if k % 2)

    def multiplied(self, s):
        return sum(x * y for x, y in product(range(s.a + 1), (1, 2)))

    def repeated_product(self, s):
        return sum(x * y * z for x, y, z in itertools.product(range(s.a % 3 + 1), repeat=3))

    def own_generator_that_holds_a_list(self, s):
        return any(square > s.b for square in squares(s.a))

    def own_moves(self, s):
        return any(m > s.b for m in self.moves(s)) + sum(self.moves(s))

    def own_generator_of_a_list(self, s):
        return sum(products([k for k in range(s.a)]))

    def own_generator_of_lists(self, s):
        total = 0
        for row in neighbours(s.a):
            if s.b in row:
                break
            total += sum(row)
        return total

    def combinations_of_combinations(self, s):
        return sum(
            all(self.distance(a) != b for a, b in combinations(corners, 2)) for corners in combinations(range(s.a), 3)
        )

    def sets_joined_by_stars(self, s):
        held = {*bits(s.cards), *range(s.a), s.b, 9}
        return len(held) * 100 + sum(held)

    def sets_written_in_calls(self, s):
        ranked = sorted({c // 3 for c in range(s.a + 4)}, reverse=True)
        return sum({c % 3 for c in range(s.a + 4)}) * 100 + sum(k * c for k, c in enumerate(ranked))

    def pairs_of_a_sorted_set(self, s):
        suits = {c % 4 for c in bits(s.cards)}
        pairs = sum(a * b for a, b in combinations(sorted(suits), 2))
        return pairs + max({c % 3 for c in range(s.a + 1)}) + any({c % 2 for c in range(s.a)})

    def varying_combinations(self, s):
        return sum(3 * min(hand) + max(hand) for hand in combinations(range(5), s.a % 4 + 1))

    def any_number_of_places(self, s):
        return max(sum(k * x for k, x in enumerate(row)) for row in permutations(range(s.a % 4 + 1)))

    def varying_permutations(self, s):
        return sum(row[0] * row[-1] for row in permutations((2, 3, 5, 7), s.a % 3 + 1))

    def varying_product(self, s):
        return sum(sum(dice) == 7 for dice in product(range(1, 7), repeat=s.a % 3 + 1))

    def running_totals(self, s):
        return max(itertools.accumulate([s.a, -s.b, 3])) + list(itertools.accumulate((1, 2, 3), max, initial=2))[-1]

    def chained(self, s):
        return sum(itertools.chain(bits(s.cards), [s.a], range(3))) + sum(itertools.chain.from_iterable(MASKS))

    def parts_of_rows(self, s):
        first = sum(itertools.islice(bits(s.cards), 2)) + sum(itertools.islice(range(10, 20), 1, s.a))
        return first

    def digits(self, s):
        return sum(int(digit) for digit in str(s.a * 37 + 10)) + int("-12") + int(LETTERS[:0] + "7")

    def joined_texts(self, s):
        row = "0".join("111"[c % 3 :] for c in bits(s.cards))
        return len(row) + row.count("1")

    def sum_of_some(self, s):
        return sum((1, 2, s.a)) + sum([3])

    def exclusive_or(self, s):
        return (s.a ^ s.b) | ~s.a & 7

    def truth_numbers(self, s):
        return (s.a > s.b) + (s.a == s.b) * 2 - True

    def text_free(self, s):
        return 1 if not s.cards else 0

    def combinations_again(self, s):
        pairs = sum(x * y for x, y in itertools.combinations_with_replacement(range(s.a + 1), 2))
        return pairs + sum(sum(hand) for hand in itertools.combinations_with_replacement((1, 2, s.b), s.a % 3 + 1))
