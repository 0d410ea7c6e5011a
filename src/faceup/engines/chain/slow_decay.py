"""How plays go on that take far too long to be followed move by move, within proven bounds.

Let S(m) be the vector of probabilities that play goes on after m moves, from each position: S(m) = Q^m 1, with Q the
chances of going on. Cauchy's integral of z^m (z - Q)^-1 1 along a hyperbola around the logarithms of the eigenvalues,
by the trapezoidal rule with some dozen nodes, is close to S(m) for m within several orders of magnitude (Weideman and
Trefethen, Mathematics of Computation 76 (2007)). At each node z = e^s a linear system is solved for x.

Players and dice take turns, so chains have eigenvalues far from 1, too. They are damped by T(m) = Q^m f with f the
vector ((1 + Q) / 2)^LAZY 1: of LAZY more moves a coin decides about each whether it is made. As ever fewer plays go on,
S(m + LAZY) <= T(m) <= S(m).

Where units are counted and some moves take none, Q is (I - Q0)^-1 Q1, with Q0 the chances of moves that take none and
Q1 of those that take one; the chances to take one unit more stand in the place of 1. Equations are multiplied with
I - Q0: what they leave is then larger at most by the longest mean row of moves that take none.

The proof needs no theory of the integral. For any numbers s, c and vectors x, let u(m) be the sum of c e^(s m) x. Then
u(m + 1) - Q u(m) is the sum of c e^(s m) (f - r), with r what x leaves of its equation (z - Q) x = f: that is f times
g(m), the sum of c e^(s m), which is a number, less a sum of what was left. As Q makes nothing larger, |T(m) - u(m)| is
no more than |T(a) - u(a)|, which is looked at, and all of these from a to m. The g are bounded between the nodes of
Chebyshev by what the next derivative can be.
"""

from collections.abc import Callable
from fractions import Fraction
from math import factorial, pi
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.absorption import UnitChain
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.policy_iteration import FACTOR_BYTES, factor_bytes
from faceup.numbers.intervals import ROUNDING
from faceup.numbers.linear_systems import NotTransient, sparse_solver
from faceup.results.samples.long_plays import SlowPlays
from faceup.rules.contract import OVER

NODES = 56  # in the upper half plane: as many again are their conjugates
MOST_FACTOR_WORK = 1 << 26  # multiplications, about, for the equations of a node
HUB = 50  # positions that lead to one that is put last among the unknowns, as those are from which play begins again
DEGREE = 24  # of the polynomials between whose nodes g is bounded
LEBESGUE = 3.2  # how many times as large as at its nodes such a polynomial is at most, by far enough
RATIO = 1.25  # of the ends of the stretches that they are for
AHEAD = 12.0  # times the longest mean length from any position: up to where bounds hold
SMOOTHED = 1 << 13  # moves, at most, after which plays are compared with the sum
LAZY = 64  # moves whose number is drawn with a coin each
CLOSE = 1e-5  # of all plays: where a sum may be more wrong, there is no result
LAST = 2.0**45  # moves
LOOK_EVERY = 64  # moves between two looks at the limits
FAR = 4.0  # times as many moves as are followed, for the integral to be worth while


class Followed(NamedTuple):
    """The number of moves that plays were followed one by one, and how wrong the shares of their lengths are."""

    moves: int
    rounded: Fraction
    left_out: Fraction


class Contour(NamedTuple):
    """The places s of the nodes and their factors c; each stands for itself and its conjugate."""

    places: Any
    factors: Any


def hyperbola(begin: float, end: float) -> Contour:
    """The nodes for numbers of moves between these (Weideman and Trefethen, section 4)."""
    ratio, angles = end / begin, np.linspace(pi / 4 + 0.01, pi / 2 - 0.01, 400)
    reach = np.arccosh(((pi - 2 * angles) * ratio + 4 * angles - pi) / ((4 * angles - pi) * np.sin(angles)))
    k = int(np.argmax((pi * pi - 2 * pi * angles) / reach))
    angle, width = float(angles[k]), float(reach[k]) / NODES
    scale = (4 * pi * angle - pi * pi) / reach[k] * NODES / end
    u = (np.arange(NODES) + 0.5) * width
    places = scale * (1 + np.sin(1j * u - angle))
    slopes = scale * 1j * np.cos(1j * u - angle)
    return Contour(places, width / (2j * pi) * slopes * np.exp(places))


class Rates(NamedTuple):
    """The chances of going on with moves that take none and with those that take one, and of taking one from each
    position, whether play goes on after it or not; ``visits`` is no less than the mean number of positions up to a move
    that takes one, from any on."""

    free: Any
    taking: Any
    any_taken: Any
    visits: float
    after_free: Callable[[Any], Any]

    def onward(self, vector: Any) -> Any:
        """Q times the vector."""
        return self.after_free(self.taking @ vector)


