"""A tournament: policies play each other from every seat; the standings of policies and of seats."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

from faceup.numbers.value import Value, finite
from faceup.results.samples.sample import UNKNOWN, Sample
from faceup.results.seats import SeatFigures
from faceup.results.showable import FormerTuple, Showable, Tabular, columns
from faceup.rules.names import seat_name


@dataclass(frozen=True)
class Cell(FormerTuple):
    """The figures of a policy at one seat, with another policy at all others."""

    document_keys = (
        *("policy", "against", "seat=figures.seat", "~win_rate=figures.win_rate", "~tie_rate=figures.tie_rate"),
        "~mean=figures.mean",
    )

    policy: str
    against: str
    figures: SeatFigures


@dataclass(frozen=True)
class Standing(FormerTuple):
    """The average figures of a policy over all seats and opponents, or of a seat over all seatings.

    ``mean`` is of the games that ended. ``tie_rate`` is the share of games in which the highest payoff is shared, or
    that are drawn.
    """

    document_keys = ("name", "~win_rate", "~tie_rate", "~mean")

    name: str
    win_rate: Value
    mean: Value
    tie_rate: Value = field(kw_only=True)


@dataclass(frozen=True)
class Step(FormerTuple):
    """The figures of a policy against another, averaged over all seats, and the other's figures against it."""

    document_keys = ("policy", "against", "~win_rate=own.win_rate", "~tie_rate=own.tie_rate", "~mean=own.mean")

    policy: str
    against: str
    own: Standing
    others: Standing

    @property
    def turned(self) -> "Step":
        """The same from the other's side."""
        return Step(self.against, self.policy, self.others, self.own)


COLUMNS = ("policy", "against", "seat", "win_rate", "win_rate_low", "win_rate_high", "mean", "mean_low", "mean_high")


