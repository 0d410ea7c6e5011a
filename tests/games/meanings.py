"""Helpers in which a careless compiler would mean something else than Python; each takes one number from -3 to 7."""

from collections import Counter, defaultdict
from functools import cache

SQUARES = [k * k for k in range(40)]
RAGGED = ((1, 2, 3), (0,), (), (4,))
UNORDERED = frozenset({9, 1, 8})
BY_PLACE = {0: 10, 1: 20, 2: 0}
row = [3, 1, 2]


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