def slow_plays(counted: UnitChain, followed: Followed, limits: Limits) -> SlowPlays | None:
    """How plays go on after those that were followed, from the first position; None where nothing can be followed.

    All plays of the chain come to an end.
    """
    from scipy.sparse import csc_matrix, identity
    from scipy.sparse.linalg import splu

    going = np.flatnonzero(counted.chain.turns != OVER)
    start = int(np.searchsorted(going, counted.start))
    if start == len(going) or going[start] != counted.start:
        return None
    rates, count = _rates(counted, going), len(going)
    both = rates.free + rates.taking
    if limits.limit_at(count) or _factor_entries(both) ** 2 / count > MOST_FACTOR_WORK:
        return None
    whole = csc_matrix(identity(count) - rates.free)
    smooth = rates.after_free(rates.any_taken)
    try:
        longest = float(sparse_solver(both)(rates.any_taken).max())
    except NotTransient:
        return None
    begin, end = min(followed.moves, SMOOTHED), AHEAD * longest
    if not FAR * begin < end < LAST:
        return None
    for _ in range(LAZY):
        smooth = (smooth + rates.onward(smooth)) / 2
    going_on = smooth
    for k in range(begin):
        if k % LOOK_EVERY == 0 and limits.limit_at(count):
            return None
        going_on = rates.onward(going_on)
    degree = int(np.diff(both.tocsr().indptr).max(initial=0))
    roundings = rates.visits * (degree + 8)
    contour, integral, left = hyperbola(begin, end), np.zeros(count), np.zeros(NODES)
    at_start, sizes = np.zeros(NODES, np.complex128), np.zeros(NODES)
    wanted = whole @ smooth
    for k, (place, factor) in enumerate(zip(contour.places, contour.factors, strict=True)):
        if limits.limit_at(count):
            return None
        shift = np.expm1(place)
        equations = csc_matrix(identity(count) - both + shift * whole)
        solution = splu(equations).solve(wanted.astype(np.complex128))
        rest = wanted - (shift * (whole @ solution) + (solution - both @ solution))
        sizes[k] = np.abs(solution).max()
        left[k] = rates.visits * (np.abs(rest).max() + 8 * roundings * ROUNDING * max(sizes[k], 1.0))
        at_start[k] = factor * solution[start]
        integral += 2 * (factor * np.exp(place * begin) * solution).real
    rounded = _rounding_error(contour, np.abs(contour.factors) * sizes, begin)
    error = float(np.abs(integral - going_on).max()) + 2 * (begin + LAZY) * roundings * ROUNDING + rounded
    errors = _errors(contour, left, at_start, error, begin, end)
    if errors is None:
        return None
    places, factors = tuple(contour.places.tolist()), tuple(at_start.tolist())
    return SlowPlays(followed.moves - 1, followed.rounded, followed.left_out, LAZY, places, factors, errors)


def _rates(counted: UnitChain, going: Any) -> Rates:
    """The chances of going on, from each position that goes on to each."""
    from scipy.sparse import csc_matrix, csr_matrix, identity
    from scipy.sparse.linalg import splu

    chain = counted.chain
    shape = len(chain.turns), len(chain.turns)
    chances = chain.weights / np.repeat(chain.totals, np.diff(chain.first))
    taken = counted.steps if len(counted.steps) else np.ones(len(chances), np.bool_)
    free, taking = (
        csr_matrix((np.where(kind, chances, 0.0), chain.targets, chain.first), shape=shape)[going]
        for kind in (~taken, taken)
    )
    any_taken = np.asarray(taking.sum(axis=1)).ravel()
    free, taking = (matrix[:, going].tocsr() for matrix in (free, taking))
    for matrix in (free, taking):
        matrix.eliminate_zeros()
        matrix.sum_duplicates()
    if not free.nnz:
        return Rates(free, taking, np.ones(len(going)), 1.0, lambda vector: vector)
    # Moves that take none lead to later positions: a triangle, which is its own factor.
    triangle = csc_matrix(identity(len(going)) - free)
    solve = splu(triangle, permc_spec="NATURAL", options={"SymmetricMode": True}, diag_pivot_thresh=0.0).solve
    return Rates(free, taking, any_taken, 1.01 * float(solve(np.ones(len(going))).max()), solve)


def _factor_entries(matrix: Any) -> float:
    """How many numbers, about, the factors of the equations have."""
    hubs = np.bincount(matrix.indices, minlength=matrix.shape[0]) > HUB
    others = np.flatnonzero(~hubs)
    banded = factor_bytes(matrix[others][:, others]) / FACTOR_BYTES if len(others) else 0.0
    return float(banded + 2.0 * hubs.sum() * matrix.shape[0])


def _rounding_error(contour: Contour, sizes: Any, moves: float) -> float:
    """What rounding makes of a sum over the nodes of numbers of such sizes, times e^(s m)."""
    grown = 2 * sizes * np.exp(contour.places.real * moves)
    return float((grown * (np.abs(contour.places) * moves + 16)).sum()) * 8 * ROUNDING


def _errors(
    contour: Contour, left: Any, at_start: Any, error: float, begin: int, end: float
) -> tuple[tuple[int, Fraction], ...] | None:
    """Up to which move the sum is wrong by how much at most; None where it is no good."""
    places, sizes = contour.places, np.abs(contour.factors)
    errors = list[tuple[int, Fraction]]()
    nodes = np.cos((np.arange(DEGREE + 1) + 0.5) * pi / (DEGREE + 1))
    low = float(begin)
    while low < end:
        high = float(int(low * RATIO) + 1)
        half = (high - low) / 2
        times = (low + high) / 2 + half * nodes
        at_nodes = np.abs(2 * (contour.factors * np.exp(np.outer(times, places))).real.sum(axis=1)).max()
        grown = 2 * sizes * np.exp(np.maximum(places.real * low, places.real * high))
        derivative = float((grown * np.abs(places * half) ** (DEGREE + 1)).sum())
        beyond = derivative / 2.0**DEGREE / factorial(DEGREE + 1)
        rounded = max(_rounding_error(contour, sizes, low), _rounding_error(contour, sizes, high))
        error += (high - low + 1) * (LEBESGUE * (float(at_nodes) + rounded) + beyond + float((grown * left).sum()))
        here = max(_rounding_error(contour, np.abs(at_start), low), _rounding_error(contour, np.abs(at_start), high))
        if not error + here < CLOSE:
            return None
        errors.append((int(high), Fraction((error + here) * 1.001)))
        low = high
    return tuple(errors)
