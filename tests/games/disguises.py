"""Games in disguise, for the tests of same and symmetries, and the slow plain way to compare two games."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from faceup.rules import CHANCE, OVER, Game, NamedTuple

Names = Mapping[int, int]


def states_of(game: Game) -> list[Any]:
    """Every state that can be reached, in the order of a breadth-first walk."""
    found = {game.start(): None}
    for state in (queue := list(found)):
        for move in options(game, state):
            after = game.play(state, move)
            if after not in found:
                found[after] = None
                queue.append(after)
    return queue


def options(game: Game, state: Any) -> dict[int, Fraction]:
    """The moves that can happen, each with its probability (1 where a player decides)."""
    who = game.turn(state)
    if who == OVER:
        return {}
    if who != CHANCE:
        return dict.fromkeys(game.moves(state), Fraction(1))
    odds = {move: game.odds(state, move) for move in game.moves(state)}
    return {move: Fraction(weight, sum(odds.values())) for move, weight in odds.items() if weight}


def moves_of(game: Game) -> dict[int, set[int]]:
    """The moves that occur, by whose turn it is."""
    found: dict[int, set[int]] = {0: set(), 1: set(), CHANCE: set()}
    for state in states_of(game):
        found.setdefault(game.turn(state), set()).update(options(game, state))
    return found


def disguised(
    game: Game, names: tuple[Names, Names, Names], *, memory: int = 0, spoilt: tuple[str, Any, int] | None = None
) -> Game:
    """The same game under other names (of the moves of player 0, of player 1, and of chance) with other states.

    States are numbers, in reverse order; with ``memory`` they also hold the last move, modulo that number. ``spoilt``
    is what to change ("payoff", "reward", "odds", or "move", which goes), in which state, and for which move.
    """
    number = {state: -i for i, state in enumerate(states_of(game))}
    state_of = {i: state for state, i in number.items()}
    back = [{new: old for old, new in part.items()} for part in names]

    class Disguised(Game):
        class State(NamedTuple):
            memory: int
            number: int

        def start(self) -> Any:
            return self.State(0, 0)

        def turn(self, s: Any) -> int:
            return game.turn(state_of[s.number])

        def moves(self, s: Any) -> Iterator[int]:
            state = state_of[s.number]
            part = names[game.turn(state)]  # CHANCE is -1, the last
            for move in reversed(list(game.moves(state))):
                if spoilt is None or spoilt[0] != "move" or spoilt[1:] != (state, move):
                    yield part.get(move, 99)

        def play(self, s: Any, m: int) -> Any:
            state = state_of[s.number]
            after = game.play(state, back[game.turn(state)][m])
            return self.State(m % memory if memory else 0, number[after])

        def odds(self, s: Any, m: int) -> int:
            state = state_of[s.number]
            old = back[CHANCE].get(m)
            more = spoilt is not None and spoilt[0] == "odds" and spoilt[1:] == (state, old)
            return 3 * (0 if old is None else game.odds(state, old)) + more

        def reward(self, s: Any, m: int) -> float:
            state = state_of[s.number]
            old = back[game.turn(state)][m]
            more = spoilt is not None and spoilt[0] == "reward" and spoilt[1:] == (state, old)
            return game.reward(state, old) + more

        def payoff(self, s: Any) -> float:
            state = state_of[s.number]
            return game.payoff(state) + (spoilt is not None and spoilt[:2] == ("payoff", state))

    return Disguised()


def agree(first: Game, second: Game, names: tuple[Names, Names, Names]) -> bool:
    """Whether the renaming turns the first game's tree into the second's: by plain recursion over both."""
    known: dict[tuple[Any, Any], bool] = {}

    def alike(mine: Any, theirs: Any) -> bool:
        if (mine, theirs) not in known:
            known[mine, theirs] = look(mine, theirs)
        return known[mine, theirs]

    def look(mine: Any, theirs: Any) -> bool:
        who = first.turn(mine)
        if who != second.turn(theirs):
            return False
        if who == OVER:
            return Fraction(first.payoff(mine)) == Fraction(second.payoff(theirs))
        new = names[who]
        if {new[move]: odds for move, odds in options(first, mine).items()} != options(second, theirs):
            return False
        return all(
            Fraction(first.reward(mine, move)) == Fraction(second.reward(theirs, new[move]))
            and alike(first.play(mine, move), second.play(theirs, new[move]))
            for move in options(first, mine)
        )

    return alike(first.start(), second.start())


def renamings(first: Game, second: Game, apart: bool = False) -> list[tuple[Names, Names, Names]]:
    """Every renaming that turns the first game into the second, in the order of the names: all are tried."""
    mine, theirs = moves_of(first), moves_of(second)
    if not apart:
        for moves in (mine, theirs):
            moves[0] = moves[1] = moves[0] | moves[1]
    parts = [bijections(mine[who], theirs[who]) for who in (0, 1, CHANCE)]
    found = product(*parts) if apart else ((part, part, chance) for part, chance in product(parts[0], parts[2]))
    return [names for names in found if agree(first, second, names)]


def bijections(old: set[int], new: set[int]) -> list[dict[int, int]]:
    if len(old) != len(new):
        return []
    return [dict(zip(sorted(old), order, strict=True)) for order in permutations(sorted(new))]


class Marks(Game):
    """Players take turns marking points; after so many marks the first wins by the number of links among them.

    The links are a bitset over pairs of points. As hard to compare as the graphs are.
    """

    points: int = 16
    marks: int = 3
    graph: int = 0  # which of GRAPHS

    class State(NamedTuple):
        marked: int
        count: int

    def start(self) -> Any:
        return self.State(0, 0)

    def turn(self, s: Any) -> int:
        return OVER if s.count == self.marks else s.count % 2

    def moves(self, s: Any) -> Iterator[int]:
        for point in range(self.points):
            if not s.marked >> point & 1:
                yield point

    def play(self, s: Any, m: int) -> Any:
        return self.State(s.marked | 1 << m, s.count + 1)

    def payoff(self, s: Any) -> int:
        points = [point for point in range(self.points) if s.marked >> point & 1]
        return sum((one, other) in GRAPHS[self.graph] for one in points for other in points)


def rook(i: int, j: int) -> bool:
    """Squares of a four by four board in one row or column."""
    return i != j and (i // 4 == j // 4 or i % 4 == j % 4)


def shrikhande(i: int, j: int) -> bool:
    """The other strongly regular graph with the same parameters: squares of a torus, next to each other or on one
    diagonal."""
    return ((i // 4 - j // 4) % 4, (i % 4 - j % 4) % 4) in {(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)}


GRAPHS = [frozenset((i, j) for i in range(16) for j in range(16) if linked(i, j)) for linked in (rook, shrikhande)]


def linked_both_ways(links: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return links + [(j, i) for i, j in links]


def cycles(sizes: list[int]) -> list[tuple[int, int]]:
    """Points in rings of these sizes."""
    found, begin = [], 0
    for size in sizes:
        found += [(begin + i, begin + (i + 1) % size) for i in range(size)]
        begin += size
    return linked_both_ways(found)


GRAPHS += [frozenset(cycles([6] * 9 + [3] * 2)), frozenset(cycles([6] * 10))]


class Listed(Game):
    """Player 0 names a row, then player 1 a column; the payoffs are the bits of a number."""

    rows: int = 3
    columns: int = 3
    payoffs: int = 0

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> "Listed":
        """The game of a list of rows."""
        cells = [cell for row in rows for cell in row]
        return cls(rows=len(rows), columns=len(rows[0]), payoffs=sum(cell << i for i, cell in enumerate(cells)))

    class State(NamedTuple):
        row: int  # -1 while none is named
        column: int

    def start(self) -> Any:
        return self.State(-1, -1)

    def turn(self, s: Any) -> int:
        return OVER if s.column >= 0 else int(s.row >= 0)

    def moves(self, s: Any) -> Iterator[int]:
        for i in range(self.columns if s.row >= 0 else self.rows):
            yield i

    def play(self, s: Any, m: int) -> Any:
        return self.State(m, -1) if s.row < 0 else self.State(s.row, m)

    def payoff(self, s: Any) -> int:
        return self.payoffs >> s.row * self.columns + s.column & 1
