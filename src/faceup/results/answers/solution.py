"""Solved games: values, best moves, lines of best play, and how they were computed."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, cast

from faceup.numbers.value import Number, Value, ValueColumns, exactly, value_columns
from faceup.results.answers.sameness import Symmetries
from faceup.results.answers.value_table import Values, ValueTable
from faceup.results.certified import Agreement, Certified, OverflowCheck
from faceup.results.scene.boards.words_of_moves import word_of_move
from faceup.results.showable import Showable, Tabular, columns
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, RulesError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

UNKNOWN = "a limit was reached before the values of moves were known"
KEEPS_TABLES = "induction-native"  # the engine whose tables can be saved
LONGEST_LINE = 1000  # moves of a line of best play that are looked up: some games have no end in sight


def checkpoint_path(path: Path) -> Path:
    """Return the path of the checkpoint for a table that will be saved in this file."""
    return path.with_name(f"{path.name}.unfinished")


class Standings(NamedTuple):
    """The numbers of positions won, drawn and lost for player 0 under best play."""

    won: int
    drawn: int
    lost: int


class Opening(NamedTuple):
    """Best first moves and a line of best play; not ``sure`` if rounding hides which of several moves is best.

    The line is ``whole`` unless it was cut.
    """

    best: list[Move]
    best_sure: bool
    line: list[Move]
    line_sure: bool
    whole: bool = True


@dataclass(frozen=True)
class Seat:
    """The value of a game to one seat, and its least and most under other known ways to break ties.

    A tie is a choice between moves that are equal for the player to move, and not for the others. The least and most
    are computed on demand.
    """

    document_keys = ("*value", "least", "most")

    value: Value
    by_ties: Callable[[], tuple[Value, Value]] = field(repr=False, compare=False)

    @property
    def least(self) -> Value:
        return self.by_ties()[0]

    @property
    def most(self) -> Value:
        return self.by_ties()[1]


NO_OPENING = Opening([], True, [], True)


class Refusal(NamedTuple):
    """An engine that did not answer, and the reason, in words that follow its name."""

    engine: str
    reason: str


@dataclass(frozen=True)
class Growing:
    """A ``field`` of the state that grew without end in one play, up to ``reached``.

    ``way`` is ``more``, ``less`` or ``longer``; with ``in_row`` it is a number in a row of the field. ``bound`` is the
    name of a parameter that may bound it, empty if there is none. ``step`` is the move by which it was first below 0.
    """

    field: str
    reached: int
    way: str
    in_row: bool = False
    bound: str = ""
    step: str = ""

    document_keys = ("field", "reached", "says")

    def __str__(self) -> str:
        return self.says

    @property
    def says(self) -> str:
        """What grows, and what to do, as the end of a sentence."""
        name, reached = self.field, self.reached
        if self.way == "longer":
            what = f"`{name}` keeps getting longer (it has reached {reached:,} numbers)"
            return f"{what}; keep only those that later moves need"
        subject = f"a number in `{name}`" if self.in_row else f"`{name}`"
        more = self.way == "more"
        grows, least, sign = ("growing", "min", "+") if more else ("falling", "max", "-")
        number = "n" if self.in_row else f"s.{name}"
        bound = f"self.{self.bound}" if self.bound and more else "100" if more else "0"
        what = f"{subject} keeps {grows} (it has reached {reached:,})"
        first = f", first below 0 by {self.step}; let moves offer no more than there is, or" if self.step else ";"
        return f"{what}{first} bound it, as in {least}({number} {sign} m, {bound})"


@dataclass(frozen=True, repr=False)
class Solution(Showable, Tabular):
    """A solved game: the value of every reachable state, and so perfect play.

    ``value``, of the state ``start``, and all other values are player 0's. ``states`` counts the distinct states in the
    table: a large one may leave out chance nodes that are seldom met again, and ends behind them, whose values are
    computed on demand. ``seconds`` is wall time, of which ``compile_seconds`` went to the compiler, ``bytes`` the size
    of the table, ``engine`` its method and back end, as ``cyclic-native``. A theory needs no states; ``checked`` is its
    agreement with search. ``symmetries`` were used to solve one state for several. ``refused`` are the engines that did
    not answer. ``endless`` is the value of endless play, if a player can keep play going for ever. ``seats`` has the
    value to each seat with its own payoff; ``value`` is then that of the first. ``teams`` are seats that always get the
    same payoff, and so decide as one. ``ties_as_found`` says that ties in positions of cyclic play are broken by the
    first equilibrium, ``others_may_be`` that there may be other equilibria even without ties, because several players
    decide in cyclic play. ``certified`` is the cross-check of machine code with the rules in CPython, ``watched`` the
    check for numbers that leave 64 bits, if asked for. ``judge`` computes the stakes, ``opener`` the best first moves,
    and ``saver`` writes the table to a file. ``last`` is a state that was met when a limit was reached, and ``cause``
    the reason for so much work, if known; ``grower`` looks for a number of the state that seems to have no bound.
    """

    brief = ("game", "value")

    game: Game
    value: Value
    start: Any
    states: int
    seconds: float
    engine: str
    bytes: int
    table: Values
    checked: Agreement | None = None
    symmetries: Symmetries | None = None
    refused: tuple[Refusal, ...] = ()
    compile_seconds: float = 0.0
    endless: int | Fraction | None = None
    last: Any = None
    cause: str = ""
    seats: tuple[Seat, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()
    ties_as_found: bool = False
    others_may_be: bool = False
    certified: Certified | None = None
    watched: OverflowCheck | None = None
    judge: Callable[[Game, Value, Number | None], Stakes] | None = field(default=None, repr=False, compare=False)
    opener: Callable[["Solution", int | None], Opening] | None = field(default=None, repr=False, compare=False)
    grower: Callable[[Game, Any], Growing | None] | None = field(default=None, repr=False, compare=False)
    saver: Callable[["Solution", Path], None] | None = field(default=None, repr=False, compare=False)

    @property
    def plain_ends(self) -> frozenset[int] | None:
        """``Values.plain_ends``; for a theory, those of all games with which it was compared."""
        return self.checked.plain_ends if self.checked else self.table.plain_ends

    @property
    def open_table(self) -> ValueTable:
        """The table of a game without hidden information."""
        return cast(ValueTable, self.table)

    @cached_property
    def stakes(self) -> Stakes | None:
        """The stakes; None if each seat has its own payoff, or if they are unknown.

        A theory may solve games with too many moves to list, even in one state.
        """
        if self.seats or self.judge is None:
            return None
        if self.is_long:  # not even one play can be followed
            facts, names, first = facts_of(self.game), tuple(self.game.player_names), self.game.turn(self.start)
            default = Stakes(frozenset(), frozenset({0, 1}), False, first, False, rewards=facts.rewarding, own=names)
            return default if facts.rewarding else None
        try:
            judged = self.judge(self.game, self.value, self.endless)
        except RulesError:
            if self.table.theory is None:
                raise
            return None
        return judged.with_ends((None, end) for end in self.plain_ends or ())

    @cached_property
    def grows(self) -> Growing | None:
        """A number of the state that seems to have no bound; None if there is none, or no limit was reached."""
        if self.value.how != "stopped" or self.grower is None:
            return None
        return self.grower(self.game, self.start)

    def save(self, path: str | Path) -> None:
        """Save the table in a file, from which ``solve(game, table=path)`` answers without solving again.

        An existing file is replaced once the new one is complete. Raises UsageError if the file cannot be written, or
        if the engine keeps no such table: ``induction-native`` does.
        """
        if self.saver is None:
            raise UsageError(f"this solution of {type(self.game).name} was made by hand, and has no table to save")
        self.saver(self, Path(path))

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """Return the first moves, or the first outcomes of chance, with their values.

        Raises LimitReached if a limit left them unknown.
        """
        values = {} if self.game.turn(self.start) == OVER else self.values(self.start)
        best = set(self.best(self.start)) if self.game.turn(self.start) >= 0 else set()
        return columns(
            ("move", "word", *ValueColumns.__annotations__, "best"),
            [
                (move, word_of_move(self.game, self.start, move), *value_columns(value).values(), move in best)
                for move, value in values.items()
            ],
        )

    def value_of(self, state: Any = None) -> Value:
        """Return the value of play from this state on (see ``values``), without rewards already gained."""
        return self.table.value(self._asked_state(state))

    def _asked_state(self, state: Any) -> Any:
        """Return the state of a question, by default the start; it may be given by the moves that lead there.

        Raises LimitReached if a limit ended the search before its value was known, because computing it might take for
        ever; UsageError for moves that are not possible.
        """
        state = self.start if state is None else state
        if isinstance(state, str | int | list):
            state = self.table.state_after(self.start, state)
        if self.value.how == "stopped" and (facts_of(self.game).hidden or not self.table.knows(state)):
            raise LimitReached(UNKNOWN)
        return state

    def values(self, state: Any = None) -> Mapping[Move, Value]:
        """Return the value of every legal move, or of every outcome that can happen, at the start or at another state.

        ``state`` is a state of the rules, or the moves that lead there: ``"5, 2"``, ``[5, 2]``, or their words.
        """
        return self.table.values(self._asked_state(state))

    def best(self, state: Any = None) -> list[Move]:
        """Return all best moves of the player to move, at the start or at another state (see ``values``).

        In a bounded solution, these are all moves that may be best.
        """
        return self.table.best(self._asked_state(state))

    def move(self, state: Any = None) -> Move:
        """Return the one best move to make, the same wherever the game is played: see ``Table.move``."""
        return self.open_table.move(self._asked_state(state))

    def distance(self, state: Any = None) -> int | None:
        """Moves to the end, or to a decisive chance node, if the winner hurries and the loser and chance delay.

        None if unknown, if play is cyclic, or beyond ``farthest``.
        """
        moves = self.open_table.distance(self._asked_state(state))
        return int(moves) if moves is not None and moves < self.open_table.farthest else None

    def won_within(self, state: Any, stakes: Stakes) -> int | None:
        """Moves, by all players, within which the winner has won; None without a certain winner, or if unknown."""
        value = self.value if state == self.start else self.value_of(state)
        if self.value.how == "stopped" or stakes.worth(value).winner is None:
            return None
        length = self.distance(state)
        return length or (0 if length == 0 and self.game.turn(state) == OVER else None)

    def won_after(self, state: Any, move: Move, stakes: Stakes) -> int | None:
        """Return the number of moves within which the winner has won after this move, which counts too."""
        length = self.won_within(self.game.play(state, move), stakes)
        return None if length is None else 1 + length

    def standings(self, stakes: Stakes) -> Standings | None:
        """Return the numbers of states won, drawn and lost; None in games with chance, or with numbers as payoffs."""
        if stakes.numeric or stakes.chance or self.value.how == "stopped":
            return None
        tally = self.open_table.tally()
        if tally is None or sum(tally.values()) < self.states:
            return None
        counts: Counter[str] = Counter()
        for worth, count in tally.items():
            if count:
                counts[replace(stakes, complete=True).worth(exactly(worth)).of(0).kind] += count
        return None if counts["number"] else Standings(counts["win"], counts["draw"], counts["loss"])

    def sure(self, state: Any, best: Sequence[Move] | None = None) -> bool:
        """Whether ``best`` and ``move`` are certainly best; False if rounding hides which of several is.

        ``best`` are the best moves, if they are known already.
        """
        if self.table.theory is not None or self.open_table.always_exact:
            return True
        if len(self.best(state) if best is None else best) == 1:
            return True
        return all(value.how == "exact" for value in self.values(state).values())

    @property
    def is_long(self) -> bool:
        """Whether a theory knows only the value, because the moves are too many to list."""
        return self.table.theory is not None and not self.table.theory.is_short(self.start)

    def opening(self, most: int | None = LONGEST_LINE) -> Opening:
        """Return best first moves, and a line of best play of at most so many moves; ``opener`` breaks ties.

        Empty if a limit ended the search, or if a theory would take too long.
        """
        if self.value.how == "stopped" or self.is_long:
            return NO_OPENING
        longer = None if most is None else most + 1
        opening = self.opener(self, longer) if self.opener else self.plain_opening(longer)
        return opening if most is None else opening._replace(line=opening.line[:most], whole=len(opening.line) <= most)

    def plain_opening(self, most: int | None) -> Opening:
        """Return best first moves and a line of best play, with the moves that the table takes for best."""
        game, line, state = self.game, self.line(most=most), self.start
        sures = []
        for move in line:
            sures.append(game.turn(state) < 0 or self.sure(state))
            state = game.play(state, move)
        decides = game.turn(self.start) >= 0
        best = self.best(self.start) if decides else []
        return Opening(best, not decides or self.sure(self.start), line, all(sures))

    def line(
        self, state: Any = None, most: int | None = None, choose: Callable[[Any], Move] | None = None
    ) -> list[Move]:
        """Return one line of best play, up to the end, to the first chance node with several outcomes, or to a repeated
        state.

        A theory may solve games of any length: ``most`` limits the number of moves. ``choose`` gives the move to make,
        by default ``move``.
        """
        choose = choose or self.move
        game = self.game
        state = self.start if state is None else state
        moves: list[Move] = []
        visited = set()
        while (who := game.turn(state)) != OVER and len(moves) != most and state not in visited:
            visited.add(state)
            if who == CHANCE:
                # two are enough: there may be millions
                options = list(islice((move for move in game.moves(state) if game.odds(state, move) > 0), 2))
                if len(options) > 1:
                    break
                (move,) = options
            else:
                move = choose(state)
            moves.append(move)
            state = game.play(state, move)
        return moves