@dataclass(frozen=True, repr=False)
class Tournament(Showable, Tabular):
    """Policies at every seat, each against itself and each other, on the same numbered games.

    ``samples`` has each seating by the numbers of its policies. All intervals of win rates hold together, and so do all
    of mean payoffs; the interval of an average goes from the average of the low ends to that of the high ends. If a
    seat gets the same in all games of a seating, its interval supposes no payoffs beyond those of the other seatings.
    """

    brief = ("game", "policies", "games")
    document_keys = (
        *("game", "seed=sample.seed", "confidence=sample.confidence", "games", "seatings", "policies", "cells"),
        *("by_policy", "by_seat", "going_first", "steps", "best_policy=best_policy.name", "best_seat=best_seat.name"),
    )

    policies: tuple[str, ...]
    samples: Mapping[tuple[int, ...], Sample]

    @property
    def game(self) -> Any:
        return self.sample.game

    @property
    def seats(self) -> int:
        return len(next(iter(self.samples)))

    @property
    def sample(self) -> Sample:
        """One of the samples: all have the same seed and confidence."""
        return next(iter(self.samples.values()))

    @property
    def games(self) -> int:
        """The number of games of each seating."""
        return self.sample.games

    @property
    def seatings(self) -> int:
        return len(self.samples)

    @property
    def best_policy(self) -> Standing | None:
        """The policy that is significantly best, on average or against each other one; None if none is."""
        won = Counter(step.policy for step in stronger(self.pairs))
        ahead = (one for one in self.by_policy if won[one.name] == len(self.policies) - 1 > 0)
        return leader(self.by_policy) or next(ahead, None)

    @property
    def best_seat(self) -> Standing | None:
        """The seat that is significantly best; None if none is."""
        return leader(self.by_seat)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The figures by policy, opponent and seat."""
        numbers, seats = range(len(self.policies)), self.seats
        together, spans = len(numbers) ** 2 * seats, [self._span(seat) for seat in range(seats)]
        return tuple(
            Cell(
                self.policies[one],
                self.policies[other],
                self.samples[seating(one, other, seat, seats)].seat(seat, together, spans[seat]),
            )
            for one in numbers
            for other in numbers
            for seat in range(seats)
        )

    def _span(self, seat: int) -> tuple[float, float] | None:
        """Return the least and the largest payoff of a seat in all seatings; None if they are one."""
        payoffs = {payoff for sample in self.samples.values() for payoff in sample.payoffs_of(seat)}
        return (min(payoffs), max(payoffs)) if len(payoffs) > 1 else None

    @property
    def by_policy(self) -> tuple[Standing, ...]:
        """Each policy over all seats, against the other policies; empty for a single policy.

        If all seats get the same, as partners do, each policy is averaged over the games in which everybody plays it.
        """
        if len(self.policies) == 1:
            return ()
        return tuple(
            _standing(
                name,
                (cell for cell in self.cells if cell.policy == name and (cell.against == name) == self.all_alike),
            )
            for name in self.policies
        )

    @property
    def steps(self) -> tuple[Step, ...]:
        """Each policy but the first against the one before it; empty if all seats get the same, as partners do."""
        if self.all_alike:
            return ()
        return tuple(self._step(policy, against) for against, policy in pairwise(self.policies))

    @property
    def pairs(self) -> tuple[Step, ...]:
        """Every pair of policies, that with the larger mean payoff first; empty if all seats get the same."""
        if self.all_alike:
            return ()
        steps = (self._step(one, other) for one, other in combinations(self.policies, 2))
        return tuple(step.turned if _is_weaker(step) else step for step in steps)

    def _step(self, policy: str, against: str) -> Step:
        return Step(policy, against, self._against(policy, against), self._against(against, policy))

    def _against(self, policy: str, against: str) -> Standing:
        return _standing(policy, (cell for cell in self.cells if (cell.policy, cell.against) == (policy, against)))

    @cached_property
    def all_alike(self) -> bool:
        """Whether all seats got the same in every seating, as partners do; false if no game of a seating ended."""
        every = [[sample.seat(seat, 1).mean for seat in range(self.seats)] for sample in self.samples.values()]
        return self.seats > 1 and all(len(set(means)) == 1 and means[0].value is not None for means in every)

    @property
    def by_seat(self) -> tuple[Standing, ...]:
        """Each seat over all seatings."""
        return tuple(
            _standing(
                seat_name(seat, self.sample.player_names), (cell for cell in self.cells if cell.figures.seat == seat)
            )
            for seat in range(self.seats)
        )

    @property
    def going_first(self) -> Standing:
        """The figures of the first seat less the average of the others."""
        first, *others = self.by_seat
        return Standing(
            first.name,
            _difference(first.win_rate, [one.win_rate for one in others]),
            _difference(first.mean, [one.mean for one in others]),
            tie_rate=_difference(first.tie_rate, [one.tie_rate for one in others]),
        )

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """Return one row for each policy, opponent and seat."""
        return columns(COLUMNS, self.rows)

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """The cells as rows with the columns ``COLUMNS``; None for an unknown figure."""
        rows = []
        for cell in self.cells:
            values = (cell.figures.win_rate, cell.figures.mean)
            numbers = [number for value in values for number in (value.value, value.low, value.high)]
            rows.append((cell.policy, cell.against, cell.figures.seat, *map(finite, numbers)))
        return rows


def seating(one: int, other: int, seat: int, seats: int) -> tuple[int, ...]:
    """Return one policy at a seat, and another one at all others."""
    return tuple(one if k == seat else other for k in range(seats))


def all_seatings(policies: int, seats: int) -> list[tuple[int, ...]]:
    """Return every seating of so many policies, each against each and itself."""
    numbers = range(policies)
    return [*dict.fromkeys(seating(a, b, seat, seats) for a in numbers for b in numbers for seat in range(seats))]


def stronger(steps: Iterable[Step]) -> list[Step]:
    """Return the steps in which the policy's mean payoff is significantly larger than that of the other."""
    return [step for step in steps if step.own.mean.low > step.others.mean.high]


def _is_weaker(step: Step) -> bool:
    """Whether the policy's mean payoff is smaller than that of the other, as far as both are known."""
    own, others = step.own.mean.value, step.others.mean.value
    return own is not None and others is not None and own < others


def leader(standings: Sequence[Standing]) -> Standing | None:
    """Return the standing whose mean payoff is significantly larger than all others; None if there is none."""
    for place, one in enumerate(standings):
        others = (*standings[:place], *standings[place + 1 :])
        if others and all(one.mean.low > other.mean.high for other in others):
            return one
    return None


def _standing(name: str, cells: Iterable[Cell]) -> Standing:
    figures = [cell.figures for cell in cells]
    return Standing(
        name,
        _average([one.win_rate for one in figures]),
        _average([one.mean for one in figures]),
        tie_rate=_average([one.tie_rate for one in figures]),
    )


def _average(values: Sequence[Value]) -> Value:
    """Return the average of sampled figures, between those of their low and high ends."""
    if any(value.value is None for value in values):
        return UNKNOWN
    count = len(values)
    low, high = (sum(float(getattr(value, end)) for value in values) / count for end in ("low", "high"))
    return Value(low, high, "sampled", sum(value.value or 0.0 for value in values) / count)


def _difference(value: Value, others: Sequence[Value]) -> Value:
    """Return a figure less the average of others."""
    rest = _average(others) if others else UNKNOWN
    if value.value is None or rest.value is None:
        return UNKNOWN
    low, high = float(value.low) - float(rest.high), float(value.high) - float(rest.low)
    return Value(low, high, "sampled", value.value - rest.value)
