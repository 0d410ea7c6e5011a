"""Zero-sum games in other units: payoffs are rows, but what one of two deciding seats gains the other loses.

If the payoff of one is x, that of the other is ``total - rate * x``, with a rate above 0; seats that never decide may
get anything. Best play is that of the zero-sum game in which the first gains x and the other loses it.
"""

from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, partial
from math import inf
from typing import Any, NamedTuple

from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import weighted_moves
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless, payoff_row, plus_row, reward_row, seats_of
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, exactly, fraction_text, simplest
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.seats import OPPOSITE, OwnUnits
from faceup.rules.contract import CHANCE, OVER, Game, alter_for_callers
from faceup.rules.errors import RulesError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.names import seat_name

MOST_POSITIONS = 100_000  # of a walk
MOST_FOLLOWED = 100_000  # positions with knowledge, when payoffs of seats that never decide are computed
POSITION_BYTES = 1000
FIRST_PLAY = 1000  # moves of one play that is followed before the walk
LOOK_EVERY = 256  # positions between two checks of the limits

Row = tuple[Exact, ...]


class GeneralSum(Exception):
    """The game is not zero-sum between two seats. The text says why, in words that follow an engine's name."""


class Opposed(NamedTuple):
    """The ``deciders`` (at most two seats of ``game``) and the relation of their payoffs, ``units``."""

    game: Game
    deciders: tuple[int, ...]
    units: OwnUnits = OPPOSITE

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in the order of players: deciders first."""
        return (*self.deciders, *(seat for seat in range(seats_of(self.game)) if seat not in self.deciders))


def opposed_in(game: Game) -> Opposed | None:
    """Return the relation of payoffs in a game that ``two_opponents`` made; None for any other game."""
    relation: Opposed | None = vars(game).get("_opposed")
    return relation


def two_opponents(game: Game, start: Any = None, limits: Limits | None = None) -> Game:
    """Return the zero-sum game that a game of seats is, from a state on, with the first decider's payoffs.

    Player 0 is the first seat that decides, player 1 the second. Raises GeneralSum if the game is not zero-sum or has
    more than ``MOST_POSITIONS``; RulesError if the rules break the contract; LimitReached at one of ``limits``.
    """
    relation = _Plays(game).relate_payoffs(game.start() if start is None else start, limits)
    first, *_ = relation.seats
    instead: dict[str, Any] = {"payoff": partial(_payoff, game, first)}
    if facts_of(game).rewarding:
        instead["reward"] = partial(_reward, game, first)
    if relation.deciders not in ((), (0,), (0, 1)):
        names = tuple(seat_name(seat, game.player_names) for seat in relation.seats)
        instead |= {"turn": partial(_turn, relation), "player_names": names}
        if facts_of(game).hidden:
            instead["view"] = partial(_view, relation)
    endless = exact_endless(game, game.start(), seats_of(game))[first]
    return alter_for_callers(game, **instead, endless=endless, _opposed=relation, _units=relation.units)


@lru_cache(256)
def as_played(game: Game) -> Game:
    """Return the zero-sum form of a hidden-information game with payoff rows, if it has one; else the game itself."""
    if not facts_of(game).hidden or not seats_of(game):
        return game
    with suppress(GeneralSum, RulesError):  # play meets broken rules again, and reports them
        return two_opponents(game)
    return game


def own_values(solution: HiddenSolution) -> tuple[Value, ...]:
    """Return the value of best play to every seat in its own units, for a game that ``two_opponents`` made; else ().

    The payoffs of seats that never decide depend on the plans; they are unknown if these are not exact, or if play is
    too long.
    """
    relation = opposed_in(solution.game)
    if relation is None:
        return ()
    game, value = relation.game, solution.value
    if solution.start != game.start() and len(relation.deciders) == 2:
        relation = relation._replace(units=relation.units._replace(total=_total_from(relation, solution.start)))
    decider_values = [value, relation.units.to_second(value)][: len(relation.deciders)]
    values = dict(zip(relation.deciders, decider_values, strict=True))
    if len(values) < seats_of(game):
        row = _expected_payoffs(solution, relation) if value.how == "exact" else None
        unknown = Value(-inf, inf, value.how if value.how == "stopped" else "bounded", limit=value.limit)
        for seat in range(seats_of(game)):
            values.setdefault(seat, unknown if row is None else exactly(row[seat]))
    return tuple(values[seat] for seat in range(seats_of(game)))


def _total_from(relation: Opposed, state: Any) -> Exact:
    """Return the ``total`` of gains from a state on, which any play shows."""
    game, seats, row = relation.game, seats_of(relation.game), (0,) * seats_of(relation.game)
    while game.turn(state) != OVER:
        move = weighted_moves(game, state)[0][0]
        row = plus_row(row, reward_row(game, state, move, seats))
        state = game.play(state, move)
    row = plus_row(row, payoff_row(game, state, seats))
    first, second = relation.deciders
    return simplest(row[second] + Fraction(relation.units.rate) * row[first])


def _expected_payoffs(solution: HiddenSolution, relation: Opposed) -> Row | None:
    """Return the expected payoffs of all seats under the solution's plans; None if play is too long to follow."""
    game, seats, rewarding = relation.game, seats_of(relation.game), facts_of(relation.game).rewarding
    total, visited = (Fraction(0),) * seats, 0
    level = {solution.known: Fraction(1)}
    while level:
        after: dict[Any, Fraction] = {}
        visited += len(level)
        if visited > MOST_FOLLOWED:
            return None
        for knowledge, chance in level.items():
            state = knowledge.state
            if game.turn(state) == OVER:
                gain = payoff_row(game, state, seats)
                total = plus_row(total, tuple(chance * number for number in gain))
                continue
            move_weights = solution.move_weights(knowledge) if game.turn(state) != CHANCE else _odds(game, state)
            total_weight = sum(move_weights.values())
            for move, weight in move_weights.items():
                if rewarding:
                    gain = reward_row(game, state, move, seats)
                    total = plus_row(total, tuple(chance * weight / total_weight * number for number in gain))
                later = solution.after(knowledge, move)
                after[later] = after.get(later, 0) + chance * weight / total_weight
        level = after
    return tuple(map(simplest, total))


