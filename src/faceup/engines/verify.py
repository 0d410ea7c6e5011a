"""Recomputing what was published about a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from faceup.engines.simulation import simulate
from faceup.engines.solving import solve
from faceup.results.solution import Solution
from faceup.results.strategy import strategy
from faceup.results.value import Value, overlap
from faceup.rules.contract import Game, Patience, Rules
from faceup.rules.parameters import kinds, read_value
from faceup.rules.published import Published

WIDEST = 16  # times a figure's rounding: a wider interval could meet anything
CONFIDENCE = 0.999  # of the interval that must meet a published figure, so that chance alone rarely fails a check


@dataclass(frozen=True)
class Finding:
    """A published figure beside the computed one."""

    game: Rules
    published: Published
    computed: Any
    agrees: bool
    seconds: float

    @property
    def verdict(self) -> str:
        """``agrees``, ``differs``, or ``too few games`` where an interval is too wide to tell."""
        if self.agrees:
            return "agrees"
        return "too few games" if too_wide(self.published, self.computed) else "differs"


def instance(rules_class: type[Rules], published: Published) -> Any:
    """The game with the parameters that the figure is about."""
    known = kinds(rules_class)
    given = {
        name: read_value(known[name], name, value) if isinstance(value, str) else value
        for name, value in published.parameters.items()
    }
    return rules_class(**given)


def verify(rules_class: type[Rules], games: int, seed: int) -> Iterator[Finding]:
    """Recompute each published figure of a game; simulated ones from so many games."""

    @cache
    def solved(game: Game) -> Solution:
        wants_fraction = any(isinstance(p.result, str) for p in rules_class.published)
        return solve(game, exact=wants_fraction)

    @cache
    def sampled(game: Patience) -> Any:
        return simulate(game, games, seed=seed, confidence=CONFIDENCE)

    for published in rules_class.published:
        game = instance(rules_class, published)
        if isinstance(game, Patience):
            sample = sampled(game)
            computed: Any = getattr(sample, published.what)
            yield Finding(game, published, computed, agree(published, computed), sample.seconds)
        else:
            solution = solved(game)
            computed = figure(solution, published)
            yield Finding(game, published, computed, agree(published, computed), solution.seconds)


def figure(solution: Solution, published: Published) -> Any:
    """The figure of this kind, from a solved game."""
    what, game = published.what, solution.game
    if what == "value":
        return solution.value
    if what == "states":
        return solution.states
    if what == "openings":
        return len(solution.best(game.start()))
    if what == "thresholds":
        return strategy(solution).thresholds
    if what == "line":
        return best_part(solution, published.result)
    raise ValueError(f"{type(game).__name__} publishes {what!r}; possible: value, states, openings, thresholds, line")


def best_part(solution: Solution, line: tuple[int, ...]) -> tuple[int, ...]:
    """The line up to its first move that is not best."""
    state = solution.game.start()
    for k, move in enumerate(line):
        if move not in solution.best(state):
            return line[:k]
        state = solution.game.play(state, move)
    return line


def too_wide(published: Published, computed: Any) -> bool:
    """Whether a sampled interval is so wide beside the figure's rounding that it could meet anything."""
    if not isinstance(computed, Value) or computed.how != "sampled":
        return False
    return float(computed.high - computed.low) > WIDEST * published.within


def agree(published: Published, computed: Any) -> bool:
    """Whether the published figure, as rounded as it is, can be the computed one."""
    if not isinstance(computed, Value):
        return bool(published.result == computed)
    if computed.how == "stopped" or too_wide(published, computed):
        return False
    if published.within == 0 and computed.exact is not None:
        return Fraction(published.result) == computed.exact
    centre, within = Fraction(published.result), Fraction(published.within)
    return overlap(computed, Value(centre - within, centre + within, "bounded"))
