"""Rules at random: games and patiences that follow from a number, or from a program that is a value."""

import operator
from typing import Any

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Patience, Pile, Tally


class Scramble(Game):
    """An arbitrary game on a graph without cycles: everything follows from a seed by arithmetic."""

    seed: int = 0
    nodes: int = 20
    width: int = 3
    chance: bool = True

    class State(NamedTuple):
        node: int
        side: int

    def start(self):
        return self.State(0, 0)

    def mix(self, a, b, c):
        x = (self.seed * 7919 + a * 104729 + b * 1299709 + c * 15485863 + 12345) % 2147483647
        return (x * x % 2147483647) >> 7

    def turn(self, s):
        if s.node >= self.nodes:
            return OVER
        who = self.mix(s.node, s.side, 1) % 3
        return CHANCE if who == 2 and self.chance else who % 2

    def moves(self, s):
        for m in range(1 + self.mix(s.node, s.side, 2) % self.width):
            yield m

    def odds(self, s, m):
        return self.mix(s.node, s.side, 3 + m) % 4 + (1 if m == 0 else 0)

    def reward(self, s, m):
        return self.mix(s.node, s.side, 10 + m) % 7 - 3

    def play(self, s, m):
        return self.State(s.node + 1 + self.mix(s.node, s.side, 20 + m) % 3, self.mix(s.node, s.side, 30 + m) % 2)

    def payoff(self, s):
        return self.mix(s.node, s.side, 40) % 11 - 5


class PlainScramble(Scramble):
    """Nothing is gained on the way; the values may be as large as fit beside a distance, of either sign."""

    large: bool = False
    low: int = -5  # payoffs, from which on, how many, and how far apart
    payoffs: int = 11
    apart: int = 1

    reward = Game.reward

    def payoff(self, s):
        if self.large:
            return (self.mix(s.node, s.side, 40) % 5 - 2) * (2**51 - 1)
        return self.mix(s.node, s.side, 40) % self.payoffs * self.apart + self.low


class LongWalk(Game):
    """Count up by one or two for these stakes; only the end matters. As long as it is deep.

    Where there is a prize, the first move may take it, which ends the game.
    """

    length: int = 1_000_000
    stakes: int = 1
    prize: int = 0

    class State(NamedTuple):
        place: int
        mover: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.place >= self.length else s.mover

    def moves(self, s):
        yield 1
        yield 2

    def play(self, s, m):
        if self.prize and s.place == 0 and m == 1:
            return self.State(self.length + 5, 1)
        return self.State(s.place + m, 1 - s.mover)

    def payoff(self, s):
        if s.place == self.length + 5:
            return self.prize
        return self.stakes if s.mover == 1 else -self.stakes


class RandomPatience(Patience):
    """A random patience: a list of moves, each done or not as two cards compare; the next is in a tally."""

    size: int = 5
    code: int = 0

    class Table(NamedTuple):
        stock: Pile
        heap: Pile
        next: Tally
        rounds: Tally

    def deck(self):
        for card in range(self.size):
            yield card

    def step(self, t):
        if t.stock.size() < 2 or t.rounds.n == 3:
            return OVER
        code = self.code >> 6 * t.next.n
        action, test, jump = code & 7, (code >> 3) & 3, (code >> 5) & 1
        t.next.n = (t.next.n + 1) % 5
        if jump and t.next.n == 0:
            t.rounds.n += 1
        one, other = t.stock.top(1), t.stock.top(2)
        if test == 1 and one > other:
            return 0
        if test == 2 and t.heap.size() > 0 and (t.heap.under(1) + one) % 2 == 0:
            return 0
        if test == 3 and t.heap.size() > 1 and t.heap.top(2) < 2:
            return 0
        if action == 0 and t.heap.size() > 0:
            t.stock.tuck(t.heap.pop())
        elif action == 1:
            t.stock.tuck(t.stock.pop())
        elif action == 2:
            t.heap.tuck(t.stock.pop())
        elif action == 3 and t.heap.size() > 0:
            t.stock.push(t.heap.pull())
        elif action == 4:
            t.stock.drop(1)
        else:
            t.heap.push(t.stock.pull())
        return 1

    def score(self, t):
        return t.heap.top(1) if t.heap.size() > 0 else -t.stock.size()


OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": lambda a, b: a // (b % 5 - 2),
    "%": lambda a, b: a % (b % 4),
    "&": operator.and_, "|": operator.or_, "^": operator.xor, ">>": lambda a, b: a >> (b & 3),
    "<": operator.lt, "==": operator.eq, ">=": operator.ge, "and": lambda a, b: a and b, "or": lambda a, b: a or b,
}  # fmt: skip


def value_of(expression: Any, t: Any) -> Any:
    if isinstance(expression, int):
        return expression
    word, *parts = expression
    if word == "top":
        return t[parts[0]].top(parts[1]) if t[parts[0]].size() >= parts[1] else -1
    if word == "size":
        return t[parts[0]].size()
    if word == "tally":
        return t.number.n
    a, b = (value_of(part, t) for part in parts)
    return OPERATORS[word](a, b)


def follow(program: Any, t: Any) -> Any:
    for word, *parts in program:
        if word == "move":
            t[parts[0]].push(t[parts[1]].pop())
        elif word == "push":
            t[parts[0]].push(value_of(parts[1], t) & 127)
        elif word == "drop":
            t[parts[0]].drop(parts[1])
        elif word == "clear":
            t[parts[0]].clear()
        elif word == "note":
            t.number.n = value_of(parts[0], t) % 9 - 4
        elif word == "return":
            return parts[0]
        else:
            done = follow(parts[1] if value_of(parts[0], t) else parts[2], t)
            if done != 99:
                return done
    return 99


class Program(Patience):
    """Rules that are a value."""

    class Table(NamedTuple):
        stock: Pile
        heap: Pile
        rest: Pile
        number: Tally

    program = ()

    def deck(self):
        return iter([*range(9), 120, 127, 9, 4])

    def step(self, t):
        return follow(self.program, t)

    def score(self, t):
        return t.number.n * 9 + t.heap.size()


class TwoHeaps(Game):
    """Take one from a heap; at first the stakes may be changed once, which leads far outside the fields' ranges."""

    heap: int = 150
    stake: int = 1000003

    class State(NamedTuple):
        one: int
        other: int
        stake: int

    def start(self) -> Any:
        return self.State(self.heap, self.heap, 1)

    def turn(self, s: Any) -> int:
        return OVER if s.one == 0 or s.other == 0 else int((s.one + s.other) % 2)

    def moves(self, s: Any) -> Any:
        return range(3 if s.one == s.other == self.heap and s.stake == 1 else 2)

    def play(self, s: Any, m: int) -> Any:
        return (s._replace(one=s.one - 1), s._replace(other=s.other - 1), s._replace(stake=self.stake))[m]

    def payoff(self, s: Any) -> int:
        return int(s.stake * ((s.one * 7 + s.other * 3) % 5 - 2))


class Thrown(Game):
    """Add nothing or one, then chance does; ``fault`` says what is wrong, in few positions that a throw leads to."""

    MOVES, PAYOFF, WORD, CANON = 1, 2, 3, 4
    steps: int = 30
    fault: int = 0

    class State(NamedTuple):
        left: int
        total: int
        thrown: int

    def start(self) -> Any:
        return self.State(self.steps, 0, 0)

    def turn(self, s: Any) -> int:
        if s.thrown:
            return CHANCE
        return OVER if s.left == 0 else 0

    def moves(self, s: Any) -> Any:
        yield 0
        yield 1
        while self.fault == self.MOVES and s.thrown and s.left == 1 and s.total == 7:
            yield 1

    def play(self, s: Any, m: int) -> Any:
        if s.thrown:
            return self.State(s.left - 1, s.total + m, 0)
        return self.State(s.left, s.total + m, 1)

    def canon(self, s: Any) -> Any:
        if self.fault == self.CANON and not s.thrown and s.left > 60 and s.total % 10 == 7:
            return self.State(s.left, s.total + 1, 0)
        return s

    def payoff(self, s: Any) -> int:
        if self.fault == self.PAYOFF and s.total == 7:
            return 10 // (s.total - 7)
        if self.fault == self.WORD and s.total == 7:
            return int((s.total + 9223372036854775805) - 9223372036854775805)
        return int(s.total)
