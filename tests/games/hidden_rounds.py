"""Games in which both move at once, round after round: small ones with known values, and some made up at random."""

import random
from functools import lru_cache
from itertools import permutations
from typing import Any, ClassVar, NamedTuple

from faceup.games.rock_paper_scissors import RockPaperScissors
from faceup.rules import CHANCE, OVER, Game
from tests.games.hidden import Unnoticed

NOBODY, DRAWN = -1, -2
Cell = tuple[
    tuple[int, ...], tuple[int, ...], int, int
]  # where it leads, the odds (the last of an end), reward, payoff


class UntilDecided(RockPaperScissors):
    """Rock, paper, scissors, until somebody wins."""

    def play(self, s: Any, move: int) -> Any:
        return self.start() if s.first == move else super().play(s, move)


class Rounds(Game):
    """Both choose one of some moves at once, which leads to chance, and that to the same again, or to an end."""

    class State(NamedTuple):
        place: int
        first: int
        second: int

    def cell(self, place: int, first: int, second: int) -> Cell:
        raise NotImplementedError

    def start(self) -> Any:
        return self.State(0, NOBODY, NOBODY)

    def turn(self, s: Any) -> int:
        if s.first == DRAWN:
            return OVER
        return 0 if s.first == NOBODY else 1 if s.second == NOBODY else CHANCE

    def moves(self, s: Any) -> Any:
        return range(len(self.cell(*s)[1])) if s.second != NOBODY else (0, 1)

    def odds(self, s: Any, m: int) -> int:
        return self.cell(*s)[1][m]

    def play(self, s: Any, m: int) -> Any:
        if s.second == NOBODY:
            return s._replace(first=m) if s.first == NOBODY else s._replace(second=m)
        leads, _, _, payoff = self.cell(*s)
        return self.State(leads[m], NOBODY, NOBODY) if m < len(leads) else self.State(payoff, DRAWN, 0)

    def payoff(self, s: Any) -> int:
        return int(s.place)

    def view(self, s: Any, player: int) -> Any:
        return s._replace(first=NOBODY) if s.second == NOBODY and s.first >= 0 and player == 1 else s


def over(payoff: int) -> Cell:
    return (), (1,), 0, payoff


AGAIN: Cell = (0,), (1,), 0, 0


class Table(Rounds):
    """One table of two times two cells."""

    cells: ClassVar[tuple[Cell, Cell, Cell, Cell]]

    def cell(self, place: int, first: int, second: int) -> Cell:
        return self.cells[2 * first + second]


class Pennies(Table):
    """Matching pennies, where two heads are thrown away half the time, and else begin again: worth v with
    v = 1 / (2 - v / 2), which is 2 less the root of 2.
    """

    cells = (((0,), (1, 1), 0, 0), over(1), over(1), over(0))


class Everett(Table):
    """The first player may be bold, which loses if the other is on guard, and wins else; careful play wins against
    whoever is on guard, and changes nothing else (Everett's first example).
    """

    cells = (AGAIN, over(1), over(1), over(0))


class Purgatory(Rounds):
    """Terrace after terrace, the first player has to guess what the second thinks of; who guesses too low begins again,
    and who guesses too high has lost (K. A. Hansen, M. Koucky, P. B. Miltersen, Winning Concurrent Reachability Games
    Requires Doubly-Exponential Patience, LICS 2009: worth 1, however many terraces).
    """

    terraces: int = 3

    def cell(self, place: int, first: int, second: int) -> Cell:
        if first == second:
            return over(1) if place == self.terraces - 1 else ((place + 1,), (1,), 0, 0)
        return over(0) if first > second else AGAIN


class Inspection(Rounds):
    """A smuggler may come across any night, until the season is over, which after each night goes on in ``on`` of
    ``of`` cases; the patrol has one night of watch. So the smuggler, who wins 1 or loses 1, is worth v with
    v = p (1 + v) / (2 + p - p v), which is (1 - root of (1 - p p)) / p.
    """

    on: int = 4
    of: int = 5

    def cell(self, place: int, first: int, second: int) -> Cell:
        watched = second == 1 and place == 0
        if first == 1:
            return over(-1 if watched else 1)
        return ((1,) if watched else (place,)), (self.on, self.of - self.on), 0, 0


class Patrolled(Inspection):
    """The same where chance keeps watch, half of all nights."""

    def turn(self, s: Any) -> int:
        return CHANCE if super().turn(s) == 1 else super().turn(s)

    def odds(self, s: Any, m: int) -> int:
        return 1 if s.second == NOBODY else super().odds(s, m)


class Stopping(Rounds):
    """The first player may stop, or go on, whatever the other does."""

    stop: int = 1

    def cell(self, place: int, first: int, second: int) -> Cell:
        return over(self.stop) if first == 1 else AGAIN


class Paying(Table):
    """As long as both agree, the first player gains something, for ever."""

    cells = (((0,), (1,), 1, 0), over(-1), over(-1), over(2))

    def reward(self, s: Any, m: int) -> int:
        return self.cell(*s)[2] if s.second >= 0 else 0


class Unseen(Rounds):
    """By chance it goes from place to place, of which nobody is told anything before all is over."""

    def cell(self, place: int, first: int, second: int) -> Cell:
        return (0, 1), (1, 1, 1), 0, 1

    def turn(self, s: Any) -> int:
        return CHANCE if super().turn(s) in (0, 1) else super().turn(s)

    def odds(self, s: Any, m: int) -> int:
        return 1

    def view(self, s: Any, player: int) -> Any:
        return int(s.first == DRAWN)


