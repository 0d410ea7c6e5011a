"""Games for several in which it makes no difference who sits where, and one in which it does."""

from typing import Any

from faceup.rules import CHANCE, OVER, Game, Heap, NamedTuple, replaced


class Purses(Game):
    """Whoever is to move draws a coin and risks all coins in the pot, or banks; a tail loses the pot. First to the goal
    wins. Two moves that are as good as each other bank.
    """

    goal: int = 3
    players: int = 2
    handicap: int = 0
    player_names = ("Ann", "Bob", "Cleo")

    class State(NamedTuple):
        purses: tuple[Heap, ...]
        pot: int
        mover: int
        drawing: bool

    def start(self) -> Any:
        return self.State((self.handicap, *[0] * (self.players - 1)), 0, 0, False)

    def turn(self, s: Any) -> int:
        if max(s.purses) >= self.goal:
            return OVER
        return CHANCE if s.drawing else s.mover

    def moves(self, s: Any) -> Any:
        if s.drawing:
            return (0, 1)
        return ("draw", "bank", "keep") if s.pot else ("draw", "draw too")

    def play(self, s: Any, m: Any) -> Any:
        later = (s.mover + 1) % self.players
        if s.drawing:
            return (
                s._replace(pot=min(self.goal, s.pot + 1), drawing=False) if m else self.State(s.purses, 0, later, False)
            )
        if m in ("draw", "draw too"):
            return s._replace(drawing=True)
        purse = min(self.goal, s.purses[s.mover] + s.pot)
        return self.State(replaced(s.purses, s.mover, purse), 0, later, False)

    def payoff(self, s: Any) -> Any:
        if self.players == 2:
            return 1 if s.purses[0] >= self.goal else -1
        return tuple(int(purse >= self.goal) for purse in s.purses)


class Favoured(Purses):
    """The same, where the first player needs no goal as high."""

    def turn(self, s: Any) -> int:
        return OVER if s.purses[0] >= self.goal - 1 else super().turn(s)

    def payoff(self, s: Any) -> Any:
        first = int(s.purses[0] >= self.goal - 1)
        return 2 * first - 1 if self.players == 2 else (first, *(int(purse >= self.goal) for purse in s.purses[1:]))
