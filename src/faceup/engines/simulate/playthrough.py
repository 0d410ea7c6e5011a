"""One game of a solitaire, step by step to its end, in CPython."""

from collections.abc import Iterator
from typing import Any

from faceup.engines.model.dealing import TableWatch, rules_errors
from faceup.engines.simulate.under_way import NOW_AND_THEN, UnderWay
from faceup.rules.contract import ENDLESS, LOST, OVER, UNFINISHED, WON, Patience
from faceup.rules.pile import contents

WATCH = 1024  # steps after which the game is watched for a repeated table; a power of two


class Playthrough:
    """A game from a table on. Iterating plays it, and yields each step after it was done.

    ``steps`` counts them; afterwards ``end`` is the mark of how the game ended. Raises RulesError if a step breaks.
    """

    def __init__(self, game: Patience, table: Any, longest: int) -> None:
        self.game, self.table, self.longest = game, table, longest
        self.steps, self.end = 0, UNFINISHED

    def __iter__(self) -> Iterator[int]:
        game, table, watch = self.game, self.table, TableWatch()
        with rules_errors(game, table):
            while True:
                step = game.step(table)
                if not isinstance(step, int):
                    raise ValueError(f"step returns {step!r}; possible: the number of what was done, or OVER,")
                if step == OVER:
                    self.end = WON if game.won(table) else LOST
                    return
                self.steps += 1
                yield step
                if self.steps == self.longest:
                    return
                if self.steps >= WATCH and watch.has_repeated(self.steps, contents(table)):
                    self.end = ENDLESS
                    return


def finish(game: Patience, table: Any, longest: int, under_way: UnderWay | None = None) -> tuple[int, int]:
    """Play from a table to the end; return (steps, mark of how the game ended)."""
    play = Playthrough(game, table, longest)
    for _ in play:
        if under_way and not play.steps % NOW_AND_THEN:
            under_way.note_steps(play.steps)
    return play.steps, play.end
