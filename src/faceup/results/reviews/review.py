"""The review of a game: each move beside the best one, on a scale of points or the game's own numbers."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from faceup.numbers.value import Number, Value, add_numbers, nearest_float
from faceup.results.answers.winning_scale import WinningScale
from faceup.results.number_texts import best_of_text
from faceup.results.showable import Showable
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, Game

Kind = Literal["result", "chance", "own"]
LEAST_POINTS = 0.05  # points of 100; a smaller loss is no mistake, as a tenth would show nothing
NOTHING = 1e-9  # a sum or difference of rounded numbers below this counts as 0


class Scale(NamedTuple):
    """The scale on which a player's expected result is shown.

    ``result``: a certain win, draw or loss; ``chance``: the probability of winning, where a game without a winner
    counts half; ``own``: the game's own numbers. ``low`` and ``high`` are the payoffs of 0 and 100 points. ``whose`` is
    the one of two players that numbers are about, None for all. ``draws`` says that a game may end in the middle, as
    far as it is known.
    """

    kind: Annotated[Kind, "in results, chances of winning, or as the game counts"]
    low: int = 0
    high: int = 100
    whose: int | None = None
    draws: bool = True

    @property
    def points(self) -> bool:
        """Whether the scale has points of 100."""
        return self.kind != "own"

    def other(self, number: Number) -> Number:
        """Return the expected result of the other of two players."""
        return self.low + self.high - number if self.points else -number

    def of_both(self, hopes: tuple[Number, ...]) -> tuple[Number, ...]:
        """Return the expected results of both players, from that of player 0, if there is one."""
        return *hopes, *map(self.other, hopes)

    def share(self, number: Number) -> Number:
        """Return an expected result from 0 to 1."""
        return min(max((number - self.low) / (self.high - self.low), 0), 1)

    def level(self, number: Number) -> float:
        """Return an expected result in points of 100."""
        return nearest_float(self.share(number) * 100)

    def counts(self, loss: Number) -> bool:
        """Whether a loss can be seen on this scale, so that the move is a mistake."""
        if not self.points:
            return not is_nothing(loss)
        return nearest_float(loss * 100 / (self.high - self.low)) >= LEAST_POINTS


OWN = Scale("own")


def is_nothing(number: Number) -> bool:
    """Whether a sum or difference of partly rounded numbers counts as 0."""
    return abs(nearest_float(number)) < NOTHING


def scale_of(stakes: Stakes, ends: frozenset[int] | None, chances: WinningScale | None, one_wins: bool) -> Scale:
    """Return the scale for a game.

    ``ends`` are the payoffs of all its ends, if known; ``chances`` the players whose probability of winning values
    give; ``one_wins`` says that one of several seats always wins.
    """
    if stakes.seats:
        return Scale("chance", 0, 1, draws=False) if one_wins else OWN
    if chances:
        both = len(chances.winners) == 2
        kind: Kind = "result" if both and stakes.two and not stakes.chance else "chance"
        return Scale(kind, chances.low, chances.high, None if both else chances.winners[0], draws=False)
    sure = ends <= {-1, 0, 1} if ends is not None else stakes.complete
    if stakes.decided and sure:
        return Scale("result" if stakes.duel else "chance", -1, 1, draws=stakes.may_draw)
    return Scale("own", whose=0) if stakes.two and not stakes.opposed else OWN


class JudgedMove(NamedTuple):
    """A judged move, made by ``turn`` (or CHANCE), whose name is ``who``, after ``place`` moves.

    Decisions have a ``number`` from 1, and chance has that of the decision before it; if chance alone plays, its moves
    have numbers. Where something is hidden, ``place`` counts the decisions that are reviewed.

    ``before`` and ``after`` are the values of play around it, to player 0, or to the mover if seats have their own
    payoffs; rewards of this move are included in both. ``lost`` is the mover's loss, at least 0; ``luck`` the gain of
    player 0 by chance, None for a player's move. ``best`` moves would have lost nothing; ``text`` names the loss in
    games of wins, draws and losses, and ``reason`` is the refutation. ``free`` means that no legal move would have lost
    anything. ``changes`` are the changes for every seat with its own payoff. ``hopes`` are the expected results of all
    players after the move, rewards so far included, and ``hoped`` those just before it, if they are not those after the
    row before, because chance and others have moved unseen or unjudged. If ``estimated``, all numbers come from looking
    ahead and prove nothing: ``lost`` is 0 unless the estimates differ clearly, and ``luck`` is 0; ``drop`` is the
    estimated loss, however small, and ``error`` half of the 95% interval of any of these numbers, at most.
    """

    number: int
    turn: int
    who: str
    word: str
    before: Value
    after: Value
    lost: Annotated[Number, "0 or more; null beyond all floats"]
    luck: Number | None
    best: tuple[str, ...]
    text: Annotated[str, "the loss, if it is a win or a draw"]
    changes: Annotated[tuple[Number, ...], "of every seat that has a payoff of its own"] = ()
    hopes: tuple[Number, ...] = ()
    free: Annotated[bool, "whether no legal move would have lost anything, so that it does not count"] = False
    reason: Annotated[str, "what the best move keeps, and how best play answers this one"] = ""
    hoped: tuple[Number, ...] = ()
    estimated: Annotated[bool, "whether its numbers are estimates by looking ahead, not exact values"] = False
    drop: float = 0.0
    error: float = 0.0
    place: Annotated[int, "moves before it; where something is hidden, decisions that are reviewed"] = 0

    @property
    def numbered(self) -> Annotated[bool, "whether it counts as a move: chance does not, unless it plays alone"]:
        return self.turn != CHANCE or self.number > self.place

    def on(self, scale: Scale) -> "JudgedMove":
        """Return the judged move, without a loss that is too small to be seen on this scale."""
        return self if scale.counts(self.lost) else self._replace(lost=0, text="", reason="")

    @property
    def favours(self) -> Annotated[bool, "whether it was no worse than others, and changed what others get"]:
        """Whether the move cost its player nothing, and changed the values of others."""
        return self.luck is None and not self.lost and not all(map(is_nothing, self.changes))

    def luck_of(self, player: int) -> Number:
        """Return the luck of a player; of two opponents, one gains what the other loses."""
        if self.luck is None:
            return 0
        if self.changes:
            return self.changes[player]
        return -self.luck if player == 1 else self.luck


class Accuracy(NamedTuple):
    """A player's accuracy: ``best`` moves among those that ``counted``, as another move would have lost value."""

    best: int
    counted: int
    free: Annotated[int, "moves with nothing to lose, which do not count"]

    @property
    def share(self) -> Annotated[float | None, "the share of best moves among those that count, 0 to 1"]:
        return self.best / self.counted if self.counted else None

    @property
    def text(self) -> Annotated[str, "the same for people"]:
        return best_of_text(self.best, self.counted)


