"""The strategy of a solved game as the smallest table a person can use, and the proof that the table loses nothing.

The table has one boundary for each step if the policy is of that kind. For a game that is too large to look at every
position, it has the thresholds of the game's theory.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from faceup.engines.chain.evaluation import evaluate
from faceup.engines.explain.boards_in_play import BoardsInPlay
from faceup.engines.explain.quantities import SeatRows, alike, rows_of_seats, seen_by_mover
from faceup.engines.explain.smallest_table import (
    FullTable,
    Key,
    SmallTable,
    full_table,
    merge_rows,
    merge_ties,
    worded_table,
)
from faceup.engines.graph.game_graph import MOST_POSITIONS, GameGraph, walk
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.best_moves import ExactBestMoves, Moves
from faceup.numbers.value import Value
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import BoardMet, Line, Row, Strategy, common_word, is_telling
from faceup.results.scene.boards.zone_of_board import has_board
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.fields import MOVER
from faceup.rules.moves import Move
from faceup.rules.texts import move_text

FEW_POSITIONS = 100_000  # up to so many positions the table comes from these, even if there is a theory
MOST_STEPS = 10_000
LONG = 200  # lines of a table for both players, beyond which tables for each are not tried
PAIR = 2  # scores of two players
LEAST_VALUES = 3  # a quantity of two values is a yes or no, and has no boundary


class Thresholds(NamedTuple):
    """The values of the last quantity from which ``move`` is best, one for each of ``steps``; None if it never is."""

    steps: tuple[int, ...]
    boundaries: tuple[int | None, ...] | None
    move: Move | None


NONE = Thresholds((), None, None)


def thresholds_of(table: FullTable, words: Mapping[tuple[Key, Move], str]) -> Thresholds:
    """Return the thresholds, if one of two moves becomes best and stays so as the last of one or two quantities grows.

    A move with different words in different rows is more than one move to a reader.
    """
    if len(table.quantities) not in (1, 2) or table.looks:
        return NONE
    if len({key[-1] for key in table.rows}) < LEAST_VALUES:
        return NONE
    steps = {
        lead[0] if lead else 0: [(key[-1], moves) for key, moves in rows]
        for lead, rows in groupby(table.rows.items(), lambda row: row[0][:-1])
    }
    played = dict.fromkeys(move for moves in reversed(table.rows.values()) for move in moves)
    called = {(move, words[key, move]) for key, moves in table.rows.items() for move in moves}
    if not len(played) == len(called) == 2:
        return NONE
    for move in played:
        best = {step: [move in moves for _, moves in rows] for step, rows in steps.items()}
        if all(holds == sorted(holds) for holds in best.values()):
            boundaries = (next((value for value, moves in rows if move in moves), None) for rows in steps.values())
            return Thresholds(tuple(steps), tuple(boundaries), move)
    return NONE


def theory_strategy(solution: Solution, player: int | None, reach: str) -> Strategy | None:
    """Return the thresholds of the game's theory as a strategy without rows; None if no theory has any."""
    theory = solution.table.theory
    thresholds = None if theory is None else theory.thresholds()
    if theory is None or thresholds is None or theory.move is None:
        return None
    game = solution.game
    choice = _a_choice(game, solution.start, theory.move)
    if choice is not None and player not in (None, game.turn(choice)):
        return None
    return Strategy(
        game,
        solution.value,
        quantities=theory.columns,
        rows=(),
        columns=theory.columns,
        lines=(),
        words={} if choice is None else {((), theory.move): move_text(game, choice, theory.move)},
        thresholds=thresholds,
        steps=tuple(range(1, len(thresholds) + 1)) if len(theory.columns) == 2 else (0,),
        move=theory.move,
        player=player,
        reach=reach,
        solution=solution,
    )


def _a_choice(game: Game, state: Any, move: Move) -> Any:
    """Return a state on the line of first moves in which the move is one of several; None if there is none."""
    for _ in range(MOST_STEPS):
        who = game.turn(state)
        if who == OVER:
            return None
        if who in (0, 1) and move in (moves := list(game.moves(state))) and len(moves) > 1:
            return state
        first = next((m for m in game.moves(state) if who in (0, 1) or game.odds(state, m) > 0), None)
        if first is None:
            return None
        state = game.play(state, first)
    return None