class Wanted(Game):
    """A coin is thrown unseen. Both say in turn which side it is, or wait: there is no need ever to say anything."""

    waits: int = -1  # for how long; -1 is for ever

    class State(NamedTuple):
        coin: int
        mover: int
        guess: int
        left: int

    def start(self) -> Any:
        return self.State(0, 0, 0, self.waits)

    def turn(self, s: Any) -> int:
        return CHANCE if s.coin == 0 else OVER if s.guess else int(s.mover)

    def moves(self, s: Any) -> Any:
        return (1, 2) if s.coin == 0 or s.left == 0 else (0, 1, 2)

    def play(self, s: Any, m: int) -> Any:
        if s.coin == 0:
            return s._replace(coin=m)
        return s._replace(guess=m) if m else s._replace(mover=1 - s.mover, left=max(s.left - 1, -1))

    def payoff(self, s: Any) -> int:
        return 1 if (s.guess == s.coin) == (s.mover == 0) else -1

    def view(self, s: Any, player: int) -> Any:
        return s if s.guess else s._replace(coin=0)

    def say(self, s: Any, m: int) -> str:
        return ("wait", "heads", "tails")[m]


class WantedAlone(Wanted):
    """The same with one player."""

    def play(self, s: Any, m: int) -> Any:
        return super().play(s, m)._replace(mover=0)


class WantedLater(Wanted):
    """Each time somebody waits is counted, without end."""

    def play(self, s: Any, m: int) -> Any:
        after = super().play(s, m)
        return after if s.coin == 0 or m else after._replace(left=s.left - 1)


class Late(Unnoticed):
    """A card is shown at once, or after some throws that nobody notices; then the first player guesses which."""

    waits: int = 3

    def moves(self, s: Any) -> Any:
        if s.shown or s.waited == 0:
            return (0, 1)
        return (int(s.waited == self.waits),)

    def payoff(self, s: Any) -> int:
        return int(s.guess == (s.waited > 0))


class Match(Game):
    """Kuhn poker, deal after deal, until one has all coins; whoever was first is second in the next."""

    coins: int = 2

    class State(NamedTuple):
        have: int  # of the first player
        dealer: int
        first: int
        second: int
        acts: tuple[int, ...]

    def start(self) -> Any:
        return self.State(self.coins, 0, 0, 0, ())

    def turn(self, s: Any) -> int:
        if not 0 < s.have < 2 * self.coins:
            return OVER
        return CHANCE if s.first == 0 else (len(s.acts) + s.dealer) % 2

    def moves(self, s: Any) -> Any:
        return list(permutations((1, 2, 3), 2)) if s.first == 0 else (0, 1)

    def play(self, s: Any, m: Any) -> Any:
        if s.first == 0:
            return s._replace(first=m[0], second=m[1])
        acts = (*s.acts, m)
        if acts in ((0,), (1,), (0, 1)):
            return s._replace(acts=acts)
        if acts[-2:] == (1, 0):
            gain = 1 if (len(s.acts) + s.dealer) % 2 == 1 else -1
        else:
            gain = (1 + acts[-1]) * (1 if s.first > s.second else -1)
        return self.State(min(max(s.have + gain, 0), 2 * self.coins), 1 - s.dealer, 0, 0, ())

    def payoff(self, s: Any) -> int:
        return 1 if s.have else -1

    def view(self, s: Any, player: int) -> Any:
        return s._replace(second=0) if player == 0 else s._replace(first=0)


@lru_cache(maxsize=8)
def cells(seed: int, ending: bool) -> dict[tuple[int, int, int], Cell]:
    """All cells of some places made up at random; with ``ending`` play may end after each."""
    chooser = random.Random(seed)
    count = chooser.randint(1, 4)
    found: dict[tuple[int, int, int], Cell] = {}
    for place in range(count):
        for first in (0, 1):
            for second in (0, 1):
                leads = tuple(chooser.sample(range(count), chooser.randint(0, min(count, 2))))
                end = ending or not leads or chooser.random() < 0.4
                odds = tuple(chooser.randint(1, 3) for _ in leads) + ((chooser.randint(1, 3),) if end else ())
                reward = chooser.randint(-2, 2) if ending else 0
                found[place, first, second] = leads, odds, reward, chooser.randint(-4, 4)
    return found


class MadeUpRounds(Rounds):
    """A few places with two times two cells each."""

    seed: int = 0
    ending = True

    def cell(self, place: int, first: int, second: int) -> Cell:
        return cells(self.seed, self.ending)[place, first, second]

    def reward(self, s: Any, m: int) -> int:
        return self.cell(*s)[2] if s.second >= 0 else 0


class MadeUpForEver(MadeUpRounds):
    """The same where play need not end, and nothing is gained on the way."""

    ending = False


def worth_again(game: Rounds, rounds: int) -> float:
    """The value by going over all places so many times, which began with nothing, in floats."""
    values: dict[int, float] = {}
    met, todo = {0}, [0]
    while todo:
        place = todo.pop()
        for first in (0, 1):
            for second in (0, 1):
                new = set(game.cell(place, first, second)[0]) - met
                met |= new
                todo += new
    values = dict.fromkeys(met, 0.0)
    for _ in range(rounds):
        values = {place: _matrix(*(_paid(game, place, k, values) for k in range(4))) for place in met}
    return values[0]


def _paid(game: Rounds, place: int, k: int, values: dict[int, float]) -> float:
    leads, odds, reward, payoff = game.cell(place, *divmod(k, 2))
    gains = [values[there] for there in leads] + [payoff] * (len(odds) - len(leads))
    return reward + sum(weight * gain for weight, gain in zip(odds, gains, strict=True)) / sum(odds)


def _matrix(a: float, b: float, c: float, d: float) -> float:
    """The value of two rows, a b and c d."""
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low >= high else (a * d - b * c) / (a + d - b - c)
