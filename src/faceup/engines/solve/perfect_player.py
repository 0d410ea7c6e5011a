"""The perfect player: never a worse move, and among equal ones the most useful."""

from typing import Any

from faceup.results.solution import Solution
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import UsageError
from faceup.rules.facts import facts_of


class PerfectPlayer:
    """Chooses among the best moves of a solved game.

    In games without rewards on the way, where a positive value is a win, it also looks at the number of moves to the
    end, or to the next throw: it wins as fast as it can and loses as slowly as it can. Among moves that are still
    equal it takes the one that leaves the opponent most replies that are mistakes, and of those the first in the
    order of ``moves``.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.game = solution.game
        self.races = not facts_of(self.game).rewarding
        self._lengths: dict[Any, int] = {}

    def move(self, state: Any) -> int:
        """The move to make; raises UsageError where nobody has a choice."""
        if self.game.turn(state) not in (0, 1):
            raise UsageError(f"there is no move to make: {self.game.show(state)}")
        best = self.finest(state)
        return max(best, key=lambda move: self.mistakes(self.game.play(state, move)))

    def finest(self, state: Any) -> list[int]:
        """The best moves that also win fastest or lose slowest."""
        best = self.solution.best(state)
        fortune = self.fortune(state)
        if fortune == 0 or len(best) == 1:
            return best
        lengths = [self.length(self.game.play(state, move)) for move in best]
        wanted = min(lengths) if fortune > 0 else max(lengths)
        return [move for move, length in zip(best, lengths, strict=True) if length == wanted]

    def mistakes(self, state: Any) -> int:
        """How many moves here are worse than the finest."""
        if self.game.turn(state) not in (0, 1):
            return 0
        return len(list(self.game.moves(state))) - len(self.finest(state))

    def fortune(self, state: Any) -> float:
        """Positive where the player to move wins, negative where they lose, 0 where the length does not matter."""
        who = self.game.turn(state)
        value = self.solution.value_of(state)
        if who not in (0, 1) or value.how != "exact" or not self.races:
            return 0
        return float(value.low if who == 0 else -value.low)

    def length(self, state: Any) -> int:
        """Moves to the end when the winner hurries and the loser delays; explicit stack, so any depth will do."""
        stack = [state]
        while stack:
            here = stack[-1]
            if here in self._lengths:
                stack.pop()
                continue
            who = self.game.turn(here)
            if who in (OVER, CHANCE):
                self._lengths[here] = 0
                continue
            after = [self.game.play(here, move) for move in self.solution.best(here)]
            unknown = [state for state in after if state not in self._lengths]
            if unknown:
                stack.extend(unknown)
                continue
            lengths = [self._lengths[state] for state in after]
            self._lengths[here] = 1 + (min(lengths) if self.fortune(here) > 0 else max(lengths))
        return self._lengths[state]