MOST_WHOLE = 200_000  # with more states, the table has the representatives that the game names


class Positions:
    """The states, or their representatives, that are reached if some players may play anything.

    The ``free`` players may; the others play the ``best`` moves.
    """

    def __init__(
        self, solution: Solution, best: ExactBestMoves, free: frozenset[int], most: int, stop: threading.Event | None
    ) -> None:
        self.solution, self.game, self.best, self.free, self.most = solution, solution.game, best, free, most
        self.limits = Limits(stop=stop)
        self._met: GameGraph | None = None
        self.representatives, self.seats = solution.symmetries is not None, len(solution.seats)

    def options(self, state: Any) -> Iterable[Move]:
        """Return the moves to look at."""
        return self.game.moves(state) if self.game.turn(state) in self.free else self.best.moves(state)

    def walk(self, options: Callable[[Any], Iterable[Move]]) -> GameGraph:
        """Walk them; where the game names representatives and its states are too many, those stand for them."""
        if not self.representatives and facts_of(self.game).canonical:
            try:
                return self._walk_game(options, False, min(self.most, MOST_WHOLE))
            except LimitReached:
                self.representatives = True
        return self._walk_game(options, self.representatives, self.most)

    def met_positions(self) -> GameGraph:
        """Return the positions that are reached if nobody keeps to the table."""
        self._met = self.walk(self.options)
        return self._met

    def _says_best(self, table: Mapping[Any, Moves]) -> bool:
        """Return whether the table has the best moves everywhere, so that a player who keeps to it reaches the same
        positions.
        """
        return not self.free and all(set(moves) == {*self.best.moves(state)} for state, moves in table.items())

    def _walk_game(self, options: Callable[[Any], Iterable[Move]], joined: bool, most: int) -> GameGraph:
        start = self.solution.start
        walked = walk(
            self.game, start=start, options=options, canonical=joined, most=most, limits=self.limits, seats=self.seats
        )
        return walked

    def value_of_playing(self, table: Mapping[Any, Moves], players: Iterable[int]) -> Value:
        """Return the value if a player keeps to the table and the others play as before.

        Of several moves in the table, the worst counts. Of several players, the result is that of the one who fares
        worst.
        """
        best = self.solution.value.value or 0.0
        if self.seats:
            return self._played_by_all(min(players, default=0), table)
        values = [self._played_by(player, table) for player in sorted(players)]
        return max(values, key=lambda value: abs((value.value or 0.0) - best), default=self.solution.value)

    def _played_by_all(self, player: int, table: Mapping[Any, Moves]) -> Value:
        """Return the value to this seat if all seats, each with its own payoff, keep to the table."""
        return evaluate(self.walk(lambda state: table.get(state) or self.best.moves(state)))[player]

    def _played_by(self, player: int, table: Mapping[Any, Moves]) -> Value:
        def options(state: Any) -> Iterable[Move]:
            if self.game.turn(state) != player:
                return self.options(state)
            if state in table:
                return table[state]
            (move,) = self.game.moves(state)  # a state that is not in the table has one move
            return (move,)

        graph = self._met if self._met and self._says_best(table) else self.walk(options)
        # Exact equations would take much longer than it took to solve a game within bounds.
        exact = True if self.solution.value.how == "exact" else False if graph.is_cyclic else None
        return evaluate(graph, worst=(player,), exact=exact)[0]


REACHES = ("best", "one", "all")


