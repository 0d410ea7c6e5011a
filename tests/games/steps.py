"""Games whose moves are several numbers."""

from itertools import combinations

from faceup.rules import CHANCE, OVER, Die, Game, NamedTuple, Row, replaced
from tests.games.payoffs import LastStone


class Pairs(Game):
    """Two dice are thrown, then a heap and how much of it to take is chosen; whoever takes the last wins so many."""

    size: int = 3

    class State(NamedTuple):
        heaps: Row
        prize: int
        mover: int

    def start(self):
        return self.State((self.size, 2), 0, 0)

    def turn(self, s):
        if not s.prize:
            return CHANCE
        return s.mover if any(s.heaps) else OVER

    def moves(self, s):
        if not s.prize:
            return [(a, b) for a in (1, 2) for b in (1, 2, 3)]
        return [(heap, taken) for heap, size in enumerate(s.heaps) for taken in range(1, size + 1)]

    def odds(self, s, m):
        return m[0]

    def play(self, s, m):
        first, second = m
        if not s.prize:
            return s._replace(prize=first + second)
        return self.State(replaced(s.heaps, first, s.heaps[first] - second), s.prize, 1 - s.mover)

    def payoff(self, s):
        return s.prize if s.mover else -s.prize

    def say(self, s, m):
        return f"throw {m[0]} and {m[1]}" if not s.prize else f"take {m[1]} of heap {m[0] + 1}"

    def read(self, text):
        """Two heaps, the prize and who is to move, 1 or 2: ``3 2 for 5, 1``."""
        heaps, _, rest = text.partition(" for ")
        prize, mover = rest.split(",")
        return self.State(tuple(map(int, heaps.split())), int(prize), int(mover) - 1)


class Slices(Game):
    """Take two or three neighbours from a row of numbers; machine code does not tell moves of several lengths apart."""

    length: int = 6

    class State(NamedTuple):
        row: Row
        mover: int

    def start(self):
        return self.State(tuple(range(1, self.length + 1)), 0)

    def turn(self, s):
        return s.mover if len(s.row) > 2 else OVER

    def moves(self, s):
        for count in (2, 3):
            for k in range(len(s.row) - count + 1):
                yield s.row[k : k + count]

    def play(self, s, m):
        return self.State(tuple(v for v in s.row if v not in m), 1 - s.mover)

    def payoff(self, s):
        return sum(s.row) * (1 - 2 * s.mover)


class Pieces(Slices):
    """The same with pieces of two."""

    def moves(self, s):
        for k in range(len(s.row) - 1):
            yield s.row[k : k + 2]


class Dealt(Game):
    """Two cards are dealt face up; each says how much to add to the stake, or takes one of two cards away with two."""

    cards: int = 5

    class State(NamedTuple):
        held: tuple[int, ...]
        step: int
        stake: int

    def start(self):
        return self.State((0, 0), 0, 1)

    def turn(self, s):
        return (CHANCE, 0, 1, OVER)[s.step]

    def moves(self, s):
        if s.step == 0:
            for a in range(self.cards):
                for b in range(self.cards):
                    if a != b:
                        yield (a, b)
        else:
            yield 0
            yield 1
            if s.step == 2:
                yield (1, 2, 0)

    def odds(self, s, m):
        return 1 + m[0] if s.step == 0 else 1

    def play(self, s, m):
        if s.step == 0:
            return self.State(m, 1, 1)
        if s.step == 2 and m == (1, 2, 0):
            return s._replace(step=3, held=(s.held[0] - m[0], s.held[1]), stake=s.stake + m[1])
        return s._replace(step=s.step + 1, stake=s.stake + m)

    def payoff(self, s):
        return s.stake if s.held[0] > s.held[1] else -s.stake


class Asking(Dealt):
    """The same, with a question about what is not a move, as wide as moves in words are."""

    def payoff(self, s):
        return super().payoff(s) * self.odds(s, (0, 1, 2, 0))


class Countdown(LastStone):
    """The last stone, with moves that say how many stones are left too; no stone is the end, which may be the start."""

    stones: int = 5

    def moves(self, s):
        return [(taken, s.left) for taken in range(1, min(s.left, 2) + 1)]

    def play(self, s, m):
        return self.State(s.left - m[0], 1 - s.mover)


class NoNumbers(Countdown):
    """A move that is none."""

    def moves(self, s):
        return [None]


class Rerolls(Game):
    """Two players throw two dice each, and may throw some of them again, twice; the higher sum wins."""

    sides: int = 3

    class State(NamedTuple):
        dice: tuple[Die, ...]
        first: int
        mover: int
        left: int

    def start(self):
        return self.State((0, 0), 0, 0, 2)

    def turn(self, s):
        if s.mover == 2:
            return OVER
        return CHANCE if 0 in s.dice else s.mover

    def moves(self, s):
        if 0 in s.dice:
            yield from range(1, self.sides + 1)
        else:
            for count in range(3 if s.left else 1):
                yield from combinations((0, 1), count)

    def play(self, s, m):
        dice = list(s.dice)
        if 0 in s.dice:
            dice[dice.index(0)] = m
            return s._replace(dice=tuple(dice))
        for place in m:
            dice[place] = 0
        if m:
            return s._replace(dice=tuple(dice), left=s.left - 1)
        if s.mover == 0:
            thrown_again = m.count(0) + sum(place for place in m) + sum(m)  # 0: m is empty
            return self.State((0, 0), sum(dice) + thrown_again, 1, 2)
        return s._replace(mover=2)

    def payoff(self, s):
        theirs = sum(s.dice)
        return (s.first > theirs) - (s.first < theirs)


class DealThenBet(Game):
    """Two cards are dealt, a tuple of numbers; then a bet is a tuple too, of a word and a number."""

    class State(NamedTuple):
        cards: tuple[int, ...]
        step: int
        bet: int

    def start(self):
        return self.State((), 0, 0)

    def turn(self, s):
        return (CHANCE, 0, OVER)[s.step]

    def moves(self, s):
        if not s.cards:
            yield from ((a, b) for a in range(4) for b in range(4) if a != b)
        else:
            yield from ("check", ("bet", 1), ("bet", 2))

    def play(self, s, m):
        if not s.cards:
            return self.State(m, 1, 0)
        return s._replace(step=2, bet=3 if m == "check" else m[1])

    def payoff(self, s):
        return s.bet % 3 * (s.cards[0] - s.cards[1])