def _odds(game: Game, state: Any) -> dict[Move, int]:
    return dict(zip(*weighted_moves(game, state), strict=True))


def _payoff(game: Game, seat: int, state: Any) -> Any:
    return _entry(game.payoff(state), seat)


def _reward(game: Game, seat: int, state: Any, move: Any) -> Any:
    return _entry(game.reward(state, move), seat)


def _entry(gain: Any, seat: int) -> Any:
    return gain[seat] if isinstance(gain, tuple) else gain  # 0 is nothing for anybody


def _turn(relation: Opposed, state: Any) -> int:
    seat = relation.game.turn(state)
    return seat if seat < 0 else relation.deciders.index(seat)


def _view(relation: Opposed, state: Any, player: int) -> Any:
    return relation.game.view(state, relation.seats[player])


class _Plays:
    """The plays of a game on a walk over all positions: who decides, and the gains of all seats.

    Two plays with different gains for both deciders give the rate, and all others must agree with it. Two paths to one
    position count as two plays, since they may continue in the same way.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.seats = game, seats_of(game)
        self.deciders: set[int] = set()
        self.apart: dict[Row, tuple[Row, Row]] = {}  # differences between two plays, each with an example
        self.gains: set[Row] = set()  # rewards on the way
        self.rate: Exact = 0  # 0 while unknown
        self.example: tuple[Row, ...] = ()  # the plays that gave the rate

    def relate_payoffs(self, start: Any, limits: Limits | None) -> Opposed:
        """Return the relation of payoffs over all plays from a state on. Raises GeneralSum."""
        game, rewarding = self.game, facts_of(self.game).rewarding
        self._follow_one_play(start)
        gains_on_way: dict[Any, Row] = {start: (0,) * self.seats}  # on the first path to each state
        states, after, end = [start], list[list[Any]](), None
        for i, state in enumerate(states):
            if limits is not None and i % LOOK_EVERY == 0:
                limits.check(game, len(states), POSITION_BYTES, states[-1])
            if len(states) > MOST_POSITIONS:
                raise GeneralSum(f"it is unknown whether the payoffs are opposite after {MOST_POSITIONS:,} positions")
            turn, way = game.turn(state), gains_on_way[state]
            after.append([])
            if turn == OVER:
                row = plus_row(way, payoff_row(game, state, self.seats))
                end = end or row
                self._compare(end, row)
                continue
            if not CHANCE <= turn < self.seats:
                raise broken_rules.bad_turn(game, state, turn, self.seats)
            if turn not in (CHANCE, *self.deciders):
                self._add_decider(turn)
            for move in weighted_moves(game, state)[0]:
                after_state, row = game.play(state, move), way
                if rewarding:
                    gain = reward_row(game, state, move, self.seats)
                    self.gains.add(gain)
                    row = plus_row(way, gain)
                if after_state not in gains_on_way:
                    gains_on_way[after_state] = row
                    states.append(after_state)
                after[i].append(after_state)
                self._compare(gains_on_way[after_state], row)
        endless = exact_endless(game, start, self.seats)
        for state in _may_go_round(states, after):
            row = plus_row(gains_on_way[state], endless)
            end = end or row
            self._compare(end, row)
        deciders = tuple(sorted(self.deciders))
        if len(deciders) < 2 or end is None:
            return Opposed(game, deciders)
        first, second = deciders
        rate = self.rate or 1
        steady = all(reward[second] + rate * reward[first] == 0 for reward in self.gains)
        return Opposed(game, deciders, OwnUnits(simplest(Fraction(end[second] + rate * end[first])), rate, steady))

    def _follow_one_play(self, state: Any) -> None:
        """Add the deciders of one play: a walk over all positions may reach a third decider late."""
        for _ in range(FIRST_PLAY):
            turn = self.game.turn(state)
            if not CHANCE <= turn < self.seats:
                return  # over, or broken
            if turn not in (CHANCE, *self.deciders):
                self._add_decider(turn)
            state = self.game.play(state, weighted_moves(self.game, state)[0][0])

    def _add_decider(self, decider: int) -> None:
        """Add a seat that decides. Raises GeneralSum for a third one."""
        self.deciders.add(decider)
        if len(self.deciders) > 2:
            *names, last = (seat_name(seat, self.game.player_names) for seat in sorted(self.deciders))
            raise GeneralSum(f"here {', '.join(names)} and {last} decide")
        for difference, plays in self.apart.items():
            self._hold(difference, plays)

    def _compare(self, first: Row, second: Row) -> None:
        """Compare the gains of two plays with the relation so far."""
        difference = tuple(b - a for a, b in zip(first, second, strict=True))
        if difference not in self.apart:
            self.apart[difference] = first, second
            self._hold(difference, (first, second))

    def _hold(self, difference: Row, plays: tuple[Row, ...]) -> None:
        """Check a difference between two plays: it sets the rate, or must agree with it. Raises GeneralSum."""
        if len(self.deciders) < 2:
            return
        first, second = sorted(self.deciders)
        first_gain, second_gain = difference[first], difference[second]
        if first_gain == second_gain == 0:
            return
        if first_gain * second_gain >= 0:
            raise self._general_sum(plays, "what one gains the other does not always lose")
        if not self.rate:
            self.rate, self.example = simplest(Fraction(-second_gain) / first_gain), plays
        elif second_gain != -self.rate * first_gain:
            examples = (*self.example, *(play for play in plays if play not in self.example))
            raise self._general_sum(examples, "what one gains is not always as much to the other")

    def _general_sum(self, plays: tuple[Row, ...], problem: str) -> GeneralSum:
        """Return the error with the payoffs of these plays."""
        first, second = sorted(self.deciders)
        names = [seat_name(seat, self.game.player_names) for seat in (first, second)]
        payoffs = [f"{fraction_text(play[first])} and {fraction_text(play[second])}" for play in plays]
        return GeneralSum(f"here {problem}: plays bring {names[0]} and {names[1]} {', or '.join(payoffs)}")


def _may_go_round(states: list[Any], after: list[list[Any]]) -> list[Any]:
    """Return the states from which play may reach a cycle."""
    before: dict[Any, list[Any]] = {state: [] for state in states}
    open_moves = {}
    for state, targets in zip(states, after, strict=True):
        open_moves[state] = len(targets)
        for target in targets:
            before[target].append(state)
    closed = [state for state in states if not open_moves[state]]
    for state in closed:
        for source in before[state]:
            open_moves[source] -= 1
            if not open_moves[source]:
                closed.append(source)
    return [state for state in states if open_moves[state]]
