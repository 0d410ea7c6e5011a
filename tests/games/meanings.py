"""Helpers in which a careless compiler would mean something else than Python; each takes one number from -3 to 7."""

import itertools
import math
import operator
from collections import Counter, defaultdict
from enum import IntEnum
from functools import cache, partial, reduce

SQUARES = [k * k for k in range(40)]
RAGGED = ((1, 2, 3), (0,), (), (4,))
UNORDERED = frozenset({9, 1, 8})
BY_PLACE = {0: 10, 1: 20, 2: 0}
ROWS = {0: (1, 2), 1: (3,), 2: ()}
WAYS = defaultdict(int, {1: 2, 2: 5})
COUNTED = Counter((1, 2, 2))
row = [3, 1, 2]


class Rank(IntEnum):
    LOW = 1
    HIGH = 4


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


def default_after_a_star(x):
    def v(*xs, k=1):
        return k * 100 + sum(xs)

    return v(x, 2)


def counter_under_two_names(x):
    held = Counter([x, 1])
    held = {1: 2}
    return held[1]


def counter_that_becomes_one(x):
    held = {x: 2}
    if x > 3:
        held = Counter([1])
    return held[x]


def default_that_is_kept(x):
    seen = defaultdict(int)
    return seen[x] + len(seen) + (x in seen) + seen.get(5, 7)


def counter_handed_on(x):
    held = Counter([x, 2])
    return _looked_up(held, 9)


def _looked_up(held, x):
    return held[x]


def counter_equal(x):
    return Counter([x, 2]) == Counter([2, 3])


def counter_pop(x):
    held = Counter([x, 2])
    held[x] += 3
    return held.pop(x) + len(held) + held.total()


def product_after_a_reduction(x):
    first = reduce(lambda a, b: a * b, (x, x + 1, 2))
    y = x * x
    for _ in range(6):
        y = y * y
    return first + y


def reduced_beyond(x):
    return reduce(operator.mul, range(1, 10 * x), 1)


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
    first = sum(itertools.takewhile(lambda c: c < _item, range(6))) + sum(c * _total for c in range(x))
    nearest = min(range(9), key=lambda c: abs(c - _best))
    return first + nearest + next((c for c in range(9) if c > _default), x) + sum(map(lambda c: c * _value_1, range(4)))


def defaults_of_like_names(x):
    def a_b(c=1):
        return c

    def a(b_c=20):
        return b_c

    return a_b() * 100 + a() + x


def two_of_one_name(x):
    def f(a, b):
        return a - b

    def g(y):
        f = lambda b, a: b - 10 * a  # noqa: E731
        return f(a=y, b=1)

    return g(x) + 100 * f(a=x, b=2)


def default_like_a_loops_name(x):
    c = x
    return min((c * 3 % 7 for c in range(6)), key=lambda k, near=c: abs(k - near))


def annotated_lambda(x):
    f: object = lambda a, y=1: a * 10 + y  # noqa: E731
    return f(x, y=5)


def second_target(x):
    c = [9]
    _a, *b = c = [x, 2, 3]
    return len(c) * 10 + len(b)


def stable_sort(x):
    row = list(range(40))
    row.sort(key=lambda c: c % 2)
    return row[x]


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


def default_of_a_constant(x):
    return WAYS[x]


def count_of_a_constant(x):
    return COUNTED[x] + len(COUNTED)


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


def digits_with_a_sign(x):
    return len(f"{x:04b}") * 100 + len(f"{x:b}")


def text_in_a_base(x):
    return int(str(abs(x)), 4)


def own_name_twice(x):
    c = x
    return sum(c * k for c in range(c) for k in range(c)) + sum([sum(c for c in range(c)) for c in range(c)]) + c


def most_of_another(x):
    held, other = {1: x, 2: 3}, {1: 3, 2: x}
    return max(held, key=other.get)


def group_taken_twice(x):
    total = 0
    for _, group in itertools.groupby([x, x, 1]):
        total += sum(group) * 10 + len(list(group))
    return total


def groups_kept(x):
    rows = [group for _, group in itertools.groupby([x, x, 1])]
    return sum(len(list(row)) for row in rows)


def group_asked_in_a_loop(x):
    total = 0
    for _, group in itertools.groupby([x, x, 1]):
        for _again in range(2):
            total += sum(group)
    return total


def list_of_groups(x):
    return sum(len(list(group)) for _, group in list(itertools.groupby([x, x, 1])))


def inner_function_that_reads_late(x):
    k = 1

    def plus(c):
        return c + k

    k = x
    return sum(map(plus, range(4)))


def inner_function_under_a_name_of_two(x):
    k = x

    def plus(c):
        return c + k

    return sum(plus(c) for c in range(3) for k in range(2))


def inner_function_without_its_value(x):
    def plus(c):
        return c + late

    if x > 3:
        late = 5
    return sum(map(plus, range(2)))


def inner_function_that_calls_itself(x):
    def grown(n):
        return 1 if n < 1 else n * grown(n - 1) + x

    return grown(x)


def inner_function_by_two_names(x):
    def plus(c):
        return c + x

    other = plus
    return sum(map(plus, range(3))) + other(1)


def inner_functions_that_call_each_other(x):
    limit = x + 2

    def odd(n):
        return n > limit

    def both(n):
        return odd(n) and n % 2

    return sum(filter(both, range(12)))


def iterator_with_a_name_asked_late(x):
    row = [1, x]
    items = (c + 1 for c in row)
    row = [5]
    return sum(items)


def iterator_with_a_name_after_a_change(x):
    row = [1, x]
    items = (c + 1 for c in row)
    row.append(7)
    return sum(items)


def iterator_with_a_name_asked_twice(x):
    items = map(abs, [x, 1])
    return sum(items) + sum(items)


def iterator_with_a_name_in_a_loop(x):
    items = iter([x, 2, 3])
    return sum(sum(items) for _ in range(2))


def iterator_with_a_name_that_is_not_asked(x):
    items = (10 // c for c in [x])
    return sum(items) if x > 0 else 0


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


def match_either_behind_a_guard(x):
    match (x, 3):
        case (3, n) | (n, 3) if n != 3:
            return n
        case _:
            return -5
