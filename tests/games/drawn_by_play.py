"""Games without ``board``, ``show`` and ``say``, whose states are boards that play shows."""

from collections.abc import Iterator
from typing import Any

from faceup.rules import OVER, Cards, Game, NamedTuple, bits, size
from faceup.rules.moves import Move


class Lines(Game):
    """Lines between dots, first those across; whoever closes a box moves again."""

    rows: int = 1
    cols: int = 2

    class State(NamedTuple):
        drawn: Cards
        mover: int

    def start(self) -> State:
        return self.State(0, 0)

    def turn(self, s: State) -> int:
        return OVER if s.drawn == 0b1111111 else s.mover

    def moves(self, s: State) -> Iterator[Move]:
        yield from bits(0b1111111 & ~s.drawn)

    def play(self, s: State, line: int) -> State:
        boxes = (0b0110101, 0b1101010)
        now = s.drawn | 1 << line
        closed = any(box >> line & 1 and now & box == box for box in boxes)
        return self.State(now, s.mover if closed else 1 - s.mover)

    def payoff(self, s: State) -> int:
        return 1 - 2 * s.mover


class Hops(Game):
    """Toads step to the right, frogs to the left, on five places in a row."""

    class State(NamedTuple):
        toads: Cards
        frogs: Cards
        mover: int

    def start(self) -> State:
        return self.State(0b00011, 0b11000, 0)

    def moves(self, s: State) -> Iterator[Move]:
        for at in bits((s.toads, s.frogs)[s.mover]):
            for to in (at + 1, at + 2) if s.mover == 0 else (at - 1, at - 2):
                if 0 <= to < 5 and not (s.toads | s.frogs) >> to & 1:
                    yield 10 * at + to

    def turn(self, s: State) -> int:
        return s.mover if [*self.moves(s)] else OVER

    def play(self, s: State, m: int) -> State:
        change = 1 << m // 10 | 1 << m % 10
        return self.State(s.toads ^ change, s.frogs, 1) if s.mover == 0 else self.State(s.toads, s.frogs ^ change, 0)

    def payoff(self, s: State) -> int:
        return 2 * s.mover - 1


class Stones(Game):
    """Stones of two colours on four squares a side."""

    size: int = 4

    class State(NamedTuple):
        red: Cards
        blue: Cards

    def start(self) -> State:
        return self.State(0, 0)

    def turn(self, s: State) -> int:
        return OVER if size(s.red | s.blue) == self.size**2 else size(s.red | s.blue) % 2

    def moves(self, s: State) -> Iterator[Move]:
        yield from bits((1 << self.size**2) - 1 & ~(s.red | s.blue))

    def play(self, s: State, m: int) -> State:
        return self.State(s.red | 1 << m, s.blue) if self.turn(s) == 0 else self.State(s.red, s.blue | 1 << m)

    def payoff(self, s: State) -> int:
        return 0


class Marks(Stones):
    """The same with a row of numbers."""

    class State(NamedTuple):
        cells: tuple

    def start(self) -> Any:
        return self.State((0,) * 9)

    def turn(self, s: Any) -> int:
        return OVER if all(s.cells) else sum(map(bool, s.cells)) % 2

    def moves(self, s: Any) -> Iterator[Move]:
        return (k for k, mark in enumerate(s.cells) if not mark)

    def play(self, s: Any, m: int) -> Any:
        return self.State(tuple(self.turn(s) + 1 if k == m else mark for k, mark in enumerate(s.cells)))


class Step(NamedTuple):
    start: int
    end: int


