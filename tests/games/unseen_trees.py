"""Games of two with hidden cards whose rules compile: trees made up by arithmetic, and what large ones are like."""

from itertools import permutations
from typing import Any

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row, require


class Scrambled(Game):
    """A tree whose turns, labels, odds and payoffs are made up from its number; chance begins."""

    number: int = 0
    depth: int = 5
    same: int = 0  # 1: all moves of a player are named the other way round at every second position

    class State(NamedTuple):
        node: int
        ply: int

    def made_up(self, s: Any, what: int, below: int) -> int:
        """A number below another one, which depends on the position alone."""
        mixed = (s.node * 1103515245 + self.number * 12345 + what * 7919 + s.ply * 104729) % 2147483648
        mixed = mixed * 1664525 % 2147483648 // 64
        return mixed * 22695477 % 2147483648 // 4096 % below

    def start(self) -> Any:
        return self.State(1, 0)

    def turn(self, s: Any) -> int:
        if s.ply == self.depth:
            return OVER
        return CHANCE if s.ply == 0 or self.made_up(s, s.ply, 6) == 0 else (s.ply + s.ply // 3) % 2

    def moves(self, s: Any) -> Any:
        return (2, 1, 0) if self.same and s.node % 2 else (0, 1, 2)

    def odds(self, s: Any, m: int) -> int:
        return self.made_up(s, 20 + m, 3) + (m == 0)

    def play(self, s: Any, m: int) -> Any:
        return self.State(3 * s.node + m, s.ply + 1)

    def reward(self, s: Any, m: int) -> int:
        return self.made_up(s, 30 + m, 3) - 1

    def payoff(self, s: Any) -> int:
        return self.made_up(s, 40, 9) - 4

    def view(self, s: Any, player: int) -> Any:
        return (s.ply // 2, self.made_up(s, 50 + player, 2))


class LateChance(Scrambled):
    """Chance has most of the last moves, several in turn, and any move of it may end the game."""

    depth: int = 6

    def turn(self, s: Any) -> int:
        if s.ply == self.depth or (s.ply > 2 and self.made_up(s, 60, 3) == 0):
            return OVER
        return CHANCE if s.ply == 0 or (s.ply > 2 and self.made_up(s, 61, 5) > 0) else s.ply % 2


class Exchange(Game):
    """Each draws a number, and keeps it or draws another one; the higher wins."""

    numbers: int = 6

    class State(NamedTuple):
        first: int
        second: int
        chosen: int

    def start(self) -> Any:
        return self.State(0, 0, 0)

    def turn(self, s: Any) -> int:
        if s.first == 0 or s.second == 0:
            return CHANCE
        return OVER if s.chosen == 2 else s.chosen

    def moves(self, s: Any) -> Any:
        return range(1, self.numbers + 1) if s.first == 0 or s.second == 0 else range(2)

    def play(self, s: Any, m: int) -> Any:
        if s.first == 0:
            return s._replace(first=m)
        if s.second == 0:
            return s._replace(second=m)
        if s.chosen == 0:
            return self.State(0 if m else s.first, s.second, 1)
        return self.State(s.first, 0 if m else s.second, 2)

    def payoff(self, s: Any) -> int:
        return (s.first > s.second) - (s.first < s.second)

    def view(self, s: Any, player: int) -> Any:
        return s.second if player else s.first


class Dice(Game):
    """Liar's dice with a die each, thrown one after the other, and no bid said twice."""

    sides: int = 4

    class State(NamedTuple):
        first: int
        second: int
        thrown: int
        bids: Row
        doubted: int

    def check(self) -> None:
        require(1 <= self.sides <= 20, "1 to 20 sides")

    def start(self) -> Any:
        return self.State(0, 0, 0, (), 0)

    def turn(self, s: Any) -> int:
        if s.thrown < 2:
            return CHANCE
        return OVER if s.doubted else len(s.bids) % 2

    def moves(self, s: Any) -> Any:
        if s.thrown < 2:
            return list(range(1, self.sides + 1))
        higher = list(range(max(s.bids, default=0) + 1, 2 * self.sides + 1))
        return [*higher, 0] if s.bids else higher

    def play(self, s: Any, m: int) -> Any:
        if s.thrown == 0:
            return s._replace(first=m, thrown=1)
        if s.thrown == 1:
            return s._replace(second=m, thrown=2)
        return s._replace(bids=(*s.bids, m)) if m else s._replace(doubted=1)

    def payoff(self, s: Any) -> int:
        face, dice = (s.bids[-1] - 1) % self.sides + 1, (s.bids[-1] - 1) // self.sides + 1
        right = (s.first == face) + (s.second == face) >= dice
        return 1 if right == (len(s.bids) % 2 == 1) else -1

    def view(self, s: Any, player: int) -> Any:
        if s.doubted:
            return s
        return s._replace(second=0) if player == 0 else s._replace(first=0)


class Announced(Dice):
    """The same, where whoever has thrown a 1 may not bid the highest."""

    def moves(self, s: Any) -> Any:
        if s.thrown < 2:
            return list(range(1, self.sides + 1))
        last = 2 * self.sides + (s.first > 1)
        higher = list(range(max(s.bids, default=0) + 1, last))
        return [*higher, 0] if s.bids else higher


class Twice(Scrambled):
    """A move is named twice."""

    def moves(self, s: Any) -> Any:
        return (0, 1, 1, 2)


class Paces(Game):
    """Two walk until one stands still; nobody sees the other."""

    class State(NamedTuple):
        first: int
        second: int
        mover: int
        over: int

    def start(self) -> Any:
        return self.State(0, 0, 0, 0)

    def turn(self, s: Any) -> int:
        return OVER if s.over else s.mover

    def moves(self, s: Any) -> Any:
        return (0, 1)

    def play(self, s: Any, m: int) -> Any:
        if m == 0:
            return s._replace(over=1)
        return self.State(s.first + (s.mover == 0), s.second + (s.mover == 1), 1 - s.mover, 0)

    def payoff(self, s: Any) -> int:
        return 1 if s.first > s.second else -1

    def view(self, s: Any, player: int) -> Any:
        return (s.second, s.over) if player else (s.first, s.over)


class Offer(NamedTuple):
    face: int
    count: int


class Bidding(Game):
    """Dice are thrown as a pair, an offer is a named tuple, and the answer a number: moves of three kinds."""

    sides: int = 3

    class State(NamedTuple):
        first: int
        second: int
        face: int
        count: int
        answer: int

    def start(self) -> Any:
        return self.State(0, 0, 0, 0, -1)

    def thrown(self, s: Any) -> bool:
        return s.first > 0 or s.second > 0

    def turn(self, s: Any) -> int:
        if not self.thrown(s):
            return CHANCE
        return OVER if s.answer >= 0 else 1 if s.count else 0

    def moves(self, s: Any) -> Any:
        faces = range(1, self.sides + 1)
        if not self.thrown(s):
            return [(one, two) for one in faces for two in faces]
        return (0, 1, 2) if s.count else [Offer(face, count) for count in (1, 2) for face in faces]

    def odds(self, s: Any, m: Any) -> int:
        first, second = m
        return 2 if first == second else 1

    def play(self, s: Any, m: Any) -> Any:
        if not self.thrown(s):
            return s._replace(first=m[0], second=m[1])
        if s.count == 0:
            return s._replace(face=m.face, count=m.count)
        return s._replace(answer=m)

    def reward(self, s: Any, m: Any) -> int:
        if self.thrown(s) and s.count:
            return -m
        return 0

    def payoff(self, s: Any) -> int:
        right = (s.first == s.face) + (s.second == s.face) >= s.count
        if s.answer == 2:
            return 1
        return (3 + s.count if right else -3) if s.answer else s.count * right

    def view(self, s: Any, player: int) -> Any:
        if s.answer >= 0:
            return s
        return s._replace(second=0) if player == 0 else s._replace(first=0)


class Paid(Game):
    """What is gained on the way is large, and paid back at the end but for a tenth."""

    large: int = 1000

    class State(NamedTuple):
        coin: int
        first: int
        second: int

    def start(self) -> Any:
        return self.State(0, 0, 0)

    def turn(self, s: Any) -> int:
        return CHANCE if s.coin == 0 else 0 if s.first == 0 else 1 if s.second == 0 else OVER

    def moves(self, s: Any) -> Any:
        for _move in (1, 2):
            yield from (_move,)

    def play(self, s: Any, m: int) -> Any:
        return s._replace(coin=m) if s.coin == 0 else s._replace(second=m) if s.first else s._replace(first=m)

    @classmethod
    def odds(cls, s: Any, m: int) -> int:
        return m

    def reward(self, s: Any, m: int) -> Any:
        return self.large + 0.1 if s.coin and not s.first else 0

    def payoff(self, s: Any) -> Any:
        return -self.large

    def view(self, s: Any, player: int) -> Any:
        return s.first if player == 0 else s.second


class Hand(Game):
    """A hand of two cards is dealt at once, and kept as the row that the move is; then both say a number."""

    cards: int = 4
    how: int = 0  # the move becomes a row
    each: int = 1  # cards

    class State(NamedTuple):
        deal: Row
        acts: Row
        step: int

    def start(self) -> Any:
        return self.State((), (), 0)

    def turn(self, s: Any) -> int:
        return CHANCE if not s.deal else OVER if s.step == 2 else s.step

    def moves(self, s: Any) -> Any:
        return permutations(range(1, self.cards + 1), 2 * self.each) if not s.deal else (0, 1)

    def play(self, s: Any, m: Any) -> Any:
        if not s.deal:
            if self.how == 0:
                return s._replace(deal=m)
            return s._replace(deal=tuple(m)) if self.how == 1 else self.State((*m,), (), 0)
        return s._replace(acts=(*s.acts, m), step=s.step + 1)

    def payoff(self, s: Any) -> int:
        first, second = s.deal
        if s.acts[0] == 0:
            return -1 if s.acts[1] else 0
        return (2 if first > second else -2) if s.acts[1] else 1

    def view(self, s: Any, player: int) -> Any:
        return (s.deal[player] if s.deal else 0, s.acts)