def strategy(
    solution: Solution,
    *,
    reach: str = "best",
    player: int | None = None,
    most: int = MOST_POSITIONS,
    stop: threading.Event | None = None,
) -> Strategy:
    """Return the policy of a solved game as a table, compressed without loss and played back.

    ``reach`` says which decisions matter: those that ``best`` play by all can meet (with ``player``: best play by that
    player, anything by the other), those met when everybody always takes ``one`` best move, the perfect player's, or
    ``all`` that can be reached. Ties are decided in exact numbers; rows for which that is too much work are marked. For
    a large game with a theory, the strategy has only the thresholds of the theory.

    The table is about the states themselves. It is about representatives if the solution is one by symmetries, or if
    the game names them (``canon``) and has too many states. Raises LimitReached beyond ``most`` positions, UsageError
    for a ``player`` who never decides, and GivenUp soon after another thread sets ``stop``.
    """
    if not isinstance(solution, Solution | HiddenSolution):
        raise UsageError("a strategy is of a solved game; possible: faceup.strategy(faceup.solve(game))")
    if isinstance(solution, HiddenSolution):
        raise UsageError("best play is mixed where something is hidden; possible: faceup.mixed_strategy(solution)")
    if reach not in REACHES:
        raise UsageError(f"reach {reach!r}; possible: {', '.join(REACHES)}")
    check_player(solution.game, player)
    seats = seats_of(solution.game) or 2
    if solution.value.how == "stopped":
        raise LimitReached("a limit was reached before any strategy was known").of(solution.game)
    game = solution.game
    by_theory = theory_strategy(solution, player, reach)
    # If positions can repeat, some best moves lead nowhere. If each seat has a payoff of its own, moves that are equal
    # to their player may differ for the others.
    best = ExactBestMoves(solution, single=reach == "one" or solution.open_table.one_move)
    free = frozenset(who for who in range(seats) if reach == "all" or player not in (None, who))
    positions = Positions(solution, best, free, most if by_theory is None else min(most, FEW_POSITIONS), stop)
    try:
        graph = positions.met_positions()
    except LimitReached:
        if by_theory is None:
            raise
        return by_theory
    turns = graph.turns.tolist()
    deciders = {who for who in turns if who >= 0}
    if player is not None and player not in deciders:
        raise UsageError(f"player {player} never decides in {type(game).name}")
    states = {
        state: best.moves(state)
        for state, who in zip(graph.states, turns, strict=True)
        if who in deciders and player in (None, who) and len(list(game.moves(state))) > 1
    }
    rows = rows_of_seats(game, [state for state, who in zip(graph.states, turns, strict=True) if who in deciders])
    others = partial(_as_good, best) if best.single and reach != "one" else lambda state: ()
    ties = {state: moves for state in states if (moves := others(state))}
    exactly = partial(_compress_table, game, best, ties=ties, by_seat=SeatRows(rows))
    whole = exactly(states)
    own = {} if player is not None else _of_each_player(game, whole, states)
    shared = _columns_are_shared(game, whole, own)
    one = _for_the_mover(game, exactly, states, rows) if own and not shared else None
    if one or (shared and len(whole.shown["lines"]) > LONG):
        own = {}
    each = {who: exactly(part) for who, part in own.items()}
    apart = each if shared else _with_the_same_columns(whole, each, own, exactly)
    if shared and sum(map(_conditions, apart.values())) >= _conditions(whole):
        apart = {}
    tables = [whole, *apart.values(), *([one] if one else [])]
    # If players have separate tables, the common table and these are played back at once: their worst move counts.
    by_table = {
        state: tuple(dict.fromkeys(move for each in tables if state in each.moves for move in each.moves[state]))
        for state in states
    }
    met = positions.walk(best.moves).states if free and reach == "best" else ()
    boards: dict[int | None, tuple[BoardMet, ...]] = {}
    if has_board(game) and all(len(each.shown["rows"]) == len(each.keys) for each in tables):
        in_play = BoardsInPlay(best, positions.options, others, positions.limits)
        blocks = apart.items() or [(player, whole)]
        boards = {who: in_play.of(who, each.keys) for who, each in blocks}
    full = Strategy(
        game,
        solution.seats[player or 0].value if solution.seats else solution.value,
        **whole.shown,
        played=positions.value_of_playing(by_table, deciders if player is None else {player}),
        player=player,
        reach=reach,
        players=len(deciders),
        representatives=positions.representatives,
        seats=len(solution.seats),
        certified=solution.certified,
        plan=frozenset(whole.keys[state] for state in met if state in whole.keys),
        solution=solution,
        boards=() if apart else boards.get(player, ()),
    )
    parts = tuple(
        replace(
            full,
            **each.shown,
            value=solution.seats[who].value if solution.seats else full.value,
            player=who,
            boards=boards.get(who, ()),
        )
        for who, each in apart.items()
    )
    return replace(full, by_player=parts, for_mover=replace(full, **one.shown) if one else None)


class _Compressed(NamedTuple):
    """Some decisions as a table: the ``shown`` fields of its strategy, the key of each state, and the moves of each
    state.
    """

    shown: Mapping[str, Any]
    keys: Mapping[Any, Key]
    moves: Mapping[Any, Moves]


