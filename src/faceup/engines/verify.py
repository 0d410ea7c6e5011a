"""Recomputing what was published about a game."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from faceup.engines.dealing import lay_out, order_in
from faceup.engines.patience_player import play_out
from faceup.engines.simulation import LONGEST, simulate
from faceup.engines.solving import solve
from faceup.results.solution import Solution
from faceup.results.strategy import strategy
from faceup.results.totals import ENDLESS
from faceup.results.value import Value, overlap
from faceup.rules.contract import Game, Patience, Rules
from faceup.rules.parameters import kinds, read_value
from faceup.rules.published import Published

NARROW = 4  # times a figure's rounding: so narrow an interval is enough
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
    """Recompute each published figure of a game; simulated ones from at most so many games."""

    @cache
    def solved(game: Game) -> Solution:
        wants_fraction = any(isinstance(p.result, str) for p in rules_class.published)
        return solve(game, exact=wants_fraction)

    for published in rules_class.published:
        game = instance(rules_class, published)
        began = time.perf_counter()
        computed: Any
        if isinstance(game, Patience):
            computed = of_deal(game, published) if published.deal else sampled(game, published, games, seed)
            yield Finding(game, published, computed, agree(published, computed), time.perf_counter() - began)
        else:
            solution = solved(game)
            computed = figure(solution, published)
            yield Finding(game, published, computed, agree(published, computed), solution.seconds)


def sampled(game: Patience, published: Published, games: int, seed: int) -> Value:
    """The figure from as many games as it takes to tell, but at most so many."""
    width = NARROW * published.within or None
    sample = simulate(game, games, seed=seed, confidence=CONFIDENCE, until=width, figure=published.what)
    found = getattr(sample, published.what)
    assert isinstance(found, Value)
    return found


def of_deal(game: Patience, published: Published) -> Any:
    """The figure of one deal, played in CPython."""
    table, what = lay_out(game, order_in(game, published.deal)), published.what
    counts: Counter[str] = Counter()
    playing = play_out(game, table, LONGEST)
    while True:
        try:
            counts[game.steps.get(next(playing), "")] += 1
        except StopIteration as end:
            mark = end.value
            break
    if what == "endless":
        return bool(mark == ENDLESS)
    if mark == ENDLESS or what == "length":
        return counts.total()
    return game.score(table) if what == "score" else counts[what]


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