class Pawns(Game):
    """Pawns step ahead on a board that ``show`` draws, or capture aside, in moves of two parts without words."""

    class State(NamedTuple):
        cells: tuple
        mover: int

    def start(self) -> Any:
        return self.State((1, 1, 0, 0, 2, 2), 0)

    def turn(self, s: Any) -> int:
        return s.mover if 1 not in s.cells[4:] and 2 not in s.cells[:2] and any(self.moves(s)) else OVER

    def moves(self, s: Any) -> Iterator[Move]:
        for start, mark in enumerate(s.cells):
            ahead = start // 2 * 2 + (-2 if s.mover else 2)
            for end in (ahead, ahead + 1) if mark == s.mover + 1 else ():
                if s.cells[end] in ((0,) if (end - start) % 2 == 0 else (0, 2 - s.mover)):
                    yield Step(start, end)

    def play(self, s: Any, m: Any) -> Any:
        marks = {m.start: 0, m.end: s.mover + 1}
        return self.State(tuple(marks.get(k, mark) for k, mark in enumerate(s.cells)), 1 - s.mover)

    def payoff(self, s: Any) -> int:
        return 1 if s.mover else -1

    def show(self, s: Any) -> str:
        return "\n".join("".join(".WB"[mark] for mark in s.cells[k : k + 2]) for k in (4, 2, 0))


class Sown(Game):
    """Two rows of four pits, their seeds six bits each in one number; seeds are sown around.

    A last seed in an own empty pit takes the seeds opposite out of play.
    """

    class State(NamedTuple):
        packed: int
        mover: int

    def start(self) -> State:
        return self.State(sum(3 << 6 * pit for pit in range(8)), 0)

    def seeds(self, s: State) -> list[int]:
        return [s.packed >> 6 * pit & 63 for pit in range(8)]

    def moves(self, s: State) -> Iterator[Move]:
        return (pit for pit in range(4) if self.seeds(s)[4 * s.mover + pit])

    def turn(self, s: State) -> int:
        return s.mover if [*self.moves(s)] else OVER

    def play(self, s: State, m: int) -> State:
        seeds, at = self.seeds(s), 4 * s.mover + m
        hand, seeds[at] = seeds[at], 0
        for step in range(hand):
            seeds[(at + 1 + step) % 8] += 1
        last = (at + hand) % 8
        if last // 4 == s.mover and seeds[last] == 1:
            seeds[7 - last] = 0
        return self.State(sum(count << 6 * pit for pit, count in enumerate(seeds)), 1 - s.mover)

    def payoff(self, s: State) -> int:
        return 2 * s.mover - 1


class Pins(Game):
    """A row of pins, a bit for each; one pin or two neighbours fall."""

    class State(NamedTuple):
        row: int
        mover: int

    def start(self) -> State:
        return self.State(0b1111111, 0)

    def turn(self, s: State) -> int:
        return s.mover if s.row else OVER

    def moves(self, s: State) -> Iterator[Move]:
        for pin in range(7):
            if s.row >> pin & 1:
                yield 2 * pin
                if s.row >> (pin + 1) & 1:
                    yield 2 * pin + 1

    def play(self, s: State, m: int) -> State:
        return self.State(s.row & ~((1 + 2 * (m % 2)) << m // 2), 1 - s.mover)

    def payoff(self, s: State) -> int:
        return 2 * s.mover - 1


class Hands(Stones):
    """Cards of two hands, which are no board: nothing tells how they would lie on one."""

    size: int = 3

    class State(NamedTuple):
        first: Cards
        second: Cards

    def moves(self, s: Any) -> Iterator[Move]:
        yield from bits(0b1111111111 & ~(s.first | s.second) & ~1)

    def turn(self, s: Any) -> int:
        return OVER if size(s.first | s.second) == 9 else size(s.first | s.second) % 2

    def play(self, s: Any, m: int) -> Any:
        return self.State(s.first | 1 << m, s.second) if self.turn(s) == 0 else self.State(s.first, s.second | 1 << m)


class Bites(Game):
    """A bite of a square takes all above it and to its right, too; whoever takes the last square loses."""

    rows: int = 2
    columns: int = 3

    class State(NamedTuple):
        eaten: frozenset[int]
        mover: int

    def start(self) -> State:
        return self.State(frozenset(), 0)

    def turn(self, s: State) -> int:
        return OVER if len(s.eaten) == 6 else s.mover

    def moves(self, s: State) -> Iterator[Move]:
        yield from (square for square in range(6) if square not in s.eaten)

    def play(self, s: State, bite: int) -> State:
        gone = {square for square in range(6) if square // 3 <= bite // 3 and square % 3 >= bite % 3}
        return self.State(s.eaten | gone, 1 - s.mover)

    def payoff(self, s: State) -> int:
        return 1 - 2 * s.mover