def _compress_table(
    game: Game,
    best: ExactBestMoves,
    states: Mapping[Any, Moves],
    columns: Collection[str] = (),
    *,
    ties: Mapping[Any, Moves],
    by_seat: SeatRows,
    seen: Mapping[Any, Any] | None = None,
) -> _Compressed:
    """Return the smallest table of the decisions in these states, or of these ``columns``.

    ``ties`` are other moves that are as good, ``by_seat`` are the rows with a place for each player, and ``seen`` maps
    each state to the state that the table shows.
    """
    table = full_table(game, states, by_seat, seen)
    narrow = {table.keys[state] for state, moves in states.items() if len(moves) < len(list(game.moves(state)))}
    unsure = {table.keys[state] for state in states if state in best.unsure}
    words = _move_texts(game, {state: (*moves, *ties.get(state, ())) for state, moves in states.items()}, table.keys)
    others = merge_ties((table.keys[state], ties.get(state, ())) for state in states)
    small = worded_table(table, words, columns)
    moves_at = {key: small.moves(key) for key in table.rows}
    rows = [Row(key, moves, key not in unsure, key not in narrow, others[key]) for key, moves in table.rows.items()]
    telling = {id(small.part(row.key)) for row in rows if is_telling(row)}
    thresholds = thresholds_of(table, words) if telling else NONE
    order = _as_play_comes(table, table.quantities, _falling(table, table.quantities))
    shown = {
        "quantities": table.quantities,
        "rows": tuple(sorted(rows, key=lambda row: order(row.key))),
        "start": table.keys.get(best.solution.start),
        "columns": small.columns,
        "lines": tuple(_lines_in_order(table, small, telling)),
        "words": words,
        "thresholds": thresholds.boundaries,
        "steps": thresholds.steps,
        "move": thresholds.move,
        "looks": table.looks,
        "groups": table.groups,
        "fixed": table.fixed,
        "labels": _labels(game, table),
    }
    return _Compressed(shown, table.keys, {state: moves_at[key] for state, key in table.keys.items()})


def _lines_in_order(table: FullTable, small: SmallTable, telling: Collection[int]) -> Iterable[Line]:
    """Yield the lines as play comes to them; parts whose identity is not ``telling`` are ``free``."""
    falls = _falling(table, small.columns[:-1])
    order = _as_play_comes(table, small.columns[:-1], falls)
    for line in sorted(
        small.lines, key=lambda line: order(tuple(line.ranges[k][fall] for k, fall in enumerate(falls)))
    ):
        yield line._replace(parts=tuple(part._replace(free=id(part) not in telling) for part in line.parts))


def _as_play_comes(table: FullTable, columns: Sequence[str], falls: Sequence[bool]) -> Callable[[Key], tuple[int, ...]]:
    """Return the sort key by which play comes to the values of these columns: to sets by their size, to heaps from the
    top.
    """
    places = [table.quantities.index(name) for name in columns]
    sets = [k for k, name in enumerate(columns) if getattr(table.looks.get(name), "kind", "") == "set"]
    sizes = dict.fromkeys(_members([key[k] for k in places], sets) for key in table.keys.values())
    turns = {size: turn for turn, size in enumerate(sizes)}
    signs = [-1 if fall else 1 for fall in falls]

    def order(values: Key) -> tuple[int, ...]:
        return turns[_members(values, sets)], *(sign * value for sign, value in zip(signs, values, strict=True))

    return order


def _falling(table: FullTable, columns: Sequence[str]) -> list[bool]:
    """Return whether each column has a number that begins above its mean, as the rest of a heap does."""
    keys = list(table.keys.values())
    places = [table.quantities.index(name) for name in columns]
    return [
        columns[n] not in table.looks and keys[0][k] * len(keys) > sum(key[k] for key in keys)
        for n, k in enumerate(places)
    ]


def _members(values: Sequence[int], places: Sequence[int]) -> int:
    """Return how many members the sets in these places have."""
    return sum(values[k].bit_count() for k in places)


def _of_each_player(game: Game, whole: _Compressed, states: Mapping[Any, Moves]) -> dict[int, dict[Any, Moves]]:
    """Return the decisions of each player apart.

    Returns nothing for a single player, and if the columns of the table are about the player to move, such as ``mine``
    and ``theirs`` that the game names in ``quantities``.
    """
    if {*whole.shown["columns"]} <= {*getattr(type(game), "quantities", ())}:
        return {}
    own: dict[int, dict[Any, Moves]] = {}
    for state, moves in states.items():
        own.setdefault(game.turn(state), {})[state] = moves
    return dict(sorted(own.items())) if len(own) > 1 else {}


