"""Helpers in which a careless compiler would mean something else than Python; each takes one number from -3 to 7."""

import itertools
import math
import operator
from collections import Counter
from enum import IntEnum
from functools import cache, partial
from typing import NamedTuple

SQUARES = [k * k for k in range(40)]
RAGGED = ((1, 2, 3), (0,), (), (4,))
UNORDERED = frozenset({9, 1, 8})
BY_PLACE = {0: 10, 1: 20, 2: 0}
ROWS = {0: (1, 2), 1: (3,), 2: ()}
row = [3, 1, 2]


class Rank(IntEnum):
    LOW = 1
    HIGH = 4


class Coin(NamedTuple):
    worth: int
    count: int = 2

    def total(self, times=1):
        return self.worth * self.count * times


class Vector(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Vector(self.x + other[0], self.y + other[1])


COINS = [Coin(1), Coin(2), Coin(5, 3)]
VECTORS = (Vector(1, 2), Vector(3, 4))


def walrus_as_a_value(x):
    z = (n := x - 1) and 10 // n
    return z


def walrus_behind_a_guard(x):
    match x:
        case 1 if x > 3:
            return 5
        case k if (z := k * 2) > 3:
            return z
        case _:
            return -1


def walrus_after_its_name(y):
    return y * 100 + (y := y + 1) * 10 + y


def walrus_late_in_a_chain(x):
    y = 100
    if 0 < x < (y := x * 2):
        pass
    return y


@cache
def worth(n, *, k=1):
    return n * k


def remembered_by_all_arguments(x):
    return sum(worth(x, k=j) for j in range(4))


@cache
def first_alone(a, /, b):
    return a * 10 + b


def remembered_by_place(x):
    return first_alone(0, x) + first_alone(1, x)


def row_of_a_table_that_is_gone(n):
    rows = [[0] * n for _ in range(n)]
    for row in rows:
        for x in row:
            if x == 0:
                return len(row)
    return -1


def item_of_a_list_that_is_gone(n):
    rows = [[0, 1], [1, 0]]
    row = rows[0]
    t = sum(row)
    return t + len(row)


def item_after_its_list(n):
    rows = []
    row = [1, n]
    rows.append(row)
    total = len(rows)
    return total + len(row) + row[1]


def rows_taken_from_the_end(n):
    rows = [[k] for k in range(n + 5)]
    t = 0
    while rows:
        row = rows.pop()
        t += row[0] * len(rows)
    return t


def rows_put_between(n):
    rows = [[k] for k in range(n + 5)]
    rows.insert(2, [9])
    rows.insert(0, [n])
    rows.append([3])
    return sum(k * row[0] for k, row in enumerate(rows))


def board_of_lists(n):
    b = [[0] * 3 for _ in range(3)]
    for k in range(n % 9 + 1):
        b[k // 3][k % 3] = k % 2 + 1
    return any(all(b[r][c] == 1 for c in range(3)) for r in range(3)) + 10 * sum(sum(row) for row in b)


def pairs_with_lists(n):
    pairs = [(k, [k] * k) for k in range(n + 3)]
    for k, row in pairs:
        if len(row) > 1:
            return k * 10 + sum(row)
    return 0


def least_of_the_rows(n):
    return min([[k % 3, k] for k in range(n + 4)])[1]


def sorted_set_by_key(x):
    return sorted({k * 7 % 5 for k in range(x + 5)}, key=lambda k: k % 2)[0]


def first_of_a_set_by_key(x):
    return max({k * 7 % 5 for k in range(x + 5)}, key=lambda k: k % 2)


def set_taken_apart(x):
    first, *rest = sorted({k // 2 for k in range(x + 6)})
    return first * 100 + len(rest)


def next_of_a_set(x):
    return next(iter({k // 3 for k in range(x + 4)}), 5)


def sieve(x):
    n = x + 30
    prime, total = [True] * n, 0
    for p in (k for k in range(2, n) if prime[k]):
        if p > 15:
            break
        for m in range(p * p, n, p):
            prime[m] = False
        total += p
    return total * 100 + sum(prime)


def empties(board):
    for k in range(len(board)):
        if board[k] == 0:
            yield k


def filled_while_asked(x):
    board, t = [0, x, 0, 0, 0, 0, 0], 0
    for k in empties(board):
        board[min(k + 1, 6)] = 1
        t = t * 2 + k
    return t


def drain(q):
    while q:
        yield q.pop()


def drained_by_need(x):
    q = [1, 2, 3, 4, x]
    return any(v == 3 for v in drain(q)) * 10 + len(q)


def twice(it):
    return sum(it) * 100 + sum(it)


def asked_twice(x):
    return twice(c for c in [x, 1, 2])


def counted_up(n):
    row = [k for k in range(n + 3)]
    for k in row:
        yield k


def naturals(row):
    k = 0
    while k >= 0:
        yield k + row[0]
        k += 1


def first_natural(x):
    for n in naturals([x]):
        if n > 5:
            return n
    return -1


def name_like_a_suffix(x):
    c_1 = 100
    total = 0
    for d in (c * 2 for c in range(x)):
        total += d + c_1
    return total


def walrus_in_an_iterator(x):
    y = 7
    total = 0
    for a in itertools.islice([y := x + 1, 3, 5], 2):
        total += a
    return total + y


def chain_in_an_inner_lambda(x):
    c = 100
    g = lambda c: 0 < abs(c) < 3  # noqa: E731
    return g(x) + c


def target_read_by_its_iterator(x):
    n = x
    for n in (n + k for k in range(4)):
        if n > 20:
            break
    return n


def read_by_an_inner_function(x):
    k, t = x, 0

    def plus(c):
        return c + k

    for c in map(plus, range(5)):
        k += 10
        t += c
        if t > 10**6:
            break
    return t


def grow(row):
    row.append(3)
    return len(row)


def changed_before_it_is_asked(x):
    row = [x, 1]
    it = (c for c in sorted(row))
    return grow(row) * 1000 + sum(it)


def backwards_while_it_changes(x):
    row = [1, 2, 3, x]
    t = 0
    for c in reversed(row):
        row[0] = 50
        t = t * 3 + c
    return t


def columns_that_change(x):
    rows = [[1, 2], [3, x]]
    t = 0
    for a, b in zip(*rows):
        rows[1][1] = 9
        t = t * 10 + a * b
    return t


def rows_put_in_by_a_slice(x):
    rows = [[1], [2], [3]]
    rows[1:2] = [[7], [8], [x]]
    return sum(map(sum, rows))


def rows_cleared(x):
    rows = [[k] * 3 for k in range(x + 4)]
    rows.clear()
    return len(rows)


def extend(out, more):
    out += more


def grown_in_place(x):
    held = [x]
    extend(held, list(range(3)))
    return len(held)


def repeated_in_place(x):
    held = [x]
    same = held
    same *= 3
    return len(held)


def hidden_by_an_inner_name(x):
    def inner(a):
        row = [a * 2, a]
        return row[0]

    return inner(x)


def a_name_bound_twice(x):
    return sum(map(lambda c: sum(c for c in range(c)), range(x)))


def rows_joined(x):
    return len(SQUARES + SQUARES) + x


def rows_out_of_range(x):
    return SQUARES[x + 36]


def ragged_out_of_range(x):
    return RAGGED[0][x]


def order_of_a_constant_set(x):
    return list(UNORDERED)[0] + x


def reversed_keys(x):
    return sum(10**i * k for i, k in enumerate(reversed(BY_PLACE))) + x


def inverted_truth(x):
    return ~(x > 1) + 0


def power_of_a_float(x):
    return (1.0 + x * 0.1) ** 7


def truth_of_a_row(x):
    return 5 if RAGGED[x % 4] else 6


def rows_compared(x):
    return RAGGED[x % 4] == RAGGED[0]


def slice_of_a_copy(x):
    b = SQUARES.copy()
    c = b[:]
    c[0] = 99
    return b[0] + x


def is_true(x):
    done = x > 2
    return 1 if done is True else 0


def order_of_a_set(x):
    for k in {17, 1, x}:
        return k


def set_in_a_sum(x):
    return sum({17, 1, x}) + max({3, x})


def never_given(x):
    if x > 5:
        u = 7
    return u


def never_looped(x):
    for j in range(x):
        pass
    return j


def given_before_it_breaks(x):
    while True:
        found = x * 2
        if found > -100:
            break
    return found


def captured_late(x):
    y = 1
    g = (k + y for k in range(3))
    y = x
    return sum(g)


def large_against_a_float(x):
    return 2**53 + x > 2.0**53


def counter_under_two_names(x):
    held = Counter([x, 1])
    held = {1: 2}
    return held[1]


def counter_that_becomes_one(x):
    held = {x: 2}
    if x > 3:
        held = Counter([1])
    return held[x]


def counter_handed_on(x):
    held = Counter([x, 2])
    return _looked_up(held, 9)


def _looked_up(held, x):
    return held[x]


def counter_equal(x):
    return Counter([x, 2]) == Counter([2, 3])


def accumulated_beyond(x):
    return list(itertools.accumulate([2**62, 2**62, x]))[-1]


def number_or_none(x):
    found = next((c for c in (2**62, 1) if c > x), None)
    return -1 if found is None else found * 4


def partial_of_an_operator(x):
    times = partial(operator.mul, 2**40)
    return times(2**25 * x)


def operator_as_a_default(x, op=operator.mul):
    return op(2**62, 4 * x)


def sum_under_a_name(x):
    total = sum
    return total([2**62, 2**62, x])


def pow_of_two_meanings(x):
    grown = lambda pow: pow + 1  # noqa: E731
    return pow(2**40, 2) + grown(x)


def late_map(x):
    n = 1
    later = map(lambda c: c + n, range(3))
    n = x
    return sum(later)


def loop_that_changes_what_it_reads(x):
    n, total = x, 0
    for _c in (k for k in range(10) if k < n):
        n -= 1
        total += 1
    return total


def loop_over_a_list_that_grows(x):
    held, total = [1, 2], 0
    for y in held if x > 0 else [1]:
        total += y
        if len(held) < 5:
            held.append(y)
    return total


def item_taken_by_islice(x):
    items = iter([1, 2, 3, 4, 5])
    return sum(itertools.islice(items, 2)) * 100 + next(items) + x


def names_like_lowered_ones(x):
    _item, _total, _best, _start, _default, _value_1, _place = 2, 3, 4, 5, 3, 4, 5
    first = sum(filter(lambda c: c < _item, range(6))) + sum(c * _total for c in range(x))
    nearest = min(range(9), key=lambda c: abs(c - _best))
    return first + nearest + next((c for c in range(9) if c > _default), x) + sum(map(lambda c: c * _value_1, range(4)))


def second_target(x):
    c = [9]
    _a, *b = c = [x, 2, 3]
    return len(c) * 10 + len(b)


def order_of_a_set_in_a_list(x):
    first, _second = {17, 1}
    return list({17, 1, 9})[0] + first + x


def order_of_a_set_in_pairs(x):
    return sum(k * c for k, c in enumerate({17, 1, 9}))


def in_place_without_a_value(x):
    if x > 3:
        u = 4
    u |= 1
    return u


def kind_of_a_truth(x):
    return isinstance(x > 1, int) + 0


def slice_before_the_first(x):
    return sum(itertools.islice(range(9), x))


def root_of_a_negative_number(x):
    return math.sqrt(x) > 1


def powers_of_floats(x):
    return (x - 2.0) ** -1 + (3.0 - x) ** 2


def power_beyond_floats(x):
    return (10.0**x) ** 100 > 1


def root_as_a_power(x):
    return x**0.5 if x >= 0 else 2.0**x


def growth(x):
    return math.exp(x * 200) > 1


def large_against_a_local_float(x):
    near = 2.0**53 + x - x
    return (2**53 + x > near) + 2 * (near == 2**53 + 1) + 4 * (near <= 2**53 + 1) + 8 * (2**53 + 1 != near)


def largest_against_a_float(x):
    near = 2.0**63 if x > 0 else -(2.0**63)
    largest = 2**62 + x - x + (2**62 - 1)
    return (largest < near) + 2 * (largest == near) + 4 * (near < largest) + 8 * (-largest - 1 == near)


def against_no_number(x):
    none = (x - x) * 1e308 * 10 if x > 0 else 1e308 * 10 - 1e308 * 10
    return (x < none) + 2 * (x != none) + 4 * (none == x) + 8 * (none >= x)


def compared_by_extremes(x):
    near = 2.0**53 + x - x
    return max(2**53 + 1 + x - x, near) > near


def compared_in_order(x):
    near = 2.0**53 + x - x
    return sorted([2**53 + 1 + x - x, near])[1] - 2**53


def large_among_floats(x):
    near = [2.0**53 + x - x]
    return (2**53 + 1 + x - x in near) + near.count(2**53 + 1 + x - x)


def float_among_large(x):
    near = 2.0**53 + x - x
    return (near in (2**53 + 1 + x - x, 5)) + (near in [2**53 + 1 + x - x])


def float_in_a_range(x):
    return (x / 2 in range(3)) + 0


def large_tuples(x):
    near = 2.0**53 + x - x
    return (x, 2**53 + 1 + x - x) == (x, near)


def tuple_like_a_list(x):
    return tuple(k for k in range(x)) == [k for k in range(x)]


def combination_like_a_list(x):
    n = max(x % 3, 1)
    return sum([*range(n)] == hand for hand in itertools.combinations(range(4), n))


def lists_like_lists(x):
    held = [k % 3 for k in range(x)]
    return (held == held[::-1]) + 2 * (sorted(held) == held) + 4 * ([x, 1] != [1, 1])


def none_or_three(x):
    found = next((c for c in (3, 2**40) if c > x), None)
    return (found == 3) + 2 * (found != 3) + 4 * (found in (3, 4)) + 8 * (found not in [3]) + 16 * (3 == found)


def none_like_none(x):
    found = next((c for c in (3, 4) if c > x), None)
    other = next((c for c in (3,) if c > x), None)
    return (found == other) + 2 * (found == None) + 4 * (None != other)  # noqa: E711


def none_in_order(x):
    found = next((c for c in (3, 4) if c > x), None)
    return found < 5


def truth_of_none(x):
    found = next((c for c in (0, 4) if c > x), None)
    return (1 if found else 2) + (10 if not found else 20) + (100 if found and x else 200)


def chain_computed_once(x):
    held = [1, 2, 3, x]
    return (0 < held.pop() <= 2 < held.pop() != x) * 10 + len(held)


def chain_in_a_lambda(x):
    return sum(map(lambda c: 0 < abs(c - x) < 3 != c, range(6)))


def item_taken_before_it_is_sought(x):
    held = [1, 3, x]
    return held.pop() in held


def among_a_set_written_out(x):
    return (x in {1, 2, 3}) + 2 * (x in {x, 5}) + 4 * (x in [1, x + 1]) + 8 * (x not in (1, 2))


def same_by_is(x):
    y = x * 1000
    return (y is x * 1000) + 0


def nearest_in_a_row_of_floats(x):
    return min((c / 2 for c in range(6)), key=lambda c: abs(c - x)) * 2


def dictionary_that_changes(x):
    held = {1: 2, x: 3}
    for k in held:
        held[k + 10] = 1
    return len(held)


def dictionary_with_new_values(x):
    held = {1: 2, x: 3}
    for k in held:
        held[k] = held[k] * 2
    return held[1]


def dictionary_that_loses(x):
    held = {1: 2, x: 3, 9: 9}
    for k, v in held.items():
        if v == 3:
            held.pop(k)
    return len(held)


def counter_that_changes(x):
    held = Counter([1, 2, x])
    for k in held:
        held[k + 9] += 1
    return len(held)


def text_of_a_truth(x):
    y = x > 3
    if x == 2:
        y = 7
    return len(str(y))


def text_of_a_truth_in_a_text(x):
    return len(f"{x > 3}")


def text_of_a_truth_among_numbers(x):
    return len(f"{[x, x > 3][1]}")


def text_of_a_number(x):
    n = x * 3
    total = 0
    for k in range(n):
        total += len(str(k)) + len(f"{n}{k + 1}")
    return total + len(str(int(x > 2)))


def logarithm(x):
    return math.log(x) > 1


def logarithm_of_two(x):
    return math.log2(x) + math.log10(x * 2)


def logarithm_to_a_base(x):
    return math.log(8, x)


def logarithm_of_one_more(x):
    return math.log1p(x) > 0


def power_of_math(x):
    return math.pow(x, x - 1.5)


def power_of_zero(x):
    return math.pow(0, x)


def power_of_math_beyond(x):
    return math.pow(10.0**x, 80) > 1


def rest_of_floats(x):
    return math.fmod(7.5, x)


def arcs(x):
    return math.asin(x) + math.acos(x)


def hyperbolic(x):
    return math.sinh(x * 200) > 0


def cosine_beyond(x):
    return math.cosh(x * 200) > 0


def arc_of_area(x):
    return math.atanh(x / 2) > 0


def arc_of_cosh(x):
    return math.acosh(x) > 0


def gamma(x):
    return math.gamma(x) > 0


def gamma_beyond(x):
    return math.gamma(x * 40 + 1) > 0


def log_gamma(x):
    return math.lgamma(x) > 0


def exponential_less_one(x):
    return math.expm1(x * 200) > 0


def sine_of_infinity(x):
    return math.sin(1e308 * 10 ** (x > 3)) > 2


def hypotenuse(x):
    return math.hypot(x, 4) == 5.0


def distance(x):
    return math.dist((x, 1), (0, 1)) > 1


def ldexp(x):
    return math.ldexp(1.0, x * 300) > 1


def divided_by_float_zero(x):
    return 1 / (x / 2)


def floats_divided_down(x):
    return -7.5 // x + 7.5 % x + (x / 2) // 0.1 + (-x / 2) % 0.3


def floats_divided_by_zero(x):
    return 7.5 // (x / 2) + 7.5 % (x / 2)


def pair_of_floats(x):
    return divmod(-7.5, x)[0] * 10 + divmod(x / 3, -0.7)[1]


def truncated(x):
    return math.trunc(x / 2) + math.floor(-x / 2) + math.ceil(x / 3)


def sum_of_floats(x):
    return math.fsum([0.1, 0.2, x / 10])


def sum_of_many_floats(x):
    return sum([0.1, 0.2, x / 10, 1e16, 1, -1e16])


def signs(x):
    return math.copysign(3, x) + math.fabs(x)


def infinities(x):
    return math.isinf(x * 1e308 * 10) + 2 * math.isnan(math.inf - math.inf) + 4 * (math.inf > x)


def radians(x):
    return math.degrees(math.radians(x)) + math.pi - math.tau


def near_enough(x):
    return math.isclose(x, 1.0000000001) + 0


def rounded_halves(x):
    return round(x / 2) * 10 + round(-x / 2) + round(x * 2.5)


def rounded_to_places(x):
    return round(x * 1.005, 2) + round(x * 15, -1)


def texts_of_items(x):
    return "".join(map(str, [x, x + 1])).count("1")


def divided_down(x):
    return (x - 3) // 2 * 100 + (x - 3) % 4 - (-x) // 3 + x % -4


def floats_divided_down_near_zero(x):
    return str((-0.0 * x) // 1 == 0) == "True"


def sign_of_zero(x):
    return math.copysign(1.0, (x - 3) * 0.0) + math.copysign(1.0, -(x - x) / 5) + math.copysign(1.0, (x * 0.5) % -1.0)


def sign_of_a_zero_quotient(x):
    return math.copysign(1.0, (x * 1.0) // 100) * math.atan2(0.0, (x * -0.0) // 3.0)


def whole_of_a_negative_float(x):
    return int(x / 2) * 10 + int(-x * 1.5) + math.floor(-x / 2)


def values_of_and_or(x):
    return (x and 5) + (0 or x) + (x > 2 and 7 or 3) + ((x, 1)[0] or 9)


def truth_or_number(x):
    y = x > 3 or x
    return y + 1


def mixed_or(x):
    return (x / 2 or 3) * 10


def slices(x):
    row = [3, 1, 4, 1, 5]
    return len(row[x:]) + sum(row[:x]) * 10 + sum(row[x::-1]) * 100 + sum(row[-2:x:-2]) * 1000


def slices_of_tuples(x):
    row = (3, 1, 4, 1, 5)
    return sum(row[1:4]) + sum(row[::-2]) + row[x]


def slices_of_texts(x):
    return len("abcde"[x:]) + len("abcde"[::-1][x : x + 2]) + ("abcde"[-3:x] == "c")


def step_of_zero(x):
    return sum([1, 2, 3][::x])


def slice_assigned(x):
    row = [1, 2, 3, 4]
    row[1:3] = [x]
    return sum(k * c for k, c in enumerate(row))


def slice_deleted(x):
    row = [1, 2, 3, 4]
    del row[x:3]
    return sum(k * c for k, c in enumerate(row))


def inserted_out_of_range(x):
    row = [1, 2, 3, 4]
    row.insert(x, 9)
    row.insert(-100, 5)
    return sum(k * c for k, c in enumerate(row))


def popped_out_of_range(x):
    row = [1, 2, 3, 4]
    return row.pop(x) * 10 + len(row)


def sought_within_bounds(x):
    row = [1, 2, 3, 1, 2]
    return row.index(2, x)


def removed(x):
    row = [1, 2, 3, 1]
    row.remove(x)
    return sum(k * c for k, c in enumerate(row))


def two_names_of_a_list(x):
    row = [x, 1]
    other = row
    other.append(5)
    row += [2]
    other = other + [7]
    return len(row) * 10 + len(other)


def added_to_two_names(x):
    row = [x]
    other = row
    row += [k for k in range(3)]
    return len(other)


def tuple_added_to_two_names(x):
    row = tuple(k for k in range(x))
    other = row
    row += tuple(k for k in range(2))
    return len(other) * 10 + len(row)


def rows_of_one_row(x):
    rows = [[0] * 2] * 3
    rows[0][1] = x
    return rows[2][1]


def _kept(x, held=[]):  # noqa: B006
    held.append(x)
    return len(held) > 11


def list_as_a_default(x):
    return _kept(x)


def captured_then_changed(x):
    y = 1

    def f():
        return y

    y = x
    return f()


def inner_name_kept_apart(x):
    y = 1

    def f():
        y = 5
        return y

    return f() * 10 + y + x


def changed_from_inside(x):
    y = 1

    def f():
        nonlocal y
        y += x
        return y

    return f() + f() + y


GLOBAL = 4


def changed_global(x):
    global GLOBAL
    GLOBAL = 4
    return GLOBAL + x


def texts_in_order(x):
    a = "abc"[x % 3 :]
    return (a < "b") + 2 * (a >= "bc") + 4 * ("B" < a) + 8 * ("b" in a) + 16 * ("" in a) + 32 * (a != "c")


def texts_and_numbers(x):
    return ("1" == x) + 2 * ("abc"[x % 3] == 98)


def tuples_in_order(x):
    rows = sorted((c * 3 % 4, -c) for c in range(x + 2))
    return sum(k * a + b for k, (a, b) in enumerate(rows))


def tuples_of_different_lengths(x):
    return ((x, 2) < (x, 2, 0)) + 2 * ((3, 9) < (x, 1)) + 4 * ((x,) == (x, 1)) + 8 * ((x, 1) >= (3,))


def first_of_equal_keys(x):
    return min(range(9), key=lambda c: c % 3 + x) * 10 + max(range(9), key=lambda c: c % 3 + x)


def first_of_equal_values(x):
    return math.copysign(1.0, max(0.0 * (x + 1), -0.0)) + math.copysign(1.0, min((-0.0, 0.0 * (x + 1))))


def extremes_with_no_number(x):
    none = 1e308 * 10 * (x * 0.0)
    return max(none, 1.0) == 1.0, max(1.0, none) == 1.0, min([none, 2.0]) == 2.0, sorted([3.0, none, 1.0])[0] == 1.0


def no_number_in_a_row(x):
    none = 1e308 * 10 * (x * 0.0)
    row = [none, 1.0]
    return (none in row) + 2 * row.count(none) + 4 * (none == none) + 8 * ([none] == [none])  # noqa: PLR0124


def order_of_a_dictionary(x):
    held = {3: 1, 1: 2, x: 3}
    held.pop(3)
    held[3] = 4
    held[1] = 5
    return sum(10**k * key for k, key in enumerate(held)) + sum(held.values())


def dictionary_without_a_key(x):
    held = {3: 1, 1: 2}
    held.pop(x, 0)
    return held.setdefault(x, 8) * 10 + len(held) + held.get(99, 3)


def dictionary_updated(x):
    held = {3: 1, 1: 2}
    held.update({x: 9})
    return sum(k * v for k, v in held.items())


def keys_of_truths(x):
    held = {0: 5, 1: 6}
    return held[x > 2] + held.get(x == 0, 7)


def keys_of_floats(x):
    held = {0: 5, 1: 6}
    return held.get(x / 2, 0) + (x / 2 in held)


def key_beyond_floats(x):
    held = {0.5: 5, 2.0**53: 6}
    return held.get(2**53 + 1 + x - x, 0)


def constant_by_a_float(x):
    return BY_PLACE.get(x / 2, 7)


def operations_of_sets(x):
    one, other = {1, 2, x}, {2, 3}
    one.discard(9)
    return len(one ^ other) + 10 * len(one - other) + 100 * (one < other) + 200 * (one == {1, 2, x}) + 400 * (x in one)


def set_grown(x):
    one = {1, 2}
    other = one
    one |= {x}
    return len(other)


def set_method_with_a_list(x):
    one = {1, 2}
    return len(one.union([x, 3])) + len(one.intersection([x])) * 10 + one.issubset({1, 2, x}) * 100


def ranges(x):
    row = range(1, 10, 2)
    return (row == range(1, 11, 2)) + 2 * (len(range(5, x)) + row[-1] + (x in row)) + row.index(3)


def range_out_of_range(x):
    return range(1, 10, 2)[x]


def slice_of_a_range(x):
    return sum(range(10)[x : x + 3])


def range_backwards(x):
    return sum(10**k * c for k, c in enumerate(range(x, -1, -2)))


def range_without_a_step(x):
    return sum(range(0, 5, x))


def arithmetic_of_truths(x):
    a, b = x > 1, x > 3
    return (a + b) * 100 + (a - b) + (a & b) * 2 + -a + (a ^ 1) * 7 + a**b + (a << 2) + a // 1 + a / 2 + (a < b) * 11


def loop_variable_after_the_loop(x):
    k = 100
    for k in range(x):
        if k == 4:
            break
    return k


def loop_variable_changed(x):
    total = 0
    for k in range(5):
        total += k
        k += x
    return total + k


def loop_bound_changed(x):
    n, total = x, 0
    for k in range(n):
        n = 0
        total += k + 1
    return total + n


def comprehension_variable_apart(x):
    k = 7
    row = [k for k in range(x)]
    return k + len(row)


def first_loop_of_a_comprehension(x):
    k = 3
    return sum(k for k in range(k))


def numbers_of_one_kind(x):
    y = 0.5
    if x > 2:
        y = 2**53 + 1 + x - x
    return y


def items_of_one_kind(x):
    row = [0.5, 2**53 + 1 + x - x]
    return row[1]


def appended_of_one_kind(x):
    row = [0.5]
    row.append(2**53 + 1 + x - x)
    return row[1]


def placed_of_one_kind(x):
    row = [0.5]
    row[0] = 2**53 + 1 + x - x
    return row[0]


def returned_of_one_kind(x):
    if x > 2:
        return 2**53 + 1 + x - x
    return 0.5


def chosen_of_one_kind(x):
    return 2**53 + 1 + x - x if x > 2 else 0.5


def total_of_one_kind(x):
    total = 2**53 + 1 + x - x
    for k in range(1, x):
        total += k / 4
    return total


def whole_with_a_float(x):
    return (2**53 + 1 + x - x) + 0.5


def float_of_large(x):
    return float(2**53 + 1 + x - x)


def keys_of_one_kind(x):
    return max(range(3), key=lambda c: 2**53 + 1 + x - x if c else 2.0**53)


def unpacked_too_short(x):
    a, b = [1] * x
    return a + b


def swapped_in_a_list(x):
    row, i = [2, 0, 1], 0
    i, row[i] = row[i], 5
    return i * 100 + row[0] * 10 + row[2] + x


def targets_in_order(x):
    row, i = [2, 0, 1], 0
    i = row[i] = 1
    return i * 100 + row[0] * 10 + row[1] + x


def in_place_computed_once(x):
    row = [1, 2, 3]
    places = [0, 1, 2]
    row[places.pop()] += x
    return row[2] * 10 + len(places)


def string_of_numbers(x):
    return int(str(x * x) + "0") + int(" 7 ") + len(str(-x - 10))


def number_of_a_bad_text(x):
    return int("abc"[x % 3] + "1")


def power_of_negative_numbers(x):
    return (-2) ** abs(x) + -(2**2) + (x - 3) ** 3


def power_to_a_negative_number(x):
    return (x + 10) ** -1


def power_of_zero_to_zero(x):
    return 0**0 + (x - x) ** (x - x) + 0.0 ** (x - x)


def shifted(x):
    return (1 << x) + (-5 >> 1) + (x >> 70)


def divided_by_zero(x):
    return 5 // x + 5 % x


def gcds(x):
    return math.gcd(-4, x) + math.lcm(x, 6) + math.gcd(x, 4, 6)


def roots(x):
    return math.isqrt(x) + math.comb(5, x)


def prod_from_a_start(x):
    return math.prod([x, 2], start=3)


def with_a_while_else(x):
    while x > 3:
        x -= 2
        if x == 4:
            break
    else:
        return -x
    return x


def nested_loops_left(x):
    for a in range(4):
        for b in range(4):
            if a * b == x:
                break
        else:
            continue
        return a * 10 + b
    return -1


def matched_by_kinds(x):
    match x > 2:
        case True:
            return 1
        case False:
            return 0


def matched_by_floats(x):
    match x / 2:
        case 1:
            return 7
        case 1.5:
            return 8
    return 9


def zipped_of_different_lengths(x):
    return sum(a * b for a, b in zip(range(x), [1, 2, 3], strict=False))


def zipped_strictly(x):
    one, other = [1] * x, [1, 2, 3]
    return sum(a * b for a, b in zip(one, other, strict=True))


def any_of_values(x):
    return any(c * x for c in range(3)) + all([x, x - 1]) * 2 + any([]) * 4


def sum_of_truths(x):
    return sum(c > x for c in range(5)) + sum([x > 1, x > 2])


def sum_of_rows(x):
    return len(sum([[1, x], [2]], []))


def sum_of_tuples(x):
    return len(sum(((1, x), (2,)), ()))


def enumerated_backwards(x):
    return [*enumerate([5, 6, x], start=-1)][0][0] + [*reversed([1, 2, x])][0]


def keys_with_none(x):
    return max([3, 1, 2], key=None) + sorted([3, 1, x], key=None)[0]


def deleted_name(x):
    y = x
    if x > 3:
        del y
    return y


def asserted(x):
    assert x > 2
    return x


def walrus_in_a_comprehension(x):
    return [y := k + x for k in range(3)][1] + y


def walrus_in_a_condition(x):
    return [last for k in range(5) if (last := k * x) > 3]


def texts_joined(x):
    return len("-".join(["a"] * max(x, 0))) + len("ab" * x) + ("a" + "b" == "ab")


def texts_asked(x):
    word = "banana"
    return word.find("n") + word.rfind("a") + word.count("an") + len(word.split("n")) + word.startswith("b") + x


def text_replaced(x):
    return len("banana".replace("an", "x")) + len(" a ".strip()) + ("Ab".lower() == "ab") + "7".isdigit() + x


def text_of_a_float(x):
    return len(str(x / 4)) + len(f"{x / 4}")


def conditional_kinds(x):
    return (x if x > 2 else None) is None


def none_returned(x):
    if x > 2:
        return x


def bits_of_negative_numbers(x):
    return (x - 4).bit_length() * 100 + (x - 4).bit_count() * 10 + ((x - 4) & 7) + (~x | 1)


def large_hashes(x):
    held = {2**61 - 1: 1, 0: 2, x: 3}
    return sum(10**k * v for k, v in enumerate(held.values()))


def names_like_tests(x):
    _test_1 = 5
    y = (n := x + 1) if x > 2 else (n := 3)
    return y * 100 + n + _test_1


def member_of_a_class(x):
    return Rank(x) + 1


def number_among_members(x):
    return x in list(Rank)


def rows_by_key_compared(x):
    return ROWS.get(x, ()) == (3,)


def truth_of_a_row_by_key(x):
    return 1 if ROWS.get(x % 3, ()) else 2


def row_by_key_or_a_fraction(x):
    return sum(ROWS.get(x, (0.5, 1)))


def own_name_twice(x):
    c = x
    return sum(c * k for c in range(c) for k in range(c)) + sum([sum(c for c in range(c)) for c in range(c)]) + c


def columns_of_unequal_rows(x):
    rows = [[x, 1, 2], [3, 4]]
    return sum(len(column) for column in zip(*rows)) + sum(map(sum, zip(*rows)))


def column_as_a_tuple(x):
    rows = [[x, 1], [3, 4]]
    return (x, 3) in list(zip(*rows))


@cache
def span(n, more=1):
    return (n, n > more) if n > 2 else (more, n * 2**61)


def remembered_tuples(x):
    first, second = span(x)
    return first * 100 + second + span(x, 2)[0] + span(x)[0]


def match_of_a_text(x):
    match str(abs(x)):
        case [_a]:
            return 1
        case _:
            return 2


def _more(row):
    row += row
    return len(row)


def given_and_grown(x):
    row = tuple(k for k in range(x))
    return _more(row) * 10 + len(row)


def grown_under_two_names(x):
    row, cards, pile = tuple(k for k in range(x)), frozenset([1, x]), {1, 2, x}
    other_row, other_cards, other_pile = row, cards, pile
    row *= 2
    cards |= {9}
    pile -= {1}
    return [len(row), len(other_row), len(cards), len(other_cards), len(pile), len(other_pile)]


def hands_that_grow(x):
    total = 0
    for hand in itertools.combinations(range(4), x % 3 + 1):
        same = hand
        same += hand
        total += len(hand)
    return total


def whole_on_one_way(x):
    f = 1.5 if x < 3 else 3
    total = f * 2**52 + 1 if x < 5 else f
    for _ in range(x):
        total *= f
    return total * 2**40 + 1


def whole_to_a_power(x):
    f = 1.5 if x < 3 else 3
    return f ** (5 * x)


def whole_in_a_row_of_fractions(x):
    row = [0.5, x, 2**52]
    return row[1] * row[2] * 4 - 1 + row[2] * 2


def dictionary_under_two_names(x):
    held = {1: 2, x: 3}
    same, total = held, 0
    for k in held:
        total += k
        if total < 100:
            same[k + 10] = 1
    return total


def dictionary_in_a_row(x):
    held = {1: 2, x: 3}
    rows, total = [held], 0
    for k in held:
        total += k
        if total > 100:
            break
        rows[0][k + 10] = 1
    return total


def _through(table, other):
    total = 0
    for k in table:
        total += k
        if total > 100:
            break
        other[k + 10] = 1
    return total


def dictionary_given_twice(x):
    held = {1: 2, x: 3}
    return _through(held, held)


def dictionary_emptied_by_a_list(x):
    held, total = {1: 2, x: 3}, 0
    for k in list(held):
        total += held.pop(k)
    return total


def row_of_rows_times_none(x):
    rows = [[1], [x]]
    rows *= 0
    return len(rows)


def texts_as_keys(x):
    return sorted([x, x > 3, 10], key=str)[0]


def text_of_the_smallest(x):
    n = -(2**62) * 2 + max(x, 0)
    return len(f"{n + 0}") + len(str(n - n)) + int(str(n // 2))


def tuples_taken_apart(x):
    row = tuple(k * k for k in range(5))
    same = row
    row += (x,)
    row = row[x:] + row[:x] or (1, x)
    return [sum(row[::-2]), len(row[x:-1]), row[-1], len(same)]


def row_or_another(x):
    held = tuple(k for k in range(x))
    return len(held[2:] or (x, 1, 2)) * 10 + len(held or ())


def fields_that_are_not_given(x):
    coin = Coin(x)
    return (coin in COINS) + 2 * len(coin) + 10 * sum(coin) + 100 * Coin(count=x, worth=1).total(2) + COINS[0].total()


def vectors_added(x):
    return (Vector(x, 1) + VECTORS[0])[0]


def constant_vectors_added(x):
    return sum((vector + vector)[0] for vector in VECTORS) + x


def product_of_rows_of_which_one_is_empty(x):
    rows = [range(k, x) for k in range(x % 4)]
    return [len(list(itertools.product(*rows))), sum(1 for taken in itertools.product(*rows, repeat=2))]


def product_repeated_a_negative_number_of_times(x):
    return sum(len(taken) for taken in itertools.product(range(2), (3, x), repeat=x))


def called_with_too_many_or_too_few(x):
    return Coin(*range(x)).worth


def called_with_a_row_and_a_name(x):
    return Coin(*[x for _ in range(x % 3)], worth=7).count


def largest_of_one_starred_thing(x):
    return max(*[k for k in range(x)])


def chosen_tuples_beside_others(x):
    return [(0, 1) == hand for hand in itertools.combinations(range(3), x % 3)] + [
        hand < (1, 2) for hand in itertools.product(range(3), repeat=x % 3)
    ]


def chosen_tuples_beside_lists(x):
    return sum([0, 1] == hand for hand in itertools.product(range(x), repeat=x % 3))


def kept_after_the_next(x):
    kept = [hand for hand in itertools.product(*[range(2)] * (x % 3))]
    return [sum(k * n for k, n in enumerate(hand)) for hand in kept]


def added_to_a_set(x):
    seen = set()
    for hand in itertools.product(range(2), repeat=x % 3):
        seen.add(hand)
    return len(seen)


def next_of_what_is_made_there(x):
    return (k * k for k in range(x, 9)).__next__()


def _appended(row):
    row.append(3)
    return row


def printed(x):
    row = [1, 2, x]
    print(row.pop(), y := x + 1)
    print(f"{_appended(row)} of {row}", sep=str(x))
    return len(row) * 100 + sum(row) * 10 + y