@dataclass(frozen=True)
class Skill:
    """One player's skill: the loss by moves, the luck, and how many of the moves that count were best."""

    document_keys = (
        *("lost", "luck", "best=accuracy.best", "counted=accuracy.counted", "free=accuracy.free"),
        *("accuracy=accuracy.share", "text=accuracy.text"),
    )

    lost: Number
    luck: Number
    accuracy: Accuracy


@dataclass(frozen=True, repr=False)
class Review(Showable):
    """Every move of a game, and the total loss of each player by the moves whose values are exact.

    ``moves`` is their number; ``unknown`` says why the first of them have no exact values: they are estimated, or not
    among the ``rows``. ``limited`` says whether a limit was reached. ``start`` are the expected results before the
    first row, and ``scale`` is their scale. ``players`` are names, player 0 first; the ``person`` is called you, None
    unless there is just one. The review is from the side of the ``reader``, and ``of`` some players alone if others
    know what is hidden from them; the ``note`` says what else to know. ``result`` is that of the game, if it is over,
    and ``made`` is the number of the last decision. ``lucks`` are those of the players where
    something is hidden and the game is over: what the result is more than the value of the game, but for mistakes.
    ``end`` are the results where they differ from what could be hoped for after the last row.
    """

    game: Game
    rows: tuple[JudgedMove, ...]
    lost: tuple[Number, ...]
    players: tuple[str, ...]
    person: int | None = None
    reader: Annotated[
        int, {"ge": 0, "description": "the player of the numbers: the one person, else a deciding player"}
    ] = 0
    start: tuple[Number, ...] = ()
    scale: Scale = OWN
    moves: Annotated[int, "moves in all; the rows are the last of them"] = 0
    unknown: Annotated[str, "why the first moves have no exact values; empty if all have"] = ""
    limited: bool = False
    of: tuple[int, ...] = ()
    note: str = ""
    result: str = ""
    made: int = 0
    lucks: tuple[Number, ...] = ()
    end: tuple[Number, ...] = ()

    @property
    def exact_rows(self) -> tuple[JudgedMove, ...]:
        """The rows whose values are known, not estimated."""
        return tuple(row for row in self.rows if not row.estimated)

    @property
    def estimated(self) -> tuple[JudgedMove, ...]:
        """The rows whose values are estimated, which come before all others."""
        return tuple(row for row in self.rows if row.estimated)

    @property
    def mistakes(self) -> tuple[JudgedMove, ...]:
        """The moves that lost value."""
        return tuple(row for row in self.exact_rows if row.lost)

    @property
    def chance(self) -> tuple[JudgedMove, ...]:
        """The moves of chance whose values are known."""
        return tuple(row for row in self.exact_rows if row.turn == CHANCE)

    @property
    def has_luck(self) -> bool:
        """Whether luck is known."""
        return bool(self.chance or self.lucks)

    @property
    def movers(self) -> tuple[int, ...]:
        """The players who decided anything whose value is known, in the order of their first moves."""
        return tuple(dict.fromkeys(row.turn for row in self.exact_rows if row.turn != CHANCE))

    @property
    def seats(self) -> tuple[int, ...]:
        """The players in the table of skill."""
        if self.of:
            return self.of
        return tuple(range(len(self.players))) if len(self.players) > 1 else (self.reader,)

    def luck(self, player: int) -> Number:
        """Return the luck of a player in all: the gains by chance beyond their expectation."""
        if self.lucks:
            return self.lucks[player]
        return add_numbers(*(row.luck_of(player) for row in self.chance))

    def accuracy(self, player: int) -> Accuracy:
        """Return the accuracy of a player."""
        moves = [row for row in self.exact_rows if row.turn == player]
        judged = [row for row in moves if not row.free]
        return Accuracy(sum(not row.lost for row in judged), len(judged), len(moves) - len(judged))

    @property
    def skills(self) -> Annotated[tuple[Skill, ...], "one for each of the players"]:
        """The skill of each player."""
        players = range(max(len(self.lost), len(self.players)))
        return tuple(Skill(self.lost[one], self.luck(one), self.accuracy(one)) for one in players)

    def hope_before(self, row: JudgedMove, player: int) -> Number:
        """Return the expected result of a player before one of the rows."""
        if row.hoped:
            return row.hoped[player]
        return self.hopes(player)[row.place - self.rows[0].place]

    def hopes(self, player: int) -> tuple[Number, ...]:
        """Return the expected results of a player before the first row and after each, and the ``end``, as far as
        known.
        """
        return tuple(row[player] for row in (self.start, *(row.hopes for row in self.rows), self.end) if row)
