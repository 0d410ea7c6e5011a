"""Recompute the published results of a game."""

import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from faceup.engines.chain.outcomes import outcomes
from faceup.engines.explain.strategies import strategy
from faceup.engines.model.dealing import lay_out, order_in
from faceup.engines.simulate.counting import Playthrough
from faceup.engines.simulate.sampler import MOST_STEPS, simulate
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.theory import THOROUGH, agreement
from faceup.numbers.value import Value, overlap, value_columns
from faceup.results.answers.solution import Solution
from faceup.rules.contract import ENDLESS, Game, Patience, Rules
from faceup.rules.errors import RulesError, UsageError
from faceup.rules.facts import facts_of, plays_itself
from faceup.rules.parameters import kinds, read_value
from faceup.rules.theory import Published

NARROW = 4  # times a figure's rounding: so narrow an interval is enough
WIDEST = 16  # times a figure's rounding: a wider interval could meet anything
THEORY = "theory"  # the figure that is about a game's theory, and was not published
CONFIDENCE = 0.999  # of the interval that must meet a published figure, so that chance alone rarely fails a check


@dataclass(frozen=True)
class Finding:
    """A published figure beside the computed one."""

    game: Rules
    published: Published
    computed: Any
    agrees: bool
    seconds: float

    document_keys = (
        *("game", "what=published.what", "published=published.result", "agrees", "*figure", "source=published.source"),
    )

    @property
    def figure(self) -> Mapping[str, Any]:
        """The computed figure, with its certainty if it is a value."""
        return {**value_columns(self.computed)} if isinstance(self.computed, Value) else {"value": self.computed}

    @property
    def verdict(self) -> str:
        """``agrees``, ``differs``, or ``too few games`` if an interval is too wide to decide."""
        if self.agrees:
            return "agrees"
        return "too few games" if too_wide(self.published, self.computed) else "differs"


def instance(rules_class: type[Rules], published: Published) -> Any:
    """Return the game with the parameters of the figure."""
    parameter_kinds = kinds(rules_class)
    parameters = {
        name: read_value(parameter_kinds[name], name, value) if isinstance(value, str) else value
        for name, value in published.parameters.items()
    }
    return rules_class(**parameters)


def recompute(rules_class: Any, games: int, seed: int, stop: threading.Event | None = None) -> Iterator[Finding]:
    """Recompute each published figure, simulated ones from at most ``games`` games, and compare a theory with search.

    Raises GivenUp soon after another thread sets ``stop``.
    """

    @cache
    def solve_once(game: Game) -> Solution:
        wants_fraction = any(isinstance(p.result, str) for p in rules_class.published)
        counts_states = any(p.what == "states" for p in rules_class.published)
        return solve(game, exact=wants_fraction, by="rules" if counts_states else "auto", stop=stop)

    for published in rules_class.published:
        game = instance(rules_class, published)
        began = time.perf_counter()
        computed: Any
        if plays_itself(game):
            computed = (
                of_deal(game, published) if published.deal else simulate_published(game, published, games, seed, stop)
            )
            yield Finding(game, published, computed, agree(published, computed), time.perf_counter() - began)
        else:
            solution = solve_once(game)
            computed = figure(solution, published)
            yield Finding(game, published, computed, agree(published, computed), solution.seconds)
    if facts_of(rules_class).theory:
        yield from compare_theory(rules_class)


def compare_theory(rules_class: Any) -> Iterator[Finding]:
    """Compare the game's theory with search, on more sizes than before its use."""
    try:
        game = instance(rules_class, rules_class.published[0]) if rules_class.published else rules_class()
    except TypeError:
        raise UsageError(f"{rules_class.__name__}: a theory is checked where all parameters have defaults") from None
    theory = game.theory()
    if theory is None:
        return
    began = time.perf_counter()
    try:
        result, agrees = str(agreement(game, THOROUGH)), True
    except RulesError as error:
        result, agrees = str(error), False
    published = Published(THEORY, "equals search", theory.source)
    yield Finding(game, published, result, agrees, time.perf_counter() - began)


def simulate_published(
    game: Patience, published: Published, games: int, seed: int, stop: threading.Event | None
) -> Value:
    """Return the figure from as many games as it takes to decide, at most ``games``."""
    width = NARROW * published.within or None
    sample = simulate(game, games, seed=seed, confidence=CONFIDENCE, until=width, figure=published.what, stop=stop)
    value = getattr(sample, published.what)
    assert isinstance(value, Value)
    return value


def of_deal(game: Patience, published: Published) -> Any:
    """Return the figure of one deal, played in CPython."""
    table, what = lay_out(game, order_in(game, published.deal)), published.what
    play = Playthrough(game, table, MOST_STEPS)
    counts = Counter(game.steps.get(step, "") for step in play)
    if what == "endless":
        return play.end == ENDLESS
    if play.end == ENDLESS or what == "length":
        return play.steps
    return game.score(table) if what == "score" else counts[what]


def figure(solution: Solution, published: Published) -> Any:
    """Return the figure of this kind, from a solved game."""
    what, game = published.what, solution.game
    if what == "value":
        return solution.value
    if what == "states":
        return solution.states
    if what == "values":
        return tuple(seat.value for seat in solution.seats)
    if what == "openings":
        return len(solution.best(game.start()))
    if what == "thresholds":
        return strategy(solution).thresholds
    if what in ("win_rate", "mean", "length"):
        return getattr(outcomes(solution), what)
    if what == "line":
        return best_part(solution, published.result)
    raise ValueError(
        f"{type(game).__name__} publishes {what!r}; possible: value, values, states, openings, thresholds, line, "
        "win_rate, mean, length"
    )


def best_part(solution: Solution, line: tuple[int, ...]) -> tuple[int, ...]:
    """Return the line up to its first move that is not best."""
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
    """Whether the published figure can be the computed one, rounded as it was published."""
    if published.what == "values":
        each = [replace(published, what="value", result=result) for result in published.result]
        return len(each) == len(computed) and all(map(agree, each, computed))
    if not isinstance(computed, Value):
        return bool(published.result == computed)
    if computed.how == "stopped" or too_wide(published, computed):
        return False
    if published.within == 0 and computed.exact is not None:
        return Fraction(published.result) == computed.exact
    centre, within = Fraction(published.result), Fraction(published.within)
    return overlap(computed, Value(centre - within, centre + within, "bounded"))
