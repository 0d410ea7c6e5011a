"""From a solved game to the smallest table a person can use, and the proof that nothing was lost."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from operator import index
from typing import Any, get_type_hints

from faceup.engines import broken_rules
from faceup.engines.explain.theory_strategy import MOST_POSITIONS as FEW_POSITIONS
from faceup.engines.explain.theory_strategy import theory_strategy
from faceup.engines.graph import MOST_POSITIONS, GameGraph, walk
from faceup.engines.numbers import exact_number
from faceup.engines.policy_values import policy_value
from faceup.engines.solve.cpython import STATE_COST, OutOfBudget, PythonTable
from faceup.engines.solve.theory import TheoryTable
from faceup.results.solution import Solution
from faceup.results.strategy import Line, Part, Row, Strategy
from faceup.results.value import Value
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, RulesError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.parameters import Cards

REACHES = ("best", "one", "all")
MOST_COLUMNS = 10  # of which every subset is tried; with more, columns are dropped one by one
FEW_STATES = 200_000  # of a game that names representatives; with more, they stand in the table
TIE_WORK = 3_000_000  # units of work to decide exactly which of nearly equal moves are equal

Moves = tuple[int, ...]
Table = dict[tuple[int, ...], Moves]


def strategy(
    solution: Solution, *, reach: str = "best", player: int | None = None, most: int = MOST_POSITIONS
) -> Strategy:
    """The policy of a solved game, compressed without loss and played back.

    ``reach`` says which decisions matter: those that ``best`` play by all can meet (with ``player``: best play by that
    player, anything by the other), those met when everybody always takes ``one`` best move, the perfect player's, or
    ``all`` that can be reached. Ties are decided in exact numbers; where that is too much work, the rows say so. Of a
    large game with a theory only its thresholds are given.

    The table is about the states themselves; about representatives of them where the solution is one by symmetries, or
    where the game names them (``canon``) and has too many states. Raises LimitReached beyond ``most`` positions, and
    UsageError for a ``player`` who never decides.
    """
    if reach not in REACHES:
        raise UsageError(f"reach {reach!r}; possible: {', '.join(REACHES)}")
    if player not in (None, 0, 1):
        raise UsageError(f"player {player!r}; possible: 0, 1")
    if solution.value.how == "stopped":
        raise LimitReached("a limit was reached before any strategy was known")
    game = solution.game
    best = _BestMoves(solution, single=reach == "one")
    free = [who for who in (0, 1) if reach == "all" or player not in (None, who)]
    known = theory_strategy(solution, player, reach)
    scope = _Scope(solution, most if known is None else min(most, FEW_POSITIONS))
    try:
        graph = scope.walk(lambda s: game.moves(s) if game.turn(s) in free else best.moves(s))
    except LimitReached:
        if known is None:
            raise
        return known
    deciders = set(graph.turns.tolist()) & {0, 1}
    if player is not None and player not in deciders:
        raise UsageError(f"player {player} never decides in {type(game).name}")
    wanted = [
        state
        for state, who in zip(graph.states, graph.turns.tolist(), strict=True)
        if who >= 0 and player in (None, who) and len(list(game.moves(state))) > 1
    ]
    states = {state: best.moves(state) for state in wanted}
    names, table = _table(game, states)
    keys = {state: tuple(quantity(game, state, name) for name in names) for state in states}
    unsure = {keys[state] for state in states if state in best.unsure}
    sets = frozenset(name for name in names if _is_set(game, name))
    columns, kept, lines = _smallest(names, table, sets)
    steps, thresholds, move = _thresholds(table) if len(names) in (1, 2) and not sets else ((), None, None)
    said = {state: _said(lines, tuple(key[k] for k in kept)) for state, key in keys.items()}
    return Strategy(
        game,
        solution.value,
        names,
        tuple(Row(key, moves, key not in unsure) for key, moves in table.items()),
        columns,
        lines,
        _words(game, keys, states),
        thresholds,
        steps,
        move,
        _played_back(scope, said, best, free, deciders if player is None else {player}),
        player,
        reach,
        sets,
        len(deciders),
        scope.canonical,
    )


class _Scope:
    """The positions that a strategy is about: the states themselves, or representatives of them."""

    def __init__(self, solution: Solution, most: int) -> None:
        self.solution, self.most = solution, most
        self.canonical = solution.symmetries is not None

    def walk(self, options: Callable[[Any], Iterable[int]]) -> GameGraph:
        """Walk them; where the game names representatives and its states are too many, those stand for them."""
        game, start = self.solution.game, self.solution.start
        if not self.canonical and facts_of(game).canonical:
            try:
                return walk(game, start=start, options=options, most=min(self.most, FEW_STATES))
            except LimitReached:
                self.canonical = True
        return walk(game, start=start, options=options, canonical=self.canonical, most=self.most)


def _words(game: Game, keys: Mapping[Any, tuple[int, ...]], states: Mapping[Any, Moves]) -> dict[Any, str]:
    """Each move at each key as text; its number where states with that key word it differently."""
    found: dict[Any, str] = {}
    for state, moves in states.items():
        for move in moves:
            text = game.say(state, move)
            if found.setdefault((keys[state], move), text) != text:
                found[keys[state], move] = str(move)
    return found


def quantity(game: Game, state: Any, name: str) -> int:
    """What a person looks at: a field of the state, or what the game's method of that name says about it.

    Raises RulesError for anything but a whole number.
    """
    found = getattr(state, name) if name in state._fields else getattr(game, name)(state)
    try:
        return index(found)
    except TypeError:
        message = f"{broken_rules.at(game, state)}: the quantity {name} is {found!r}; possible: a whole number"
        raise RulesError(message) from None


class _BestMoves:
    """Best moves; where rounding leaves several, exact numbers decide between them, as long as that is little work."""

    def __init__(self, solution: Solution, single: bool) -> None:
        self.solution = solution
        self.single = single
        self.found: dict[Any, Moves] = {}
        self.unsure: set[Any] = set()
        self.exact: PythonTable | None = None
        if solution.value.how == "bounded" and not isinstance(solution.table, TheoryTable):
            self.exact = PythonTable(solution.game, budget=TIE_WORK)

    def moves(self, state: Any) -> Moves:
        if state not in self.found and self.single:
            self.found[state] = (self.solution.move(state),)
        elif state not in self.found:
            moves = self.solution.best(state)
            self.found[state] = tuple(self._equal(state, moves) if len(moves) > 1 else moves)
        return self.found[state]

    def _equal(self, state: Any, moves: Sequence[int]) -> Sequence[int]:
        if all(value.how == "exact" for value in self.solution.values(state).values()):
            return moves
        game = self.solution.game
        if self.exact is not None:
            try:
                worth = {move: self._exact(state, move) for move in moves}
                top = max(worth.values()) if game.turn(state) == 0 else min(worth.values())
                return [move for move in moves if worth[move] == top]
            except OutOfBudget:
                self.exact = None
        self.unsure.add(state)
        return moves

    def _exact(self, state: Any, move: int) -> Any:
        assert self.exact is not None
        before = self.exact.states
        game = self.solution.game
        gain = exact_number(game, state, f"reward of move {move}", game.reward(state, move))
        value = self.exact.value(game.play(state, move)).low + gain
        self.exact.budget -= STATE_COST * (self.exact.states - before)
        return value


def _table(game: Game, states: Mapping[Any, Moves]) -> tuple[tuple[str, ...], Table]:
    """What a person looks at, without what never differs, with the moves that are best in every state that looks so."""
    fields = next(iter(states))._fields if states else ()
    declared = tuple(getattr(type(game), "quantities", ())) or fields
    # What the game calls its quantities may not decide: then the whole state is looked at.
    for names in dict.fromkeys((declared, tuple(dict.fromkeys((*declared, *fields))))):
        found = _merged(
            (tuple(quantity(game, state, name) for name in names), moves) for state, moves in states.items()
        )
        if found is not None:
            varying = [k for k in range(len(names)) if len({key[k] for key in found}) > 1]
            return tuple(names[k] for k in varying), _project(found, varying) or {}
    raise AssertionError("two different states have the same fields")


def _merged(rows: Iterable[tuple[tuple[int, ...], Moves]]) -> Table | None:
    """The rows in order, each key once with the moves common to all its rows; None where some have none in common."""
    found: Table = {}
    for key, moves in rows:
        common = tuple(move for move in found.get(key, moves) if move in moves)
        if not common:
            return None
        found[key] = common
    return dict(sorted(found.items()))


def _project(table: Table, columns: Sequence[int]) -> Table | None:
    """The table over fewer columns, or None where they do not decide."""
    return _merged((tuple(key[k] for k in columns), moves) for key, moves in table.items())


def _is_set(game: Game, name: str) -> bool:
    """Whether the rules declare a quantity as a set of cards, which has no order."""
    state_class = type(game.start())
    hints = get_type_hints(state_class if name in state_class._fields else getattr(type(game), name))
    return hints.get(name if name in state_class._fields else "return") is Cards


def _smallest(
    names: tuple[str, ...], table: Table, sets: frozenset[str]
) -> tuple[tuple[str, ...], tuple[int, ...], tuple[Line, ...]]:
    """The fewest columns that still decide, in the order that needs the fewest lines; their places among ``names``."""
    best: tuple[tuple[int, int], tuple[int, ...], tuple[Line, ...]] | None = None
    for kept in _deciding(table, len(names)):
        smaller = _project(table, kept)
        assert smaller is not None
        for last in reversed(range(max(len(kept), 1))):
            order = tuple(k for place, k in enumerate(kept) if place != last) + kept[last : last + 1]
            turned = _project(table, order)
            assert turned is not None
            lines = tuple(_lines(turned, [names[k] not in sets for k in order]))
            size = (sum(len(line.parts) for line in lines), len(lines))
            if best is None or size < best[0]:
                best = size, order, lines
    assert best is not None
    return tuple(names[k] for k in best[1]), best[1], best[2]


def _deciding(table: Table, columns: int) -> list[tuple[int, ...]]:
    """The smallest sets of columns that decide the moves."""
    if columns <= MOST_COLUMNS:
        for size in range(columns + 1):
            found = [kept for kept in combinations(range(columns), size) if _project(table, kept) is not None]
            if found:
                return found
    kept = tuple(range(columns))
    for k in range(columns):
        fewer = tuple(other for other in kept if other != k)
        if _project(table, fewer) is not None:
            kept = fewer
    return [kept]


def _lines(table: Table, ordered: Sequence[bool]) -> Iterator[Line]:
    """One line for each setting of the leading columns; neighbours along the last of them that agree are one.

    Columns that are not ``ordered``, sets of cards, have no neighbours: there each value stands alone.
    """
    if table and not next(iter(table)):
        yield Line((), (Part(0, next(iter(table.values()))),))
        return
    made: list[Line] = []
    for lead, rows in groupby(table.items(), key=lambda row: row[0][:-1]):
        stretch = [(key[-1], moves) for key, moves in rows]
        parts = tuple(_parts(stretch) if ordered[-1] else [Part(*row) for row in stretch])
        line = Line(tuple((value, value) for value in lead), parts)
        joins = bool(made and lead) and ordered[-2] and made[-1].ranges[:-1] == line.ranges[:-1]
        if joins and _alike(made[-1].parts, line.parts):
            made[-1] = Line(
                (*line.ranges[:-1], (made[-1].ranges[-1][0], lead[-1])), _common(made[-1].parts, line.parts)
            )
        else:
            made.append(line)
    yield from made


def _alike(one: tuple[Part, ...], other: tuple[Part, ...]) -> bool:
    """Whether both have the same boundaries with a move in common on each side."""
    return len(one) == len(other) and all(
        set(a.moves) & set(b.moves) and (a.low == b.low or k == 0)
        for k, (a, b) in enumerate(zip(one, other, strict=True))
    )


def _common(one: tuple[Part, ...], other: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(
        Part(min(a.low, b.low), tuple(move for move in a.moves if move in b.moves))
        for a, b in zip(one, other, strict=True)
    )


def _parts(rows: Sequence[tuple[int, Moves]]) -> list[Part]:
    """The fewest stretches along a column within which some move is always best; each begins as low as it can."""
    parts: list[tuple[int, Moves]] = []  # the place of the first row, and the moves common to all rows
    for k, (_, moves) in enumerate(rows):
        common = tuple(move for move in parts[-1][1] if move in moves) if parts else ()
        if common:
            parts[-1] = parts[-1][0], common
        else:
            parts.append((k, moves))
    for p in range(len(parts) - 1, 0, -1):
        begin, moves = parts[p]
        while begin - 1 > parts[p - 1][0] and (common := tuple(m for m in moves if m in rows[begin - 1][1])):
            begin, moves = begin - 1, common
        parts[p] = begin, moves
    ends = [*(begin for begin, _ in parts[1:]), len(rows)]
    found = []
    for (begin, _), end in zip(parts, ends, strict=True):
        moves = rows[begin][1]
        for _, other in rows[begin:end]:
            moves = tuple(move for move in moves if move in other)
        found.append(Part(rows[begin][0], moves))
    return found


def _thresholds(table: Table) -> tuple[tuple[int, ...], tuple[int | None, ...] | None, int | None]:
    """Where, step by step, one move becomes best and stays so as the last column grows; None where it does not."""
    steps = {
        lead: [(key[-1], moves) for key, moves in rows] for lead, rows in groupby(table.items(), lambda r: r[0][:-1])
    }
    played = dict.fromkeys(move for moves in reversed(list(table.values())) for move in moves)
    if len(played) == 2:
        for move in played:
            found: list[int | None] = []
            for rows in steps.values():
                holds = [move in moves for _, moves in rows]
                if holds != sorted(holds):
                    break
                found.append(next((x for (x, _), hold in zip(rows, holds, strict=True) if hold), None))
            else:
                return tuple(lead[0] if lead else 0 for lead in steps), tuple(found), move
    return (), None, None


def _said(lines: tuple[Line, ...], key: tuple[int, ...]) -> Moves:
    for line in lines:
        if all(low <= value <= high for value, (low, high) in zip(key[:-1], line.ranges, strict=True)):
            if not key:
                return line.parts[0].moves
            return [part for part in line.parts if part.low <= key[-1]][-1].moves
    raise AssertionError(f"no line for {key}")


def _played_back(
    scope: _Scope, said: Mapping[Any, Moves], best: _BestMoves, free: Sequence[int], players: set[int]
) -> Value:
    """The value when a player keeps to the table and the other answers with the moves that the table is about.

    Of several moves the table says, the worst counts. Of both players the one who fares worse is reported.
    """
    solution = scope.solution
    game = solution.game
    found: list[Value] = []
    for me in sorted(players):

        def options(state: Any, me: int = me) -> Iterable[int]:
            if game.turn(state) == me:
                return said[state] if state in said else _only(game, state)
            return game.moves(state) if game.turn(state) in free else best.moves(state)

        found.append(policy_value(scope.walk(options), me, solution.value.how == "exact"))
    best_value = solution.value.value or 0.0
    return max(found, key=lambda value: abs((value.value or 0.0) - best_value), default=solution.value)


def _only(game: Game, state: Any) -> Moves:
    """The one move there is where the table says nothing."""
    moves = tuple(game.moves(state))
    assert len(moves) == 1, f"the table says nothing about {state}"
    return moves
