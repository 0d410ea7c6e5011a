"""Two opponents in other units: games whose payoffs are rows, in which what one of two deciders gains the other loses.

The payoff of one is ``total - rate * x`` wherever that of the other is x, with a rate above 0; seats that never decide
may get anything. Best play is that of the game in which the first of them gains x and the other loses it.
"""

from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, partial
from math import inf
from typing import Any, NamedTuple

from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import weighted_moves
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless, exact_gain, plus_row, seats_of
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, exactly, fraction_text, simplest
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.own_units import OPPOSITE, OwnUnits
from faceup.rules.contract import CHANCE, OVER, Game, alter_for_callers
from faceup.rules.errors import RulesError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.player_names import seat_name

MOST_POSITIONS = 100_000  # that are looked at
MOST_FOLLOWED = 100_000  # positions with what players know there, for what seats get that never decide
POSITION_BYTES = 1000
LOOK_EVERY = 256  # positions between two looks at the limits

Row = tuple[Exact, ...]


class GeneralSum(Exception):
    """A game is not of two opponents: the text says why, in words that go after an engine's name."""


class Opposed(NamedTuple):
    """The ``deciders``, at most two seats of a ``game`` as its rules have it, and how their payoffs hang together."""

    game: Game
    deciders: tuple[int, ...]
    units: OwnUnits = OPPOSITE

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in the order of players: those that decide come first."""
        return (*self.deciders, *(seat for seat in range(seats_of(self.game)) if seat not in self.deciders))


def opposed_in(game: Game) -> Opposed | None:
    """How payoffs hang together in a game that ``two_opponents`` gave; None in any other."""
    found: Opposed | None = vars(game).get("_opposed")
    return found


def two_opponents(game: Game, start: Any = None, limits: Limits | None = None) -> Game:
    """The game of two opponents that a game of seats is from a state on: payoffs are those of the first who decides.

    Player 0 of it is the first seat that decides, player 1 the second. Raises GeneralSum where it is no such game, or
    has more than ``MOST_POSITIONS``; RulesError where the rules break the contract, LimitReached at one of ``limits``.
    """
    found = _Plays(game).relate_payoffs(game.start() if start is None else start, limits)
    first, *_ = found.seats
    instead: dict[str, Any] = {"payoff": partial(_payoff, game, first)}
    if facts_of(game).rewarding:
        instead["reward"] = partial(_reward, game, first)
    if found.deciders not in ((), (0,), (0, 1)):
        names = tuple(seat_name(seat, game.player_names) for seat in found.seats)
        instead |= {"turn": partial(_turn, found), "player_names": names}
        if facts_of(game).hidden:
            instead["view"] = partial(_view, found)
    endless = exact_endless(game, game.start(), seats_of(game))[first]
    return alter_for_callers(game, **instead, endless=endless, _opposed=found, _units=found.units)


@lru_cache(256)
def as_played(game: Game) -> Game:
    """The game of two opponents, where something is hidden and the payoffs of seats allow it; else the game itself."""
    if not facts_of(game).hidden or not seats_of(game):
        return game
    with suppress(GeneralSum, RulesError):  # broken rules are met again, and told, in play
        return two_opponents(game)
    return game


def own_values(solution: HiddenSolution) -> tuple[Value, ...]:
    """What best play is worth to every seat in units of its own, where a game of two opponents was made of seats.

    What those get who never decide depends on the plans that were found; it is unknown where they are not exact, or
    where play is too long.
    """
    found = opposed_in(solution.game)
    if found is None:
        return ()
    game, value = found.game, solution.value
    if solution.start != game.start() and len(found.deciders) == 2:
        found = found._replace(units=found.units._replace(total=_total_from(found, solution.start)))
    known = [value, found.units.to_second(value)][: len(found.deciders)]
    values = dict(zip(found.deciders, known, strict=True))
    if len(values) < seats_of(game):
        row = _expected_payoffs(solution, found) if value.how == "exact" else None
        unknown = Value(-inf, inf, value.how if value.how == "stopped" else "bounded", limit=value.limit)
        for seat in range(seats_of(game)):
            values.setdefault(seat, unknown if row is None else exactly(row[seat]))
    return tuple(values[seat] for seat in range(seats_of(game)))


def _total_from(found: Opposed, state: Any) -> Exact:
    """The ``total`` of what is gained from here on, as any play shows."""
    game, seats, row = found.game, seats_of(found.game), (0,) * seats_of(found.game)
    while game.turn(state) != OVER:
        move = weighted_moves(game, state)[0][0]
        row = plus_row(row, exact_gain(game, state, f"reward of move {move}", game.reward(state, move), seats))
        state = game.play(state, move)
    row = plus_row(row, exact_gain(game, state, "payoff", game.payoff(state), seats))
    one, two = found.deciders
    return simplest(row[two] + Fraction(found.units.rate) * row[one])


def _expected_payoffs(solution: HiddenSolution, found: Opposed) -> Row | None:
    """What all get on average under the plans that were found; None where that is too much to follow."""
    game, seats, rewarding = found.game, seats_of(found.game), facts_of(found.game).rewarding
    total, followed = (Fraction(0),) * seats, 0
    level = {solution.known: Fraction(1)}
    while level:
        after: dict[Any, Fraction] = {}
        followed += len(level)
        if followed > MOST_FOLLOWED:
            return None
        for known, chance in level.items():
            state = known.state
            if game.turn(state) == OVER:
                gain = exact_gain(game, state, "payoff", game.payoff(state), seats)
                total = plus_row(total, tuple(chance * number for number in gain))
                continue
            lots = solution.lots(known) if game.turn(state) != CHANCE else _odds(game, state)
            every = sum(lots.values())
            for move, weight in lots.items():
                if rewarding:
                    gain = exact_gain(game, state, f"reward of move {move}", game.reward(state, move), seats)
                    total = plus_row(total, tuple(chance * weight / every * number for number in gain))
                then = solution.after(known, move)
                after[then] = after.get(then, 0) + chance * weight / every
        level = after
    return tuple(map(simplest, total))


def _odds(game: Game, state: Any) -> dict[Move, int]:
    return dict(zip(*weighted_moves(game, state), strict=True))


def _payoff(game: Game, seat: int, state: Any) -> Any:
    return _own(game.payoff(state), seat)


def _reward(game: Game, seat: int, state: Any, move: Any) -> Any:
    return _own(game.reward(state, move), seat)


def _own(given: Any, seat: int) -> Any:
    return given[seat] if isinstance(given, tuple) else given  # 0 is nothing for anybody


def _turn(found: Opposed, state: Any) -> int:
    who = found.game.turn(state)
    return who if who < 0 else found.deciders.index(who)


def _view(found: Opposed, state: Any, player: int) -> Any:
    return found.game.view(state, found.seats[player])


class _Plays:
    """Plays of a game, as they are met on a walk over all positions: who decides, and what they bring everybody.

    Two plays that both deciders value otherwise give the rate, and all others must agree with it. A way to a position
    and another one to it are two plays, for they may go on alike.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.seats = game, seats_of(game)
        self.deciders: set[int] = set()
        self.apart: dict[Row, tuple[Row, Row]] = {}  # what one play brings more than another: an example of each
        self.gains: set[Row] = set()  # on the way
        self.rate: Exact = 0  # not known yet
        self.example: tuple[Row, ...] = ()  # the plays that gave it

    def relate_payoffs(self, start: Any, limits: Limits | None) -> Opposed:
        """How payoffs hang together in all plays from a state on."""
        game, rewarding = self.game, facts_of(self.game).rewarding
        brought: dict[Any, Row] = {start: (0,) * self.seats}  # on the way by which each state was met first
        states, after, end = [start], list[list[Any]](), None
        for i, state in enumerate(states):
            if limits is not None and i % LOOK_EVERY == 0:
                limits.check(game, len(states), POSITION_BYTES, states[-1])
            if len(states) > MOST_POSITIONS:
                raise GeneralSum(
                    f"is for two opponents, and whether what one gains the other loses was not known after "
                    f"{MOST_POSITIONS:,} positions"
                )
            who, way = game.turn(state), brought[state]
            after.append([])
            if who == OVER:
                row = plus_row(way, exact_gain(game, state, "payoff", game.payoff(state), self.seats))
                end = end or row
                self._compare(end, row)
                continue
            if not CHANCE <= who < self.seats:
                raise broken_rules.bad_turn(game, state, who, self.seats)
            if who not in (CHANCE, *self.deciders):
                self._decides(who)
            for move in weighted_moves(game, state)[0]:
                then, row = game.play(state, move), way
                if rewarding:
                    gain = game.reward(state, move)
                    gained = exact_gain(game, state, f"reward of move {move}", gain, self.seats)
                    self.gains.add(gained)
                    row = plus_row(way, gained)
                if then not in brought:
                    brought[then] = row
                    states.append(then)
                after[i].append(then)
                self._compare(brought[then], row)
        endless = exact_endless(game, start, self.seats)
        for state in _may_go_round(states, after):
            row = plus_row(brought[state], endless)
            end = end or row
            self._compare(end, row)
        deciders = tuple(sorted(self.deciders))
        if len(deciders) < 2 or end is None:
            return Opposed(game, deciders)
        one, two = deciders
        rate = self.rate or 1
        steady = all(gain[two] + rate * gain[one] == 0 for gain in self.gains)
        return Opposed(game, deciders, OwnUnits(simplest(Fraction(end[two] + rate * end[one])), rate, steady))

    def _decides(self, who: int) -> None:
        self.deciders.add(who)
        if len(self.deciders) > 2:
            *names, last = (seat_name(seat, self.game.player_names) for seat in sorted(self.deciders))
            raise GeneralSum(f"is for two opponents, and here {', '.join(names)} and {last} decide")
        for difference, plays in self.apart.items():
            self._hold(difference, plays)

    def _compare(self, one: Row, two: Row) -> None:
        """Two plays bring this."""
        difference = tuple(b - a for a, b in zip(one, two, strict=True))
        if difference not in self.apart:
            self.apart[difference] = one, two
            self._hold(difference, (one, two))

    def _hold(self, difference: Row, plays: tuple[Row, ...]) -> None:
        """Hold what two plays bring against the others; raises GeneralSum where it is not the same to both deciders."""
        if len(self.deciders) < 2:
            return
        one, two = sorted(self.deciders)
        more, other = difference[one], difference[two]
        if more == other == 0:
            return
        if more * other >= 0:
            raise self._general_sum(plays, "what one gains the other does not always lose")
        if not self.rate:
            self.rate, self.example = simplest(Fraction(-other) / more), plays
        elif other != -self.rate * more:
            every = (*self.example, *(play for play in plays if play not in self.example))
            raise self._general_sum(every, "what one gains is not always as much to the other")

    def _general_sum(self, plays: tuple[Row, ...], problem: str) -> GeneralSum:
        one, two = sorted(self.deciders)
        names = [seat_name(seat, self.game.player_names) for seat in (one, two)]
        paid = [f"{fraction_text(play[one])} and {fraction_text(play[two])}" for play in plays]
        return GeneralSum(
            f"is for two opponents, and here {problem}: plays bring {names[0]} and {names[1]} {', or '.join(paid)}"
        )


def _may_go_round(states: list[Any], after: list[list[Any]]) -> list[Any]:
    """The states from which play may come to one that can come round again."""
    before: dict[Any, list[Any]] = {state: [] for state in states}
    left = {}
    for state, targets in zip(states, after, strict=True):
        left[state] = len(targets)
        for target in targets:
            before[target].append(state)
    settled = [state for state in states if not left[state]]
    for state in settled:
        for source in before[state]:
            left[source] -= 1
            if not left[source]:
                settled.append(source)
    return [state for state in states if left[state]]
