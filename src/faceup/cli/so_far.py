"""What is known of a game's value while a command works, and how that is printed when the command is ended."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from faceup.cli.common import after_a_while, console, print_json, print_lines, tell
from faceup.cli.watchdog import watchdog
from faceup.engines.model.limits import stop
from faceup.engines.model.stakes import value_bounds
from faceup.numbers.value import Value
from faceup.results.answers.solution import NO_OPENING, Solution
from faceup.rules.contract import Game
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

TOLD_WITH = ("faceup.results.documents.solution", "faceup.show.text.phrases", "faceup.show.text.solutions")
LONG = 10.0  # seconds without an answer, after which the rules are asked whether a number grows without end
NOT_ASKED: Any = None  # the table of a solution of which nothing but the bounds is told


class SoFar:
    """What is known of the value of a game from ``start`` on, which is printed when the command is ended.

    People are told nothing that proves nothing where it is not ``all_there_is``, as when a strategy was asked for, and
    where no limit was reached: rules that never answer were given up. Programs always get their document.
    """

    def __init__(self, game: Game, start: Any, moves: "Sequence[Move]", as_json: bool, all_there_is: bool) -> None:
        for module in TOLD_WITH:  # now, for what tells may run while another thread is importing
            import_module(module)
        self.game, self.start, self.moves = game, start, moves
        self.as_json, self.all_there_is = as_json, all_there_is
        self.began = time.monotonic()
        self.by_payoffs = self.low, self.high = value_bounds(game)
        self.states = 0
        self.solution: Solution | None = None
        watchdog.knows(self.tell)

    @contextmanager
    def solving(self) -> Iterator[dict[str, Any]]:
        """What ``solve`` tells how far it is, which is shown on a terminal."""
        from faceup.show.text.progress import solving

        with solving() as shown, self.hinting(shown.get("hint", tell)):

            def note_states(states: int) -> None:
                self.states = states or self.states
                _call(shown.get("progress"), states)

            def note_bounds(low: float, high: float) -> None:
                self.low, self.high = max(low, self.low), min(high, self.high)
                _call(shown.get("narrowing"), low, high)

            yield {"progress": note_states, "narrowing": note_bounds}

    @contextmanager
    def hinting(self, said: Callable[[str], object]) -> Iterator[None]:
        """Say after a while that a number of the state keeps growing, which may be why the work does not end."""
        from faceup.engines.model.growing_numbers import growing_number

        def hint() -> None:
            if found := growing_number(self.game, self.start):
                said(str(found))

        with after_a_while(LONG, hint):
            yield

    def note_solution(self, solution: Solution) -> None:
        """More is known: the value, or what was proven of it before a limit."""
        self.solution = solution

    @property
    def anything_known(self) -> bool:
        """Whether anything is known that the payoffs alone do not say."""
        if self.solution is not None:
            return self.solution.value.known
        return (self.low, self.high) != self.by_payoffs

    def tell(self) -> None:
        """Print it; of a solution no more than its value, for what else it tells may take long."""
        from faceup.results.documents.solution import solution_document
        from faceup.show.text.phrases import title
        from faceup.show.text.solutions import solution_lines

        if self.solution is None:
            limit = stop.limit or "time"  # that which a single answer of the rules may take
            value, seconds = Value(self.low, self.high, "stopped", limit=limit), time.monotonic() - self.began
            known = Solution(self.game, value, self.start, self.states, seconds, "", 0, NOT_ASKED)
        else:
            known = replace(self.solution, judge=None)
        if self.as_json:
            print_json(solution_document(known, NO_OPENING._replace(whole=False), self.moves))
        elif (stop.limit and (self.all_there_is or known.value.known)) or self.anything_known:
            print_lines(console(), title(self.game, self.moves), solution_lines(known, NO_OPENING))


def _call(shown: Callable[..., None] | None, *numbers: float) -> None:
    if shown:
        shown(*numbers)
