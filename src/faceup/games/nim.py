"""Nim: take the last stone."""

from faceup.rules import OVER, Game, Heap, NamedTuple, Published, require

BOUTON = "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)"


class Nim(Game):
    """Three heaps of stones. Two players take turns; each takes any number of stones, at least one, from one heap.
    The player who takes the last stone wins.
    """

    a: int = 3
    b: int = 4
    c: int = 5

    published = (
        Published("value", 1, BOUTON, note="3 xor 4 xor 5 is not 0: the first player wins"),
        Published("value", -1, BOUTON, parameters={"a": 1, "b": 4, "c": 5}, note="1 xor 4 xor 5 is 0: the second wins"),
        Published("openings", 1, BOUTON, note="the only winning move makes the xor 0"),
    )

    class State(NamedTuple):
        a: Heap
        b: Heap
        c: Heap
        mover: int

    def check(self) -> None:
        require(min(self.a, self.b, self.c) >= 0, "a heap has no fewer than 0 stones")
        require(max(self.a, self.b, self.c) <= 1000, "a heap has at most 1000 stones")

    def start(self):
        return self.State(self.a, self.b, self.c, 0)

    def turn(self, s):
        return s.mover if s.a + s.b + s.c > 0 else OVER

    # A move is the stones taken, times four, plus the heap: 1, 2 or 3.
    def moves(self, s):
        for stones in range(1, s.a + 1):
            yield stones * 4 + 1
        for stones in range(1, s.b + 1):
            yield stones * 4 + 2
        for stones in range(1, s.c + 1):
            yield stones * 4 + 3

    def play(self, s, move):
        stones, heap = move // 4, move % 4
        if heap == 1:
            return self.State(s.a - stones, s.b, s.c, 1 - s.mover)
        if heap == 2:
            return self.State(s.a, s.b - stones, s.c, 1 - s.mover)
        return self.State(s.a, s.b, s.c - stones, 1 - s.mover)

    def payoff(self, s):
        return 1 if s.mover == 1 else -1  # the player to move has lost

    def show(self, s):
        return f"heaps {s.a} {s.b} {s.c}"

    def say(self, s, move):
        return f"take {move // 4} from heap {'abc'[move % 4 - 1]}"
