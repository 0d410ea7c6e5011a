"""Helpers in which a careless compiler would mean something else than Python; each takes one number from -3 to 7."""

import itertools
import math
import operator
from collections import Counter, defaultdict, deque
from functools import cache, partial, reduce

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


def deque_like_a_list(x):
    return deque([x]) == [x]


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


def deque_that_changes(x):
    held = deque([1, 2, x])
    for k in held:
        if len(held) < 5:
            held.append(k)
    return len(held)


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


def default_that_changes(x):
    held = defaultdict(int)
    held[x] = 1
    for k in held.keys():
        held[9] += k
    return len(held)


def deque_that_lends_its_items(x):
    held = deque([1, 2, x])
    return sum(held.popleft() for _ in held)


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
