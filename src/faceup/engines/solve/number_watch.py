"""Many random games in which numbers are watched that leave 64 bits, and what machine code has to do with that."""

from faceup.engines.model.limits import Deadline, stop
from faceup.engines.model.opposed import opposed_in
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.overflow_check import Overflow, check_game
from faceup.results.certified import Watched
from faceup.rules.contract import Game


class Watch:
    """Many random games, in which numbers are watched, and what machine code has to do with it; may be broken off."""

    def __init__(self, game: Game, plays: int) -> None:
        self.game, self.plays = game, plays
        self.games = 0
        self.finished = False
        self.not_compiled = ""

    def go_on(self, seconds: float) -> None:
        """Watch more games, for so long; raises Overflow, if machine code has the rules, which never wraps round."""
        if self.finished:
            return
        until = Deadline(seconds)
        try:
            self.games += check_game(self.game, self.plays - self.games, seed=self.games, until=until)
        except Overflow as error:
            self.not_compiled = why_not_compiled(self.game)
            if not self.not_compiled:
                raise Overflow(f"{error}; CPython has such numbers, and solves it without --check") from error
        self.finished = bool(self.not_compiled) or not until.is_set()

    @property
    def outcome(self) -> Watched:
        return Watched(self.games, "" if self.finished else stop.limit or "time", self.not_compiled)


def why_not_compiled(game: Game) -> str:
    """Why machine code cannot solve the game; empty where it can."""
    from faceup.engines.solve.induction.native_table import compile_table  # which needs a compiler
    from faceup.engines.solve.seats.native_positions import compile_seats
    from faceup.native.not_compiled import NotCompiled, refused_lines

    if opposed_in(game):
        return "rules that hide something and give rows are not compiled"
    try:
        (compile_seats if seats_of(game) else compile_table)(game)
    except NotCompiled as error:
        return refused_lines(error)
    return ""
