"""Bounds of a game's value while a command works, printed if the command ends early."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from faceup.cli.common import after_a_while, console, print_json, print_lines, tell
from faceup.cli.watchdog import watchdog
from faceup.engines.graph.stakes import stakes_seen, value_bounds
from faceup.engines.model.limits import stop
from faceup.numbers.value import Value
from faceup.results.answers.solution import NO_OPENING, Solution
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.sentences.samples import estimate_sentence
from faceup.rules.contract import Game
from faceup.rules.errors import FaceupError
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

PRINTING_MODULES = ("faceup.results.documents.solution", "faceup.show.text.printed")
LONG = 10.0  # seconds without an answer, after which a number of the state is suspected to grow without end
EARLY = 300, 3.0  # playouts, and seconds, of an estimate before the answer
NO_TABLE: Any = None  # of a solution that is printed for its bounds alone


class SoFar:
    """The bounds of a game's value from ``start`` on, printed if the command ends early.

    Trivial bounds (those of the payoffs) are printed for people only if a limit was reached and the value is
    ``all_there_is`` to the answer; a command that looks for a strategy leaves them out. With ``as_json`` the document
    is always printed. With ``estimates``, a few playouts say after a while which move is probably best.
    """

    def __init__(
        self,
        game: Game,
        start: Any,
        moves: "Sequence[Move]",
        as_json: bool,
        all_there_is: bool,
        estimates: bool = False,
    ) -> None:
        for module in PRINTING_MODULES:  # now: ``tell`` may run while another thread is importing
            import_module(module)
        self.game, self.start, self.moves = game, start, moves
        self.as_json, self.all_there_is, self.estimates = as_json, all_there_is, estimates
        self.began = time.monotonic()
        self.by_payoffs = self.low, self.high = value_bounds(game)
        self.states = 0
        self.solution: Solution | None = None
        watchdog.knows(self.tell)

    @contextmanager
    def solving(self) -> Iterator[dict[str, Any]]:
        """Yield the callbacks by which ``solve`` reports its progress; a terminal shows it."""
        from faceup.show.text.progress import solving

        with solving() as display, self.hinting(display.get("hint", tell)):

            def note_states(states: int) -> None:
                self.states = states or self.states
                _call(display.get("progress"), states)

            def note_bounds(low: float, high: float) -> None:
                self.low, self.high = max(low, self.low), min(high, self.high)
                _call(display.get("narrowing"), low, high)

            yield {"progress": note_states, "narrowing": note_bounds}

    @contextmanager
    def hinting(self, say: Callable[[str], object]) -> Iterator[None]:
        """Say after a while that a number of the state keeps growing, which may be why the work does not end."""
        from faceup.engines.model.growing_numbers import growing_number

        def hint() -> None:
            if growth := growing_number(self.game, self.start):
                say(str(growth))
            if self.estimates and self.game.turn(self.start) >= 0:
                with suppress(FaceupError):  # the work itself reports it
                    if estimate := self.estimate():
                        say(f"so far: {estimate}")

        with after_a_while(LONG, hint):
            yield

    def estimate(self) -> str:
        """Return the move that is probably best, by playouts in CPython, as the solver may be compiling; else empty."""
        from faceup.engines.mcts.thinking import Thinking
        from faceup.engines.model.policies import Thought
        from faceup.engines.model.random_stream import STREAM_SIZE, begin

        stream = [0] * STREAM_SIZE
        begin(stream, 0, 0)
        found = Thinking(self.game, "cpython").estimate(self.start, (), Thought(*EARLY), stream)
        if len({row.mean for row in found.moves}) < 2:
            return ""
        names = {row.move: word_of_move(self.game, self.start, row.move) for row in found.moves}
        return estimate_sentence(found, names, stakes_seen(self.game).decided)

    def note_solution(self, solution: Solution) -> None:
        """Take the value, or the bounds proven before a limit, from here on."""
        self.solution = solution

    @property
    def anything_known(self) -> bool:
        """Whether the bounds are narrower than those of the payoffs."""
        if self.solution is not None:
            return self.solution.value.known
        return (self.low, self.high) != self.by_payoffs

    def tell(self) -> None:
        """Print the bounds, or the value of the solution alone: its other facts may take long to compute."""
        from faceup.results.documents.codec import document
        from faceup.results.documents.solution import Solved
        from faceup.results.sentences.games import title
        from faceup.show.text.printed import solution_lines

        if self.solution is None:
            limit = stop.limit or "time"  # the time limit of a single call of a rule
            value, seconds = Value(self.low, self.high, "stopped", limit=limit), time.monotonic() - self.began
            partial = Solution(self.game, value, self.start, self.states, seconds, "", 0, NO_TABLE)
        else:
            partial = replace(self.solution, judge=None)
        if self.as_json:
            print_json(document(Solved(partial, NO_OPENING._replace(whole=False), self.moves)))
        elif (stop.limit and (self.all_there_is or partial.value.known)) or self.anything_known:
            print_lines(console(), title(self.game, self.moves), solution_lines(partial, NO_OPENING))


def _call(callback: Callable[..., None] | None, *numbers: float) -> None:
    if callback:
        callback(*numbers)