def _columns_are_shared(game: Game, whole: _Compressed, own: Mapping[int, Mapping[Any, Moves]]) -> bool:
    """Return whether players meet the same values of the columns of the whole table.

    A column of what each player has, such as a hand, is not shared.
    """
    columns = whole.shown["columns"]
    belongs = {name for group in whole.shown["groups"] if group.by_seat for name in group.names}
    if belongs.intersection(columns):
        return False
    places = [whole.shown["quantities"].index(name) for name in columns]
    met = [{tuple(whole.keys[state][k] for k in places) for state in part} for part in own.values()]
    return sum(map(len, met)) > len(set[Key]().union(*met))


def _conditions(table: _Compressed) -> int:
    """Return how many conditions the lines of a table have for a reader."""
    return sum(len(line.ranges) + len(line.parts) for line in table.shown["lines"])


def _as_good(best: ExactBestMoves, state: Any) -> Moves:
    """Return the moves that are surely as good as the table's one move."""
    moves = tuple(move for move in best.solution.best(state) if move not in best.moves(state))
    return moves if moves and best.solution.sure(state) else ()


def _for_the_mover(
    game: Game, compress: Callable[..., _Compressed], states: Mapping[Any, Moves], rows: frozenset[str]
) -> _Compressed | None:
    """Return one table for all players if the rules treat them alike: the columns of the player to move come first."""
    if not alike(game, states, rows):
        return None
    turn = seen_by_mover(game, rows)
    seen = {state: turn(state) for state in states}
    if merge_rows((seen[state], moves) for state, moves in states.items()) is None:
        return None  # the players have different ones of the equally good moves
    return compress(states, by_seat=SeatRows(rows, turned=True), seen=seen)


def _with_the_same_columns(
    whole: _Compressed,
    apart: Mapping[int, _Compressed],
    own: Mapping[int, Mapping[Any, Moves]],
    compress: Callable[[Mapping[Any, Moves], Collection[str]], _Compressed],
) -> Mapping[int, _Compressed]:
    """Return the tables of each player over the columns of the whole table, if these vary for all players and no
    thresholds are shorter; a player who always makes one move needs no column.
    """
    columns = {*whole.shown["columns"]} - {MOVER}
    same = len({frozenset(part.shown["columns"]) for part in apart.values()}) < 2
    if same or any(part.shown["thresholds"] is not None for part in apart.values()):
        return apart
    if not all(columns <= {*part.shown["quantities"]} for part in apart.values()):
        return apart
    return {who: compress(part, columns) if apart[who].shown["columns"] else apart[who] for who, part in own.items()}


def check_player(game: Game, player: int | None) -> None:
    """Raise UsageError for a player that there is not."""
    seats = range(seats_of(game) or 2)
    if player is not None and player not in seats:
        raise UsageError(f"player {player!r}; possible: {', '.join(map(str, seats))}")


def _labels(game: Game, table: FullTable) -> Mapping[str, str]:
    """Return the labels of the quantities that are scores of the game, as the player to move calls them."""
    scores = getattr(game, "scores", None)
    if not callable(scores) or not table.looks.keys().isdisjoint(table.quantities):
        return {}
    pairs = [(key, scores(state), game.turn(state)) for state, key in table.keys.items()]
    if any(len(row) != PAIR for _, row, _ in pairs):
        return {}
    return {
        name: label
        for other, label in enumerate(("your score", "their score"))
        for k, name in enumerate(table.quantities)
        if all(key[k] == row[abs(who - other)] for key, row, who in pairs)
    }


def _move_texts(game: Game, states: Mapping[Any, Moves], keys: Mapping[Any, Key]) -> dict[tuple[Key, Move], str]:
    """Return each move at each key as text, or its number if states with that key have different words for it."""
    texts: dict[tuple[Key, Move], str] = {}
    for state, moves in states.items():
        for move in moves:
            text = move_text(game, state, move)
            if texts.setdefault((keys[state], move), text) != text:
                texts[keys[state], move] = common_word(move, ())
    return texts
