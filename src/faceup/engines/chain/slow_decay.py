"""Long plays: how many go on after m moves, for m far too large to follow them move by move, with proven bounds.

Let S(m) be the vector of probabilities that play goes on after m moves, from each position: S(m) = Q^m 1, with Q the
transition matrix of transient positions. By Cauchy, S(m) is the integral of z^m (z - Q)^-1 1 along a contour around the
eigenvalues. On a hyperbola in the plane of log z, the trapezoidal rule with a few dozen nodes is accurate for m over
several orders of magnitude (Weideman and Trefethen, Mathematics of Computation 76 (2007)). Each node z = e^s takes one
linear system (z - Q) x = f.

Players and dice take turns, so chains have eigenvalues far from 1, too. They are damped: T(m) = Q^m f, with the vector
f = ((1 + Q) / 2)^LAZY 1, in which a coin decides about each of LAZY more moves whether it is made. S is decreasing, so
S(m + LAZY) <= T(m) <= S(m).

If units are counted and some moves take none, Q is (I - Q0)^-1 Q1, with Q0 the transitions that take none and Q1 those
that take one; the probabilities of taking one more unit stand in the place of the vector 1. The equations are
multiplied by I - Q0, so that matrices stay sparse; a residual then counts at most the norm of (I - Q0)^-1 times.

The proof needs no theory of the integral. For any numbers s, c and vectors x, let u(m) be the sum of c e^(s m) x. Then
u(m + 1) - Q u(m) is the sum of c e^(s m) (f - r), with r = f - (z - Q) x the residual: that is f g(m), where g(m) is
the sum of c e^(s m), less a sum of residuals. As Q does not increase the maximum norm, |T(m) - u(m)| is at most |T(a) -
u(a)|, which is computed, plus the norms of these differences from a to m. The values of g are bounded by Chebyshev
interpolation: by those at the nodes, and by the next derivative.
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
HUB = 50  # predecessors of a position that is put last among the unknowns, such as one where play begins again
DEGREE = 24  # of the polynomials that interpolate g
LEBESGUE = 3.2  # bounds the Lebesgue constant of their Chebyshev nodes: the norm of the interpolation
RATIO = 1.25  # of the ends of the stretch of moves of one polynomial
AHEAD = 12.0  # times the longest mean length from any position: bounds hold up to there
SMOOTHED = 1 << 13  # moves, at most, after which plays are compared with the sum
LAZY = 64  # moves that a coin decides about
CLOSE = 1e-5  # of all plays: with a larger error there is no result
LAST = 2.0**45  # moves
LOOK_EVERY = 64  # moves between two looks at the limits
FAR = 4.0  # times as many moves as are followed make the integral worth while


class Followed(NamedTuple):
    """The number of moves that plays were followed one by one, and the errors of the shares of their lengths."""

    moves: int
    rounded: Fraction
    left_out: Fraction


class Contour(NamedTuple):
    """The places s of the nodes and their factors c; each node stands for itself and its conjugate."""

    places: Any
    factors: Any


def hyperbola(begin: float, end: float) -> Contour:
    """Return the nodes for numbers of moves from ``begin`` to ``end`` (Weideman and Trefethen, section 4)."""
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
    """The matrices Q0 (``free``) and Q1 (``taking``), the probability of taking a unit from each position, whether play
    goes on after it or not, and the product with (I - Q0)^-1.

    ``visits`` is an upper bound of the norm of (I - Q0)^-1: the mean number of positions up to a move that takes a
    unit.
    """

    free: Any
    taking: Any
    any_taken: Any
    visits: float
    after_free: Callable[[Any], Any]

    def onward(self, vector: Any) -> Any:
        """Return Q times the vector."""
        return self.after_free(self.taking @ vector)


def slow_plays(counted: UnitChain, followed: Followed, limits: Limits) -> SlowPlays | None:
    """Return how plays go on after those that were followed; None if no bounds are found.

    All plays of the chain must come to an end.
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
        # (z - Q) x = f times I - Q0, with Q = (I - Q0)^-1 Q1: (I - Q0 - Q1 + (z - 1) (I - Q0)) x = (I - Q0) f.
        shift = np.expm1(place)
        equations = csc_matrix(identity(count) - both + shift * whole)
        solution = splu(equations).solve(wanted.astype(np.complex128))
        rest = wanted - (shift * (whole @ solution) + (solution - both @ solution))
        sizes[k] = np.abs(solution).max()
        left[k] = rates.visits * (np.abs(rest).max() + 8 * roundings * ROUNDING * max(sizes[k], 1.0))
        at_start[k] = factor * solution[start]
        integral += 2 * (factor * np.exp(place * begin) * solution).real
    rounded = _rounding_error(contour, np.abs(contour.factors) * sizes, begin)
    # |T(a) - u(a)| at a = begin, where T was computed move by move.
    error = float(np.abs(integral - going_on).max()) + 2 * (begin + LAZY) * roundings * ROUNDING + rounded
    errors = _errors(contour, left, at_start, error, begin, end)
    if errors is None:
        return None
    places, factors = tuple(contour.places.tolist()), tuple(at_start.tolist())
    return SlowPlays(followed.moves - 1, followed.rounded, followed.left_out, LAZY, places, factors, errors)


def _rates(counted: UnitChain, going: Any) -> Rates:
    """Return the transition matrices among the positions ``going``, which are not over."""
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
    # Moves that take none lead to later positions, so I - Q0 is triangular and its own factor.
    triangle = csc_matrix(identity(len(going)) - free)
    solve = splu(triangle, permc_spec="NATURAL", options={"SymmetricMode": True}, diag_pivot_thresh=0.0).solve
    return Rates(free, taking, any_taken, 1.01 * float(solve(np.ones(len(going))).max()), solve)


def _factor_entries(matrix: Any) -> float:
    """Estimate the number of entries of the LU factors of the equations."""
    hubs = np.bincount(matrix.indices, minlength=matrix.shape[0]) > HUB
    others = np.flatnonzero(~hubs)
    banded = factor_bytes(matrix[others][:, others]) / FACTOR_BYTES if len(others) else 0.0
    return float(banded + 2.0 * hubs.sum() * matrix.shape[0])


def _rounding_error(contour: Contour, sizes: Any, moves: float) -> float:
    """Bound the rounding error of a sum over the nodes of numbers of these sizes times e^(s m)."""
    grown = 2 * sizes * np.exp(contour.places.real * moves)
    return float((grown * (np.abs(contour.places) * moves + 16)).sum()) * 8 * ROUNDING


def _errors(
    contour: Contour, left: Any, at_start: Any, error: float, begin: int, end: float
) -> tuple[tuple[int, Fraction], ...] | None:
    """Return the numbers of moves up to which the sum is wrong by at most so much; None if it is too wrong."""
    places, sizes = contour.places, np.abs(contour.factors)
    errors = list[tuple[int, Fraction]]()
    nodes = np.cos((np.arange(DEGREE + 1) + 0.5) * pi / (DEGREE + 1))
    low = float(begin)
    while low < end:
        high = float(int(low * RATIO) + 1)
        half = (high - low) / 2
        times = (low + high) / 2 + half * nodes
        # |g| on the stretch: LEBESGUE times its largest value at the nodes, plus the error of the interpolation,
        # max |g^(n)| half^n / (2^(n-1) n!) for n = DEGREE + 1 nodes.
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
